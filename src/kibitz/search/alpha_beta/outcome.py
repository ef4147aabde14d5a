"""Who wins: a search that stops at the first move that wins.

Alpha-beta between the least and the greatest payoff, so that no move is looked at after a win.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.rules.game import Rules
from kibitz.search.alpha_beta.alpha_beta import Orders, alpha_beta
from kibitz.search.alpha_beta.transposition_table import TranspositionTable
from kibitz.search.result import SearchResult
from kibitz.search.scope import two_sided
from kibitz.search.walk import Searched, root_of


def _is_won_or_lost(rules: Rules) -> str | None:
    """Why it is not known what a win pays."""
    bounds = "" if rules.payoff_bounds is not None else "it needs rules with payoff_bounds"
    return two_sided(rules) or bounds or None


@method(
    Rules,
    "outcome",
    finds="the value of perfect play and a best move",
    cost="O(b^d) nodes at most; it stops at the first move that wins",
    applies=_is_won_or_lost,
    aliases=("first-win",),
)
def outcome(
    game: Searched,
    order: Orders | None = None,
    trace: bool = False,
    table: TranspositionTable | None = None,
) -> SearchResult:
    """Whether the player to move wins, and by which move, looking no further than the first.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    order : callable or dict, optional
        The order in which moves are looked at, which decides how much is saved.
    trace : bool, default False
        Whether to record every node that is visited.
    table : TranspositionTable, optional
        A memory of positions, kept for later searches.

    Returns
    -------
    SearchResult
        The value and the first move that attains it; ``counts["nodes"]`` are the calls.

    Notes
    -----
    Cost: O(b^d) nodes at most; it stops at the first move that wins.

    Examples
    --------
    >>> backwards = lambda state, moves: moves[::-1]
    >>> [outcome("take-away 6", order=order).counts["nodes"] for order in (None, backwards)]
    [32, 10]
    """
    position = root_of(game)
    why = _is_won_or_lost(position.rules)
    if why is not None:
        raise GameError(f"outcome does not apply: {why}")
    low, high = position.rules.payoff_bounds or (-1, 1)
    found = alpha_beta(position, None, low, high, "soft", order, trace, table)
    return replace(found, method="the first win")
