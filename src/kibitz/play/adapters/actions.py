"""Moves as numbers from 0, which is how libraries of reinforcement learning want them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.play.adapters.joint_moves import after, moves_of, settled
from kibitz.rules.game import OVER, Move, Position, Rules, State

GAMES = 200
"""Random games that are looked at to see which moves there are,"""
POSITIONS = 20_000
"""and positions in all of them together,"""
MOVES = 2_000
"""and in one."""


class ActionSpace:
    """The moves of a game as actions.

    Moves that are integers from 0 are their own actions; others are numbered as they come up.
    ``count`` is how many there are, found by random games unless it is given.

    >>> from kibitz.rules.examples import TakeAway
    >>> ActionSpace(TakeAway(9)).count
    4
    >>> import kibitz
    >>> ActionSpace(kibitz.game("goofspiel 3")).count
    3
    """

    def __init__(self, rules: Rules, count: int | None = None) -> None:
        self.rules = rules
        seen = _looked_around(rules) if count is None else set()
        self.plain = all(isinstance(move, int) and move >= 0 for move in seen)
        self._moves: list[Move] = [] if self.plain else sorted(seen, key=repr)
        self._numbers = {move: k for k, move in enumerate(self._moves)}
        if count is None:
            count = max(seen, default=0) + 1 if self.plain else len(self._moves)
        self.count = count

    def number(self, move: Move) -> int:
        """The action of a move."""
        action = move if self.plain else self._numbers.get(move, self.count)
        if not 0 <= action < self.count:
            raise GameError(
                f"{self.rules.name}: the move {move!r} is beyond the "
                f"{count_of(self.count, 'action')}; give a "
                "larger actions="
            )
        return int(action)

    def move(self, action: int) -> Move:
        """The move of an action."""
        return action if self.plain else self._moves[action]

    def mask(self, moves: Iterable[Move]) -> Any:
        """One for each legal action, zero for the others."""
        found = np.zeros(self.count, np.int8)
        found[[self.number(move) for move in moves]] = 1
        return found

    def mask_of(self, state: State, seat: int) -> Any:
        """The legal actions of a seat; who waits may give the first action alone."""
        found = self.mask(moves_of(self.rules, state, seat))
        if not found.any():
            found[0] = 1
        return found


def must_take_turns(rules: Rules) -> None:
    """Refuse games in which players move simultaneously."""
    if rules.has("choices"):
        raise GameError(
            f"{rules.name}: players move simultaneously, and this is for games with turns; use "
            "parallel_env or to_open_spiel instead"
        )


def _looked_around(rules: Rules) -> set[Move]:
    """The moves of players in some random games."""
    random = Random(0)
    seen: set[Move] = set()
    games = looked_at = 0
    while games < GAMES and looked_at < POSITIONS:
        games += 1
        state = settled(rules, rules.start(), random)
        for _ in range(MOVES):
            looked_at += 1
            if rules.player(state) == OVER:
                break
            open_to = {k: moves_of(rules, state, k) for k in range(rules.players)}
            seen.update(move for some in open_to.values() for move in some)
            chosen = {k: random.choice(some) for k, some in open_to.items() if some}
            state = after(rules, state, chosen, random)
    return seen


def vector(thing: Any) -> Any:
    """A view, nested tuples of whole numbers, as a flat array.

    >>> vector((1, (2, 3), 4)).tolist()
    [1, 2, 3, 4]
    """
    flat: list[int] = []
    stack = [thing]
    while stack:
        here = stack.pop()
        if isinstance(here, (tuple, list)):
            stack.extend(reversed(here))
        elif isinstance(here, (int, np.integer)):
            flat.append(int(here))
        else:
            raise GameError(f"a view holds {here!r:.40}; only whole numbers make an observation")
    return np.array(flat, np.int64)


def observed(rules: Rules, state: Any, seat: int) -> Any:
    """What a seat sees as an array; games whose states are not numbers have ``observation``.

    >>> import kibitz
    >>> chess = kibitz.game("chess")
    >>> observed(chess, chess.start(), 0)[:10].tolist()
    [4, 2, 3, 5, 6, 3, 2, 4, 1, 1]
    """
    own = getattr(rules, "observation", None)
    return vector(rules.information_state(state, seat) if own is None else own(state, seat))


def legal(position: Position) -> tuple[Move, ...]:
    """The moves of the player to move; none for chance or at the end."""
    return position.moves if position.player >= 0 else ()
