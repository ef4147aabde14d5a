"""What the textbook searches share: leaves and estimates, counts, and a record of what was done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.rules.game import CHANCE, OVER, TOGETHER, Move, Position, Rules
from kibitz.rules.run import run
from kibitz.rules.tree import GameTree
from kibitz.search.result import SearchResult
from kibitz.search.trace import Event, Trace, What

Line = tuple[Move, ...]
Found = tuple[Any, Line]
"""A value, and the line of play that leads to it."""
INFINITY = float("inf")


@dataclass
class Walk:
    """One search: the rules, how deep it goes, and what it has done so far."""

    rules: Rules
    tracing: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    events: list[Event] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    estimated: bool = False
    """Whether a value rests on an estimate."""

    def is_leaf(self, state: Any, depth: int | None) -> bool:
        """Whether the game is over or the depth is used up."""
        return depth == 0 or self.rules.player(state) == OVER

    def payoffs(self, state: Any) -> tuple[Number, ...]:
        """What everybody gets at a leaf, or is estimated to get at the horizon."""
        self.counts["leaves"] += 1
        if self.rules.player(state) == OVER:
            return tuple(self.rules.payoffs(state))
        self.estimated = True
        if not self.rules.has("evaluate"):
            raise GameError(
                f"{self.rules.name}: the search stops before the end, and the game gives no "
                "estimate; write evaluate(), or leave the depth out"
            )
        return tuple(self.rules.evaluate(state))

    def leaf(self, state: Any) -> Number:
        """What the first player gets at a leaf."""
        value = self.payoffs(state)[0]
        self.note("leaf", state, value)
        return value

    def enter(self, state: Any, alpha: Number | None = None, beta: Number | None = None) -> None:
        self.counts["nodes"] += 1
        if self.tracing:
            self.note("enter", state, None, alpha, beta)

    def options(self, state: Any) -> list[Move]:
        player = self.rules.player(state)
        if player == TOGETHER:
            raise GameError(f"{self.rules.name}: players move at once; searches need turns")
        if player == CHANCE:
            return [move for move, _ in self.rules.chance(state)]
        moves = list(self.rules.moves(state))
        if not moves:
            raise GameError(
                f"{self.rules.name}: no move at {self.rules.show(state)!r}, and it is not over"
            )
        return moves

    @contextmanager
    def after(self, state: Any, move: Move) -> Iterator[Any]:
        """The state after a move, while the search looks at it."""
        self.path.append(self.rules.show_move(state, move))
        yield self.rules.play(state, move)
        self.path.pop()

    def prune(self, state: Any, moves: list[Move]) -> None:
        """Note moves that need not be looked at; in a tree, the leaves below them."""
        if not moves:
            return
        self.counts["cutoffs"] += 1
        if not self.tracing:
            return
        self.note("cutoff", state)
        for move in moves:
            after = self.rules.play(state, move)
            names = self.rules.leaves_below(after) if isinstance(self.rules, GameTree) else ("",)
            where = (*self.path, self.rules.show_move(state, move))
            self.events += [Event("pruned", where, name) for name in names]

    def note(
        self, what: What, state: Any, value: Any = None, alpha: Any = None, beta: Any = None,
        note: str = "",
    ) -> None:  # fmt: skip
        if self.tracing:
            name = self.rules.show(state) if isinstance(self.rules, GameTree) else ""
            self.events.append(Event(what, tuple(self.path), name, value, alpha, beta, note))


def root_of(game: Rules | Position) -> Position:
    """The position to search from."""
    return game if isinstance(game, Position) else game.position()


def two_sided(position: Position) -> None:
    """Refuse what plain minimax is not made for."""
    rules = position.rules
    if rules.players != 2 or not rules.zero_sum:
        raise GameError(
            f"{rules.name}: it is not a zero-sum game of two players; use max_n or paranoid"
        )
    if rules.has("chance"):
        raise GameError(f"{rules.name}: chance moves in this game; use expectiminimax")


def check_depth(depth: int | None) -> None:
    if depth is not None and depth < 1:
        raise GameError(f"a search to depth {depth} has no move to give; ask for 1 or more")


def search_from(
    position: Position, method: str, visit: Callable[[Walk], Found], depth: int | None,
    trace: bool, moves: Callable[[Walk], dict[Move, Any]] | None = None,
) -> SearchResult:  # fmt: skip
    """Run a search from a position and say what it found."""
    check_depth(depth)
    walk = Walk(position.rules, trace)
    began = time.monotonic()
    value, line = run(lambda: visit(walk), np.zeros(2, np.int64))
    return SearchResult(
        position, value, line[0] if line else None, line, method, not walk.estimated, depth,
        dict(walk.counts), time.monotonic() - began, moves(walk) if moves else {},
        Trace(tuple(walk.events)) if trace else None,
    )  # fmt: skip


def shallower(depth: int | None) -> int | None:
    return None if depth is None else depth - 1
