"""Kernel and prekernel on the blackboard: the table of surpluses."""

from __future__ import annotations

from kibitz.coalitional.explain import steps_of
from kibitz.coalitional.sets.kernel import KernelMembership, KernelPoint
from kibitz.coalitional.sets.prekernel import PrekernelPoint
from kibitz.core.explanation import Step
from kibitz.core.numbers import show_all

MOST_LISTED = 8


@steps_of.register
def surplus_steps(solution: KernelPoint | KernelMembership | PrekernelPoint) -> tuple[Step, ...]:
    """The surpluses of all pairs of players, with the coalitions that reach them.

    Parameters
    ----------
    solution : KernelPoint, KernelMembership or PrekernelPoint
        The answer.

    Returns
    -------
    tuple of Step
        The steps of the explanation, in order.
    """
    game = solution.game
    rule = "each is as great as the one across the diagonal"
    if not isinstance(solution, PrekernelPoint):
        rule += ", unless the player with the smaller one already gets no more than alone"
    where = (
        "In the kernel"
        if isinstance(solution, KernelMembership)
        else f"At {show_all(solution.payoffs)}"
    )
    prose = (
        "The surplus of player i over player j is the greatest excess of a coalition that holds i "
        f"but not j. {where} {rule}."
    )
    if isinstance(solution, KernelMembership):
        prose += "\n" + "\n".join(line.strip() for line in str(solution).splitlines())
    if game.n > MOST_LISTED:
        return (Step("Surpluses", prose),)
    return (Step("Surpluses", prose, solution.surpluses.table()),)
