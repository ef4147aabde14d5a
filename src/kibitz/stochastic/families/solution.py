"""The answer to a family of games: a value for every n, by a formula, a recursion or bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.surd import plain_point
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.numbers import Number, show
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.stochastic.families.closed_form import ClosedForm
from kibitz.stochastic.families.family import GameFamily, shifted_point
from kibitz.stochastic.families.ladder import increments, slope
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.show import write, write_all
from kibitz.stochastic.solution import StochasticSolution


@dataclass(frozen=True)
class FamilySolution(Solution):
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
        """The value of the first state at another n."""
        if self.increments is not None:
            a = slope(self.family)
            assert a is not None
            return shifted_point(self.increments.value_list[0], a * n)
        from kibitz.stochastic.families.solve import solve_family

        return solve_family(self.family.at(n)).value

    def verify(self) -> Certificate:
        """Check the formula, the recursion or the bounds from the rule alone."""
        claim = f"the value of {next(iter(self.values))} is {write(self.value)}"
        if self.increments is not None:
            return Certificate(claim, "the increments do not depend on n", self._ladder())
        if self.brackets:
            return Certificate(claim, "both ends of a finite part", self._bracketed())
        return Certificate(claim, "induction on n", self._recursion())

    def _ladder(self) -> tuple[Check, ...]:
        a = slope(self.family)
        if a is None or self.increments is None:
            return (Check("the rule is the same for every n but for a multiple of n", False),)
        proof = self.increments.verify()
        same = increments(self.family, a) == self.increments.game
        at = [shifted_point(x, a * self.family.n) for x in self.increments.value_list]
        return (
            Check("the rule is the same for every n but for a multiple of n", True),
            Check("the increments are those of the rule", same),
            *proof.checks,
            Check("the values are a n plus the increments", at == list(self.value_list)),
        )

    def _recursion(self) -> tuple[Check, ...]:
        good = all(
            pivot(self.family.cells(name, n, self.known)).value == x
            for (name, n), x in self.known.items()
            if (name, n) not in self.family.members
        )
        stated = [self.known.get((name, self.family.n)) for name in self.family.names]
        given = all(
            pivot([list(row) for row in rows]).value == self.known[key]
            for key, rows in self.family.members.items()
            if key in self.known
        )
        checks = [
            Check("each member is worth what its matrix with the smaller ones in place is", good),
            Check("the members that are given are worth their own matrices", given),
            Check("the values are those of the recursion", stated == list(self.value_list)),
        ]
        if self.closed is not None:
            (name,) = self.family.names
            fits = all(
                self.closed.value(Fraction(n)) == x
                for (_, n), x in self.known.items()
                if n >= self.closed.first
            )
            start = f"{name}({self.closed.first})"
            checks += [
                Check("the formula agrees with the first members", fits),
                Check(f"by induction it holds from {start} on", self.closed.holds(self.family)),
            ]
        return tuple(checks)

    def _bracketed(self) -> tuple[Check, ...]:
        from kibitz.stochastic.families.truncation import bracket, end_values

        last, _, _ = self.brackets[-1]
        ends = end_values(self.family)
        low, high = (bracket(self.family, last, end)[0] for end in ends)
        inside = low - 1e-9 <= float(self.value) <= high + 1e-9
        close = high - low <= 2 * float(self.bound) + 1e-9
        return (
            Check("the value lies between those with a low and a high end", inside),
            Check("these are as close as the bound says", close),
        )

    def explain(self) -> Explanation:
        """The rule, how it was solved, and the first values."""
        steps = [Step("The rule", str(self.family))]
        if self.increments is not None:
            a = slope(self.family)
            assert a is not None
            steps.append(
                Step(
                    "Increments",
                    f"Put V(n) = {Polynomial.of([0, a]).write('n')} + c: n drops out of every cell "
                    f"and c is the value of\n{self.increments.game}\n{self.increments}",
                )
            )
        elif self.known:
            rows = tuple((f"{k}({n})", write(x)) for (k, n), x in sorted(self.known.items())[:16])
            steps.append(
                Step(
                    "From the smallest n on",
                    "With the values of the members before in place each is a matrix game.",
                    TextTable(("game", "value"), rows),
                )
            )
        if self.brackets:
            lines = tuple((str(k), f"{a:.9f}", f"{b:.9f}") for k, a, b in self.brackets)
            steps.append(
                Step(
                    "Cut off",
                    "Whatever lies farther than this pays as little, and as much, as it can.",
                    TextTable(("steps", "low end", "high end"), lines),
                )
            )
        steps.append(Step("The answer", str(self)))
        return Explanation(self.family.title or "A family of games", tuple(steps))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "family-solution",
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
        }

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
        return "\n".join([*lines, f"{scope}{close}found by {self.method}"])


def _sum(lead: str, x: Any) -> str:
    """``n`` and a number, ``n-1+sqrt(2)``."""
    text = write(x)
    if not lead:
        return text
    if x == 0:
        return lead
    return f"{lead}{text}" if text.startswith("-") else f"{lead}+{text}"
