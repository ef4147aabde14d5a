"""The prekernel: payoffs at which no two players have a claim on each other.

The surplus of i over j equals that of j over i for all pairs. The prenucleolus is one such point,
there can be others. Davis and Maschler, "The kernel of a cooperative game", 1965; Meinhardt, *The
pre-kernel as a tractable solution for cooperative games*, 2014.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.complaints import Excesses
from kibitz.coalitional.lexicographic.prenucleolus import prenucleolus
from kibitz.coalitional.lexicographic.row_generation import Payoffs
from kibitz.coalitional.sets.surplus import Surpluses, surpluses
from kibitz.coalitional.solution import Allocation, slack
from kibitz.coalitional.values.axioms import efficiency
from kibitz.core.method import method
from kibitz.core.numbers import Number, common_denominator, exact, magnitude, show
from kibitz.core.solution import Check

STEPS = 60
"""How often the coalitions that reach the surpluses may change before the search is given up."""


@dataclass(frozen=True)
class PrekernelPoint(Allocation, kind="prekernel-point"):
    """Payoffs in the prekernel.

    >>> from kibitz import coalition
    >>> point = prekernel_point(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))
    >>> print(point.verify())
    (1/2, 9/4, 17/4) is in the prekernel: proved by a comparison of the surpluses of all pairs
      ✓ efficient: the payoffs add up to v(N): 7
      ✓ no player has a greater surplus over another than the other way round
      ✓ the remaining fields follow from these
    """

    concept: ClassVar[str] = "prekernel point"

    @property
    def surpluses(self) -> Surpluses:
        """The surplus of every player over every other."""
        return surpluses(self.game, self.payoffs)


def in_prekernel(game: CoalitionalGame, payoffs: Any) -> bool:
    """Whether payoffs are in the prekernel.

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
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> in_prekernel(game, ["1/2", "9/4", "17/4"]), in_prekernel(game, [1, 2, 4])
    (True, False)
    """
    x = game.payoffs(payoffs)
    close = 4 * slack(game, x)
    handed_out = efficiency(game, x, close).passed
    return handed_out and balance_check(surpluses(game, x), close).passed


def balance_check(table: Surpluses, close: Number) -> Check:
    """Whether all surpluses are mutual; otherwise the first pair for which they are not."""
    what = "no player has a greater surplus over another than the other way round"
    players = table.game.players
    for i, name in enumerate(players):
        for j in range(i):
            one, other = table.values[i][j], table.values[j][i]
            if magnitude(one - other) > close:
                difference = f"{name} over {players[j]} {show(one)}, the other way {show(other)}"
                return Check(what, False, difference)
    return Check(what, True, f"{len(players) * (len(players) - 1) // 2} pairs")


@method(
    CoalitionalGame,
    "prekernel",
    finds="a point of the prekernel",
    cost="O(n^2 2^n) per step",
    reference="Meinhardt 2014",
    applies=has_table,
    aliases=("prekernel-point",),
)
def prekernel_point(game: CoalitionalGame, start: Any = None) -> PrekernelPoint:
    """A point of the prekernel, by Meinhardt's method of steps to the best mutual balance.

    At the start, or an equal division, the coalitions that reach the surpluses are found; payoffs
    at which these coalitions are as nearly balanced as can be, by least squares, are the next
    start. The search nearly always ends after a few steps; when it does not the prenucleolus is
    given, which is in the prekernel. A step costs n^2 2^n. Exact for exact worths.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    start : sequence of numbers, optional
        Payoffs to begin at; an equal division if omitted.

    Returns
    -------
    PrekernelPoint
        A point of the prekernel.

    Notes
    -----
    Cost: O(n^2 2^n) a step.

    References
    ----------
    Meinhardt 2014.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(prekernel_point(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})))
    prekernel point
      A  1/2
      B  9/4
      C  17/4
    found by steps to mutual balance
    """
    share = game.total / game.n
    x = (share,) * game.n if start is None else game.payoffs(start, "start")
    seen = set()
    for _ in range(STEPS):
        surplus = surpluses(game, x)
        if (
            efficiency(game, x, slack(game, x)).passed
            and balance_check(surplus, slack(game, x)).passed
        ):
            return PrekernelPoint(game, x, "steps to mutual balance")
        if surplus.masks in seen:
            break
        seen.add(surplus.masks)
        x = _balanced(game, surplus, x)
    return PrekernelPoint(game, prenucleolus(game).payoffs, "the prenucleolus")


def _balanced(game: CoalitionalGame, surplus: Surpluses, x: Payoffs) -> Payoffs:
    """Payoffs that hand out v(N) at which the surplus coalitions are balanced best.

    Of several such payoffs the nearest to x, along the directions that are free.
    """
    pairs = [(surplus.masks[i][j], surplus.masks[j][i]) for i in range(game.n) for j in range(i)]
    rows, right = [], []
    for one, other in pairs:
        signs = Excesses(game).rows([one, other])
        rows.append((signs[0] - signs[1]).tolist())
        right.append(game.value(one) - game.value(other))
    if not game.exact or any(isinstance(v, float) for v in x):
        return _floating_least_squares(game, rows, right, x)
    return _least_squares(game, rows, [exact(b) for b in right], tuple(map(exact, x)))


def _floating_least_squares(
    game: CoalitionalGame, rows: list[list[int]], right: list[Number], x: Payoffs
) -> Payoffs:
    import numpy as np

    n = game.n
    lines = np.array(rows, float)
    gram = np.block([[lines.T @ lines, np.ones((n, 1))], [np.ones((1, n)), np.zeros((1, 1))]])
    short = np.array([float(b) for b in right]) - lines @ np.array(x, float)
    rest = float(game.total) - sum(map(float, x))
    step = np.linalg.lstsq(gram, np.append(lines.T @ short, rest), rcond=1e-12)[0][:n]
    return tuple(float(a) + b for a, b in zip(x, step.tolist(), strict=True))


def _least_squares(
    game: CoalitionalGame, rows: list[list[int]], right: list[Fraction], x: tuple[Fraction, ...]
) -> Payoffs:
    """The exact solution of the normal equations, with a multiplier for the total."""
    from flint import fmpz_mat

    n = game.n
    lines = fmpz_mat(rows)
    gram = (lines.transpose() * lines).tolist()
    pairs = zip(rows, right, strict=True)
    shorts = [b - sum(a * v for a, v in zip(row, x, strict=True)) for row, b in pairs]
    tops, bottom = common_denominator([*shorts, exact(game.total) - sum(x)])
    moments = (lines.transpose() * fmpz_mat([[t] for t in tops[:-1]])).tolist()
    system = [[*map(int, gram[i]), 1, int(moments[i][0])] for i in range(n)]
    system.append([1] * n + [0, tops[-1]])
    reduced, scale, rank = fmpz_mat(system).rref()
    step = [Fraction(0)] * (n + 1)
    for line in reduced.tolist()[:rank]:
        lead = next(k for k, entry in enumerate(line) if entry != 0)
        step[lead] = Fraction(int(line[-1]), int(scale) * bottom)
    return tuple(a + d for a, d in zip(x, step[:n], strict=True))
