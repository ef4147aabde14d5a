"""Stated preferences: can any utility explain them, and if not, what is the contradiction?

Statements "P is better than Q" and "P is as good as Q" about lotteries are linear inequalities for
the utilities of the outcomes. One exact linear program finds utilities that satisfy them with as
much room as possible; where there are none, its dual solution combines the statements to one that
says that a lottery is better than itself: a sure loss. Exact; one linear program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.core.solution import Solution
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum
from kibitz.utility.expected_utility import Utility
from kibitz.utility.expected_utility import utility as read_utility
from kibitz.utility.lottery import Lottery, lottery

_SIGN = re.compile(r"(>=|≽|⪰|>|≻|<=|≼|⪯|<|≺|~|∼)")
BETTER, GOOD, SAME = "≻", "≽", "~"
_MEANING = {">": BETTER, "≻": BETTER, ">=": GOOD, "≽": GOOD, "⪰": GOOD, "~": SAME, "∼": SAME}
_TURNED = {"<": BETTER, "≺": BETTER, "<=": GOOD, "≼": GOOD, "⪯": GOOD}


@dataclass(frozen=True)
class Statement:
    """One lottery is better than another (≻), at least as good (≽), or as good (~)."""

    first: Lottery
    sign: str
    second: Lottery

    def __str__(self) -> str:
        return f"{self.first} {self.sign} {self.second}"


@dataclass(frozen=True)
class Consistency(Solution, kind="consistency"):
    """Utilities that explain all statements, or weights that turn them into a contradiction.

    >>> print(consistency(["A > B", "B > C", "1/2 A + 1/2 C > B"]))
    consistent: u(A) = 1   u(B) = 1/4   u(C) = 0
    >>> verdict = consistency(["A > B", "1/2 B + 1/2 C > 1/2 A + 1/2 C"])
    >>> print(verdict)
    no utility explains these preferences
      1 ×  A ≻ B
      2 ×  1/2 B + 1/2 C ≻ 1/2 A + 1/2 C
    together they say that a lottery is better than itself
    >>> verdict.verify().holds
    True
    """

    game: ClassVar[None] = None
    how: ClassVar[str] = "linear programming"

    statements: tuple[Statement, ...]
    utility: Utility | None
    weights: tuple[Fraction, ...] | None

    @property
    def consistent(self) -> bool:
        return self.utility is not None

    def __bool__(self) -> bool:
        return self.consistent

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "statements": [str(s) for s in self.statements],
            "consistent": self.consistent,
            "utilities": None if self.utility is None else self.utility.to_json()["utilities"],
            "contradiction": None
            if self.weights is None
            else [
                {"weight": show(w), "statement": str(s)}
                for w, s in zip(self.weights, self.statements, strict=True)
                if w
            ],
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> Consistency:
        claim = Claim(data)
        stated = read_preferences(claim.items("statements"))
        if claim.flag("consistent"):
            return cls(stated, read_utility(dict(claim.part("utilities").data)), None)
        given = {p.text("statement"): exact(p.raw("weight")) for p in claim.parts("contradiction")}
        return cls(stated, None, tuple(given.get(str(s), Fraction(0)) for s in stated))

    def __str__(self) -> str:
        if self.utility is not None:
            return f"consistent: {self.utility}"
        lines = ["no utility explains these preferences"]
        for w, s in zip(self.weights or (), self.statements, strict=True):
            if w:
                lines.append(f"  {show(w)} ×  {s}")
        return "\n".join([*lines, "together they say that a lottery is better than itself"])


def consistency(statements: Any) -> Consistency:
    """Find a utility that explains stated preferences, or prove that there is none.

    Parameters
    ----------
    statements : str or sequence
        Comparisons of lotteries, such as ``"A > 1/2 B + 1/2 C"``.

    Returns
    -------
    Consistency
        A utility, or the statements that contradict each other.

    Notes
    -----
    Cost: one linear program.
    """
    read = read_preferences(statements)
    if not read:
        raise GameError("no statement was given; write A > B, or C ~ 1/2 A + 1/2 B")
    names = _names(read)
    answer = _program(read, names).solve()
    assert isinstance(answer, Optimum), "all variables lie between 0 and 1, and all can be 0"
    room = exact(answer.x[-1])
    strict = any(s.sign == BETTER for s in read)
    if room > 0 or not strict:
        values = [exact(x) for x in answer.x[: len(names)]]
        return Consistency(read, _scaled(names, values), None)
    dual = [exact(y) for y in answer.dual[: len(read)]]
    signed = [y if s.sign == SAME else abs(y) for y, s in zip(dual, read, strict=True)]
    return Consistency(read, None, _whole(signed, read, names))


def read_preferences(given: Any) -> tuple[Statement, ...]:
    """Statements from texts such as ``"A > B"``, chains ``"A > B ~ C"``, or triples."""
    if isinstance(given, str):
        given = _apart(given)
    if not isinstance(given, Iterable):
        raise GameError(f"{given!r} is not a list of preferences such as 'A > B'")
    given = [part for one in given for part in (_apart(one) if isinstance(one, str) else [one])]
    found: list[Statement] = []
    for item in given:
        pieces = _SIGN.split(item) if isinstance(item, str) else list(item)
        if len(pieces) == 2:
            pieces = [pieces[0], ">", pieces[1]]
        if len(pieces) < 3 or len(pieces) % 2 == 0:
            raise GameError(f"{item!r} is not a preference; write A > B, A >= B or A ~ B")
        sides = [lottery(side) for side in pieces[::2]]
        for left, sign, right in zip(sides, pieces[1::2], sides[1:], strict=False):
            found.append(_read_one(left, str(sign).strip(), right))
    return tuple(found)


def _apart(text: str) -> list[str]:
    return [part for part in re.split(r";|,|\n", text) if part.strip()]


def _read_one(left: Lottery, sign: str, right: Lottery) -> Statement:
    if sign in _TURNED:
        return Statement(right, _TURNED[sign], left)
    if sign not in _MEANING:
        raise GameError(f"the sign is {sign!r}; it must be one of > >= ~ <= <")
    return Statement(left, _MEANING[sign], right)


def _names(statements: Iterable[Statement]) -> list[str]:
    both = [x for s in statements for x in (s.first, s.second)]
    return list(dict.fromkeys(name for x in both for name in x.outcomes))


def _program(statements: tuple[Statement, ...], names: list[str]) -> LinearProgram:
    """Maximize the room that every strict preference leaves, with utilities from 0 to 1."""
    rows, senses, bounds = [], [], []
    for s in statements:
        strict = Fraction(int(s.sign == BETTER))
        rows.append([*(s.second[n] - s.first[n] for n in names), strict])
        senses.append("=" if s.sign == SAME else "<=")
        bounds.append(Fraction(0))
    for k in range(len(names) + 1):
        rows.append([Fraction(int(k == j)) for j in range(len(names) + 1)])
        senses.append("<=")
        bounds.append(Fraction(1))
    objective = [Fraction(0)] * len(names) + [Fraction(1)]
    return LinearProgram.read(objective, rows, senses, bounds)


def _scaled(names: list[str], values: list[Fraction]) -> Utility:
    low, high = min(values), max(values)
    span = high - low or Fraction(1)
    return Utility(tuple((n, (u - low) / span) for n, u in zip(names, values, strict=True)))


def _whole(
    weights: list[Fraction], statements: tuple[Statement, ...], names: list[str]
) -> tuple[Fraction, ...]:
    """Whole multiples, without a common factor."""
    bottom = lcm(*(w.denominator for w in weights)) if weights else 1
    tops = [int(w * bottom) for w in weights]
    common = gcd(*tops) or 1
    scaled = tuple(Fraction(t // common) for t in tops)
    for turn in (
        scaled,
        tuple(-w if s.sign == SAME else w for w, s in zip(scaled, statements, strict=True)),
    ):
        if all(
            sum(w * (s.first[n] - s.second[n]) for w, s in zip(turn, statements, strict=True)) == 0
            for n in names
        ):
            return turn
    return scaled
