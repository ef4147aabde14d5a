"""Best Reply Search: of all opponents, only the one with the strongest answer moves in a round.

Rounds alternate between the player and the pooled moves of the others, who pass; so it looks
further ahead than paranoid search, at positions that may not be legal. Schadd and Winands (2011).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.rules.trees.build import GameTree
from kibitz.search.alpha_beta.alpha_beta import narrowed
from kibitz.search.n_player.paranoid import for_one, looking_out
from kibitz.search.result import SearchResult
from kibitz.search.scope import in_turn
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from, shallower


@method(
    Rules,
    "best-reply",
    finds="the payoff of one player if only the strongest reply is made",
    cost="same as two-player alpha-beta",
    reference="Schadd and Winands 2011",
    applies=in_turn,
    aliases=(
        "brs",
        "best-reply-search",
    ),
)
def best_reply(
    game: Rules | Position,
    player: int | str | None = None,
    depth: int | None = None,
    trace: bool = False,
) -> SearchResult:
    """What a player can get when in each round only the worst of the opponents' moves is made.

    The rules must say what passing does: the method ``null_move``. It is not needed where one
    opponent is alone, nor in a tree whose nodes list the ``options`` of all opponents together.

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
    Schadd and Winands 2011.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> rounds = game_tree({"player": 0, "children": [
    ...     {"options": {"B": [{"u": [3, 1, 0]}], "C": [{"u": [2, 0, 4]}, {"u": [5, 0, 0]}]}},
    ...     {"options": {"B": [{"u": [1, 9, 0]}], "C": [{"u": [9, 0, 1]}]}}]}, players="ABC")
    >>> best_reply(rounds).value, best_reply(rounds).shown_move
    (2, '1')
    """
    position = root_of(game)
    rules, who = position.rules, looking_out(position, player)
    if rules.has("chance"):
        raise GameError(f"{rules.name}: chance moves in this game; use paranoid or max_n")
    if rules.players > 2 and not rules.has("null_move") and not isinstance(rules, GameTree):
        raise GameError(f"{rules.name}: opponents who do not reply must pass; write null_move()")

    def visit(walk: Walk) -> Found:
        return _best_reply(walk, position.state, depth, who, -INFINITY, INFINITY)

    method = f"best reply, for {rules.player_name(who)}"
    found = search_from(position, method, visit, depth, trace)
    return for_one(found, who, "gets if one opponent replies in each round")


def _best_reply(
    walk: Walk, state: Any, depth: int | None, who: int, alpha: Number, beta: Number
) -> Found:
    walk.enter(state, alpha, beta)
    if walk.is_leaf(state, depth):
        return walk.leaf(state, who), ()
    maximizes = walk.player(state) == who
    if maximizes:
        options = [(state, move) for move in walk.options(state)]
    else:
        options = _pooled(walk, state, who)
    best: Found = (-INFINITY if maximizes else INFINITY, ())
    for k, (before, move) in enumerate(options):
        with walk.after(before, move) as after:
            reached = after if maximizes else _pass_to(walk, after, who)
            value, line = _best_reply(walk, reached, shallower(depth), who, alpha, beta)
        if (value > best[0]) if maximizes else (value < best[0]):
            best = (value, (move, *line) if maximizes else ())
        alpha, beta = narrowed(alpha, beta, best[0], maximizes)
        if alpha >= beta:
            walk.prune(before, [m for b, m in options[k + 1 :] if b == before], alpha, beta)
            break
    walk.note("value", state, best[0], alpha, beta)
    return best


def _pooled(walk: Walk, state: Any, who: int) -> list[tuple[Any, Move]]:
    """The moves of all opponents, each from the position where those before it have passed."""
    found: list[tuple[Any, Move]] = []
    here = state
    for _ in range(walk.rules.players):
        player = walk.player(here)
        if player in (who, OVER):
            break
        found += [(here, move) for move in walk.options(here)]
        if not walk.rules.has("null_move"):
            break
        here = walk.rules.null_move(here)
    return found


def _pass_to(walk: Walk, state: Any, who: int) -> Any:
    """The position once all opponents who come before a player have passed."""
    for _ in range(walk.rules.players):
        if walk.player(state) in (who, OVER):
            return state
        if not walk.rules.has("null_move"):
            break
        state = walk.rules.null_move(state)
    raise GameError(
        f"{walk.rules.name}: two opponents move in one round, and passing does not bring player "
        f"{who} to move"
    )
