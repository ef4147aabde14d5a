"""Minimax: the value of every node from the leaves up.

Costs b^d nodes for branching b and depth d, memory d. Zermelo (1913), von Neumann (1928).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.rules.game import Rules
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.walk import Found, Searched, Walk, root_of, search_from, shallower


@method(
    Rules,
    "minimax",
    finds="the value of perfect play and a best move",
    cost="O(b^d) nodes",
    reference="Shannon 1950",
    applies=two_sided,
    aliases=("depth-limited-minimax", "h-minimax", "heuristic-minimax"),
)
def minimax(game: Searched, depth: int | None = None, trace: bool = False) -> SearchResult:
    """The value and the first best move; all nodes are looked at, in order.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: O(b^d) nodes.

    References
    ----------
    Shannon 1950.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> found = minimax(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> found.value, found.shown_line, found.counts
    (3, ('1', '1'), {'nodes': 13, 'leaves': 9})
    """
    position = root_of(game)
    require_two_sided(position.rules)

    def visit(walk: Walk) -> Found:
        return _minimax(walk, position.state, depth)

    return search_from(position, "minimax", visit, depth, trace)


def _minimax(walk: Walk, state: Any, depth: int | None) -> Found:
    walk.enter(state)
    if walk.is_leaf(state, depth):
        return walk.leaf(state), ()
    sign = 1 if walk.player(state) == 0 else -1
    best: Found | None = None
    for move in walk.options(state):
        with walk.after(state, move) as after:
            value, line = _minimax(walk, after, shallower(depth))
        walk.rate(move, value)
        if best is None or sign * value > sign * best[0]:
            best = (value, (move, *line))
    assert best is not None
    walk.note("value", state, best[0])
    return best
