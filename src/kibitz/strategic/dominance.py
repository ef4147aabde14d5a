"""Dominated strategies, by pure and by mixed ones, and their iterated removal.

A row is dominated by a mixture of other rows that pays at least as much against every column
(strictly: more against every column); a column by a mixture that concedes at most as much.
Removal never changes the value; strict removal keeps every optimal strategy, weak removal may
lose some, and what it leaves can depend on the order. Ferguson II.2.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.tensor import Array, Tensor
from kibitz.strategic.expected_payoff import product
from kibitz.strategic.game import MatrixGame
from kibitz.strategic.mixture import Mixture, support
from kibitz.strategic.simplex import simplex
from kibitz.strategic.solution import MatrixSolution

Side = Literal["row", "column"]


@dataclass(frozen=True)
class Domination:
    """One dominated strategy and its witness; positions count from 0 in the game as given."""

    side: Side
    index: int
    by: tuple[tuple[int, Number], ...]
    strict: bool

    @property
    def pure(self) -> bool:
        return len(self.by) == 1

    def sentence(self, game: MatrixGame) -> str:
        """In words, with the game's own labels."""
        labels = game.rows if self.side == "row" else game.columns
        how = "strictly dominated" if self.strict else "dominated"
        if self.pure:
            witness = f"{self.side} {labels[self.by[0][0]]}"
        else:
            witness = "the mixture " + " + ".join(
                f"{show(w)} × {self.side} {labels[k]}" for k, w in self.by
            )
        return f"{self.side} {labels[self.index]} is {how} by {witness}"


@dataclass(frozen=True)
class Elimination:
    """What was removed, in order, and which rows and columns remain."""

    game: MatrixGame
    removals: tuple[Domination, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def reduced(self) -> MatrixGame:
        return self.game.restrict(self.rows, self.columns)

    def __str__(self) -> str:
        lines = [r.sentence(self.game) for r in self.removals] or ["nothing is dominated"]
        return "\n".join(lines)


def dominated(game: MatrixGame, mixed: bool = True) -> tuple[Domination, ...]:
    """Every dominated row and column of the game as it stands, each with a witness.

    >>> from kibitz import matrix
    >>> game = matrix("0 4 6; 5 7 4; 9 6 3")
    >>> [d.sentence(game) for d in dominated(game)]
    ['column 2 is strictly dominated by the mixture 5/12 × column 1 + 7/12 × column 3']
    """
    view = _View(game, tuple(range(game.shape[0])), tuple(range(game.shape[1])))
    return tuple(view.find("row", mixed, False)) + tuple(view.find("column", mixed, False))


def eliminate(game: MatrixGame, mixed: bool = False, strict: bool = False) -> Elimination:
    """Remove dominated strategies one at a time, rows before columns, until none is left.

    ``mixed`` also looks for dominating mixtures, ``strict`` removes only strictly dominated
    strategies. Cost O(m^2 n) a pass for pure witnesses, a linear program a line for mixed ones.

    >>> from kibitz import matrix
    >>> print(eliminate(matrix("2 0 4; 1 2 3; 4 1 2")))
    column 3 is strictly dominated by column 2
    row 1 is strictly dominated by row 3
    """
    rows, columns = tuple(range(game.shape[0])), tuple(range(game.shape[1]))
    removals: list[Domination] = []
    while True:
        view = _View(game, rows, columns)
        found = next(view.find("row", mixed, strict), None)
        if found is None:
            found = next(view.find("column", mixed, strict), None)
        if found is None:
            return Elimination(game, tuple(removals), rows, columns)
        removals.append(found)
        if found.side == "row":
            rows = tuple(i for i in rows if i != found.index)
        else:
            columns = tuple(j for j in columns if j != found.index)


def eliminate_at_once(game: MatrixGame) -> tuple[Elimination, ...]:
    """Remove, for both players together, all lines weakly dominated by a remaining one; repeat.

    One :class:`Elimination` for each round. Lines that are merely equal to another one stay.

    >>> from kibitz import matrix
    >>> [e.reduced.shape for e in eliminate_at_once(matrix("2 0 4; 1 2 3; 4 1 2"))]
    [(3, 2), (2, 2)]
    """
    rounds: list[Elimination] = []
    rows, columns = tuple(range(game.shape[0])), tuple(range(game.shape[1]))
    while True:
        view = _View(game, rows, columns)
        gone = [*view.weakly_below("row"), *view.weakly_below("column")]
        if not gone:
            return tuple(rounds)
        out_rows = {d.index for d in gone if d.side == "row"}
        out_columns = {d.index for d in gone if d.side == "column"}
        rows = tuple(i for i in rows if i not in out_rows)
        columns = tuple(j for j in columns if j not in out_columns)
        rounds.append(Elimination(game, tuple(gone), rows, columns))


def dominating_mixtures(game: MatrixGame, side: Side, index: int) -> tuple[Mixture, ...]:
    """The extreme points of all mixtures of the other lines that dominate this one.

    >>> from kibitz import matrix
    >>> for q in dominating_mixtures(matrix("0 4 6; 5 7 4; 9 6 3"), "column", 1):
    ...     print(*q)
    1/2 0 1/2
    1/3 0 2/3
    """
    from kibitz.linear.vertices import vertices

    if not game.exact:
        raise GameError("the set of dominating mixtures is exact; give integers or fractions")
    if side not in ("row", "column"):
        raise GameError(f"side is {side!r}; it must be 'row' or 'column'")
    count = game.shape[0 if side == "row" else 1]
    if not 0 <= index < count:
        raise GameError(f"there is no {side} {index}; they run from 0 to {count - 1}")
    rows, columns = tuple(range(game.shape[0])), tuple(range(game.shape[1]))
    lines = _View(game, rows, columns).lines(side)
    size = lines.shape[0]
    others = [i for i in range(size) if i != index]
    inequalities = [
        ([-int(lines[i, j]) for i in others], -int(lines[index, j])) for j in range(lines.shape[1])
    ]
    inequalities += [([-int(i == k) for i in others], 0) for k in others]
    found = vertices(
        [a for a, _ in inequalities],
        [b for _, b in inequalities],
        [[1] * len(others)],
        [1],
    )
    return tuple(
        tuple(v[others.index(i)] if i != index else Fraction(0) for i in range(size))
        for v in found.vertices
    )


@dataclass(frozen=True)
class _View:
    """The lines that are still in play, so that for either side "larger dominates"."""

    game: MatrixGame
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def lines(self, side: Side) -> Array:
        array = self.game.matrix.array[np.ix_(self.rows, self.columns)]
        return array if side == "row" else -array.T

    def positions(self, side: Side) -> Sequence[int]:
        return self.rows if side == "row" else self.columns

    def find(self, side: Side, mixed: bool, strict: bool) -> Iterator[Domination]:
        """Dominated lines of one side, strictly dominated ones with a pure witness first."""
        lines, positions = self.lines(side), self.positions(side)
        pure_ones = list(self._by_pure(side, lines, positions, strict))
        if not mixed or len(positions) <= 2:
            yield from pure_ones
            return
        yield from (d for d in pure_ones if d.strict)
        weak = {d.index: d for d in pure_ones if not d.strict}
        done = {d.index for d in pure_ones if d.strict}
        for found in self._by_mixture(side, lines, positions, strict, done):
            yield found if found.strict else weak.pop(found.index, found)

    def weakly_below(self, side: Side) -> Iterator[Domination]:
        """Lines with another line at least as good everywhere and better somewhere."""
        lines, positions = self.lines(side), self.positions(side)
        for k in range(len(positions)):
            at_least = (lines >= lines[k]).all(axis=1) & (lines > lines[k]).any(axis=1)
            for i in np.flatnonzero(at_least)[:1]:
                strict = bool((lines[i] > lines[k]).all())
                yield Domination(side, positions[k], ((positions[i], Fraction(1)),), strict)

    def _by_pure(
        self, side: Side, lines: Array, positions: Sequence[int], strict: bool
    ) -> Iterator[Domination]:
        for k in range(len(positions)):
            above = (lines > lines[k]).all(axis=1)
            chosen = _first(above)
            if chosen is None and not strict:
                at_least = (lines >= lines[k]).all(axis=1)
                equal = (lines == lines[k]).all(axis=1)
                equal[:k] = False
                chosen = _first(at_least & ~equal)
            if chosen is not None:
                strictly = bool(above[chosen])
                yield Domination(side, positions[k], ((positions[chosen], Fraction(1)),), strictly)

    def _by_mixture(
        self,
        side: Side,
        lines: Array,
        positions: Sequence[int],
        strict: bool,
        done: set[int],
    ) -> Iterator[Domination]:
        for k in range(len(positions)):
            if positions[k] in done:
                continue
            others = [i for i in range(len(positions)) if i != k]
            witness = _witness(lines[others] - lines[k], self.game.matrix.denominator)
            if witness is None or (witness.value == 0 and strict):
                continue
            weights = witness.row
            by = tuple((positions[others[i]], weights[i]) for i in support(weights))
            yield Domination(side, positions[k], by, witness.value > 0)


def _witness(difference: Array, denominator: int) -> MatrixSolution | None:
    """The solution of the difference game, if its mixture loses against no column."""
    if (difference.max(axis=0) < 0).any():
        return None
    rows, columns = (tuple(map(str, range(size))) for size in difference.shape)
    game = MatrixGame(Tensor(difference, denominator), rows, columns)
    solution = simplex(game)
    return solution if min(product(solution.row, game.matrix)) >= 0 else None


def _first(mask: Iterable[bool]) -> int | None:
    return next((i for i, yes in enumerate(mask) if yes), None)
