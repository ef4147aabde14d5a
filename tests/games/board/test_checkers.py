"""Checkers: published counts, chains of jumps, kings, and draws."""

from __future__ import annotations

from helpers.perft import perft_of_turns
from kibitz.games.board.checkers import Checkers, CheckersState
from kibitz.rules import OVER, shift_left


def on(*squares: str) -> int:
    """Squares such as c3 as bits."""
    found = 0
    for square in squares:
        found |= shift_left(1, 8 * (int(square[1]) - 1) + "abcdefgh".index(square[0]))
    return found


def shown(rules, state):
    return {rules.show_move(state, move) for move in rules.moves(state)}


def test_counts_lines_of_play():
    rules = Checkers()
    counts = [perft_of_turns(rules, depth) for depth in range(1, 6)]
    assert counts == [7, 49, 302, 1469, 7361]


def test_jumps_are_forced_and_go_on():
    rules = Checkers()
    state = CheckersState(on("c7", "g7"), on("d6", "d4", "a1"), 0, 0, 7, 0)
    assert shown(rules, state) == {"6x15"}
    state = rules.play(state, next(iter(rules.moves(state))))
    assert rules.player(state) == 0
    assert shown(rules, state) == {"15x22"}
    state = rules.play(state, next(iter(rules.moves(state))))
    assert rules.player(state) == 1
    assert (state.white, state.quiet) == (on("a1"), 0)


def test_a_man_that_is_crowned_stops():
    rules = Checkers()
    state = CheckersState(on("c3"), on("d2", "f2", "h8"), 0, 0, 0, 0)
    state = rules.play(state, next(iter(rules.moves(state))))
    assert state.kings == on("e1")
    assert rules.player(state) == 1


def test_kings_go_both_ways_and_men_do_not():
    rules = Checkers()
    man = CheckersState(on("d4"), on("h8"), 0, 0, 0, 0)
    assert shown(rules, man) == {"18-22", "18-23"}
    king = man._replace(kings=on("d4"))
    assert shown(rules, king) == {"18-22", "18-23", "18-14", "18-15"}


def test_who_cannot_move_loses():
    rules = Checkers()
    stuck = CheckersState(on("a1"), on("b2", "c3"), 0, 0, 0, 0)
    assert rules.player(stuck) == OVER
    assert rules.payoffs(stuck) == (-1, 1)


def test_quiet_games_are_drawn():
    rules = Checkers()
    state = CheckersState(on("d4"), on("h8"), on("d4", "h8"), 0, 79, 0)
    after = rules.play(state, next(iter(rules.moves(state))))
    assert rules.player(after) == OVER
    assert rules.payoffs(after) == (0, 0)
