"""The same game of coins with labels that begin elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kibitz.combinatorial.coins.board_rule import BoardRule
from kibitz.combinatorial.coins.rule import CoinRule
from kibitz.combinatorial.coins.tartan import TartanRule
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class ShiftedRule(CoinRule):
    """A rule whose first coin is called ``origin`` instead of its own first label.

    >>> from kibitz.combinatorial.coins.count import mock_turtles
    >>> rule = with_origin(mock_turtles(), 1)
    >>> rule.value(1), mock_turtles().value(0), next(rule.turns(2))
    (1, 1, ())
    """

    inner: CoinRule

    @property
    def theorem(self) -> str:
        return self.inner.theorem

    @property
    def _shift(self) -> int:
        return self.origin - self.inner.origin

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        for others in self.inner.turns(x - self._shift):
            yield tuple(y + self._shift for y in others)

    def reached(self, x: int) -> Mapping[int, int]:
        return self.inner.reached(x - self._shift)

    def turns_worth(self, x: int, wanted: int) -> Iterator[tuple[int, ...]]:
        for others in self.inner.turns_worth(x - self._shift, wanted):
            yield tuple(y + self._shift for y in others)

    def value(self, x: int) -> int:
        return self.inner.value(x - self._shift)

    def allows(self, coins: Iterable[int]) -> bool:
        return self.inner.allows(x - self._shift for x in coins)

    def longest_play(self, x: int) -> int:
        return self.inner.longest_play(x - self._shift)

    @property
    def closed_form(self) -> str:
        """The closed form of the rule itself, and how labels here become labels there."""
        form = self.inner.closed_form
        moved = f"{-self._shift:+d}".replace("+", "+ ").replace("-", "- ")
        return form and f"{form}, where x is the label {moved}"


def with_origin(rule: CoinRule, origin: Any = None) -> CoinRule:
    """A rule with labels from ``origin`` on; the rule itself where that is how it counts."""
    if origin is None or origin == rule.origin:
        return rule
    if isinstance(origin, bool) or not isinstance(origin, int):
        raise GameError(f"origin is {origin!r}; it must be a whole number, the first label")
    return ShiftedRule(origin, f"{rule.name}, labels from {origin}", rule)


def board_with_origin(rule: BoardRule, origin: Any = None) -> BoardRule:
    """A rule for a board with rows and columns from ``origin`` on, where it is a product.

    >>> from kibitz.combinatorial.coins.tartan import rugs
    >>> board_with_origin(rugs(), 0).origin, board_with_origin(rugs(), 0).value(1, 1)
    ((0, 0), 3)
    """
    if origin is None or rule.origin == (origin, origin):
        return rule
    if not isinstance(rule, TartanRule):
        top, left = rule.origin
        raise GameError(
            f"{rule.name}: origin is for products of rows; here the labels are part of the rule, "
            f"rows from {top} and columns from {left}"
        )
    first, second = with_origin(rule.first, origin), with_origin(rule.second, origin)
    return replace(rule, name=f"{rule.name}, labels from {origin}", first=first, second=second)
