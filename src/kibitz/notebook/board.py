"""A board to play on."""

from __future__ import annotations

from html import escape
from random import Random
from typing import Any

import traitlets

from kibitz.core.errors import GameError
from kibitz.core.shelf import game as named
from kibitz.notebook.widget import Widget, asset
from kibitz.play.adapters.forms import as_rules
from kibitz.play.board import hint, read_move, seen
from kibitz.play.contest import Played, Referee
from kibitz.play.players import notation
from kibitz.play.specs import agent
from kibitz.rules.game import OVER, SIMULTANEOUS, Position, Rules


class _Pending:
    """The person: makes the move that was clicked last."""

    name = "you"

    def __init__(self) -> None:
        self.move: Any = None

    def choose(self, position: Position, seat: int) -> Any:
        move, self.move = self.move, None
        return move


class BoardWidget(Widget):
    """The board, buttons for the moves, and an opponent who answers."""

    _esm = asset("board.js")
    picture = traitlets.Unicode().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    log = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, rules: Rules, against: str, seat: int, seed: int | None) -> None:
        super().__init__()
        self._rules, self._against, self._seat, self._seed = rules, against, seat, seed
        self._begin()

    def _begin(self) -> None:
        self.position = self._rules.position()
        self._person = _Pending()
        players: list[Any] = [self._person] * self._rules.players
        for k in range(self._rules.players):
            if k != self._seat:
                players[k] = agent(self._against, self._rules, self._seed)
        self._referee = Referee(players, Random(self._seed), self._note)
        self.log = []
        self._go_on()

    def _note(self, after: Position, played: Played) -> None:
        if not self._rules.has("information_state") or played.seat == self._seat:
            self.log = [*self.log, str(played)]

    def _go_on(self) -> None:
        """Let the others move until the person has to."""
        while self.position.player != OVER:
            if self.position.player in (self._seat, SIMULTANEOUS) and self._person.move is None:
                break
            self.position = self._referee.step(self.position)
        self._show()

    def _show(self) -> None:
        here = self.position
        over = here.player == OVER
        if self._rules.has("information_state") and not over:
            self.picture = f"<pre>{escape(seen(here, self._seat))}</pre>"
        else:
            self.picture = here.draw().svg
        told = [] if over else notation(here, self._seat)
        short = all(len(move) < 4 for move in told)
        self.moves = sorted(told, key=lambda m: (len(m), m)) if short else list(told)
        if not over:
            self.status = f"you are {self._rules.player_name(self._seat)}: choose a move"
            return
        paid = ", ".join(f"{self._rules.player_name(k)} {x}" for k, x in enumerate(here.payoffs))
        self.status = f"the game is over: {paid}"

    def play(self, move: str) -> None:
        """Make a move in the game's notation, and let the others answer."""
        if self.position.player == OVER:
            raise GameError("the game is over; begin again")
        self._person.move = read_move(self.position, self._seat, move)
        self._go_on()

    def hear(self, message: dict[str, Any]) -> None:
        if "move" in message:
            self.play(str(message["move"]))
        elif message.get("ask") == "again":
            self._begin()
        elif message.get("ask") == "hint" and self.position.player != OVER:
            self.status = hint(self.position, self._seat)


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
        The widget; ``play`` makes a move as a click does.

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
