"""Iterated strict dominance on intervals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.continuous.exact.dominance import Cut


def test_three_firms_stop_after_one_round() -> None:
    found = kb.cournot("2-Q", "q", firms=3).eliminate()
    assert found.finished
    assert found.left == ((Fraction(0), Fraction(1, 2)),) * 3
    assert found.verify()


def test_without_a_cost_nothing_is_strictly_dominated() -> None:
    assert kb.cournot("1-Q", 0).eliminate().cuts == ()


def test_prices_rise_to_the_equilibrium() -> None:
    found = kb.bertrand(a=10, b=1, costs=2).eliminate(3)
    assert [c.at for c in found.cuts if c.player == 0] == [6, 9, Fraction(21, 2)]
    assert found.verify()


def test_wrong_cuts_are_rejected() -> None:
    found = kb.cournot("2-Q", "q").eliminate(2)
    bad = replace(found, cuts=(Cut(1, 0, "upper", Fraction(2, 5)), *found.cuts[1:]))
    assert not bad.verify()
    assert not replace(found, left=((Fraction(0), Fraction(1)),) * 2).verify()


def test_the_dominance_solvable_limit() -> None:
    game = kb.continuous_game(["-(x-y/2)^2", "-(y-x^2/2)^2"], (0, 1))
    assert game.eliminate(6).limit == (0, 0)


@pytest.mark.parametrize("rounds", [0, True, 1000])
def test_rounds(rounds: int) -> None:
    with pytest.raises(kb.GameError, match="rounds"):
        kb.cournot("2-Q", "q").eliminate(rounds)


def test_an_end_may_dominate_all_else() -> None:
    """A payoff that always grows in its own strategy leaves the upper end alone."""
    game = kb.continuous_game(["2x - x*y/9", "y + x*y"], [[0, 1], [0, 2]], ["x", "y"])
    found = game.solve("dominance")
    assert found.left == ((1, 1), (2, 2))
    assert found.finished
    assert found.verify().holds


def test_a_cut_from_both_sides_leaves_one_strategy() -> None:
    """y - y^2 is largest at 1/2, whatever the other does; cuts that shorten nothing are refused."""
    game = kb.continuous_game(["x", "y - y^2 + x"], [[0, 1], [0, 2]], ["x", "y"])
    found = game.solve("dominance")
    assert found.left == ((1, 1), (Fraction(1, 2), Fraction(1, 2)))
    assert found.verify().holds
    idle = replace(found, cuts=(*found.cuts, Cut(1, 0, "lower", Fraction(1))))
    assert not idle.verify().holds
    outside = kb.continuous_game(["-x", "y"], [[1, 2], [0, 2]], ["x", "y"]).solve("dominance")
    assert outside.left == ((1, 1), (2, 2))
    below = replace(outside, cuts=(Cut(1, 0, "upper", Fraction(0)),), left=((1, 0), (0, 2)))
    assert not below.verify().holds


def test_an_irrational_limit_is_never_reached():
    """2x - x^3/3 is largest at the root of 2: rational cuts come near it and leave an interval."""
    game = kb.continuous_game(["2x - x^3/3", "y - y^2"], [[0, 2], [0, 1]], ["x", "y"])
    found = game.solve("dominance", rounds=30)
    (low, high), middle = found.left
    assert 0 < high - low < Fraction(1, 10**30)
    assert middle == (Fraction(1, 2), Fraction(1, 2))
    assert not found.finished
    assert "limit: (√2, 1/2)" in str(found)
    assert found.verify().holds
    assert not replace(found, finished=True).verify().holds
