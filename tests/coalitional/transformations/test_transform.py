"""Games made from games, and what solutions make of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import fractions, games
from kibitz.coalitional import (
    add,
    banzhaf,
    davis_maschler_reduced,
    dual,
    hart_mas_colell_reduced,
    is_convex,
    scaled,
    shapley,
    shifted,
    solidarity,
    strategic_equivalence,
    zero_normalized,
    zero_one_normalized,
)
from kibitz.coalitional.coalitions import members, subsets

SATELLITE = kb.coalition(
    {"W": 3, "H": 2, "G": 1, "W,H": 8, "W,G": "13/2", "H,G": "41/5", "W,H,G": "56/5"}
)


@given(games())
def test_the_dual(game):
    twice = dual(dual(game))
    assert twice.worths == game.worths
    for mask in range(1 << game.n):
        assert dual(game).value(mask) == game.total - game.value(game.grand ^ mask)
    assert shapley(dual(game)).payoffs == shapley(game).payoffs


@given(games(), games())
def test_values_are_additive(first, second):
    both = add(first, second)
    assert (first + second) == both
    for value in (shapley, banzhaf):
        for player in both.players:
            parts = [
                value(g)[player] if player in g.players else Fraction(0) for g in (first, second)
            ]
            assert value(both)[player] == sum(parts)


@given(games(), fractions.filter(bool), st.data())
def test_scaling_and_shifting(game, factor, data):
    amounts = data.draw(st.lists(fractions, min_size=game.n, max_size=game.n))
    moved = shifted(scaled(game, factor), amounts)
    for mask in range(1 << game.n):
        own = sum(amounts[i] for i in members(mask))
        assert moved.value(mask) == factor * game.value(mask) + own
    for value in (shapley, banzhaf):
        assert value(moved).payoffs == tuple(
            factor * x + b for x, b in zip(value(game), amounts, strict=True)
        )
    found = strategic_equivalence(game, moved)
    trivial = not any(zero_normalized(game).worths.array)
    if factor > 0 or trivial:
        assert found.verify()
        assert trivial or (found.scale, found.shifts) == (factor, tuple(amounts))
        assert found.carry(shapley(game).payoffs) == shapley(moved).payoffs
    else:
        assert found is None


def test_games_that_are_not_equivalent():
    game = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    other = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 8})
    assert strategic_equivalence(game, other) is None
    assert not is_convex(shifted(game, [1, 2, 3]))
    with pytest.raises(kb.GameError, match="different players"):
        strategic_equivalence(game, kb.coalition({"A": 1, "B": 0, "A,B": 2}))
    floats = strategic_equivalence(game.floating(), shifted(game, [1, 2, 3]).floating())
    assert floats.verify()


def test_normal_forms():
    gains = zero_normalized(SATELLITE)
    assert gains.worth("H", "G") == Fraction(26, 5)
    assert [gains.worth(p) for p in "WHG"] == [0, 0, 0]
    shares = zero_one_normalized(SATELLITE)
    assert shares.total == 1
    assert shares.worth("H", "G") == 1
    with pytest.raises(kb.GameError, match="gain 0"):
        zero_one_normalized(kb.coalition({"A": 1, "B": 2, "A,B": 3}))


def test_subgames():
    part = SATELLITE.subgame("G", "W")
    assert part.players == ("W", "G")
    assert part.total == Fraction(13, 2)
    with pytest.raises(kb.GameError, match="at least one player"):
        SATELLITE.subgame()


@given(games(least=2, most=4), st.data())
def test_davis_maschler_reduced_games(game, data):
    x = data.draw(st.lists(fractions, min_size=game.n, max_size=game.n))
    staying = data.draw(st.integers(1, game.grand))
    names = game.members(staying)
    reduced = davis_maschler_reduced(game, names, x)
    leaving = game.grand ^ staying
    for part in subsets(staying):
        hired = [game.value(part | q) - sum(x[i] for i in members(q)) for q in subsets(leaving)]
        if part == staying:
            wanted = game.total - sum(x[i] for i in members(leaving))
        else:
            wanted = max(hired) if part else 0
        assert reduced.worth(*game.members(part)) == wanted


@given(games(least=2, most=4), st.data())
def test_the_shapley_value_is_consistent(game, data):
    staying = data.draw(st.integers(1, game.grand))
    names = game.members(staying)
    reduced = hart_mas_colell_reduced(game, names)
    value = shapley(game)
    assert shapley(reduced).payoffs == tuple(value[p] for p in names)
    assert hart_mas_colell_reduced(game, names, shapley).worths == reduced.worths


def test_the_solidarity_value_is_not_consistent():
    game = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    reduced = hart_mas_colell_reduced(game, "A,B", solidarity)
    assert reduced.total == 7 - solidarity(game)["C"]
    assert solidarity(reduced).payoffs != solidarity(game).payoffs[:2]
