"""Domination between imputations, through a coalition that can see to it.

y dominates x through S when every member of S gets more at y than at x, and S can earn what y gives
it: y(S) <= v(S). Von Neumann and Morgenstern, *Theory of Games and Economic Behavior*, 1944.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.row_generation import Payoffs
from kibitz.coalitional.solution import DefinedAnswer, slack
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show_all


@dataclass(frozen=True)
class Domination(DefinedAnswer, kind="domination"):
    """Whether some payoffs dominate others, and through which coalition.

    >>> from kibitz import coalition
    >>> game = coalition("1:-1 2:-1 3:-1 1,2:1 1,3:1 2,3:1 1,2,3:0")
    >>> print(domination(game, [-1, 1, 0], ["1/2", "1/2", -1]))
    (-1, 1, 0) dominates (1/2, 1/2, -1) through 2,3
    """

    game: CoalitionalGame
    better: Payoffs
    worse: Payoffs
    coalition: tuple[str, ...] | None

    def __bool__(self) -> bool:
        return self.coalition is not None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "better": [plain(x) for x in self.better],
            "worse": [plain(x) for x in self.worse],
            "dominates": bool(self),
            "through": None if self.coalition is None else list(self.coalition),
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Domination:
        y, x = (game.payoffs(data.get(key), key) for key in ("better", "worse"))
        through = data.get("through")
        return cls(game, y, x, None if through is None else game.members(game.mask(through)))

    def __str__(self) -> str:
        ends = show_all(self.better), show_all(self.worse)
        if self.coalition is None:
            return f"{ends[0]} does not dominate {ends[1]}"
        return f"{ends[0]} dominates {ends[1]} through {','.join(self.coalition)}"


@method(
    CoalitionalGame,
    "domination",
    finds="whether payoffs dominate others",
    cost="O(n 2^n)",
    reference="von Neumann and Morgenstern 1944",
    applies=has_table,
    aliases=("dominates",),
)
def domination(game: CoalitionalGame, better: Any, worse: Any) -> Domination:
    """Whether the first payoffs dominate the second, through the smallest such coalition.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    better : sequence of numbers or mapping
        The payoffs that may dominate.
    worse : sequence of numbers or mapping
        The payoffs that may be dominated.

    Returns
    -------
    Domination
        Whether they do, with the coalition.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    von Neumann and Morgenstern 1944.
    """
    y, x = game.payoffs(better, "better"), game.payoffs(worse, "worse")
    mask = dominating_coalition(game, y, x)
    return Domination(game, y, x, None if mask is None else game.members(mask))


def dominating_coalition(game: CoalitionalGame, y: Payoffs, x: Payoffs) -> int | None:
    """The smallest coalition through which y dominates x, None if there is none."""
    close: Number = slack(game, y)
    gaining = sum(1 << i for i in range(game.n) if y[i] > x[i])
    for mask in game.coalitions():
        if mask & ~gaining:
            continue
        if sum(y[i] for i in members(mask)) <= game.value(mask) + close:
            return mask
    return None
