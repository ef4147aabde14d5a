"""SCOUT: test with a null window whether a later move beats the first, and search it only then.

Needs values that are whole numbers (or a ``step`` smaller than any difference), and gains by a good
order of moves. Pearl (1980); Reinefeld's NegaScout (1983) is the same idea.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import Position, Rules
from kibitz.search.alpha_beta.alpha_beta import (
    WindowEnd,
    bounded,
    check_window,
    narrowed,
    search_window,
)
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.walk import (
    INFINITY,
    Found,
    Walk,
    check_step,
    root_of,
    search_from,
    shallower,
)


@method(
    Rules,
    "scout",
    finds="the value of perfect play and a best move",
    cost="b^(d/2) nodes with the best order of moves",
    reference="Pearl 1980; Reinefeld 1983",
    applies=two_sided,
    aliases=("negascout",),
)
def scout(
    game: Rules | Position,
    depth: int | None = None,
    alpha: WindowEnd = -INFINITY,
    beta: WindowEnd = INFINITY,
    step: Number | str = 1,
    trace: bool = False,
) -> SearchResult:
    """The value, by a full window for the first move and null windows for the others.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    alpha : WindowEnd, default -INFINITY
        The lower end of the search window.
    beta : WindowEnd, default INFINITY
        The upper end of the search window.
    step : number or str, default 1
        The smallest difference of two values.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: b^(d/2) nodes with the best order of moves.

    References
    ----------
    Pearl 1980; Reinefeld 1983.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> scout(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value
    3
    """
    position = root_of(game)
    require_two_sided(position.rules)
    low, high = check_window(alpha, beta)
    apart = check_step(step)

    def visit(walk: Walk) -> Found:
        return _scout(walk, position.state, depth, low, high, apart)

    return bounded(search_from(position, "SCOUT", visit, depth, trace), low, high)


def _scout(
    walk: Walk, state: Any, depth: int | None, alpha: Number, beta: Number, step: Number
) -> Found:
    walk.enter(state, alpha, beta)
    if walk.is_leaf(state, depth):
        return walk.leaf(state), ()
    maximizes = walk.player(state) == 0
    moves = walk.options(state)
    below = shallower(depth)
    with walk.after(state, moves[0]) as after:
        value, line = _scout(walk, after, below, alpha, beta, step)
    best: Found = (value, (moves[0], *line))
    for k, move in enumerate(moves[1:], 1):
        alpha, beta = narrowed(alpha, beta, best[0], maximizes)
        if alpha >= beta:
            walk.prune(state, moves[k:], alpha, beta)
            break
        low, high = (alpha, alpha + step) if maximizes else (beta - step, beta)
        with walk.after(state, move) as after:
            value, line = search_window(walk, after, below, low, high)
            if alpha < value < beta:
                # a window around the value: a null window proves a bound, and not its line
                low, high = (value - step, beta) if maximizes else (alpha, value + step)
                value, line = _scout(walk, after, below, low, high, step)
        if (value > best[0]) if maximizes else (value < best[0]):
            best = (value, (move, *line))
    walk.note("value", state, best[0], alpha, beta)
    return best
