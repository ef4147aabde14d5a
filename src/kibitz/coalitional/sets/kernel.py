"""The kernel: imputations at which no one has a claim on a player who has something to lose.

If the surplus of i over j is greater than that of j over i, then j already gets no more than alone.
The nucleolus is in it. Davis and Maschler, "The kernel of a cooperative game", 1965.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, ClassVar

from kibitz.coalitional.conditions import all_of, has_imputations, has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.lexicographic.row_generation import Payoffs
from kibitz.coalitional.sets.imputations import Imputations, imputations
from kibitz.coalitional.sets.prekernel import prekernel_point
from kibitz.coalitional.sets.surplus import Surpluses, surpluses
from kibitz.coalitional.solution import Allocation, DefinedAnswer, slack
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import plain, show, show_all

MOST_SHOWN = 5
"""Players whose pairs are listed."""


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


@dataclass(frozen=True)
class KernelMembership(DefinedAnswer, kind="kernel-membership"):
    """Whether payoffs are in the kernel: the surpluses of all pairs, and who outweighs whom.

    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 10, "A,B,C": 2})
    >>> print(kernel_membership(game, [2, 0, 0]))
    (2, 0, 0) is not in the kernel
      B outweighs A, 0 by B against -2 by A
    >>> print(kernel_membership(game, [1, 1, 0]))
    (1, 1, 0) is in the kernel
      A and B: -1 by A and -1 by B
      A and C: 8 by A,B and 0 by C, C gets no more than alone
      B and C: 8 by A,B and 0 by C, C gets no more than alone
    """

    game: CoalitionalGame
    payoffs: Payoffs

    @property
    def surpluses(self) -> Surpluses:
        """The surplus of every player over every other."""
        return surpluses(self.game, self.payoffs)

    @property
    def outweighed(self) -> tuple[tuple[int, int], ...]:
        """The pairs of players, by position, of whom the first has a claim on the second."""
        table, pairs = self.surpluses, permutations(range(self.game.n), 2)
        return tuple(pair for pair in pairs if _outweighs(table, self.payoffs, *pair))

    @property
    def _flaws(self) -> tuple[str, ...]:
        return Imputations(self.game, ()).objections(self.payoffs)

    @property
    def inside(self) -> bool:
        return not self._flaws and not self.outweighed

    def __bool__(self) -> bool:
        return self.inside

    def to_json(self) -> dict[str, Any]:
        names, values = self.game.players, self.surpluses.values
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(names),
            "payoffs": [plain(x) for x in self.payoffs],
            "in_kernel": self.inside,
            "imputation": not self._flaws,
            "surpluses": [
                [None if i == j else plain(x) for j, x in enumerate(row)]
                for i, row in enumerate(values)
            ],
            "outweighed": [{"by": names[i], "player": names[j]} for i, j in self.outweighed],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> KernelMembership:
        return cls(game, game.payoffs(data.get("payoffs")))

    def __str__(self) -> str:
        if self.inside:
            pairs = combinations(range(self.game.n), 2)
            lines = [f"{show_all(self.payoffs)} is in the kernel", *map(self._balance, pairs)]
            return "\n  ".join(lines if self.game.n <= MOST_SHOWN else lines[:1])
        claims = self._flaws or tuple(self._claim(*pair) for pair in self.outweighed)
        return "\n  ".join([f"{show_all(self.payoffs)} is not in the kernel", *claims])

    def _balance(self, pair: tuple[int, int]) -> str:
        """What two players can hope for without each other."""
        (i, j), names = pair, self.game.players
        one, other = self._surplus(i, j), self._surplus(j, i)
        text = f"{names[i]} and {names[j]}: {one} and {other}"
        mine, theirs = self.surpluses.values[i][j], self.surpluses.values[j][i]
        close = 4 * slack(self.game, self.payoffs)
        if mine <= theirs + close and theirs <= mine + close:
            return text
        return f"{text}, {names[j if mine > theirs else i]} gets no more than alone"

    def _claim(self, i: int, j: int) -> str:
        names = self.game.players
        against = f"{self._surplus(i, j)} against {self._surplus(j, i)}"
        return f"{names[i]} outweighs {names[j]}, {against}"

    def _surplus(self, i: int, j: int) -> str:
        table = self.surpluses
        return f"{show(table.values[i][j])} by {self.game.spell(table.masks[i][j])}"


def _outweighs(table: Surpluses, payoffs: Payoffs, i: int, j: int) -> bool:
    """Whether a player has the greater surplus over another, who has something to lose."""
    close = 4 * slack(table.game, payoffs)
    has_more = payoffs[j] > table.game.value(1 << j) + close
    return has_more and table.values[i][j] > table.values[j][i] + close


@method(
    CoalitionalGame,
    "kernel-membership",
    finds="whether payoffs are in the kernel",
    cost="O(n^2 2^n)",
    reference="Davis and Maschler 1965",
    applies=has_table,
    aliases=("kernel-test",),
)
def kernel_membership(game: CoalitionalGame, payoffs: Any) -> KernelMembership:
    """Test payoffs for the kernel, by the surpluses of all pairs of players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    KernelMembership
        Whether they are, with the surpluses, and who outweighs whom if not.

    Notes
    -----
    Cost: O(n^2 2^n).

    References
    ----------
    Davis and Maschler 1965.
    """
    return KernelMembership(game, game.payoffs(payoffs))


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
    return kernel_membership(game, payoffs).inside


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
    prekernel = prekernel_point(game)
    point = KernelPoint(game, prekernel.payoffs, prekernel.method)
    if in_kernel(game, point.payoffs):
        return point
    return KernelPoint(game, nucleolus(game).payoffs, "the nucleolus")
