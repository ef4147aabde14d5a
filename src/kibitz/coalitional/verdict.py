"""Yes or no, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.numbers import show


@dataclass(frozen=True, slots=True)
class PropertyVerdict:
    """Whether a game has a property; when it has not, the coalitions that show it.

    >>> verdict = PropertyVerdict("monotone", False, "v(A) = 2 > v(A,B) = 1", (("A",), ("A", "B")))
    >>> print(verdict)
    monotone: no, v(A) = 2 > v(A,B) = 1
    >>> bool(verdict), verdict == False
    (False, True)
    """

    name: str
    holds: bool
    why: str = ""
    witness: tuple[tuple[str, ...], ...] = ()

    def __bool__(self) -> bool:
        return self.holds

    def __eq__(self, other: object) -> bool:
        """Equal to another verdict with the same reason, or to plain True or False."""
        if isinstance(other, bool):
            return self.holds is other
        if not isinstance(other, PropertyVerdict):
            return NotImplemented
        mine = (self.name, self.holds, self.why, self.witness)
        return mine == (other.name, other.holds, other.why, other.witness)

    def __hash__(self) -> int:
        return hash(self.holds)

    def __str__(self) -> str:
        answer = "yes" if self.holds else "no"
        return f"{self.name}: {answer}" + (f", {self.why}" if self.why else "")

    def to_json(self) -> dict[str, Any]:
        return {
            "property": self.name,
            "holds": self.holds,
            "why": self.why,
            "witness": [list(names) for names in self.witness],
        }


def refuted(name: str, game: CoalitionalGame, why: str, *masks: int) -> PropertyVerdict:
    """A no, with the coalitions that show it."""
    return PropertyVerdict(name, False, why, tuple(game.members(mask) for mask in masks))


def worth_of(game: CoalitionalGame, *masks: int) -> str:
    """Worths in words, added up: ``v(A) + v(B) = 5``."""
    terms = " + ".join(f"v({game.spell(mask)})" for mask in masks)
    total = show(sum(game.value(mask) for mask in masks))
    return f"{terms} = {total}"
