"""Quiescence: alpha-beta that does not stop in the middle of an exchange.

At the horizon the player may stand pat at the estimate or make a noisy move, such as a capture;
noisy moves are played out until the position is quiet.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.rules.game import OVER, Position, Rules
from kibitz.search.result import SearchResult
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from, two_sided


def quiescence(
    game: Rules | Position, depth: int, most: int = 32, trace: bool = False
) -> SearchResult:
    """The value to a depth, settled by noisy moves beyond it, at most so many in a row."""
    position = root_of(game)
    two_sided(position)
    for method in ("evaluate", "noisy"):
        if not position.rules.has(method):
            raise GameError(f"{position.rules.name}: quiescence needs the method {method}()")

    if isinstance(most, bool) or not isinstance(most, int) or most < 0:
        raise GameError(f"most is {most!r}; it must be a whole number of noisy moves, 0 or more")

    def visit(walk: Walk) -> Found:
        return _search(walk, position.state, depth, -INFINITY, INFINITY, most)

    return search_from(position, "alpha-beta with quiescence", visit, depth, trace)


def _search(walk: Walk, state: Any, depth: int, alpha: Number, beta: Number, most: int) -> Found:
    """Below the horizon ``depth`` is negative, and only noisy moves are made."""
    walk.enter(state, alpha, beta)
    if walk.rules.player(state) == OVER:
        return walk.leaf(state), ()
    maximizes = walk.rules.player(state) == 0
    moves = walk.options(state)
    best: Found = (-INFINITY if maximizes else INFINITY, ())
    if depth <= 0:
        best = (walk.leaf(state), ())
        moves = [m for m in moves if walk.rules.noisy(state, m)] if -depth < most else []
        alpha, beta = (max(alpha, best[0]), beta) if maximizes else (alpha, min(beta, best[0]))
        if alpha >= beta:
            walk.prune(state, moves)
            return best
    for k, move in enumerate(moves):
        with walk.after(state, move) as after:
            value, line = _search(walk, after, depth - 1, alpha, beta, most)
        if (value > best[0]) if maximizes else (value < best[0]):
            best = (value, (move, *line))
        alpha, beta = (max(alpha, best[0]), beta) if maximizes else (alpha, min(beta, best[0]))
        if alpha >= beta:
            walk.prune(state, moves[k + 1 :])
            break
    walk.note("value", state, best[0], alpha, beta)
    return best
