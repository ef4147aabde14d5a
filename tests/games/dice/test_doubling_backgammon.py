"""Doubling, taking and dropping as moves, against the arithmetic of last throws."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.games.dice.doubling_backgammon import (
    DOUBLE,
    DROP,
    MIDDLE,
    TAKE,
    THROW,
    DoublingBackgammon,
)
from kibitz.rules import CHANCE, OVER
from kibitz.search import expectiminimax

RULES = DoublingBackgammon()


def last_throw(white: list[int], more: str = "white") -> object:
    """White bears off from these points; black needs one throw more."""
    points = [0] * 24
    for point in white:
        points[point - 1] += 1
    points[23] = -1
    return RULES.at(" ".join(map(str, points)) + f"; {more}")


@pytest.mark.parametrize(
    ("white", "more", "value", "move"),
    [
        ([6], "white", 1, DOUBLE),
        ([6], "cube 2 white; white", 2, DOUBLE),
        ([6], "cube 2 black; white", 1, None),
        ([6], "cube 64 white; white", 32, None),
    ],
)
def test_who_wins_with_three_in_four_doubles(white, more, value, move):
    """Taken or dropped it is worth the same; without the right to double, half as much."""
    found = expectiminimax(last_throw(white, more))
    assert (found.value, found.move) == (value, move)


@pytest.mark.slow
def test_a_small_advantage_is_doubled_and_a_disadvantage_is_not():
    found = expectiminimax(last_throw([5, 2]))
    assert (found.value, found.move) == (Fraction(1, 9), DOUBLE)
    found = expectiminimax(last_throw([6, 5]))
    assert (found.value, found.move) == (Fraction(-2, 3), THROW)


def test_the_cube_goes_to_the_player_who_takes():
    state = last_throw([6]).state
    doubled = RULES.play(state, DOUBLE)
    assert RULES.player(doubled) == 1
    assert list(RULES.moves(doubled)) == [TAKE, DROP]
    taken = RULES.play(doubled, TAKE)
    assert (taken.cube, taken.owner, RULES.player(taken)) == (2, 1, CHANCE)
    dropped = RULES.play(doubled, DROP)
    assert RULES.player(dropped) == OVER
    assert RULES.payoffs(dropped) == (1, -1)
    assert "black has dropped" in RULES.show(dropped)


def test_only_its_owner_may_turn_the_cube():
    rules = DoublingBackgammon(most=2)
    state = rules.play(rules.start(), 7 * 3 + 1)
    while rules.player(state) == 0:
        state = rules.play(state, next(iter(rules.moves(state))))
    assert (rules.player(state), state.owner) == (1, MIDDLE)
    state = rules.play(rules.play(state, DOUBLE), TAKE)
    assert (state.cube, state.owner, rules.player(state)) == (2, 0, CHANCE)
    state = rules.play(state, 7 * 2 + 1)
    while rules.player(state) == 1:
        state = rules.play(state, next(iter(rules.moves(state))))
    assert rules.player(state) == CHANCE, "the cube shows the most"


def test_without_the_cube_it_is_backgammon():
    plain, cube = kb.game("backgammon"), kb.game("doubling-backgammon most=1")
    here, there = plain.start(), cube.start()
    for move in (7 * 6 + 5, 7 * 12 + 6, 7 * 12 + 5):
        here, there = plain.play(here, move), cube.play(there, move)
        assert there.throw == here
        assert cube.player(there) == plain.player(here)


@pytest.mark.parametrize("words", ["cube 3", "cube 2 green", "cube"])
def test_cubes_that_there_are_not(words):
    with pytest.raises(GameError, match="backgammon"):
        last_throw([6], f"{words}; white")
    with pytest.raises(GameError, match="cube is 4 and most 2"):
        DoublingBackgammon(cube=4, most=2)


def test_the_rules_are_compiled_with_the_search():
    from kibitz.rules.compile.rewrite import Rewriter

    rewriter = Rewriter(RULES)
    for name in ("player", "chance", "moves", "play", "payoffs", "evaluate", "noisy"):
        rewriter.method(name)
    assert "rules_board" not in rewriter.constants
    assert "chance_of_Backgammon" in rewriter.functions
