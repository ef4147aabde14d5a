"""Counts of lines of play, the usual test of a move generator."""

from __future__ import annotations

from kibitz.rules import OVER, Rules


def perft(rules: Rules, depth: int, state=None) -> int:
    """The number of lines of this many moves; moves in a row of one player count each."""
    state = rules.start() if state is None else state
    if depth == 0:
        return 1
    if rules.player(state) == OVER:
        return 0
    return sum(perft(rules, depth - 1, rules.play(state, move)) for move in rules.moves(state))


def perft_of_turns(rules: Rules, depth: int, state=None) -> int:
    """The same, all moves of one player in a row counting as one."""
    state = rules.start() if state is None else state
    if depth == 0:
        return 1
    if rules.player(state) == OVER:
        return 0
    total = 0
    for move in rules.moves(state):
        after = rules.play(state, move)
        total += perft_of_turns(rules, depth - (after.turn != state.turn), after)
    return total
