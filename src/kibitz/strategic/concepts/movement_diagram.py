"""Movement diagrams: from every cell, where each player alone would rather be.

An arrow leads from a cell to a best response of one player; cells without arrows are the
equilibria in pure strategies, and a diagram without such cells can be followed forever. Where best
responses tie there are several arrows. Cost O(n) times the cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture
from kibitz.strategic.concepts.pure_equilibria import best_cells, best_mask
from kibitz.strategic.conditions import needs_few_cells
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Cell, cell_text

MOST_CELLS = 100_000
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Arrow:
    """One player's move from a cell to a best response there."""

    player: int
    start: Cell
    end: Cell

    def __str__(self) -> str:
        ends = ("(" + ", ".join(str(i + 1) for i in cell) + ")" for cell in (self.start, self.end))
        return f"player {self.player + 1}: {' -> '.join(ends)}"


@dataclass(frozen=True)
class MovementDiagram(Solution, kind="movement-diagram"):
    """All arrows, and the cells where they end for good.

    >>> from kibitz import bimatrix
    >>> diagram = movement_diagram(bimatrix("4,1 2,3; 5,9 1,10"))
    >>> print(diagram)
    from     I would move to   II would move to
    ───────────────────────────────────────────
    (1, 1)   (2, 1)            (1, 2)
    (1, 2)   stay              stay
    (2, 1)   stay              (2, 2)
    (2, 2)   (1, 2)            stay
    sinks: (1, 2)
    """

    game: StrategicGame
    arrows: tuple[Arrow, ...]

    @property
    def sinks(self) -> tuple[Cell, ...]:
        """Cells that no one wants to leave: the equilibria in pure strategies."""
        left = {arrow.start for arrow in self.arrows}
        return tuple(c for c in product(*map(range, self.game.shape)) if c not in left)

    def marks(self, player: Any) -> tuple[Cell, ...]:
        """The cells where a player's strategy is best against the others.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        """
        return best_cells(self.game, player)

    def cycle(self) -> tuple[Cell, ...] | None:
        """A round that improving moves go through forever, or None when every path ends."""
        following: dict[Cell, list[Cell]] = {}
        for arrow in self.arrows:
            following.setdefault(arrow.start, []).append(arrow.end)
        return _find_cycle(following)

    def from_cell(self, cell: Cell) -> Iterator[Arrow]:
        """The arrows that leave a cell.

        Parameters
        ----------
        cell : tuple of int
            The positions of the strategies, from 0.
        """
        return (arrow for arrow in self.arrows if arrow.start == cell)

    def draw(self) -> Picture:
        """The table of a two-person game with its arrows."""
        return call(self, "draw_movement")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "arrows": [
                {"player": self.game.players[a.player], "from": list(a.start), "to": list(a.end)}
                for a in self.arrows
            ],
            "sinks": [list(cell) for cell in self.sinks],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> MovementDiagram:
        arrows = tuple(
            Arrow(
                part.place("player", game.players),
                tuple(int(i) for i in part.numbers("from")),
                tuple(int(i) for i in part.numbers("to")),
            )
            for part in Claim(data).parts("arrows")
        )
        return cls(game, arrows)

    def __str__(self) -> str:
        header = ("from", *(f"{player} would move to" for player in self.game.players))
        cells = list(product(*map(range, self.game.shape)))
        rows = []
        for cell in cells[:SHOWN]:
            ends: list[list[str]] = [[] for _ in self.game.players]
            for arrow in self.from_cell(cell):
                ends[arrow.player].append(cell_text(self.game, arrow.end))
            rows.append((cell_text(self.game, cell), *(" or ".join(e) or "stay" for e in ends)))
        if len(cells) > SHOWN:
            rows.append(("…",) * len(header))
        named = ", ".join(cell_text(self.game, cell) for cell in self.sinks)
        return f"{Table(header, tuple(rows)).text()}\nsinks: {named or 'none'}"


def _not_applicable(game: StrategicGame) -> str | None:
    return needs_few_cells(game, MOST_CELLS)


@method(
    StrategicGame,
    "movement-diagram",
    finds="the best responses of each player at every cell",
    cost="O(n) times the cells",
    applies=_not_applicable,
    aliases=("movement",),
)
def movement_diagram(game: StrategicGame) -> MovementDiagram:
    """The arrows of all players.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    MovementDiagram
        The diagram.

    Notes
    -----
    Cost: O(n) times the cells.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> movement_diagram(bimatrix("2,4 1,0; 3,1 0,4")).sinks
    ()
    """
    cells = int(np.prod(game.shape))
    if cells > MOST_CELLS:
        raise GameError(
            f"{count_of(cells, 'cell')}; the limit for a movement diagram is {MOST_CELLS:,}"
        )
    return MovementDiagram(game, tuple(_arrows(game)))


def _arrows(game: StrategicGame) -> Iterator[Arrow]:
    masks = [best_mask(game, k) for k in range(len(game.players))]
    for cell in product(*map(range, game.shape)):
        for k, mask in enumerate(masks):
            if not mask[cell]:
                for i in range(game.shape[k]):
                    end = (*cell[:k], i, *cell[k + 1 :])
                    if mask[end]:
                        yield Arrow(k, cell, end)


def _find_cycle(following: dict[Cell, list[Cell]]) -> tuple[Cell, ...] | None:
    """A cycle of a directed graph by depth-first search, without recursion."""
    done: set[Cell] = set()
    for root in following:
        path: list[Cell] = []
        on_path: dict[Cell, int] = {}
        stack: list[tuple[Cell, int]] = [(root, 0)]
        while stack:
            cell, turn = stack.pop()
            if turn == 0:
                if cell in done:
                    continue
                on_path[cell] = len(path)
                path.append(cell)
            ends = following.get(cell, [])
            if turn < len(ends):
                stack.append((cell, turn + 1))
                if ends[turn] in on_path:
                    return tuple(path[on_path[ends[turn]] :])
                stack.append((ends[turn], 0))
            else:
                done.add(cell)
                path.pop()
                del on_path[cell]
    return None
