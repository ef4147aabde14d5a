"""Equilibria in pure strategies, for any number of players, by marking best responses.

A cell is marked for a player when no other strategy of that player alone would be better there;
cells marked for everyone are the equilibria. Cost O(n) times the number of cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.claim import Claim
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Cell, cell_text

SHOWN = 20


@dataclass(frozen=True)
class PureEquilibria(Solution, kind="pure-equilibria"):
    """All cells (positions from 0) where no one gains by deviating alone.

    >>> from kibitz import bimatrix
    >>> found = pure_equilibria(bimatrix("2,1 0,0; 0,0 1,2"))
    >>> list(found), len(found), (0, 0) in found
    ([(0, 0), (1, 1)], 2, True)
    """

    game: StrategicGame
    cells: tuple[Cell, ...]

    @property
    def payoffs(self) -> tuple[tuple[Number, ...], ...]:
        """What each player gets, or pays, in each of them."""
        return tuple(self.game.payoff(*cell) for cell in self.cells)

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The names of the strategies in each of them."""
        names = self.game.strategies
        return tuple(tuple(names[k][i] for k, i in enumerate(cell)) for cell in self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, index: int) -> Cell:
        return self.cells[index]

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "equilibria": [
                {"cell": list(cell), "strategies": list(names), f"{self.game.word}s": _plain(paid)}
                for cell, names, paid in zip(self.cells, self.labels, self.payoffs, strict=True)
            ],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> PureEquilibria:
        parts = Claim(data).parts("equilibria")
        return cls(game, tuple(tuple(int(i) for i in part.numbers("cell")) for part in parts))

    def __str__(self) -> str:
        count = {0: "no equilibrium", 1: "one equilibrium"}.get(
            len(self.cells), count_of(len(self.cells), "equilibrium")
        )
        shown = [cell_text(self.game, cell) for cell in self.cells[:SHOWN]]
        width = max(map(len, shown), default=0)
        lines = [
            f"  {words:<{width}}   {self.game.word}s {', '.join(map(show, paid))}"
            for words, paid in zip(shown, self.payoffs, strict=False)
        ]
        more = [f"  ... {len(self.cells) - SHOWN} more"] if len(self.cells) > SHOWN else []
        return "\n".join([f"{count} in pure strategies", *lines, *more])


@method(
    StrategicGame,
    "pure",
    finds="all equilibria in pure strategies",
    cost="O(n) times the cells",
    reference="Nash 1951",
    aliases=(
        "pure-equilibria",
        "pse",
        "pure-nash",
        "enumpure",
        "maximax",
    ),
)
def pure_equilibria(game: StrategicGame) -> PureEquilibria:
    """Every equilibrium in pure strategies; ties count as best.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    PureEquilibria
        The equilibria, with the best responses of each player.

    Notes
    -----
    Cost: O(n) times the cells.

    References
    ----------
    Nash 1951.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(pure_equilibria(bimatrix("2,4 1,0; 3,1 0,4")))
    no equilibrium in pure strategies
    """
    together = np.logical_and.reduce([best_mask(game, k) for k in range(len(game.players))])
    cells = np.argwhere(together).tolist()
    return PureEquilibria(game, tuple(tuple(cell) for cell in cells))


def best_mask(game: StrategicGame, player: int) -> npt.NDArray[np.bool_]:
    """For every cell, whether the player's strategy is best against the others' there."""
    array = game.payoffs[player].array
    best = array.max(axis=player, keepdims=True)
    if array.dtype.kind != "f":
        return np.asarray(array == best, bool)
    spread = float(array.max()) - float(array.min())
    slack = 1e-12 * spread
    return np.asarray(array >= best - slack, bool)


def best_cells(game: StrategicGame, player: Any) -> tuple[Cell, ...]:
    """The cells that are marked for a player: maxima of columns for the first of two players.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    player : int or str
        The player, by name or by position from 0.

    Returns
    -------
    tuple[Cell, ...]
        The cells, by positions from 0.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> best_cells(bimatrix("2,4 1,0; 3,1 0,4"), "I")
    ((0, 1), (1, 0))
    """
    cells = np.argwhere(best_mask(game, game.player(player))).tolist()
    return tuple(tuple(cell) for cell in cells)


def _better(game: StrategicGame, k: int, cell: Cell) -> bool:
    """Does player k have a better strategy there, by more than rounding?"""
    tensor = game.payoffs[k]
    where: tuple[Any, ...] = (*cell[:k], slice(None), *cell[k + 1 :])
    line = tensor.array[where]
    slack = 0 if tensor.exact else 1e-12 * (float(tensor.array.max()) - float(tensor.array.min()))
    return bool((line > line[cell[k]] + slack).any())


def _some(cells: list[Cell]) -> str:
    return ", ".join(map(str, cells[:4])) + (" ..." if len(cells) > 4 else "")


def _plain(numbers: tuple[Number, ...]) -> list[str | float]:
    return [plain(x) for x in numbers]
