"""The kernel: imputations at which no one has a claim on a player who has something to lose.

If the surplus of i over j is greater than that of j over i, then j already gets no more than alone.
The nucleolus is in it. Davis and Maschler, "The kernel of a cooperative game", 1965.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.coalitional.conditions import all_of, has_imputations, has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.sets.imputations import Imputations, imputations
from kibitz.coalitional.sets.prekernel import prekernel_point
from kibitz.coalitional.sets.surplus import Surpluses, surpluses
from kibitz.coalitional.solution import Allocation, slack
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, show


@dataclass(frozen=True)
class KernelPoint(Allocation, kind="kernel-point"):
    """Payoffs in the kernel.

    >>> from kibitz import coalition
    >>> point = kernel_point(coalition({"A,B": 10, "A,B,C": 2}))
    >>> print(point.verify())
    (1, 1, 0) is in the kernel: proved by a comparison of the surpluses of all pairs
      ✓ efficient: the payoffs add up to v(N): 2
      ✓ individually rational: no player gets less than alone
      ✓ no player outweighs another who gets more than alone
      ✓ the remaining fields follow from these
    """

    concept: ClassVar[str] = "kernel point"

    @property
    def surpluses(self) -> Surpluses:
        """The surplus of every player over every other."""
        return surpluses(self.game, self.payoffs)


def claims_at(found: Surpluses, payoffs: tuple[Number, ...]) -> Iterator[str]:
    """The claims of players on others who have something to lose, in words."""
    game = found.game
    close = 4 * slack(game, payoffs)
    for i, name in enumerate(game.players):
        for j, other in enumerate(game.players):
            if i == j or payoffs[j] <= game.value(1 << j) + close:
                continue
            if found.values[i][j] > found.values[j][i] + close:
                yield (
                    f"{name} outweighs {other}, {show(found.values[i][j])} by "
                    f"{game.spell(found.masks[i][j])} against {show(found.values[j][i])}"
                )


@extends(CoalitionalGame)
def in_kernel(game: CoalitionalGame, payoffs: Any) -> bool:
    """Whether payoffs are in the kernel.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    bool
        True when they are.

    Notes
    -----
    Cost: O(n^2 2^n).

    References
    ----------
    Davis and Maschler 1965.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 10, "A,B,C": 2})
    >>> in_kernel(game, [1, 1, 0]), in_kernel(game, [2, 0, 0])
    (True, False)
    """
    x = game.payoffs(payoffs)
    return not Imputations(game, ()).objections(x) and not any(claims_at(surpluses(game, x), x))


@method(
    CoalitionalGame,
    "kernel",
    finds="a point of the kernel",
    cost="O(n^2 2^n) per step",
    reference="Davis and Maschler 1965",
    applies=all_of(has_table, has_imputations),
    aliases=("kernel-point",),
)
def kernel_point(game: CoalitionalGame) -> KernelPoint:
    """A point of the kernel: a prekernel point where that is one, else the nucleolus.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    KernelPoint
        A point of the kernel.

    Notes
    -----
    Cost: O(n^2 2^n) a step.

    References
    ----------
    Davis and Maschler 1965.
    """
    if imputations(game).empty:
        raise GameError(
            "single players earn more than all together, so there are no imputations and no "
            "kernel; compute a prekernel point instead"
        )
    found = prekernel_point(game)
    point = KernelPoint(game, found.payoffs, found.method)
    if in_kernel(game, point.payoffs):
        return point
    return KernelPoint(game, nucleolus(game).payoffs, "the nucleolus")
