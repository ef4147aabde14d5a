"""The answer to a family of games: a value for every n, by a formula, a recursion or bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.point_json import point
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.surd import plain_point
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.numbers import Number, number, show
from kibitz.core.solution import Solution
from kibitz.stochastic.families.bounds import end_values, slope
from kibitz.stochastic.families.closed_form import ClosedForm
from kibitz.stochastic.families.family import GameFamily, shifted_point
from kibitz.stochastic.families.truncation import bracket
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.show import write, write_all
from kibitz.stochastic.solution import StochasticSolution


@dataclass(frozen=True)
class FamilySolution(Solution, kind="family-solution"):
    """Values by state; ``formula`` where one holds for all n.

    >>> from kibitz.stochastic.families.family import game_family
    >>> solved = game_family("G(n): n+3, n+2; n+1, G(n+1)", endless=0, n=4).solve()
    >>> print(solved.formula, float(solved.value), solved.verify().holds)
    n+1+sqrt(2) 6.414213562373095 True
    """

    family: GameFamily
    value_list: tuple[Any, ...]
    """The values of all states at the n that is asked for."""
    row_list: tuple[tuple[Any, ...], ...]
    column_list: tuple[tuple[Any, ...], ...]
    method: str
    bound: Number = Fraction(0)
    increments: StochasticSolution | None = None
    closed: ClosedForm | None = None
    known: Mapping[tuple[str, int], Fraction] = field(default_factory=dict, repr=False)
    """Members that were solved on the way."""
    brackets: tuple[tuple[int, float, float], ...] = ()
    """How far the family was followed, and the value with a low and a high end."""
    claimed: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What proves it, where it was read from JSON."""

    @property
    def game(self) -> GameFamily:
        return self.family

    @property
    def exact(self) -> bool:
        return self.bound == 0

    @property
    def value(self) -> Any:
        return self.value_list[0]

    @property
    def values(self) -> dict[str, Any]:
        return {
            f"{name}({self.family.n})": x
            for name, x in zip(self.family.names, self.value_list, strict=True)
        }

    @property
    def strategies(self) -> dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]]:
        sides = zip(self.row_list, self.column_list, strict=True)
        return dict(zip(self.values, sides, strict=True))

    @property
    def formula(self) -> str:
        """The value as a function of n, where one is proved; empty otherwise."""
        return self.formulas.get(self.family.names[0], "")

    @property
    def formulas(self) -> dict[str, str]:
        """A formula for every state."""
        if self.increments is not None:
            a = slope(self.family)
            assert a is not None
            lead = Polynomial.of([0, a]).write("n") if a else ""
            return {name: _sum(lead, x) for name, x in self.increments.values.items()}
        if self.closed is not None:
            return {self.family.names[0]: self.closed.value.write("n")}
        return {}

    def value_at(self, n: int) -> Any:
        """The value of the first state at another n.

        Parameters
        ----------
        n : int
            The parameter of the family.

        Returns
        -------
        number
            The value; at once where a formula holds for all n, otherwise by solving that
            member.
        """
        if self.increments is not None:
            a = slope(self.family)
            assert a is not None
            return shifted_point(self.increments.value_list[0], a * n)
        return self.family.at(n).solve().value

    def explain(self) -> Explanation:
        """The rule, how it was solved, and the first values."""
        steps = [Step("The rule", str(self.family))]
        if self.increments is not None:
            a = slope(self.family)
            assert a is not None
            steps.append(
                Step(
                    "Increments",
                    f"Let V(n) = {Polynomial.of([0, a]).write('n')} + c: n drops out of every cell "
                    f"and c is the value of\n{self.increments.game}\n{self.increments}",
                )
            )
        elif self.known:
            rows = tuple((f"{k}({n})", write(x)) for (k, n), x in sorted(self.known.items())[:16])
            steps.append(
                Step(
                    "From the smallest n on",
                    "With the values of smaller members substituted, each is a matrix game.",
                    TextTable(("game", "value"), rows),
                )
            )
        if self.brackets:
            lines = tuple((str(k), f"{a:.9f}", f"{b:.9f}") for k, a, b in self.brackets)
            steps.append(
                Step(
                    "Cut off",
                    "Members with larger n are bounded by the least and the greatest payoff.",
                    TextTable(("steps", "low end", "high end"), lines),
                )
            )
        steps.append(Step("The answer", str(self)))
        return Explanation(self.family.title or "A family of games", tuple(steps))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "n": self.family.n,
            "value": plain_point(self.value),
            "values": {name: plain_point(x) for name, x in self.values.items()},
            "formula": self.formula or None,
            "formulas": self.formulas,
            "strategies": {
                name: [[plain_point(x) for x in side] for side in sides]
                for name, sides in self.strategies.items()
            },
            "exact": self.exact,
            "bound": plain_point(self.bound),
            "method": self.method,
            **self._witness(),
        }

    def _witness(self) -> dict[str, Any]:
        """What proves the values: those of the increments, or of all smaller members."""
        if self.claimed:
            return dict(self.claimed)
        if self.increments is not None:
            return {"increments": self.increments.to_json()}
        if self.brackets:
            last = self.brackets[-1][0]
            ends = [bracket(self.family, last, end)[1].to_json() for end in end_values(self.family)]
            return {"cut": {"last": last, "ends": ends}}
        members = {}
        for (name, n), value in self.known.items():
            if n <= self.family.n:
                rows = self.family.members.get((name, n))
                held = [list(x) for x in rows] if rows else self.family.cells(name, n, self.known)
                solved = pivot(held)
                members[f"{name}({n})"] = {
                    "value": plain_point(value),
                    "row": [plain_point(x) for x in solved.row],
                    "column": [plain_point(x) for x in solved.column],
                }
        return {"members": members} if members else {}

    @classmethod
    def from_json(cls, family: GameFamily, data: dict[str, Any]) -> FamilySolution:
        claim = Claim(data)
        asked = replace(family, n=claim.count("n")) if "n" in claim else family
        values, rows, columns = [], [], []
        for name in asked.names:
            at = f"{name}({asked.n})"
            for key in ("values", "strategies"):
                if not isinstance(claim.raw(key), dict) or at not in claim.raw(key):
                    raise GameError(f"{key}: {at} is missing")
            pair = claim.raw("strategies")[at]
            if not isinstance(pair, list) or len(pair) != 2:
                raise GameError(f"strategies: {at} needs a list for each player")
            values.append(point(claim.raw("values")[at], "values"))
            rows.append(tuple(point(x, "strategies") for x in pair[0]))
            columns.append(tuple(point(x, "strategies") for x in pair[1]))
        bound = number(data.get("bound", 0), "bound")
        fields = (tuple(values), tuple(rows), tuple(columns))
        proofs = ("formula", "formulas", "increments", "members", "cut")
        claimed = {key: data[key] for key in proofs if key in data}
        return cls(asked, *fields, str(data.get("method", "")), bound, claimed=claimed)

    def __str__(self) -> str:
        lines = []
        everywhere = self.increments is not None
        names = [f"{name}(n)" for name in self.family.names] if everywhere else list(self.values)
        shown = list(self.formulas.values()) if everywhere else [write(x) for x in self.value_list]
        width = max(map(len, names))
        for name, text, *sides in zip(names, shown, self.row_list, self.column_list, strict=True):
            lines.append(f"{name:<{width}}  value {text}")
            lines += [
                f"{'':<{width}}  {player:<2}  {write_all(side)}"
                for player, side in zip(("I", "II"), sides, strict=True)
                if len(side) > 1
            ]
        if self.formula and not everywhere:
            assert self.closed is not None
            lines.append(f"{self.formula} for every n from {self.closed.first} on")
        if everywhere and self.formula != write(self.value):
            lines.append(f"{names[0].replace('(n)', f'({self.family.n})')} = {write(self.value)}")
        scope = "for every n; " if everywhere else ""
        close = "" if self.exact else f"within {show(self.bound)}; "
        if self.increments is not None and not all(self.increments.optimal_for):
            lines.append(self.increments.nearly_optimal())
        return "\n".join([*lines, f"{scope}{close}found by {self.method}"])


def _sum(lead: str, x: Any) -> str:
    """``n`` and a number, ``n-1+sqrt(2)``."""
    text = write(x)
    if not lead:
        return text
    if x == 0:
        return lead
    return f"{lead}{text}" if text.startswith("-") else f"{lead}+{text}"
