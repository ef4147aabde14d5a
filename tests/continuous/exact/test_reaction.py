"""Reaction curves against a fine grid, and their jumps."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.continuous.exact import reaction as curves
from kibitz.continuous.game import ContinuousGame
from kibitz.core.errors import GameError

SMALL = st.integers(-4, 4)


def on_a_grid(game: ContinuousGame, y: float, steps: int = 400) -> float:
    low, high = (float(e) for e in game.intervals[0] if e is not None)
    u, (own, other) = game.payoffs[0], game.variables
    return max(
        u.at_float({own: low + (high - low) * k / steps, other: y}) for k in range(steps + 1)
    )


@pytest.mark.slow
@settings(max_examples=100)
@given(st.lists(SMALL, min_size=6, max_size=6), SMALL, SMALL)
def test_many_curves_are_best(c: list[int], kink: int, slope: int) -> None:
    """The same as the next test, more often."""
    check_on_a_grid(c, kink, slope)


@settings(max_examples=6)
@given(st.lists(SMALL, min_size=6, max_size=6), SMALL, SMALL)
def test_every_piece_is_best(c: list[int], kink: int, slope: int) -> None:
    """Random piecewise cubic payoffs: no point of a grid beats the reaction curve."""
    check_on_a_grid(c, kink, slope)


def check_on_a_grid(c: list[int], kink: int, slope: int) -> None:
    text = (
        f"({c[0]})x^3 + ({c[1]})x^2 y + ({c[2]})x y + ({c[3]})x^2 + ({c[4]})x"
        f" + ({c[5]})max(0, x + ({slope})y - ({kink})/2)"
    )
    game = kb.continuous_game([text, "y"], (-2, 2), variables=["x", "y"])
    reaction = game.reaction("x")
    for y in (Fraction(-19, 10), Fraction(-1, 3), Fraction(7, 11), Fraction(2)):
        piece = reaction.at(y)
        assert not piece.missing
        branches = [b.at(y) for b in piece.branches]
        best = on_a_grid(game, float(y))
        for x in branches:
            assert x is not None
            value = game.payoffs[0].at_float({"x": float(x), "y": float(y)})
            assert value >= best - 1e-6
        exact = game.best_response("x", y)
        assert exact.verify()
        if not piece.bands:
            assert set(branches) == set(exact.strategies) or exact.intervals


def test_a_setup_cost_makes_a_jump() -> None:
    game = kb.cournot("17-Q", "q+9", fixed="avoidable")
    assert str(game.reaction(0)).splitlines()[1:] == [
        "  [0, 10)  (16-q2)/2",
        "  10       0 or 3",
        "  (10, ∞)  0",
    ]


def test_an_irrational_jump() -> None:
    game = kb.cournot("17-Q", "q+5", fixed="avoidable")
    assert "16-2√5       0 or √5" in str(game.reaction(0))


def test_missing_best_responses_are_said_out_loud() -> None:
    game = kb.bertrand("10-p", 2)
    text = str(game.reaction(0))
    assert "(2, 6]  no best response: as close as possible below p2" in text
    response = game.best_response(0, p2=5)
    assert not response.exists
    assert response.value == 15
    assert "never reaches it" in str(response)
    assert response.verify()


def test_a_payoff_without_bound() -> None:
    game = kb.continuous_game(["x*y", "-y^2"], variables=["x", "y"])
    assert game.best_response("x", 1).value is None
    assert "without bound" in str(game.best_response("x", 1))
    assert game.best_response("x", 0).intervals


def test_payoffs_that_divide_by_zero_are_refused() -> None:
    game = kb.continuous_game(["x/(x+y)-x", "y/(x+y)-y"])
    with pytest.raises(kb.GameError, match="divides by zero"):
        game.solve()


def test_strategies_outside_of_their_intervals_are_refused() -> None:
    with pytest.raises(GameError, match="q2 = -3 lies outside of its interval, from 0 to ∞"):
        kb.cournot("17-Q", "q").best_response(0, q2=-3)
    with pytest.raises(GameError, match="y = 2 lies outside of its interval, from 0 to 1"):
        kb.continuous_game(["x*y - x^2", "y*(1-x-y)"], (0, 1)).best_response(0, 2)


@pytest.mark.parametrize("name", ["cournot", "bertrand"])
def test_a_picture_computes_each_curve_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[tuple[ContinuousGame, int]] = []
    begin = curves._Builder.__init__

    def noted(self: curves._Builder, game: ContinuousGame, player: int) -> None:
        built.append((game, player))
        begin(self, game, player)

    monkeypatch.setattr(curves._Builder, "__init__", noted)
    kb.game(name).draw(what="reaction")
    of_two = [pair for pair in built if len(pair[0].players) == 2]
    assert of_two
    assert all(of_two.count(pair) == 1 for pair in of_two)
