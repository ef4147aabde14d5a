"""Answers that carry their proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from html import escape
from typing import Any

from kibitz.core.errors import GameError


@dataclass(frozen=True, slots=True)
class Check:
    """One condition that was tested, with what was found."""

    what: str
    passed: bool
    found: str = ""

    def __str__(self) -> str:
        mark = "✓" if self.passed else "✗"
        return f"{mark} {self.what}" + (f": {self.found}" if self.found else "")


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was claimed, by which theorem, and the checks that were made of it.

    >>> c = Certificate("2 + 2 = 4", "counting", (Check("two and two make four", True),))
    >>> print(c)
    2 + 2 = 4: proved by counting
      ✓ two and two make four
    >>> bool(c)
    True
    """

    claim: str
    theorem: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        return all(check.passed for check in self.checks)

    def __bool__(self) -> bool:
        return self.holds

    def require(self) -> Certificate:
        """Itself when it holds; otherwise the first failed check as an error."""
        for check in self.checks:
            if not check.passed:
                raise GameError(f"{self.claim}: false, {check.what} fails ({check.found})")
        return self

    def __str__(self) -> str:
        verdict = f"proved by {self.theorem}" if self.holds else "NOT proved"
        return "\n".join([f"{self.claim}: {verdict}", *(f"  {c}" for c in self.checks)])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def to_json(self) -> dict[str, Any]:
        checks = [{"what": c.what, "passed": c.passed, "found": c.found} for c in self.checks]
        return {
            "claim": self.claim,
            "theorem": self.theorem,
            "holds": self.holds,
            "checks": checks,
        }


class Solution(ABC):
    """A frozen answer that knows its game and can prove itself."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Keep the short form, which a dataclass would replace by all of its fields."""
        super().__init_subclass__(**keywords)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Solution.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).partition(chr(10))[0]}>"

    @abstractmethod
    def verify(self) -> Certificate:
        """Re-check the claim from the game alone, by the theorem that characterizes it."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The documented JSON shape."""

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
