"""Negamax: minimax in one rule, each value seen by the player who is to move.

The value of a node is the greatest of the negated values of its children; where the same player
moves twice in a row, nothing is negated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.method import method
from kibitz.core.numbers import show
from kibitz.rules.game import OVER, Position, Rules
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.walk import Found, Walk, root_of, search_from, shallower


@method(
    Rules,
    "negamax",
    finds="the value of perfect play and a best move",
    cost="O(b^d) nodes",
    reference="Knuth and Moore 1975",
    applies=two_sided,
)
def negamax(game: Rules | Position, depth: int | None = None, trace: bool = False) -> SearchResult:
    """The value and the first best move, as minimax finds them.

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
    Knuth and Moore 1975.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> negamax(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value
    3
    """
    position = root_of(game)
    require_two_sided(position.rules)

    def visit(walk: Walk) -> Found:
        value, line = _negamax(walk, position.state, depth, max(0, position.player))
        return (value if position.player <= 0 else -value), line

    found = search_from(position, "negamax", visit, depth, trace)
    if position.player != 1:
        return found
    own: Any = found.value
    mover = position.rules.player_name(1)
    return replace(found, note=f"for {mover}, who is to move: {show(-own)}")


def _negamax(walk: Walk, state: Any, depth: int | None, viewer: int) -> Found:
    """The value for ``viewer``, who is to move unless the game is over."""
    walk.enter(state)
    if walk.is_leaf(state, depth):
        value = walk.leaf(state)
        return (value if viewer == 0 else -value), ()
    best: Found | None = None
    for move in walk.options(state):
        with walk.after(state, move) as after:
            mover = viewer if walk.player(after) in (viewer, OVER) else 1 - viewer
            value, line = _negamax(walk, after, shallower(depth), mover)
        seen = value if mover == viewer else -value
        walk.rate(move, seen if viewer == 0 else -seen)
        if best is None or seen > best[0]:
            best = (seen, (move, *line))
    assert best is not None
    note = f"{show(best[0])} for {walk.rules.player_name(viewer)}" if walk.tracing else ""
    walk.note("value", state, best[0] if viewer == 0 else -best[0], note=note)
    return best
