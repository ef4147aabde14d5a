"""Safety levels: what each player can guarantee alone, and every mixture that does it.

A player's safety level is the value of the matrix game of their own payoffs against all others
together; for the second of two players that is the game of the transposed matrix. All extreme
maxmin strategies are the extreme optimal strategies there. Ferguson III.1.5.

With more than two players the others are held to mix together, which is not a restriction on what
can be guaranteed: the worst case is a pure profile of the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, rows
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.tensor import Tensor
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.labels import numbered
from kibitz.zero_sum.strategies.dominated_lines import everything, own_lines
from kibitz.zero_sum.strategies.mixture import Mixture
from kibitz.zero_sum.strategies.optimal_strategies import optimal_set


@dataclass(frozen=True)
class SafetyLevels(Solution, kind="safety-levels"):
    """The safety level of each player, the mixtures that guarantee it, and who holds it down.

    In a game of costs a level is the most that a player may have to pay.

    >>> from kibitz import bimatrix
    >>> print(safety_levels(bimatrix("2,0 1,3; 0,1 3,2")))
    I can guarantee 3/2    by (3/4, 1/4)
    II can guarantee 2     by (0, 1)
    """

    game: StrategicGame
    levels: tuple[Number, ...]
    strategies: tuple[tuple[Mixture, ...], ...]
    """For each player, all extreme maxmin strategies; one of them for floating payoffs."""
    punishments: tuple[Mixture, ...]
    """For each player, a mixture of the others' joint profiles that allows no more."""

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "levels": [plain(x) for x in self.levels],
            "strategies": [
                [[plain(x) for x in weights] for weights in extreme] for extreme in self.strategies
            ],
            "punishments": [[plain(x) for x in weights] for weights in self.punishments],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> SafetyLevels:
        claim = Claim(data)
        extreme = tuple(rows(side, "strategies") for side in claim.items("strategies"))
        return cls(game, tuple(claim.numbers("levels")), extreme, claim.table("punishments"))

    def __str__(self) -> str:
        verb = "can keep the cost to" if self.game.costs else "can guarantee"
        starts = [
            f"{name} {verb} {show(level)}"
            for name, level in zip(self.game.players, self.levels, strict=True)
        ]
        width = max(map(len, starts))
        return "\n".join(
            f"{start:<{width}}   by " + ", ".join(show_all(w) for w in extreme)
            for start, extreme in zip(starts, self.strategies, strict=True)
        )


@method(
    StrategicGame,
    "safety-levels",
    finds="the safety level of each player",
    cost="a matrix game for each player, and its optimal vertices",
    reference="Ferguson III.1.5",
    aliases=(
        "safety",
        "maxmin",
        "safety-level",
        "maximin",
        "security",
        "security-level",
        "security-levels",
        "prudential",
    ),
)
def safety_levels(game: StrategicGame) -> SafetyLevels:
    """What each player can guarantee, with all extreme maxmin strategies.

    In floating point one maxmin strategy is found for each player.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    SafetyLevels
        The levels and the strategies.

    Notes
    -----
    Cost: a matrix game for each player, and its optimal vertices, which can be many.

    References
    ----------
    Ferguson III.1.5.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> found = safety_levels(bimatrix("3,3 4,3; 3,4 5,5"))
    >>> found.levels, len(found.strategies[0])
    ((Fraction(3, 1), Fraction(3, 1)), 2)
    """
    levels, strategies, punishments = [], [], []
    for k in range(len(game.players)):
        lines = own_lines(game, k, everything(game))
        m, n = lines.shape
        solution = MatrixGame(lines, numbered(m), numbered(n)).solve()
        levels.append(game.reported(solution.value))
        punishments.append(solution.column)
        if isinstance(solution.value, Fraction):
            extreme: tuple[Mixture, ...] = optimal_set(lines, solution.value, solution.column)
        else:
            extreme = (solution.row,)
        strategies.append(extreme)
    return SafetyLevels(game, tuple(levels), tuple(strategies), tuple(punishments))


def _slack(lines: Tensor, level: Number) -> Number:
    if lines.exact and isinstance(level, Fraction):
        return Fraction(0)
    return 1e-9 * (1e-300 + float(abs(lines.floats()).max()))
