"""Singular extension: look further along a move that is clearly better than all others.

Such moves are forced, as good as; following them costs one position each, and sees past a horizon
behind which a loss was pushed. Anantharaman, Campbell and Hsu (1990).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, whole
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.search.alpha_beta.alpha_beta import best_of
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, require_written, two_sided
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from


@method(
    Rules,
    "singular-extension",
    finds="the value to a depth, past singular moves",
    cost="alpha-beta to the depth",
    reference="Anantharaman, Campbell and Hsu 1990",
    applies=two_sided,
    aliases=("singular",),
)
def singular_extension(
    game: Rules | Position, depth: int, margin: Number | str, most: int = 16, trace: bool = False
) -> SearchResult:
    """The value to a depth, and beyond it where one move is better than all others by a margin.

    At the last ply before the horizon the moves are compared by the game's ``evaluate``.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int
        The depth in plies; None searches to the end of the game.
    margin : number or str
        By how much a singular move is better than all others.
    most : int, default 16
        The largest number of extensions in one line.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: alpha-beta to the depth.

    References
    ----------
    Anantharaman, Campbell and Hsu 1990.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> trap = {"player": 0, "children": [
    ...     {"estimate": 9, "player": 0, "children": [-9, -8]}, {"estimate": 1, "value": 1}]}
    >>> singular_extension(game_tree(trap), depth=1, margin=5).move
    1
    """
    position = root_of(game)
    require_two_sided(position.rules)
    require_written(position.rules, "singular extension", "evaluate")
    ahead: Number = whole(number(margin, "the margin"))
    if not ahead > 0 or most < 0:
        raise GameError(
            f"margin is {margin} and most {most}; margin must be positive and most not negative"
        )

    def visit(walk: Walk) -> Found:
        return _search(walk, position.state, depth, -INFINITY, INFINITY, ahead, most)

    return search_from(position, "alpha-beta with singular extension", visit, depth, trace)


def _search(
    walk: Walk, state: Any, depth: int, alpha: Number, beta: Number, margin: Number, left: int
) -> Found:
    walk.enter(state, alpha, beta)
    if walk.is_leaf(state, depth):
        return walk.leaf(state), ()
    moves = walk.options(state)
    singular = _singular(walk, state, moves, margin) if depth == 1 and left else None

    def below(k: int, after: Any, low: Number, high: Number) -> Found:
        longer = k == singular
        walk.counts["extensions"] += longer
        return _search(walk, after, depth - 1 + longer, low, high, margin, left - longer)

    return best_of(walk, state, moves, walk.player(state) == 0, alpha, beta, below)


def _singular(walk: Walk, state: Any, moves: list[Move], margin: Number) -> int | None:
    """The place of the move that is better than all others by the margin, if there is one."""
    rules = walk.rules
    sign = 1 if rules.player(state) == 0 else -1
    seen: list[Any] = []
    for move in moves:
        after = rules.play(state, move)
        paid = rules.payoffs(after) if rules.player(after) == OVER else rules.evaluate(after)
        seen.append(sign * paid[0])
    best = max(seen)
    second = max((x for k, x in enumerate(seen) if k != seen.index(best)), default=-INFINITY)
    return seen.index(best) if best - second >= margin else None
