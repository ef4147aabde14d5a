"""What is feasible when utility can be handed over one for one: a strip between parallel lines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.bargaining.sets.feasible import ChainSet, Pair
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain, show

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class TransferableSet(ChainSet):
    """All pairs that add up to at most ``sigma``, and to no less than ``least`` if that is given.

    >>> transferable_set(7).gains((Fraction(1), Fraction(2)))[0]
    (Fraction(1, 1), Fraction(6, 1))
    """

    kind: ClassVar[str] = "transferable"

    sigma: Fraction
    least: Fraction | None = None

    def __post_init__(self) -> None:
        if self.least is not None and self.least > self.sigma:
            raise GameError(
                f"the least total {show(self.least)} is above the greatest, {show(self.sigma)}"
            )

    def gains(self, disagreement: Pair) -> tuple[Pair, ...]:
        u, v = disagreement
        if u + v > self.sigma:
            return ()
        return tuple(dict.fromkeys([(u, self.sigma - u), (self.sigma - v, v)]))

    def contains(self, point: Pair) -> bool:
        total = point[0] + point[1]
        return total <= self.sigma and (self.least is None or total >= self.least)

    def outside(self, point: Pair) -> str:
        total = point[0] + point[1]
        if total > self.sigma:
            return f"it adds up to {show(total)}, but both together earn at most {show(self.sigma)}"
        assert self.least is not None
        return f"it adds up to {show(total)}, but no outcome pays less than {show(self.least)}"

    def reaches(self, point: Pair) -> bool:
        return point[0] + point[1] <= self.sigma

    def outline(self, limits: Box) -> list[tuple[float, float]]:
        left, bottom, right, top = limits
        low = left + bottom if self.least is None else float(self.least)
        high = float(self.sigma)
        above = [
            (max(left, high - top), min(top, high - left)),
            (min(right, high - bottom), max(bottom, high - right)),
        ]
        below = [
            (min(right, low - bottom), max(bottom, low - right)),
            (max(left, low - top), min(top, low - left)),
        ]
        corners = [p for p in ((right, bottom),) if low <= p[0] + p[1] <= high]
        start = [p for p in ((left, top),) if low <= p[0] + p[1] <= high]
        return [*above, *corners, *below, *start, above[0]]

    def pareto_line(self, limits: Box) -> list[tuple[float, float]]:
        return self.outline(limits)[:2]

    def landmarks(self) -> list[tuple[float, float]]:
        return []

    def words(self) -> str:
        low = "" if self.least is None or self.least == self.sigma else f"{show(self.least)} <= "
        sign = "=" if self.least == self.sigma else "<="
        return f"all pairs with {low}u + v {sign} {show(self.sigma)} (side payments)"

    def to_json(self) -> dict[str, Any]:
        least = {} if self.least is None else {"least": plain(self.least)}
        return {"sigma": plain(self.sigma), **least}


def transferable_set(sigma: Any, least: Any = None) -> TransferableSet:
    """What two players can share who earn at most ``sigma`` together.

    Parameters
    ----------
    sigma : number
        The most that the two earn together.
    least : number, optional
        The least that they earn together, if there is a limit.

    Returns
    -------
    TransferableSet
        The strip.
    """
    low = None if least is None else exact(least, "least total")
    return TransferableSet(exact(sigma, "sigma"), low)
