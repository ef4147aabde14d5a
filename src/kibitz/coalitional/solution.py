"""Answers that give every player a payoff, and what they all share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.explanation import Explanation
from kibitz.core.numbers import Number, magnitude, plain, show
from kibitz.core.picture import Picture
from kibitz.core.solution import Check, Solution

ROUNDING = 1e-9
"""How far, relative to the largest worth, a floating-point answer may be off."""


@dataclass(frozen=True)
class Allocation(Solution):
    """One payoff for each player, the method that found it, and its working for ``explain``.

    Subclasses name the concept and say in :meth:`verify` what characterizes it.
    """

    concept: ClassVar[str]
    """What it is called, such as ``"Shapley value"``; its JSON kind is this in small letters."""
    verbs_in: ClassVar[str] = "kibitz.coalitional.verbs"

    game: CoalitionalGame
    payoffs: tuple[Number, ...]
    method: str
    working: Any = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        return all(isinstance(x, Fraction) for x in self.payoffs)

    @property
    def total(self) -> Number:
        return sum(self.payoffs, Fraction(0))

    @property
    def by_player(self) -> dict[str, Number]:
        return dict(zip(self.game.players, self.payoffs, strict=True))

    def __getitem__(self, player: Any) -> Number:
        return self.payoffs[self.game.position(player)]

    def __iter__(self) -> Iterator[Number]:
        return iter(self.payoffs)

    def __len__(self) -> int:
        return len(self.payoffs)

    def excess(self, *names: Any) -> Number:
        """What a coalition could earn beyond what it is given: v(S) - x(S)."""
        mask = self.game.mask(*names)
        return self.game.value(mask) - sum((self.payoffs[i] for i in members(mask)), Fraction(0))

    def explain(self) -> Explanation:
        """The derivation, from the working of the method that was run."""
        from kibitz.coalitional.explain import explain_allocation

        return explain_allocation(self)

    def draw(self) -> Picture:
        """The payoffs: in the imputation triangle for three players, as bars otherwise."""
        from kibitz.coalitional.draw import draw_allocations

        return draw_allocations(self.game, [self])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.concept.lower().replace(" ", "-"),
            "players": list(self.game.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "exact": self.exact,
            "method": self.method,
        }

    def __str__(self) -> str:
        width = max(map(len, self.game.players))
        lines = [f"  {name:<{width}}  {show(x)}" for name, x in self.by_player.items()]
        return "\n".join([self.concept, *lines, f"found by {self.method}"])

    def _repr_html_(self) -> str:
        return self.draw().html()


def slack(game: CoalitionalGame, payoffs: tuple[Number, ...]) -> Number:
    """How far numbers may be apart that should be equal: nothing when all is exact."""
    if game.exact and all(isinstance(x, Fraction) for x in payoffs):
        return Fraction(0)
    return ROUNDING * max(1e-300, float(abs(game.worths.floats()).max()))


def agree(what: str, found: Number, wanted: Number, tolerance: Number) -> Check:
    """A check that two numbers are the same.

    >>> print(agree("the payoffs add up to v(N)", Fraction(3), Fraction(7, 2), Fraction(0)))
    ✗ the payoffs add up to v(N): 3, not 7/2
    """
    good = magnitude(found - wanted) <= tolerance
    return Check(what, good, show(found) + ("" if good else f", not {show(wanted)}"))


def agree_all(
    what: str,
    names: tuple[str, ...],
    found: tuple[Number, ...],
    wanted: tuple[Number, ...],
    tolerance: Number,
) -> Check:
    """A check that two vectors are the same; it names the first place where they are not."""
    for name, x, y in zip(names, found, wanted, strict=True):
        if magnitude(x - y) > tolerance:
            return Check(what, False, f"{name} has {show(x)}, not {show(y)}")
    return Check(what, True, ", ".join(show(x) for x in wanted) if len(wanted) <= 8 else "")
