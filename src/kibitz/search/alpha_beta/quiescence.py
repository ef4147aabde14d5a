"""Quiescence: alpha-beta that does not stop in the middle of an exchange.

At the horizon the player may stand pat at the estimate or make a noisy move, such as a capture;
noisy moves are played out until the position is quiet.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import OVER, Position, Rules
from kibitz.search.alpha_beta.alpha_beta import best_of, narrowed
from kibitz.search.result import SearchResult
from kibitz.search.scope import quiet_known, require_two_sided, require_whole, require_written
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from


@method(
    Rules,
    "quiescence",
    finds="the value to a depth, settled by noisy moves",
    cost="alpha-beta to the depth, then noisy moves only",
    reference="Shannon 1950",
    applies=quiet_known,
)
def quiescence(
    game: Rules | Position, depth: int, most: int = 32, trace: bool = False
) -> SearchResult:
    """The value to a depth, settled by noisy moves beyond it.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int
        The depth in plies; None searches to the end of the game.
    most : int, default 32
        The largest number of noisy moves in a row.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: alpha-beta to the depth, then noisy moves only.

    References
    ----------
    Shannon 1950.
    """
    position = root_of(game)
    require_two_sided(position.rules)
    require_written(position.rules, "quiescence", "evaluate", "noisy")
    require_whole(most, "most", "noisy moves")

    def visit(walk: Walk) -> Found:
        return _search(walk, position.state, depth, -INFINITY, INFINITY, most)

    return search_from(position, "alpha-beta with quiescence", visit, depth, trace)


def _search(walk: Walk, state: Any, depth: int, alpha: Number, beta: Number, most: int) -> Found:
    """Below the horizon ``depth`` is negative, and only noisy moves are made."""
    walk.enter(state, alpha, beta)
    if walk.player(state) == OVER:
        return walk.leaf(state), ()
    maximizes = walk.player(state) == 0
    moves = walk.options(state)
    best: Found | None = None
    if depth <= 0:
        best = (walk.leaf(state), ())
        moves = [m for m in moves if walk.rules.noisy(state, m)] if -depth < most else []
        alpha, beta = narrowed(alpha, beta, best[0], maximizes)
        if alpha >= beta:
            walk.prune(state, moves, alpha, beta)
            return best

    def below(_: int, after: Any, low: Number, high: Number) -> Found:
        return _search(walk, after, depth - 1, low, high, most)

    return best_of(walk, state, moves, maximizes, alpha, beta, below, best)
