"""MAX^n with shallow pruning: what one player is sure of, another cannot get.

Needs the most that all players get together, and the least that one gets. A move is not looked into
once the player after it is sure of so much that too little is left for the one before; and no one
looks further who has all there is. Deeper bounds would be wrong with three players. Korf,
*Multi-player alpha-beta pruning* (1991).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import OVER, Position, Rules
from kibitz.rules.trees.build import GameTree
from kibitz.search.result import SearchResult
from kibitz.search.scope import in_turn
from kibitz.search.walk import Found, Walk, root_of, search_from, shallower


@method(
    Rules,
    "shallow-max-n",
    finds="the payoffs when every player maximizes their own",
    cost="O(b^d) nodes at most",
    reference="Korf 1991",
    applies=in_turn,
)
def shallow_max_n(
    game: Rules | Position,
    total: Number | None = None,
    least: Number | None = None,
    depth: int | None = None,
    trace: bool = False,
) -> SearchResult:
    """The payoffs of MAX^n, the first of equals, with fewer nodes.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    total : number, optional
        The most that all players get together; found from the tree or ``payoff_bounds`` if omitted.
    least : number, optional
        The least that one player gets; found in the same way if omitted.
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
    Cost: O(b^d) nodes at most.

    References
    ----------
    Korf 1991.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> tree = game_tree({"player": 0, "children": [
    ...     {"player": 1, "children": [(5, 3, 2), (6, 1, 3)]},
    ...     {"player": 1, "children": [(1, 6, 3), (9, 0, 1)]}]})
    >>> found = shallow_max_n(tree, trace=True)
    >>> found.value, found.trace.pruned
    ((5, 3, 2), ('A.2.2',))
    """
    position = root_of(game)
    if position.rules.has("chance"):
        raise GameError(f"{position.rules.name}: chance moves in this game; use max_n")
    most, low = _bounds(position.rules, total, least)
    spare = most - (position.rules.players - 2) * low

    def visit(walk: Walk) -> Found:
        return _search(walk, position.state, depth, (spare, spare - low), None)

    return search_from(position, "MAX^n with shallow pruning", visit, depth, trace)


def _search(walk: Walk, state: Any, depth: int | None, most: Any, above: Any) -> Found:
    """``above`` is who moved before, and what that player is sure of elsewhere.

    ``most`` is what two players get together at most, and what one does.
    """
    walk.enter(state)
    if walk.is_leaf(state, depth):
        return walk.leaf_of_all(state), ()
    player = walk.player(state)
    moves = walk.options(state)
    best: Found | None = None
    for k, move in enumerate(moves):
        sure = None if best is None else (player, best[0][player])
        with walk.after(state, move) as after:
            paid, line = _search(walk, after, shallower(depth), most, sure)
        if best is None or paid[player] > best[0][player]:
            best = (paid, (move, *line))
        if _is_settled(best[0][player], player, above, most):
            walk.prune(state, moves[k + 1 :])
            break
    assert best is not None
    walk.note("value", state, best[0])
    return best


def _is_settled(own: Any, player: int, above: Any, most: Any) -> bool:
    """Whether a player has all there is, or the one before gets no more here than elsewhere."""
    two, one = most
    if own >= one:
        return True
    return above is not None and above[0] != player and two - own <= above[1]


def _bounds(rules: Rules, total: Number | None, least: Number | None) -> tuple[Any, Any]:
    """The most for all together, and the least for one."""
    if isinstance(rules, GameTree):
        paid = [rules.payoffs(k) for k in range(len(rules)) if rules.player(k) == OVER]
        total = max(sum(each) for each in paid) if total is None else total
        least = min(min(each) for each in paid) if least is None else least
    if total is None and rules.zero_sum:
        total = 0
    if least is None and rules.payoff_bounds is not None:
        least = rules.payoff_bounds[0]
    if total is None or least is None:
        raise GameError(
            f"{rules.name}: give total=, the most that all players get together, and least=, the "
            "least that one gets"
        )
    return total, least
