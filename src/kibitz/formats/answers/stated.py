"""Claims that say more than is needed: everything that is said must be so.

A reader makes a solution of the essential part of a claim, the strategies of an equilibrium for
instance. What the claim says besides, payoffs, supports or a count, is compared with what the
solution itself says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.solution import Certificate, Check, Solution

UNSAID = frozenset(
    {"kind", "players", "title", "method", "remark", "certificate", "between", "text", "reduced"}
)
"""Keys that claim nothing about the game, or the same in other words."""
CLOSE = 1e-9
SHOWN = 4


@dataclass(frozen=True)
class Stated(Solution):
    """A solution, and a claim that may say more about it.

    >>> from kibitz import game
    >>> dilemma = game("prisoners-dilemma")
    >>> right = Stated(dilemma.pareto(), {"cells": [[0, 0], [0, 1], [1, 0]]})
    >>> right.verify().holds
    True
    >>> print(Stated(dilemma.pareto(), {"cells": [[0, 0]]}).verify().checks[-1])
    ✗ everything that is said is so: cells: 1 items are claimed, 3 are right
    """

    solution: Solution
    data: dict[str, Any]
    denied: bool = False
    """Does the claim say that the solution does not hold?"""

    def verify(self) -> Certificate:
        """Verify the solution, and compare what it says with what is claimed."""
        found = self.solution.verify()
        wrong = list(differences(self.data, self.solution.to_json()))
        more = f"; {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        same = Check("everything that is said is so", not wrong, "; ".join(wrong[:SHOWN]) + more)
        if not self.denied:
            return Certificate(found.claim, found.theorem, (*found.checks, same))
        failed = next((str(check)[2:] for check in found.checks if not check.passed), "")
        denial = Check(f"it is not so that {found.claim}", not found.holds, failed)
        return Certificate(f"not so: {found.claim}", found.theorem, (denial, same))

    def to_json(self) -> dict[str, Any]:
        return self.solution.to_json()

    def __str__(self) -> str:
        return str(self.solution)


@dataclass(frozen=True)
class Together(Solution):
    """Several claims about one game; they hold when each of them does."""

    claims: tuple[Solution, ...]

    def verify(self) -> Certificate:
        """Verify each of them."""
        proofs = [claim.verify() for claim in self.claims]
        checks = tuple(Check(proof.claim, proof.holds, proof.theorem) for proof in proofs)
        return Certificate(f"these {len(proofs)} claims hold", "the proof of each", checks)

    def to_json(self) -> dict[str, Any]:
        return {"claims": [claim.to_json() for claim in self.claims]}


def stated(
    reader: Callable[[Any, dict[str, Any]], Solution],
) -> Callable[[Any, dict[str, Any]], Stated]:
    """A reader whose solutions must agree with all that the claim says."""

    def read(noun: Any, data: dict[str, Any]) -> Stated:
        solution = reader(noun, data)
        if not (set(data) - UNSAID) & set(solution.to_json()):
            raise GameError("nothing is claimed; state the answer")
        return Stated(solution, data)

    return read


def deniable(
    reader: Callable[[Any, dict[str, Any]], Solution],
) -> Callable[[Any, dict[str, Any]], Stated]:
    """The same for claims that may say, by ``"equilibrium": false``, that something is none."""

    def read(noun: Any, data: dict[str, Any]) -> Stated:
        return Stated(reader(noun, data), data, data.get("equilibrium") is False)

    return read


def differences(claimed: Any, right: Any, path: str = "") -> Iterator[str]:
    """Where a claim differs from what is right, in words; keys on one side only do not count.

    >>> list(differences({"value": "1/2", "row": [1, 0]}, {"value": 0.5, "row": ["1", "1"]}))
    ['row[1]: 0 is claimed, 1 is right']
    """
    if isinstance(claimed, dict) and isinstance(right, dict):
        for key in claimed:
            if key in right and key not in UNSAID:
                yield from differences(claimed[key], right[key], f"{path}.{key}" if path else key)
    elif isinstance(claimed, list) and isinstance(right, list):
        yield from _in_lists(claimed, right, path)
    elif not _same(claimed, right):
        yield f"{path}: {_brief(claimed)} is claimed, {_brief(right)} is right"


def _in_lists(claimed: list[Any], right: list[Any], path: str) -> Iterator[str]:
    if len(claimed) != len(right):
        yield f"{path}: {len(claimed)} items are claimed, {len(right)} are right"
        return
    found = [
        words
        for k, (mine, other) in enumerate(zip(claimed, right, strict=True))
        for words in differences(mine, other, f"{path}[{k}]")
    ]
    if found and all(isinstance(item, dict) for item in (*claimed, *right)):
        rest = list(right)
        for item in claimed:
            place = next((k for k, x in enumerate(rest) if not any(differences(item, x))), None)
            if place is None:
                break
            del rest[place]
        else:
            return
    yield from found


def _same(claimed: Any, right: Any) -> bool:
    if isinstance(claimed, bool) or isinstance(right, bool):
        return claimed is right
    a, b = _number(claimed), _number(right)
    if a is None or b is None:
        return bool(claimed == right)
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    return abs(float(a) - float(b)) <= CLOSE * (1 + abs(float(b)))


def _number(x: Any) -> Fraction | float | None:
    if isinstance(x, dict) and "about" in x:
        return _number(x["about"])
    if isinstance(x, float):
        return x
    if not isinstance(x, (int, str)):
        return None
    try:
        return Fraction(x)
    except (ValueError, ZeroDivisionError):
        return None


def _brief(x: Any) -> str:
    words = str(x)
    return words if len(words) <= 30 else words[:30] + "..."
