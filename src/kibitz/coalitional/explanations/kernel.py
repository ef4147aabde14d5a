"""Kernel and prekernel on the blackboard: the table of surpluses."""

from __future__ import annotations

from kibitz.coalitional.explain import steps_of
from kibitz.coalitional.sets.kernel import KernelPoint
from kibitz.coalitional.sets.prekernel import PrekernelPoint
from kibitz.core.explanation import Step
from kibitz.core.numbers import show_all

MOST_LISTED = 8


@steps_of.register
def surplus_steps(solution: KernelPoint | PrekernelPoint) -> tuple[Step, ...]:
    """The surpluses of all pairs of players, with the coalitions that reach them.

    Parameters
    ----------
    solution : KernelPoint or PrekernelPoint
        The answer.

    Returns
    -------
    tuple of Step
        The steps of the explanation, in order.
    """
    game = solution.game
    rule = "each is as great as the one across the diagonal"
    if isinstance(solution, KernelPoint):
        rule += ", unless the player with the smaller one already gets no more than alone"
    prose = (
        "The surplus of player i over player j is the greatest excess of a coalition that holds i "
        f"but not j. At {show_all(solution.payoffs)} {rule}."
    )
    if game.n > MOST_LISTED:
        return (Step("Surpluses", prose),)
    return (Step("Surpluses", prose, solution.surpluses.table()),)
