"""Answers to poker on [0, 1]: strategies asked for, drawn, explained, read back and refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kibitz.continuous.poker.game import continuous_poker
from kibitz.continuous.poker.newman import CALLS, read_constant
from kibitz.continuous.poker.solution import read_thresholds
from kibitz.continuous.poker.steps import Steps, read_plan, read_steps
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.core.verbs import describe, explain

BOREL = continuous_poker("borel", 1)
NEUMANN = continuous_poker("von-neumann", 2)
NEWMAN = continuous_poker("newman")
SIZES = continuous_poker("von-neumann", [1, 2])


def test_what_the_hands_of_a_deck_do() -> None:
    found = NEUMANN.solve("discretized", hands=20)
    for history in [turn.history for turn in found.tree.turns]:
        rows = found.strategy(history)
        assert len(rows) == 20
        assert all(sum(row.values()) == pytest.approx(1) for row in rows)
    assert found.strategy("bet")[-1]["call"] == 1  # the best hand calls
    assert found.strategy("bet")[0]["fold"] == 1
    with pytest.raises(GameError, match="no turn after 'raise'; there are '', 'bet'"):
        found.strategy("raise")


def test_decks_have_at_least_two_hands() -> None:
    for hands in (1, True, 2.5):
        with pytest.raises(GameError, match=f"hands: {hands}; it must be a whole number from 2 to"):
            NEUMANN.solve("discretized", hands=hands)
    with pytest.raises(GameError, match="hands: this model is solved by formulas"):
        NEUMANN.solve(hands=20)


def test_several_sizes_are_bracketed() -> None:
    found = SIZES.solve(hands=30)
    one = max(continuous_poker("von-neumann", b).solve().value for b in (1, 2))
    assert found.lower <= found.upper
    assert found.upper >= one  # a choice of sizes cannot hurt the first player
    with pytest.raises(GameError, match="several bet sizes have no thresholds"):
        read_thresholds(SIZES, {})


def test_thresholds_are_explained_in_numbers_and_in_letters() -> None:
    told = str(explain(NEUMANN))
    assert NEUMANN.solve().value == Fraction(1, 9)  # B/((B + 1)(B + 4)) with B = 2
    assert "exactly" in told
    letters = continuous_poker("von-neumann", "b")
    assert "exactly" not in str(explain(letters))
    with pytest.raises(GameError, match="give b a number to draw its strategies, such as 2"):
        letters.solve().draw()
    with pytest.raises(GameError, match="b stands for a number; leave out exact=True"):
        letters.with_numbers(True)


def test_actions_that_there_are_not() -> None:
    found = BOREL.solve()
    shares = [found.probability(action) for action in BOREL.tree.turns[0].actions]
    assert sum(shares) == 1
    with pytest.raises(GameError, match="no action 'raise'; there are fold, bet"):
        found.probability("raise")


def test_claims_lack_a_threshold() -> None:
    data = NEUMANN.solve().to_json()
    assert read_solution(NEUMANN, data).verify()
    with pytest.raises(GameError, match="this threshold is missing"):
        read_thresholds(NEUMANN, {})


def test_newmans_bets() -> None:
    found = NEWMAN.solve()
    low, high = found.check_interval
    assert (low, high) == (Fraction(1, 7), Fraction(4, 7))
    assert found.bet(Fraction(1, 3)) == 0
    for hand in (Fraction(1, 20), Fraction(9, 10)):
        size = found.bet(hand)
        best = max(float(found.payoff(hand, b / 100)) for b in range(3000))
        assert float(found.payoff(hand, size)) == pytest.approx(best, abs=1e-4)
    assert found.payoff(Fraction(3, 4), 0) == Fraction(1, 2)  # a check is a showdown for the antes
    data = found.to_json()
    assert read_solution(NEWMAN, data).to_json() == data
    with pytest.raises(GameError, match="is not of the form"):
        read_constant("y > x", CALLS)
    with pytest.raises(GameError, match="lets the first player bet any amount: no finite tree"):
        NEWMAN.tree  # noqa: B018
    assert found.draw().svg.count(">1/7<") == 1


def test_what_a_description_says() -> None:
    facts = dict(describe(NEUMANN).facts)
    assert facts["I may"] == "check, bet"
    assert facts["after bet"] == "II may fold or call"
    assert dict(describe(NEWMAN).facts)["bet"] == "any amount"
    assert "I may" not in dict(describe(NEWMAN).facts)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: continuous_poker("von-neumann", []), "bet: at least one size is needed"),
        (lambda: continuous_poker("von-neumann", [1, 1]), "bet: a size is given twice"),
        (
            lambda: Steps((Fraction(0), Fraction(1)), ()),
            "a strategy has one step fewer than break points",
        ),
        (lambda: read_plan(NEUMANN.tree, 0, []), "hands: at least one is needed"),
        (
            lambda: read_plan(NEUMANN.tree, 2, [[[1, 0]], [[1, 0]]]),
            "the plan at the start: expected a list of 2 lists",
        ),
        (
            lambda: read_plan(NEUMANN.tree, 1, [[[1]], [[1, 0]]]),
            "the plan at the start: expected lists of 2 numbers",
        ),
    ],
)
def test_what_is_refused(ask: Any, said: str) -> None:
    with pytest.raises(GameError) as refused:
        ask()
    assert str(refused.value) == said


def test_steps_are_taken_as_they_are() -> None:
    steps = read_steps([("check", "1/4"), ("bet", 1)], ("check", "bet"), "I")
    assert read_steps(steps, ("check", "bet"), "I") is steps
