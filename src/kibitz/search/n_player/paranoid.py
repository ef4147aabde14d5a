"""Paranoid search: one player against all the others together.

What remains has two sides, so that alpha-beta prunes it. Sturtevant and Korf (2000).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import CHANCE, Position, Rules
from kibitz.search.alpha_beta.alpha_beta import best_of
from kibitz.search.result import SearchResult
from kibitz.search.scope import in_turn, seat_of
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from, shallower


@method(
    Rules,
    "paranoid",
    finds="the payoff that one player can guarantee against all others",
    cost="same as two-player alpha-beta",
    reference="Sturtevant and Korf 2000",
    applies=in_turn,
)
def paranoid(
    game: Rules | Position,
    player: int | str | None = None,
    depth: int | None = None,
    trace: bool = False,
) -> SearchResult:
    """What a player can guarantee when all others play against it.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    player : int or str, optional
        The player; the one to move if omitted.
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
    Cost: alpha-beta of two sides.

    References
    ----------
    Sturtevant and Korf 2000.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> tree = game_tree({"player": 0, "children": [
    ...     {"player": 1, "children": [{"u": [1, 4, 5]}, {"u": [6, 2, 2]}]},
    ...     {"player": 1, "children": [{"u": [0, 3, 7]}, {"u": [5, 3, 2]}]}]})
    >>> paranoid(tree).value, paranoid(tree).move
    (1, 0)
    """
    position = root_of(game)
    who = looking_out(position, player)

    def visit(walk: Walk) -> Found:
        return _paranoid(walk, position.state, depth, who)

    method = f"paranoid, for {position.rules.player_name(who)}"
    found = search_from(position, method, visit, depth, trace)
    sure = "can guarantee against all others" if found.is_exact else "gets against all others"
    return for_one(found, who, sure, found.is_exact)


def looking_out(position: Position, player: int | str | None) -> int:
    """The player that a search looks out for: the one to move, unless someone is named."""
    if player is not None:
        return seat_of(position.rules, player)
    if position.player < 0:
        raise GameError(f"{position.rules.name}: no player is to move; give player=")
    return position.player


def for_one(result: SearchResult, who: int, what: str, is_guaranteed: bool = False) -> SearchResult:
    """The result of a search for one player, which is the value of the game for two sides only."""
    rules = result.position.rules
    if who == 0 and rules.is_opposed:
        return result
    note = f"what {rules.player_name(who)} {what}"
    return replace(result, is_exact=False, note=note, is_guaranteed=is_guaranteed)


def _paranoid(
    walk: Walk,
    state: Any,
    depth: int | None,
    who: int,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
) -> Found:
    walk.enter(state, alpha, beta)
    if walk.is_leaf(state, depth):
        return walk.leaf(state, who), ()
    if walk.player(state) == CHANCE:
        # nothing is pruned below chance, whose mean no single outcome bounds
        return walk.mean(state, lambda s: _paranoid(walk, s, shallower(depth), who)[0]), ()

    def below(_: int, after: Any, low: Number, high: Number) -> Found:
        return _paranoid(walk, after, shallower(depth), who, low, high)

    maximizes = walk.player(state) == who
    return best_of(walk, state, walk.options(state), maximizes, alpha, beta, below)
