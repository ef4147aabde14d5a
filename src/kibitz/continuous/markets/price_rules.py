"""Whole sets of prices that are equilibria, said by rules: who charges what, and who no less."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief, point_json
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact


class PriceRule(ABC):
    """A set of price profiles; ``samples`` are profiles of every kind that it holds."""

    @abstractmethod
    def samples(self, count: int) -> Iterator[tuple[Point, ...]]:
        """Profiles for a number of firms, one for each way to obey the rule."""

    @abstractmethod
    def write(self, players: tuple[str, ...]) -> str:
        """The rule in words."""

    @abstractmethod
    def to_json(self, players: tuple[str, ...]) -> dict[str, Any]:
        """The rule by names."""


@dataclass(frozen=True)
class SharedPrice(PriceRule):
    """Two or more of some firms charge a price; others of these no less, the rest more.

    >>> rule = SharedPrice(Fraction(2), (0, 1), (2,))
    >>> print(rule.write(("A", "B", "C")))
    A and B charge 2, C more
    """

    price: Fraction
    able: tuple[int, ...]
    """Those whose cost is the price."""
    dearer: tuple[int, ...]

    def samples(self, count: int) -> Iterator[tuple[Point, ...]]:
        """Two of them, three and so on charge the price; who does is all the same."""
        for many in range(2, len(self.able) + 1):
            least = self.able[:many]
            yield tuple(self.price + (0 if k in least else 1) for k in range(count))

    def write(self, players: tuple[str, ...]) -> str:
        names = [players[k] for k in self.able]
        if len(names) == 2:
            head = f"{names[0]} and {names[1]} charge {brief(self.price)}"
        else:
            head = f"at least two of {', '.join(names)} charge {brief(self.price)}, none less"
        more = [players[k] for k in self.dearer]
        return head + (f", {' and '.join(more)} more" if more else "")

    def to_json(self, players: tuple[str, ...]) -> dict[str, Any]:
        return {
            "price": point_json(self.price),
            "at_least_two_of": [players[k] for k in self.able],
            "others_of_these_at_least": point_json(self.price),
            "above": [players[k] for k in self.dearer],
        }


@dataclass(frozen=True)
class LonePrice(PriceRule):
    """One firm charges a price that no one can undercut, and all others more."""

    price: Fraction
    firm: int

    def samples(self, count: int) -> Iterator[tuple[Point, ...]]:
        for above in (Fraction(1, 1000), Fraction(1)):
            yield tuple(self.price + (above if k != self.firm else 0) for k in range(count))

    def write(self, players: tuple[str, ...]) -> str:
        return f"{players[self.firm]} charges {brief(self.price)}, all others more"

    def to_json(self, players: tuple[str, ...]) -> dict[str, Any]:
        others = [name for k, name in enumerate(players) if k != self.firm]
        return {"firm": players[self.firm], "price": point_json(self.price), "above": others}


@dataclass(frozen=True)
class NoSales(PriceRule):
    """Costs are so high that no one can sell: every price at which no one buys will do."""

    price: Fraction
    """A choke price: demand is zero there; it is not above any cost."""

    def samples(self, count: int) -> Iterator[tuple[Point, ...]]:
        for above in (Fraction(0), Fraction(1)):
            yield tuple(self.price + above * k for k in range(count))

    def write(self, players: tuple[str, ...]) -> str:
        return f"every firm charges a price at which no one buys, such as {brief(self.price)}"

    def to_json(self, players: tuple[str, ...]) -> dict[str, Any]:
        return {"nobody_buys": True, "price": point_json(self.price)}


def read_rule(players: tuple[str, ...], claim: Claim) -> PriceRule:
    """The rule that some JSON describes, which must name every firm just once."""
    price = exact(claim.raw("price"), claim.path("price"))
    if "nobody_buys" in claim:
        if not claim.flag("nobody_buys"):
            raise GameError(f"{claim.path('nobody_buys')}: it must be true or omitted")
        return NoSales(price)
    above = _places(players, claim, "above")
    if "firm" in claim:
        (firm,) = _listed(players, [claim.raw("firm")], claim.path("firm"))
        if sorted([firm, *above]) != list(range(len(players))):
            raise GameError(f"{claim.path('above')}: every other firm must be listed once")
        return LonePrice(price, firm)
    able = _places(players, claim, "at_least_two_of")
    if sorted([*able, *above]) != list(range(len(players))) or len(able) < 2:
        raise GameError(f"{claim.path('at_least_two_of')}: two firms or more, and the others above")
    return SharedPrice(price, able, above)


def _places(players: tuple[str, ...], claim: Claim, key: str) -> tuple[int, ...]:
    return _listed(players, claim.items(key), claim.path(key))


def _listed(players: tuple[str, ...], names: list[Any], where: str) -> tuple[int, ...]:
    for name in names:
        if name not in players:
            raise GameError(f"{where}: unknown firm {name!r:.40}")
    return tuple(players.index(name) for name in names)
