"""Random games, move by move, as OpenSpiel plays them."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from kibitz.rules import OVER

SAME = {
    "tic-tac-toe": ("tic_tac_toe", lambda rules, move: 3 * (2 - move // 3) + move % 3),
    "connect-four": ("connect_four", lambda rules, move: move),
    "othello": ("othello", lambda rules, move: move),
    "hex 7": ("hex(board_size=7)", lambda rules, move: move),
    "hex 11": ("hex(board_size=11)", lambda rules, move: move),
}
"""Kibitz's name, OpenSpiel's, and which action a move is."""


@pytest.mark.peer
@pytest.mark.parametrize("name", SAME)
def test_plays_as_open_spiel_does(name):
    pyspiel = pytest.importorskip("pyspiel")
    other, action = SAME[name]
    rules, game = kb.game(name), pyspiel.load_game(other)
    for seed in range(20):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while rules.player(state) != OVER:
            moves = list(rules.moves(state))
            assert sorted(action(rules, move) for move in moves) == sorted(theirs.legal_actions())
            move = random.choice(moves)
            theirs.apply_action(action(rules, move))
            state = rules.play(state, move)
        assert theirs.is_terminal()
        won = [(paid > 0) - (paid < 0) for paid in rules.payoffs(state)]
        assert won == [(paid > 0) - (paid < 0) for paid in theirs.returns()]


@pytest.mark.peer
def test_breakthrough_has_the_moves_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    rules, game = kb.game("breakthrough"), pyspiel.load_game("breakthrough")
    for seed in range(10):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while rules.player(state) != OVER:
            named = {}
            for move in rules.moves(state):
                text = rules.show_move(state, move)
                here, there = text[:2], text[3:]
                named[here + there] = move
            shown = {
                theirs.action_to_string(a).removesuffix("*"): a for a in theirs.legal_actions()
            }
            flipped = {_flipped(text): a for text, a in shown.items()}
            assert set(flipped) == set(named)
            text = random.choice(sorted(named))
            theirs.apply_action(flipped[text])
            state = rules.play(state, named[text])
        assert theirs.is_terminal()


def _flipped(text: str) -> str:
    """Their first player, black, starts at the top."""
    return "".join(str(9 - int(c)) if c.isdigit() else c for c in text)
