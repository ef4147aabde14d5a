"""Single-reply extension: a move without an alternative costs no depth.

Checks that leave one answer push a loss behind the horizon two plies at a time; where the answers
are free, the search sees past them in half the depth. It branches by 1, and is cheap.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import Position, Rules
from kibitz.search.alpha_beta.alpha_beta import best_of
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, require_whole, two_sided
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from


@method(
    Rules,
    "single-reply-extension",
    finds="the value to a depth, past forced replies",
    cost="alpha-beta to the depth",
    applies=two_sided,
)
def single_reply_extension(
    game: Rules | Position, depth: int, most: int = 64, trace: bool = False
) -> SearchResult:
    """The value to a depth that forced replies do not use up.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int
        The depth in plies; None searches to the end of the game.
    most : int, default 64
        The largest number of free moves in one line.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: alpha-beta to the depth.

    Examples
    --------
    >>> chain = {"type": "max", "estimate": 9, "children": [
    ...     {"type": "min", "estimate": 9, "children": [{"type": "max", "estimate": 9,
    ...      "children": [-5, -6]}]}, 1]}
    >>> from kibitz.search.alpha_beta.alpha_beta import alpha_beta
    >>> alpha_beta(chain, depth=2).value, single_reply_extension(chain, depth=2).value
    (9, 1)
    """
    position = root_of(game)
    require_two_sided(position.rules)
    require_whole(most, "most", "free moves")

    def visit(walk: Walk) -> Found:
        return _search(walk, position.state, depth, -INFINITY, INFINITY, most)

    return search_from(position, "alpha-beta with single-reply extension", visit, depth, trace)


def _search(walk: Walk, state: Any, depth: int, alpha: Number, beta: Number, left: int) -> Found:
    walk.enter(state, alpha, beta)
    if walk.is_leaf(state, None):
        return walk.leaf(state), ()
    moves = walk.options(state)
    free = len(moves) == 1 and left > 0
    if depth == 0 and not free:
        return walk.leaf(state), ()

    def below(k: int, after: Any, low: Number, high: Number) -> Found:
        walk.counts["extensions"] += free
        return _search(walk, after, depth - 1 + free, low, high, left - free)

    return best_of(walk, state, moves, walk.player(state) == 0, alpha, beta, below)
