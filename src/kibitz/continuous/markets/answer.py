"""What answers about markets share: the price and the total quantity."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from kibitz.core.errors import GameError

Quantity = TypeVar("Quantity")


class MarketAnswer(Generic[Quantity]):
    """An answer with what its model adds to strategies and payoffs, as numbers or formulas."""

    @abstractmethod
    def market(self) -> Mapping[str, Any]:
        """What the model adds, by name: the price, the quantities."""

    @property
    def price(self) -> Quantity:
        """The market price, in models that have one."""
        return self._fact("price")

    @property
    def total(self) -> Quantity:
        """The total quantity, in models that have one."""
        return self._fact("total")

    def _fact(self, name: str) -> Quantity:
        facts = self.market()
        if name not in facts:
            raise GameError(f"the game has no {name}")
        found: Quantity = facts[name]
        return found
