"""MTD(f): alpha-beta with null windows only, closing in on the value from a first guess.

Null windows are ``step`` wide, 1 for whole-numbered values; where values differ by less, the last
window is the gap between both bounds. With a table of positions it looks at fewer leaves than
alpha-beta. Plaat, Schaeffer, Pijls and de Bruin (1996).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.method import method
from kibitz.core.numbers import Number, number, whole
from kibitz.rules.game import Position, Rules
from kibitz.search.alpha_beta.alpha_beta import alpha_beta, search_window
from kibitz.search.alpha_beta.transposition_table import TranspositionTable
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.walk import (
    INFINITY,
    Found,
    Line,
    Walk,
    check_step,
    root_of,
    search_from,
)


@method(
    Rules,
    "mtd-f",
    finds="the value of perfect play and a best move",
    cost="a null-window search for each guess",
    reference="Plaat, Schaeffer, Pijls and de Bruin 1996",
    applies=two_sided,
    aliases=("mtd(f)", "mtdf", "mtd"),
)
def mtd_f(
    game: Rules | Position,
    guess: Number | str = 0,
    depth: int | None = None,
    step: Number | str = 1,
    trace: bool = False,
    table: TranspositionTable | None = None,
) -> SearchResult:
    """The value, by raising a lower and lowering an upper bound until they meet.

    Each pass is an event ``bound`` of the trace, with the bounds after it and the test as ``note``.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    guess : number or str, default 0
        A first guess of the value.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    step : number or str, default 1
        The smallest difference of two values.
    trace : bool, default False
        Whether to record every node that is visited.
    table : TranspositionTable, optional
        A transposition table, kept for later searches.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: a null-window search for each guess.

    References
    ----------
    Plaat, Schaeffer, Pijls and de Bruin 1996.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> found = mtd_f(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), guess=0, trace=True)
    >>> found.value, [event.note for event in found.trace.of("bound")]
    (3, ['beta 0 gave 3', 'beta 4 gave 3'])
    """
    position = root_of(game)
    require_two_sided(position.rules)
    apart, first = check_step(step), whole(number(guess, "the first guess"))

    def visit(walk: Walk) -> Found:
        low, high = -INFINITY, INFINITY
        value: Any = first
        raised: Line = ()
        lowered: Line = ()
        while low < high:
            beta = min(max(value, low + apart), high)
            alpha = max(beta - apart, low)
            value, line = search_window(walk, position.state, depth, alpha, beta)
            if value < beta:
                high, lowered = max(value, low), line
            if value > alpha:
                low, raised = min(value, high), line
            walk.counts["passes"] += 1
            walk.note("bound", position.state, value, low, high, f"beta {beta} gave {value}")
        # only a pass that proves a bound for the player to move has a move to show for it
        return value, raised if position.player == 0 else lowered

    found = search_from(position, "MTD(f)", visit, depth, trace, table=table)
    if found.move is None or len(found.line) < 2:
        return found
    # beyond the first move a null window proves bounds alone: look at the rest with the value known
    value: Any = found.value
    left = None if depth is None else depth - 1
    rest = alpha_beta(position.play(found.move), left, value - apart, value + apart)
    return replace(found, line=(found.move, *rest.line))
