"""Single-reply extension: a move without an alternative costs no depth.

Checks that leave one answer push a loss behind the horizon two plies at a time; where the answers
are free, the search sees past them in half the depth. It branches by 1, and is cheap.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.search.result import SearchResult
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from, two_sided


def single_reply_extension(
    game: Any, depth: int, most: int = 64, trace: bool = False
) -> SearchResult:
    """The value to a depth that only moves with an alternative use up.

    At most ``most`` moves of a line are free.

    >>> chain = {"type": "max", "estimate": 9, "children": [
    ...     {"type": "min", "estimate": 9, "children": [{"type": "max", "estimate": 9,
    ...      "children": [-5, -6]}]}, 1]}
    >>> from kibitz.search.alpha_beta import alpha_beta
    >>> alpha_beta(chain, depth=2).value, single_reply_extension(chain, depth=2).value
    (9, 1)
    """
    position = root_of(game)
    two_sided(position)
    if isinstance(most, bool) or not isinstance(most, int) or most < 0:
        raise GameError(f"most is {most!r}; it must be a whole number, 0 or more")

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
    maximizes = walk.rules.player(state) == 0
    best: Found = (-INFINITY if maximizes else INFINITY, ())
    for k, move in enumerate(moves):
        with walk.after(state, move) as after:
            value, line = _search(walk, after, depth - 1 + free, alpha, beta, left - free)
        walk.counts["extensions"] += free
        if (value > best[0]) if maximizes else (value < best[0]):
            best = (value, (move, *line))
        alpha, beta = (max(alpha, best[0]), beta) if maximizes else (alpha, min(beta, best[0]))
        if alpha >= beta:
            walk.prune(state, moves[k + 1 :])
            break
    walk.note("value", state, best[0], alpha, beta)
    return best
