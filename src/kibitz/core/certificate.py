"""Certificates: what was claimed, and the checks that were made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from kibitz.core import index
from kibitz.core.display import Displayable, text_to_markdown
from kibitz.core.errors import GameError, did_you_mean

CHECKERS: dict[str, Callable[[Any, Mapping[str, Any]], Certificate]] = {}
"""What looks at a claim, by its kind; :func:`kibitz.core.claim.checks` fills it."""


def check(game: Any, data: Any) -> Certificate:
    """Check what the JSON of an answer claims about a game, by the checker for its kind."""
    if not isinstance(data, Mapping):
        raise GameError(f"expected the JSON object of an answer, found {type(data).__name__}")
    kind = str(data.get("kind") or getattr(game, "usual_answer", ""))
    if kind not in CHECKERS and not index.load("CHECKERS", kind):
        if kind in index.table("ANSWERS"):
            raise GameError(f"kind: {kind!r} has no checker; add one in proof/kinds/")
        near = did_you_mean(kind, index.table("CHECKERS"))
        raise GameError(f"kind: unknown kind of answer {kind!r}{near}")
    return CHECKERS[kind](game, data)


@dataclass(frozen=True, slots=True)
class Check:
    """One condition that was tested, with what was found."""

    what: str
    passed: bool
    found: str = ""

    def __str__(self) -> str:
        mark = "✓" if self.passed else "✗"
        return f"{mark} {self.what}" + (f": {self.found}" if self.found else "")


NO_THEOREM = "no theorem"
"""How the theorem begins where nothing proves what was found; the reason may follow."""


@dataclass(frozen=True, slots=True)
class Certificate(Displayable):
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
    unproved: tuple[str, ...] = ()
    """What the answer also claims without proof."""

    @property
    def holds(self) -> bool:
        return all(check.passed for check in self.checks)

    def __bool__(self) -> bool:
        return self.holds

    @property
    def verdict(self) -> str:
        """By what it is proved, or that it is not."""
        if not self.holds:
            return "NOT proved"
        reason = self.theorem.removeprefix(NO_THEOREM)
        return f"proved by {reason}" if reason == self.theorem else f"found, not proved{reason}"

    def require(self) -> Certificate:
        """Itself when it holds; otherwise the first failed check as an error."""
        for check in self.checks:
            if not check.passed:
                raise GameError(f"{self.claim}: false, {check.what} fails ({check.found})")
        return self

    def repeats(self, given: Any) -> bool:
        """Whether JSON says of the claim and its checks what this certificate says."""
        mine = {key: x for key, x in self.to_json().items() if key != "unproved"}
        return isinstance(given, Mapping) and mine == {key: given.get(key) for key in mine}

    def __str__(self) -> str:
        lines = [f"{self.claim}: {self.verdict}", *(f"  {c}" for c in self.checks)]
        if self.unproved:
            lines.append(f"  found, not proved: {'; '.join(self.unproved)}")
        return "\n".join(lines)

    def prose(self) -> str:
        """The same as a sentence of a text, which begins with a capital letter."""
        words = str(self)
        return words[:1].upper() + words[1:]

    def _repr_html_(self) -> str:
        items = "".join(
            f"<li style='color:{'green' if c.passed else 'red'}'>{escape(str(c))}</li>"
            for c in self.checks
        )
        rest = (
            f"<p>found, not proved: {escape('; '.join(self.unproved))}</p>" if self.unproved else ""
        )
        head = f"<p><b>{escape(self.claim)}: {escape(self.verdict)}</b></p>"
        return f"{head}<ul style='list-style:none'>{items}</ul>{rest}"

    def _repr_markdown_(self) -> str:
        return text_to_markdown(str(self))

    def to_json(self) -> dict[str, Any]:
        checks = [{"what": c.what, "passed": c.passed, "found": c.found} for c in self.checks]
        data: dict[str, Any] = {"claim": self.claim, "theorem": self.theorem}
        data |= {"holds": self.holds, "checks": checks}
        return {**data, "unproved": list(self.unproved)} if self.unproved else data
