"""What players who forget guarantee in behavior strategies, with proof."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.arrows import to_extensive
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.extensive import decision, extensive_game
from kibitz.extensive.methods.behavioral_maximin import behavioral_maximin
from kibitz.extensive.methods.imperfect_recall import mixed_value
from kibitz.extensive.strategies.multilinear import earned, multilinear_payoffs


def forgetful(rng, sets="AB", replies="ab"):
    """The second player chooses in secret, the first at each of some sets, forgetting."""

    def below(rest):
        if not rest:
            return rng.randint(-3, 3)
        return decision("I", rest[0], l=below(rest[1:]), r=below(rest[1:]))

    return extensive_game(decision("II", "first", **{reply: below(sets) for reply in replies}))


def the_game():
    def two(c, d):
        return decision("I", "two", c=c, d=d)

    first = decision("I", "one", f=two(0, 1), g=two(0, -1))
    second = decision("I", "one", f=two(-1, -2), g=two(3, -2))
    return extensive_game(decision("II", "first", a=first, b=second))


def test_a_maximin_that_is_irrational():
    found = mixed_value(the_game())
    lower, upper = found.behavioral()
    assert (lower - 11) ** 2 == 120
    assert float(lower) == pytest.approx(0.04554885)
    assert upper == found.value == Fraction(1, 2)
    assert all(one.proved for one in found.guarantees)
    assert found.verify(), found.verify()
    assert "11-2*sqrt(30)" in str(found)
    assert "there is no value" in str(found)
    again = read_solution(found.game, json.loads(json.dumps(found.to_json())))
    assert again.verify()


@pytest.mark.slow
def test_no_mutant_of_an_irrational_maximin_is_proved():
    found, other = mixed_value(the_game()), mixed_value(forgetful(random.Random(3)))
    mutants = accepted(found.game, found.to_json(), other.to_json())
    assert [m for m in mutants if ".between" not in m] == []


@pytest.mark.parametrize("seed", range(12))
def test_no_strategy_of_a_fine_grid_guarantees_more(seed):
    game = forgetful(random.Random(seed), "AB", "abc")
    found = mixed_value(game)
    one = found.guarantees[0]
    payoffs = multilinear_payoffs(game, 0)
    grid = np.linspace(0, 1, 101)
    corners = np.stack([grid, 1 - grid], 1)
    best = payoffs.at_corners([corners, corners], payoffs.floats).min(axis=1).max()
    assert one.proved
    assert float(one.worth) >= best - 1e-12
    assert float(one.worth) <= best + 0.1
    behavior = dict(zip(one.infosets, one.strategy, strict=True))
    assert min(earned(game, 0, behavior)) == one.worth
    assert found.verify(), found.verify()


@pytest.mark.parametrize("seed", [1, 4])
def test_bounds_are_proved_where_more_is_open(seed, monkeypatch):
    monkeypatch.setattr("kibitz.extensive.methods.behavioral_maximin.CELLS", 12)
    game = forgetful(random.Random(seed), "ABC", "abc")
    found = mixed_value(game)
    one = behavioral_maximin(game, 0, found.value)
    grid = np.linspace(0, 1, 21)
    corners = np.stack([grid, 1 - grid], 1)
    payoffs = multilinear_payoffs(game, 0)
    best = payoffs.at_corners([corners] * 3, payoffs.floats).min(axis=1).max()
    assert best - 1e-12 <= float(one.at_most) <= float(found.value) + 1e-12
    assert min(payoffs.at(one.strategy)) == one.worth <= one.at_most
    assert float(one.at_most - one.worth) < 0.2
    assert found.verify(), found.verify()
    data = found.to_json()
    claimed = data["behavioral"]
    assert ("found, not proved" in str(found)) != one.proved
    if not one.proved:
        claimed["lower_bound"] = claimed["lower"]
        claimed["lower_proved"] = True
        assert not check(game, data)


def test_what_lies_on_no_common_way_is_linear():
    rng = random.Random(0)
    sides = {
        reply: decision(
            "I",
            "top",
            l=decision("I", "left", x=rng.randint(-3, 3), y=rng.randint(-3, 3)),
            r=decision("I", "right", x=rng.randint(-3, 3), y=rng.randint(-3, 3)),
        )
        for reply in "ab"
    }
    payoffs = multilinear_payoffs(extensive_game(decision("II", "first", **sides)), 0)
    assert [payoffs.game.infoset_names[payoffs.infosets[k]] for k in payoffs.parallel] == [
        "left",
        "right",
    ]
    strategy = [[Fraction(1, 3), Fraction(2, 3)]] * 3
    pure = product(range(2), repeat=3)
    mixed = [
        sum(
            np.prod([strategy[k][m] for k, m in enumerate(moves)]) * x
            for moves, x in zip(pure, column, strict=True)
        )
        for column in payoffs.array.reshape(8, -1).T
    ]
    assert payoffs.at(strategy) == mixed


def test_whoever_remembers_does_as_well():
    kuhn = to_extensive(kb.game("kuhn-poker"))
    found = kuhn.solve("normal-form")
    assert found.behavioral() == (found.value, found.value)
    assert all(one.proved for one in found.guarantees)
    assert found.verify(), found.verify()
    words = str(found.explain())
    assert "Perfect recall" in words
    assert "Kuhn's theorem" in words
    assert "Imperfect recall" not in words
    assert "behavior strategies I" not in words


def test_absent_minded_players_are_refused():
    inner = decision("I", "crossing", exit=4, go=1)
    game = extensive_game(
        decision("II", "first", a=decision("I", "crossing", exit=0, go=inner), b=2)
    )
    found = mixed_value(game)
    assert found.limits() == (None, None)
    with pytest.raises(kb.GameError, match="twice"):
        found.behavioral()


def test_answers_that_spell_the_key_as_the_british_do_are_still_checked():
    game = forgetful(random.Random(1), "AB", "ab")
    data = mixed_value(game).to_json()
    assert "behavioral" in data
    data["behavioural"] = data.pop("behavioral")
    assert check(game, data)
    data["behavioural"]["lower_proved"] = not data["behavioural"]["lower_proved"]
    assert not check(game, data)
