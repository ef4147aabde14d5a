"""Whole sets of prices that are equilibria, said by rules: who charges what, and who no less."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief, point_json
from kibitz.core.solution import Check

if TYPE_CHECKING:
    from kibitz.continuous.game import ContinuousGame


class PriceRule(ABC):
    """A set of price profiles; ``samples`` are profiles of every kind that it holds."""

    @abstractmethod
    def samples(self, count: int) -> Iterator[tuple[Point, ...]]:
        """Profiles for so many firms, one for each way to obey the rule."""

    @abstractmethod
    def write(self, players: tuple[str, ...]) -> str:
        """The rule in words."""

    @abstractmethod
    def to_json(self, players: tuple[str, ...]) -> dict[str, Any]:
        """The rule by names."""

    def checks(self, game: ContinuousGame) -> list[Check]:
        """Nobody gains at any of the samples."""
        from kibitz.continuous.solution import Equilibrium

        found = []
        for profile in self.samples(len(game.players)):
            proof = Equilibrium(game, profile).verify()
            prices = ", ".join(brief(p) for p in profile)
            found.append(Check(f"nobody gains at ({prices})", proof.holds))
        return found


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
            head = f"at least two of {', '.join(names)} charge {brief(self.price)}, nobody less"
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
    """One firm charges a price that nobody can undercut, and all others more."""

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
    """Costs are so high that nobody can sell: every price at which nobody buys will do."""

    price: Fraction
    """A price at which nobody buys, no higher than any cost."""

    def samples(self, count: int) -> Iterator[tuple[Point, ...]]:
        for above in (Fraction(0), Fraction(1)):
            yield tuple(self.price + above * k for k in range(count))

    def write(self, players: tuple[str, ...]) -> str:
        return f"everybody charges so much that nobody buys, {brief(self.price)} for instance"

    def to_json(self, players: tuple[str, ...]) -> dict[str, Any]:
        return {"nobody_buys": True, "price": point_json(self.price)}
