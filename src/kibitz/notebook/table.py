"""A table of payoffs to edit, with the answer beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import traitlets

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.shelf import game as named
from kibitz.notebook.widget import Widget, asset
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame, matrix


class TableWidget(Widget):
    """Cells that can be typed into; the answer changes with every cell."""

    _esm = asset("table.js")
    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    columns = traitlets.List(traitlets.Unicode()).tag(sync=True)
    cells = traitlets.List(traitlets.List(traitlets.Unicode())).tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)

    def __init__(self, game: MatrixGame | StrategicGame) -> None:
        super().__init__()
        self.game = game
        self._zero_sum = isinstance(game, MatrixGame)
        labels = (game.rows, game.columns) if isinstance(game, MatrixGame) else game.strategies
        self.rows, self.columns = list(labels[0]), list(labels[1])
        self.cells = [
            [self._spelled(r, c) for c in range(len(self.columns))] for r in range(len(self.rows))
        ]
        self._answer()

    def _spelled(self, row: int, column: int) -> str:
        if isinstance(self.game, MatrixGame):
            return show(self.game[row, column])
        return ", ".join(show(x) for x in self.game.payoff(row, column))

    def _answer(self) -> None:
        self.answer = self.game.solve()._repr_html_()
        self.status = ""

    def change(self, row: int, column: int, text: str) -> None:
        """Type into a cell.

        Parameters
        ----------
        row, column : int
            The cell, from 0.
        text : str
            What is typed.
        """
        cells = [list(line) for line in self.cells]
        cells[row][column] = text
        self.cells = cells
        self.game = self._read(cells)
        self._answer()

    def _read(self, cells: list[list[str]]) -> MatrixGame | StrategicGame:
        called: dict[str, Any] = {"title": self.game.title, "players": self.game.players}
        if self._zero_sum:
            return replace(matrix(cells, self.rows, self.columns), **called)
        pairs = [[cell.replace(",", " ").split() for cell in line] for line in cells]
        for r, line in enumerate(pairs, 1):
            for c, pair in enumerate(line, 1):
                if len(pair) != 2:
                    raise GameError(f"row {r}, column {c}: write two payoffs, such as 3, 2")
        first = [[pair[0] for pair in line] for line in pairs]
        second = [[pair[1] for pair in line] for line in pairs]
        return replace(bimatrix(first, second, self.rows, self.columns), **called)

    def hear(self, message: dict[str, Any]) -> None:
        self.change(int(message["row"]), int(message["column"]), str(message["text"]))


def edit_table(game: Any) -> TableWidget:
    """A table of payoffs to edit in a notebook, with the answer beside it.

    Parameters
    ----------
    game : str or Noun
        A matrix game or a bimatrix game, or its name.

    Returns
    -------
    TableWidget
        The widget; its ``game`` is the game as it stands.

    Examples
    --------
    >>> from kibitz import matrix
    >>> widget = edit_table(matrix("1 -1; -1 1"))
    >>> widget.change(0, 0, "3")
    >>> widget.game.solve().value
    Fraction(1, 3)
    """
    noun = named(game) if isinstance(game, str) else game
    if not isinstance(noun, (MatrixGame, StrategicGame)) or len(noun.players) != 2:
        raise GameError("only tables of payoffs of two players can be edited")
    return TableWidget(noun)
