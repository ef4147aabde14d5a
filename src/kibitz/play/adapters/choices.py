"""Moves as numbers from 0 in games where players may move simultaneously."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Move, Rules, State

GAMES, MOVES = 200, 2_000
"""Random games that are looked at to see which moves there are, and moves in one."""


class Choices:
    """The moves of all players as actions, the same number for the same move.

    >>> import kibitz
    >>> Choices(kibitz.game("goofspiel 3")).count
    3
    """

    def __init__(self, rules: Rules, count: int | None = None) -> None:
        self.rules = rules
        seen = _looked_around(rules)
        self.plain = all(isinstance(move, int) and move >= 0 for move in seen)
        self._moves: list[Move] = [] if self.plain else sorted(seen, key=repr)
        self._numbers = {move: k for k, move in enumerate(self._moves)}
        most = max(seen, default=0) + 1 if self.plain else len(self._moves)
        self.count = most if count is None else count

    def number(self, move: Move) -> int:
        """The action of a move."""
        action = move if self.plain else self._numbers.get(move, self.count)
        if not 0 <= action < self.count:
            raise GameError(
                f"{self.rules.name}: the move {move!r} is beyond the {self.count} actions"
            )
        return int(action)

    def move(self, action: int) -> Move:
        """The move of an action."""
        return action if self.plain else self._moves[action]

    def mask(self, state: State, seat: int) -> Any:
        """One for each legal action of a seat; who waits may give the first action alone."""
        found = np.zeros(self.count, np.int8)
        for move in moves_of(self.rules, state, seat):
            found[self.number(move)] = 1
        if not found.any():
            found[0] = 1
        return found


def moves_of(rules: Rules, state: State, seat: int) -> list[Move]:
    """The moves of a seat in a state; none where it waits."""
    who = rules.player(state)
    if who == SIMULTANEOUS:
        return list(rules.choices(state, seat))
    return list(rules.moves(state)) if who == seat else []


def after(rules: Rules, state: State, chosen: dict[int, Move], random: Random) -> State:
    """The state after what the seats chose, and after chance."""
    who = rules.player(state)
    if who == SIMULTANEOUS:
        state = rules.play_together(state, tuple(chosen[k] for k in range(rules.players)))
    elif who >= 0:
        state = rules.play(state, chosen[who])
    return settled(rules, state, random)


def settled(rules: Rules, state: State, random: Random) -> State:
    """The state after chance has moved, as long as it is its turn."""
    while rules.player(state) == CHANCE:
        outcomes = list(rules.chance(state))
        weights = [float(p) for _, p in outcomes]
        state = rules.play(state, random.choices([m for m, _ in outcomes], weights)[0])
    return state


def _looked_around(rules: Rules) -> set[Move]:
    """The moves of players in some random games."""
    random = Random(0)
    seen: set[Move] = set()
    for _ in range(GAMES):
        state = settled(rules, rules.start(), random)
        for _ in range(MOVES):
            if rules.player(state) == OVER:
                break
            open_to = {k: moves_of(rules, state, k) for k in range(rules.players)}
            seen.update(move for some in open_to.values() for move in some)
            chosen = {k: random.choice(some) for k, some in open_to.items() if some}
            state = after(rules, state, chosen, random)
    return seen
