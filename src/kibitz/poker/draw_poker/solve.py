"""Lowball draw solved whole where its tree is small, and on vectors of hands where it is not."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.poker.draw_poker.lowball import FreeLowballDraw, LowballDraw
from kibitz.poker.draw_poker.vector_cfr import DrawTable, VectorCFR

MOST_OUTCOMES = 20_000
"""Deals and draws up to which the tree is written out."""


@method(
    LowballDraw,
    "auto",
    finds="an equilibrium, or bounds on the value",
    cost="a linear program for small trees; otherwise one pass over all hands per iteration",
)
def solve_lowball(
    rules: LowballDraw, seconds: float = 20, target: float | None = None, **options: Any
) -> Any:
    """An equilibrium of the tree, or bounds of the value by regret minimization.

    Parameters
    ----------
    rules : LowballDraw
        The game.
    seconds : float, default 20
        The time limit of regret minimization.
    target : float, optional
        The exploitability at which regret minimization stops.
    **options : object
        Options of regret minimization.

    Returns
    -------
    ExtensiveSolution or CFRSolution
        An equilibrium, or bounds of the value.

    Notes
    -----
    Cost: a linear program for small trees; otherwise one pass over all hands per iteration.
    """
    if rules.game.outcomes <= MOST_OUTCOMES:
        return rules.as_tree().solve(**options)
    return vector_cfr_of(rules).run(seconds=seconds, target=target)


def vector_cfr_of(rules: LowballDraw) -> VectorCFR:
    """Regret minimization on vectors of hands, for limit betting with one raise.

    Parameters
    ----------
    rules : LowballDraw
        The game.

    Returns
    -------
    VectorCFR
        The solver, before its first iteration.
    """
    if rules.raises > 1:
        raise GameError(
            f"{count_of(rules.game.outcomes, 'deal')} and draws are too many for a tree, "
            "which raises need; "
            "use raises=1, a smaller deck, or bucketed-lowball"
        )
    betting = rules.betting
    if any(len(menu) > 1 or not menu[0].chips for menu in betting.menus):
        raise GameError("without a tree bets must be fixed; use limit betting")
    bets = tuple(float(menu[0].chips) for menu in betting.menus)
    table = DrawTable(
        rules.game, float(betting.ante), (bets[0], bets[1]), isinstance(rules, FreeLowballDraw)
    )
    return VectorCFR(table)
