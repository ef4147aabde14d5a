"""An infinite game cut off at n: always a matrix game with a value, and often a misleading one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Solution
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.infinite.game import InfiniteGame, positive
from kibitz.zero_sum.solution import MatrixSolution

MOST = 1000
WARNING = "values of truncated games prove nothing about the infinite one, which may have no value"


@dataclass(frozen=True)
class Truncations(Solution, kind="truncations"):
    """The solutions of some truncations. Whether they say anything must be proved separately."""

    game: InfiniteGame
    sizes: tuple[int, ...]
    solutions: tuple[MatrixSolution, ...]
    warning: str = WARNING
    method: ClassVar[str] = "solving truncated games"

    @property
    def exact(self) -> bool:
        """Whether the values of the truncated games are exact."""
        return all(solution.exact for solution in self.solutions)

    @property
    def values(self) -> tuple[Number, ...]:
        return tuple(s.value for s in self.solutions)

    def __str__(self) -> str:
        pairs = zip(self.sizes, self.values, strict=True)
        lines = [f"on 1..{n}: value {show(value)}" for n, value in pairs]
        return "\n".join([*lines, f"warning: {self.warning}"])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "sizes": list(self.sizes),
            "values": [plain(v) for v in self.values],
            "solutions": [
                {"row": [plain(x) for x in s.row], "column": [plain(x) for x in s.column]}
                for s in self.solutions
            ],
            "warning": self.warning,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: InfiniteGame, data: dict[str, Any]) -> Truncations:
        claim = Claim(data)
        sizes = tuple(positive(n, "sizes") for n in claim.items("sizes"))
        parts = zip(claim.items("values", len(sizes)), claim.parts("solutions"), strict=True)
        solved = tuple(
            MatrixSolution.from_json(truncation(game, n), {**part.data, "value": value})
            for n, (value, part) in zip(sizes, parts, strict=True)
        )
        return cls(game, sizes, solved)


@extends(InfiniteGame)
def truncation(game: InfiniteGame, n: int, columns: int | None = None) -> MatrixGame:
    """The matrix game in which only the numbers 1..n may be named.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.
    n : int
        The largest number of the row player.
    columns : int, optional
        The largest number of the column player; n by default.

    Returns
    -------
    MatrixGame
        The finite game.

    Examples
    --------
    >>> from kibitz.zero_sum.infinite.rules import larger_integer
    >>> truncation(larger_integer(), 3)
    matrix('0 -1 -1; 1 0 -1; 1 1 0')
    """
    height, width = positive(n, "the size"), positive(n if columns is None else columns, "the size")
    if max(height, width) > MOST:
        raise GameError(f"a truncation to {max(height, width)} numbers; the limit is {MOST}")
    rows, across = range(1, height + 1), range(1, width + 1)
    payoffs = [[game.rule.payoff(i, j) for j in across] for i in rows]
    return matrix(payoffs, list(rows), list(across), game.title)


def truncations(game: InfiniteGame, sizes: Sequence[int] = (1, 2, 3, 5, 8, 13)) -> Truncations:
    """Solve a family of truncations.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.
    sizes : sequence[int], default (1, 2, 3, 5, 8, 13)
        The largest numbers allowed.

    Returns
    -------
    Truncations
        The solutions, size by size.

    Examples
    --------
    >>> from kibitz.zero_sum.infinite.rules import larger_integer
    >>> print(truncations(larger_integer(), (2, 5)))
    on 1..2: value 0
    on 1..5: value 0
    warning: values of truncated games prove nothing about the infinite one, ...
    """
    solved = tuple(truncation(game, n).solve() for n in sizes)
    return Truncations(game, tuple(map(int, sizes)), solved)
