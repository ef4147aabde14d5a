"""Expectiminimax: minimax with chance nodes, whose value is the mean of what may happen.

Costs b^d n^d nodes with n outcomes of chance. The sizes of payoffs count, not their order alone: a
positive affine change of all payoffs is safe, any other can change the best move. Michie (1966).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.rules.game import CHANCE, Position, Rules
from kibitz.search.result import SearchResult
from kibitz.search.scope import at_most_two, require_at_most_two
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from, shallower


@method(
    Rules,
    "expectiminimax",
    finds="the value of perfect play and a best move",
    cost="b^d n^d nodes with n outcomes of chance",
    reference="Michie 1966",
    applies=at_most_two,
    aliases=("expectimax", "expecti-minimax"),
)
def expectiminimax(
    game: Rules | Position, depth: int | None = None, trace: bool = False
) -> SearchResult:
    """The expected value of perfect play, exact when the probabilities are.

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
    Cost: b^d n^d nodes with n outcomes of chance.

    References
    ----------
    Michie 1966.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> coin = lambda a, b: {"player": "chance", "children": [
    ...     {"p": "1/2", "value": a}, {"p": "1/2", "value": b}]}
    >>> found = expectiminimax(game_tree({"player": "max", "children": [coin(2, 3), coin(0, 6)]}))
    >>> print(found.value, found.move)
    3 1
    """
    position = root_of(game)
    require_at_most_two(position.rules)

    def visit(walk: Walk) -> Found:
        return _expectiminimax(walk, position.state, depth)

    return search_from(position, "expectiminimax", visit, depth, trace)


def _expectiminimax(walk: Walk, state: Any, depth: int | None) -> Found:
    walk.enter(state)
    if walk.is_leaf(state, depth):
        return walk.leaf(state), ()
    player = walk.player(state)
    if player == CHANCE:
        return walk.mean(state, lambda s: _expectiminimax(walk, s, shallower(depth))[0]), ()
    best: Found = (-INFINITY if player == 0 else INFINITY, ())
    for move in walk.options(state):
        with walk.after(state, move) as after:
            value, line = _expectiminimax(walk, after, shallower(depth))
        walk.rate(move, value)
        if (value > best[0]) if player == 0 else (value < best[0]):
            best = (value, (move, *line))
    walk.note("value", state, best[0])
    return best
