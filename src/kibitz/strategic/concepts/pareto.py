"""Pareto-optimal cells: no other cell is at least as good for all players and better for one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.method import method
from kibitz.core.numbers import plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array
from kibitz.strategic.concepts.pure_equilibria import pure_equilibria
from kibitz.strategic.conditions import needs_few_cells
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Cell, cell_text, read_cell

MOST_CELLS = 200_000
SHOWN = 20


@dataclass(frozen=True)
class ParetoSet(Solution, kind="pareto-set"):
    """The Pareto-optimal cells (positions from 0), and for every other cell a better one.

    >>> from kibitz import bimatrix
    >>> years = bimatrix("10,10 0,20; 20,0 1,1", rows="talk hush", columns="talk hush", cost=True)
    >>> found = pareto(years)
    >>> list(found), found.equilibria, found.equilibria_optimal
    ([(0, 1), (1, 0), (1, 1)], ((0, 0),), (False,))
    """

    game: StrategicGame
    cells: tuple[Cell, ...]
    better: dict[Cell, Cell]
    """For each cell that is not optimal, an optimal cell that all prefer or do not mind."""

    @property
    def equilibria(self) -> tuple[Cell, ...]:
        """The equilibria in pure strategies, to compare."""
        return pure_equilibria(self.game).cells

    @property
    def equilibria_optimal(self) -> tuple[bool, ...]:
        """Whether each of them is Pareto-optimal among the cells."""
        return tuple(cell in self.cells for cell in self.equilibria)

    def is_optimal(self, cell: Any) -> bool:
        """Whether a cell, by labels or positions, is Pareto-optimal.

        Parameters
        ----------
        cell : sequence
            A strategy for each player.
        """
        return read_cell(self.game, cell) in self.cells

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def to_json(self) -> dict[str, Any]:
        names = self.game.strategies
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "cells": [list(cell) for cell in self.cells],
            "strategies": [[names[k][i] for k, i in enumerate(cell)] for cell in self.cells],
            f"{self.game.word}s": [[plain(x) for x in self.game.payoff(*c)] for c in self.cells],
            "equilibria": [
                {"cell": list(cell), "pareto_optimal": good}
                for cell, good in zip(self.equilibria, self.equilibria_optimal, strict=True)
            ],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> ParetoSet:
        return claimed_pareto(game, Claim(data).cells("cells"))

    def __str__(self) -> str:
        count, verb = len(self.cells), "is" if len(self.cells) == 1 else "are"
        lines = [f"{count} of {np.prod(self.game.shape)} cells {verb} Pareto-optimal"]
        rows = [
            (cell_text(self.game, cell), ", ".join(map(show, self.game.payoff(*cell))))
            for cell in self.cells[:SHOWN]
        ]
        lines.append(Table(("cell", f"{self.game.word}s"), tuple(rows)).text())
        for cell, good in zip(self.equilibria, self.equilibria_optimal, strict=True):
            name = cell_text(self.game, cell)
            if good:
                lines.append(f"the equilibrium {name} is among them")
            else:
                by = cell_text(self.game, self.better[cell])
                lines.append(
                    f"the equilibrium {name} is not: at {by} no player is worse off, and one is "
                    "better off"
                )
        return "\n".join(lines)


def _not_applicable(game: StrategicGame) -> str | None:
    return needs_few_cells(game, MOST_CELLS)


@method(
    StrategicGame,
    "pareto",
    finds="the Pareto-optimal cells",
    cost="O(c log c) for c cells of two players; otherwise O(n) times cells and optimal cells",
    reference="Pareto 1906",
    applies=_not_applicable,
    aliases=(
        "pareto-set",
        "pareto-optimal",
    ),
)
def pareto(game: StrategicGame) -> ParetoSet:
    """The Pareto-optimal cells.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    ParetoSet
        The optimal cells, and whether the pure equilibria are among them.

    Notes
    -----
    Cost: O(c log c) for the c cells of two players; for n players O(n) times the cells and the
    different optimal payoffs among them.

    References
    ----------
    Pareto 1906.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> len(pareto(bimatrix("1,-1 -1,1; -1,1 1,-1")))
    4
    """
    points = _points(game)
    if len(points) > MOST_CELLS:
        raise GameError(f"{count_of(len(points), 'cell')}; the limit is {MOST_CELLS:,}")
    cells: dict[tuple[Any, ...], list[int]] = {}
    for k, row in enumerate(points.tolist()):
        cells.setdefault(tuple(row), []).append(k)
    front: list[int] = []
    better: dict[int, int] = {}
    find = _Pairs() if points.shape[1] == 2 else _Points(points)
    for point in sorted(cells, reverse=True):
        above = find.better(point)
        if above is None:
            find.add(point)
            front += cells[point]
        else:
            better |= dict.fromkeys(cells[point], cells[above][0])
    return ParetoSet(
        game,
        tuple(_cell(game, k) for k in sorted(front)),
        {_cell(game, k): _cell(game, by) for k, by in sorted(better.items())},
    )


class _Pairs:
    """Optimal payoffs of two players, the first player's falling and the second's rising."""

    def __init__(self) -> None:
        self.points: list[tuple[Any, ...]] = []
        self.seconds: list[Any] = []

    def better(self, point: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The first that is better than a point that comes after all of them."""
        k = bisect_left(self.seconds, point[1])
        return self.points[k] if k < len(self.points) else None

    def add(self, point: tuple[Any, ...]) -> None:
        self.points.append(point)
        self.seconds.append(point[1])


class _Points:
    """Optimal payoffs of any number of players, looked through one by one."""

    def __init__(self, like: Array) -> None:
        self.rows, self.count = np.empty_like(like), 0

    def better(self, point: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The first that is better than a point that comes after all of them."""
        row = np.array(point, self.rows.dtype)
        above = (self.rows[: self.count] >= row).all(axis=1)
        return tuple(self.rows[int(above.argmax())].tolist()) if above.any() else None

    def add(self, point: tuple[Any, ...]) -> None:
        self.rows[self.count] = point
        self.count += 1


def claimed_pareto(game: StrategicGame, cells: Iterable[Cell]) -> ParetoSet:
    """Cells that are claimed to be the Pareto-optimal ones, with better cells for the others.

    >>> from kibitz import bimatrix
    >>> claimed_pareto(bimatrix("3,3 0,4; 4,0 1,1"), [(0, 0), (1, 1)]).verify().holds
    False
    """
    listed = tuple(sorted(set(cells)))
    return ParetoSet(
        game, listed, {c: b for c, b in pareto(game).better.items() if c not in listed}
    )


def _points(game: StrategicGame) -> Array:
    """The payoffs of all players, a row for each cell; each column in its own whole units."""
    return np.stack([tensor.array.ravel() for tensor in game.payoffs], axis=1)


def _cell(game: StrategicGame, k: int) -> Cell:
    return tuple(int(i) for i in np.unravel_index(k, game.shape))


def _flat(game: StrategicGame, cell: Cell) -> int:
    return int(np.ravel_multi_index(cell, game.shape))
