"""Zero-sum games given by the matrices of their sequence form alone.

The row player's plan obeys ``E x = e``, the column player's ``F y = f``, and the payoff is
``x P y``. This is for matrices from elsewhere: from a book, from another program, or changed by
hand to see what a mistake does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum


@dataclass(frozen=True, eq=False)
class SequenceProgram:
    """Payoffs ``P`` by pairs of sequences, and the constraints of both plans."""

    P: Tensor
    E: Tensor
    F: Tensor
    e: tuple[Number, ...]
    f: tuple[Number, ...]

    @staticmethod
    def read(P: Any, E: Any, F: Any, e: Any = None, f: Any = None) -> SequenceProgram:
        """From nested lists; right sides are 1, 0, 0, ... unless they are given."""
        payoff, own, other = (Tensor.read(m, 2, name) for m, name in ((P, "P"), (E, "E"), (F, "F")))
        for side, name, width in ((own, "E", 0), (other, "F", 1)):
            if side.shape[1] != payoff.shape[width]:
                what = ("rows", "columns")[width]
                raise GameError(
                    f"{name} has {count_of(side.shape[1], 'column')}, but P has "
                    f"{payoff.shape[width]} {what}"
                )
        sides = []
        for given, name, side in ((e, "e", own), (f, "f", other)):
            usual = [1] + [0] * (side.shape[0] - 1)
            read = Tensor.read(usual if given is None else given, 1, name)
            if len(read.array) != side.shape[0]:
                raise GameError(
                    f"{name}: {count_of(len(read.array), 'number')} for {side.shape[0]} rows"
                )
            sides.append(tuple(read.numbers()))
        return SequenceProgram(payoff, own, other, sides[0], sides[1])

    def linear_program(self) -> LinearProgram:
        """The row player's program: its plan x, then a price for each row of F."""
        payoff, own, other = (t.numbers() for t in (self.P, self.E, self.F))
        n0, n1 = self.P.shape
        m0, m1 = len(own), len(other)
        rows = [
            [-payoff[i][j] for i in range(n0)] + [other[k][j] for k in range(m1)] for j in range(n1)
        ]
        rows += [[*row, *[Fraction(0)] * m1] for row in own]
        return LinearProgram.read(
            [0] * n0 + list(self.f),
            rows,
            ["<="] * n1 + ["="] * m0,
            [0] * n1 + list(self.e),
            lower=[0] * n0 + [None] * m1,
            variables=[f"x{i}" for i in range(n0)] + [f"q{k}" for k in range(m1)],
        )

    def solve(self) -> SequenceSolution:
        """The value, both plans, and what each information set is worth to the other side."""
        optimum = self.linear_program().solve()
        if not isinstance(optimum, Optimum):
            raise GameError(
                f"these matrices are not those of a sequence form: the program is {optimum.status}"
            )
        n0, n1 = self.P.shape
        return SequenceSolution(
            self,
            optimum.value,
            optimum.x[:n0],
            tuple(optimum.dual[:n1]),
            tuple(optimum.dual[n1:]),
            optimum.x[n0:],
        )

    def ranges(self, player: int = 0) -> tuple[tuple[Number, Number], ...]:
        """Between which numbers each weight of a player's optimal plans lies."""
        return call(self, "weight_ranges", player)


@dataclass(frozen=True, eq=False)
class SequenceSolution(Solution, kind="sequence-solution"):
    """Plans x and y with their value, and prices p and q that prove it."""

    program: SequenceProgram
    value: Number
    x: tuple[Number, ...]
    y: tuple[Number, ...]
    p: tuple[Number, ...]
    """What each of the row player's information sets is worth to it against y."""
    q: tuple[Number, ...]
    """What the row player gets at each of the column player's information sets against x."""

    @property
    def game(self) -> SequenceProgram:
        """The matrices that it solves."""
        return self.program

    @property
    def method(self) -> str:
        return "the linear program of the sequence form"

    @property
    def exact(self) -> bool:
        return all(not isinstance(v, float) for v in (self.value, *self.x, *self.y))

    @classmethod
    def from_json(cls, game: SequenceProgram, data: dict[str, Any]) -> SequenceSolution:
        claim = Claim(data)
        rows = (tuple(claim.numbers(name)) for name in ("x", "y", "p", "q"))
        return cls(game, claim.number("value"), *rows)

    def __str__(self) -> str:
        return f"value {show(self.value)}\nx {show_all(self.x)}\ny {show_all(self.y)}"

    def to_json(self) -> dict[str, Any]:
        rows = {"x": self.x, "y": self.y, "p": self.p, "q": self.q}
        return {
            "kind": self.kind,
            "value": plain(self.value),
            **{name: [plain(v) for v in row] for name, row in rows.items()},
            "method": self.method,
        }


def solve_sequence_form(P: Any, E: Any, F: Any, e: Any = None, f: Any = None) -> SequenceSolution:
    """Solve a zero-sum game given by payoff and constraint matrices.

    Parameters
    ----------
    P : array_like
        The payoff of each pair of sequences.
    E : array_like
        The constraints Ex = e of the first player's plans.
    F : array_like
        The constraints Fy = f of the second player's plans.
    e : array_like, optional
        The right-hand side of the first; 1, 0, 0, ... by default.
    f : array_like, optional
        The right-hand side of the second; 1, 0, 0, ... by default.

    Returns
    -------
    SequenceSolution
        The value, and a realization plan of each player.

    Examples
    --------
    >>> found = solve_sequence_form(
    ...     [[0, 0, 0], [0, 1, -1], [0, -1, 1]], [[1, 0, 0], [-1, 1, 1]], [[1, 0, 0], [-1, 1, 1]]
    ... )
    >>> str(found.value), [str(w) for w in found.x]
    ('0', ['1', '1/2', '1/2'])
    """
    return SequenceProgram.read(P, E, F, e, f).solve()
