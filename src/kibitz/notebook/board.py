"""A board to play on."""

from __future__ import annotations

from html import escape
from random import Random
from typing import Any

import traitlets

from kibitz.core.errors import GameError
from kibitz.core.shelf import game as named
from kibitz.notebook.widget import Widget, asset
from kibitz.pictures.board import Board, Cell
from kibitz.play.adapters.forms import as_rules
from kibitz.play.board import hint
from kibitz.play.specs import agent
from kibitz.play.table import Table
from kibitz.rules.game import Position, Rules


class BoardWidget(Widget):
    """The board to click on, buttons for the moves, and an opponent who answers."""

    _esm = asset("board.js")
    picture = traitlets.Unicode().tag(sync=True)
    cells = traitlets.List(traitlets.Dict()).tag(sync=True)
    """The places of the board: what a click says, and the corners."""
    clicks = traitlets.List(traitlets.List(traitlets.Unicode())).tag(sync=True)
    """For every move the places that are clicked to make it, in order."""
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    log = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, rules: Rules, against: str, seat: int, seed: int | None) -> None:
        super().__init__()
        self._rules, self._against, self._seat, self._seed = rules, against, seat, seed
        self._begin()

    def _begin(self) -> None:
        players = [
            None if k == self._seat else agent(self._against, self._rules, self._seed)
            for k in range(self._rules.players)
        ]
        chance = Random().randrange(1 << 31) if self._seed is None else self._seed
        self._table = Table(self._rules, players, chance)
        self._show()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._table.position

    def _show(self) -> None:
        table = self._table
        hidden = table.is_hidden and not table.is_over
        board = None if hidden else self._rules.board_of(self.position.state)
        listed = table.moves
        short = all(len(move) < 4 for move in listed)
        moves = sorted(listed, key=lambda m: (len(m), m)) if short else listed
        self.cells = [] if board is None else [_place(cell) for cell in board.cells]
        self.clicks = [[] if board is None else list(board.words_in(move)) for move in moves]
        if hidden:
            view = self._rules.view_picture(self.position.state, table.seat)
            self.picture = view.svg if view else f"<pre>{escape(table.seen)}</pre>"
        elif board is not None:
            self.picture = board.marked(self._last(board)).picture().svg
        else:
            self.picture = self.position.draw().svg
        self.moves = moves
        self.log = table.log
        if table.is_over:
            self.status = f"the game is over: {table.result}"
        else:
            self.status = f"you are {self._rules.player_name(self._seat)}: choose a move"

    def _last(self, board: Board) -> tuple[str, ...]:
        """The places of the last move."""
        who, what = self._table.record[-1] if self._table.record else (-1, "")
        return board.words_in(what) if who >= 0 else ()

    def play(self, move: str) -> None:
        """Make a move in the game's notation, and let the others answer.

        Parameters
        ----------
        move : str
            The move in the game's own notation.
        """
        if self._table.is_over:
            raise GameError("the game is over; start again")
        self._table.play(move)
        self._show()

    def hear(self, message: dict[str, Any]) -> None:
        if "move" in message:
            self.play(str(message["move"]))
        elif message.get("ask") == "again":
            self._begin()
        elif message.get("ask") == "hint" and not self._table.is_over:
            self.status = hint(self.position, self._seat)


def _place(cell: Cell) -> dict[str, Any]:
    fields = cell.to_json()
    return {key: fields[key] for key in ("name", "word", "outline")}


def play_board(game: Any, vs: str = "auto", seat: int = 0, seed: int | None = None) -> BoardWidget:
    """A board to play on in a notebook.

    Parameters
    ----------
    game : str or Noun
        A game with moves, or its name.
    vs : str, default "auto"
        Who plays the other seats: auto, perfect, random, depth:4, seconds:1, ...
    seat : int, default 0
        Your seat.
    seed : int, optional
        Random seed.

    Returns
    -------
    BoardWidget
        The widget. Clicks on the board make a move: on one place, or from one place to another;
        ``play`` does the same.

    Examples
    --------
    >>> board = play_board("tic-tac-toe", vs="random", seed=1)
    >>> board.play("b2")
    >>> len(board.log), len(board.moves)
    (2, 7)
    """
    rules = as_rules(named(game) if isinstance(game, str) else game)
    if not 0 <= seat < rules.players:
        raise GameError(f"seat is {seat}; the seats are 0 to {rules.players - 1}")
    return BoardWidget(rules, vs, seat, seed)
