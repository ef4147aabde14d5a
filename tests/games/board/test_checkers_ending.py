"""Checkers endings: whole moves with all their jumps, and every position a number."""

from __future__ import annotations

import pytest

import kibitz as kb
from helpers.endings import bounds, check_moves, is_numbered, some_positions
from kibitz.core.errors import GameError
from kibitz.games.board.checkers import Checkers
from kibitz.games.board.checkers_positions import _ways, checkers_positions
from kibitz.rules import OVER
from kibitz.search.retrograde.layered import layered_database
from kibitz.search.retrograde.retrograde import retrograde


def after_whole_moves(state):
    """Where the moves of checkers lead, one jump after the other."""
    rules, todo, found = Checkers(), [state], set()
    while todo:
        here = todo.pop()
        for move in rules.moves(here):
            after = rules.play(here, move)
            todo.append(after) if after.jumping else found.add(after._replace(quiet=0))
    return found


def test_moves_are_those_of_checkers_with_all_their_jumps():
    rules, longest = kb.game("checkers-ending 3 3"), 0
    for _, state, _, _ in some_positions(rules, 400, layers=4):
        if rules.player(state) == OVER:
            continue
        moves = list(rules.moves(state))
        assert {rules.play(state, move) for move in moves} == after_whole_moves(state)
        shown = {rules.show_move(state, move) for move in moves}
        assert len(shown) == len(set(moves)) == len(moves)
        longest = max(longest, *(text.count("x") for text in shown))
    assert longest > 1


@pytest.mark.parametrize(
    ("written", "moves"),
    [
        ("B:BK1:W6,7,14,15,23", {"1x10x3", "1x10x17", "1x10x19x26"}),
        ("B:BK19:W14,15,22,23", {"19x10x17x26x19", "19x26x17x10x19"}),
    ],
)
def test_jumps_that_fork_and_that_come_round(written, moves):
    rules = kb.game("checkers-ending 1 5")
    state = rules.at(written).state
    assert {rules.show_move(state, move) for move in rules.moves(state)} == moves


@pytest.mark.parametrize("game", ["checkers-ending 2 2", "checkers-ending 4 2"])
def test_moves_backwards_are_those_forwards(game):
    check_moves(kb.game(game), 60)


def test_there_are_as_many_positions_as_counted():
    rules = kb.game("checkers-ending 1 1")
    counted = [sum(is_numbered(rules, n) for n in range(*ends)) for ends in bounds(rules)]
    assert [name for name, _ in rules.layers()] == ["k-k", "k-m", "m-k", "m-m"]
    ways = [_ways(0, 0, 1, 1), _ways(0, 1, 1, 0), _ways(1, 0, 0, 1), _ways(1, 1, 0, 0)]
    assert counted == [2 * number for number in ways]
    one_sided = 2 * (_ways(2, 0, 0, 0) + _ways(1, 0, 1, 0) + _ways(0, 0, 2, 0))
    assert sum(ways) + one_sided == checkers_positions(2)


@pytest.mark.slow
def test_all_positions_are_those_of_tables_in_memory(tmp_path):
    rules = kb.game("checkers-ending 2 1")
    found = layered_database(rules, tmp_path / "a.kbpd")
    states = [rules.at_index(n) for n in range(len(found.codes)) if found.codes[n]]
    known = retrograde(rules, starts=states)
    reached = {rules.play(state, move) for state in states for move in rules.moves(state)}
    bare = {state for state in reached if rules.index(state) < 0}  # one side has no piece left
    assert all(rules.player(state) == OVER for state in bare)
    assert len(states) == len(found) == len(known) - len(bare)
    for state in states[::7]:
        assert (found.value(state), found.plies(state)) == (known.value(state), known.plies(state))
    assert found.verify(None).holds
    kings = next(layer for layer in found.layers if layer["name"] == "kk-k")
    assert (kings["counts"]["won"], kings["longest"]) == (27_864, 34)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("checkers-ending 0 2", "0 pieces of black; it must be 1 to 5"),
        ("checkers-ending 2 6", "6 pieces of white; it must be 1 to 5"),
        ("checkers-ending 4 3", "7 pieces; there may be 6 on the board"),
    ],
)
def test_bad_numbers_of_pieces_are_one_line(game, why):
    with pytest.raises(GameError, match=why):
        kb.game(game)


def test_positions_are_read():
    rules = kb.game("checkers-ending 2 1")
    assert rules.index(rules.at("B:BK1,12:W20").state) >= 0
    with pytest.raises(GameError, match="black has 1 to 2 of the pieces, white 1 to 1"):
        rules.at("B:BK1,12:W20,21")
