"""Experiments: what rounds pay, what theory says, and sessions in files."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from kibitz.classroom import begin, experiments, read_session
from kibitz.classroom.pairs import pairs
from kibitz.core.errors import GameError

NAMES = ["Ada", "Bob", "Cy", "Di"]
ENTRIES = {
    "guess": (33, 20, 50, 0),
    "public-goods": (10, 0, 5, "5/2"),
    "prisoners-dilemma": ("C", "d", "defect", "cooperate"),
    "auction": (30, 20, 10, 55),
    "travelers-dilemma": (100, 99, 50, 2),
    "ultimatum": ("4:2", "5/5", "1:0", "3,4"),
}


def room(name, rounds=2, **parameters):
    session = begin(name, NAMES, seed=3, **parameters)
    for _ in range(rounds):
        session = session.play(dict(zip(NAMES, ENTRIES[name], strict=True)))
    return session


@pytest.mark.parametrize("name", list(experiments()))
def test_every_experiment_plays_tells_theory_and_is_kept(name):
    session = room(name)
    results = session.results()
    assert [step.heading for step in results.steps][-1] == "Theory"
    assert str(results)
    assert results.html()
    assert read_session(session.to_json()) == session
    assert set(session.totals()) == set(NAMES)
    assert session.experiment.instructions.endswith(".")


def test_the_nearest_guess_wins():
    outcome = room("guess").outcomes[0]
    assert outcome.facts["target"] == Fraction(2, 3) * Fraction(103, 4)
    assert outcome.payoffs == {"Ada": 0, "Bob": 1, "Cy": 0, "Di": 0}


def test_the_public_good_pays_by_its_formula():
    session = room("public-goods")
    total = Fraction(35, 2)
    for name, gift in zip(NAMES, (10, 0, 5, Fraction(5, 2)), strict=True):
        assert session.outcomes[0].payoffs[name] == 10 - gift + 2 * total / 4
    assert "less than 1: giving nothing is dominant" in str(session.results())


def test_the_equilibrium_of_the_public_good_is_that_of_the_shelf():
    import kibitz as kb

    game = kb.game("public-goods", n=3, factor=2)
    session = begin("public-goods", ["1", "2", "3"], endowment=1)
    for cell in [(0, 0, 0), (1, 0, 1), (1, 1, 1), (0, 1, 0)]:
        gifts = dict(zip("123", cell, strict=True))
        paid = session.play(gifts).outcomes[0].payoffs
        choice = [game.strategies[k].index("give" if g else "keep") for k, g in enumerate(cell)]
        assert list(paid.values()) == list(game.payoff(*choice))


def test_everybody_meets_everybody_before_anybody_meets_again():
    for count in (4, 5, 8):
        names = [str(k) for k in range(count)]
        rounds = count - 1 if count % 2 == 0 else count
        met = [frozenset(pair) for k in range(rounds) for pair in pairs(names, k, 9)]
        assert len(met) == len(set(met)) == len(list(combinations(names, 2)))


def test_defection_is_dominant_in_every_pair():
    session = begin("prisoners-dilemma", NAMES)
    base = dict.fromkeys(NAMES, "C")
    for other in ("C", "D"):
        entries = dict.fromkeys(NAMES, other)
        for name in NAMES:
            good = session.play({**entries, name: "D"}).outcomes[0].payoffs[name]
            assert good > session.play({**entries, name: "C"}).outcomes[0].payoffs[name]
    assert set(session.play(base).outcomes[0].payoffs.values()) == {3}


@pytest.mark.parametrize("rule", ["first-price", "second-price", "all-pay"])
def test_the_bids_of_theory_are_best_replies(rule):
    # against two others who bid as theory says, with values on a fine grid, no other bid earns more
    auction = begin("auction", NAMES[:3], rule=rule).experiment
    grid = [Fraction(k) for k in range(0, 101, 4)]
    others = [(auction.best_bid(a, 3), auction.best_bid(b, 3)) for a in grid for b in grid]

    def earned(value, bid):
        total = Fraction(0)
        for pair in others:
            wins = bid > max(pair)
            price = max(pair) if rule == "second-price" else bid
            total += (value if wins else 0) - (price if wins or rule == "all-pay" else 0)
        return total / len(others)

    for value in (Fraction(30), Fraction(61), Fraction(90)):
        best = earned(value, auction.best_bid(value, 3))
        assert all(earned(value, Fraction(b)) <= best + 4 for b in range(0, 100, 9))


def test_an_auction_pays_by_its_rule():
    session = begin("auction", NAMES, seed=1, rule="second-price")
    session = session.play({"Ada": 40, "Bob": 30, "Cy": 0, "Di": 10})
    (outcome,) = session.outcomes
    value = session.experiment.value("Ada", 0, session.before(0))
    assert outcome.payoffs == {"Ada": value - 30, "Bob": 0, "Cy": 0, "Di": 0}
    assert session.before(0).private()["Ada"] == f"the object is worth {value} to you"


def test_an_offer_below_the_least_leaves_nothing():
    session = begin("ultimatum", ["a", "b"], seed=0)
    (first, second), *_ = pairs(["a", "b"], 0, 0)
    outcome = session.play({first: "2:0", second: "5:3"}).outcomes[0]
    assert set(outcome.payoffs.values()) == {0}
    outcome = session.play({first: "3:0", second: "5:3"}).outcomes[0]
    assert outcome.payoffs == {first: 7, second: 3}


def test_bad_entries_are_told_in_a_line():
    session = begin("guess", NAMES)
    with pytest.raises(GameError, match="Ada: 101 is not between 0 and 100"):
        session.play({"Ada": 101})
    with pytest.raises(GameError, match="no entry from Bob, Cy, Di"):
        session.play({"Ada": 1})
    with pytest.raises(GameError, match="'Adda' is not in this session; did you mean 'Ada'"):
        session.play({"Adda": 1})
    with pytest.raises(GameError, match="needs 2 players"):
        begin("guess", ["Ada"])
    with pytest.raises(GameError, match="named twice"):
        begin("guess", ["Ada", "Ada"])
    with pytest.raises(GameError, match="unknown experiment 'gues'"):
        begin("gues", NAMES)
    with pytest.raises(GameError, match="unknown parameter 'fractoin'"):
        begin("guess", NAMES, fractoin=1)
    with pytest.raises(GameError, match="'x' is not a choice"):
        begin("prisoners-dilemma", NAMES).play({"Ada": "x"})
    with pytest.raises(GameError, match="not an experiment session"):
        read_session({})


@pytest.mark.parametrize(
    ("name", "parameters", "words"),
    [
        ("auction", {"rule": "dutch"}, "rule is 'dutch'; it must be one of first-price"),
        ("guess", {"fraction": Fraction(2)}, "fraction is 2; it must be between"),
        ("prisoners-dilemma", {"reward": Fraction(9)}, "prisoners-dilemma: "),
        ("travelers-dilemma", {"bonus": 1}, "bonus must be above 1"),
    ],
)
def test_parameters_that_change_the_game_are_refused(name, parameters, words):
    with pytest.raises(GameError, match=words):
        begin(name, NAMES, seed=3, **parameters)


@pytest.mark.parametrize(
    ("name", "entry", "words"),
    [
        ("travelers-dilemma", "10.5", "Ada: 10.5 is not a whole number"),
        ("ultimatum", "4", "Ada: write an offer and a least one, as 4:2"),
    ],
)
def test_entries_that_cannot_be_read_are_refused(name, entry, words):
    experiment = begin(name, NAMES, seed=3).experiment
    with pytest.raises(GameError, match=words):
        experiment.read(entry, "Ada")


def test_all_pay_in_an_all_pay_auction():
    outcome = room("auction", rounds=1, rule="all-pay").outcomes[0]
    assert outcome.facts["won by"] == "Di"
    assert outcome.facts["paid"] == 115
    assert [outcome.payoffs[name] for name in NAMES[:3]] == [-30, -20, -10]


@pytest.mark.parametrize(
    ("factor", "words"),
    [("1/2", "nothing is dominant"), (4, "everyone is indifferent"), (6, "everything is dominant")],
)
def test_theory_of_the_public_good_depends_on_its_factor(factor, words):
    text = " ".join(str(room("public-goods", factor=Fraction(factor)).results()).split())
    assert words in text
    assert ("earn the most by giving everything" in text) == (Fraction(factor) > 1)


def test_results_before_the_first_round_are_the_instructions():
    (step,) = begin("guess", NAMES, seed=3).results().steps
    assert step.heading == "The experiment"
