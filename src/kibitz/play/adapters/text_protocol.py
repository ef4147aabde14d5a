"""Engines in any language: a few lines of text each way.

Kibitz starts the program once for each game and writes to its standard input::

    kibitz 1                    the version of this protocol
    game Connect Four           what is played
    players 2
    seat 0                      the engine's own seat, from 0
    ready?                      the engine answers: ready

and for every move of the engine::

    moves 4 4 5                 the game so far, in the game's notation, spaces left out
    view J bet                  instead of moves where something is hidden: what the seat knows
    legal 1 2 3 4 5 6 7         the moves there are
    go 10                       seconds to answer in
                                the engine answers: move 4

At the end it writes ``quit``. Lines that begin with ``#`` are remarks, and are skipped. An engine
that ends, stays silent for too long, or answers with something else forfeits the game.
"""

from __future__ import annotations

from kibitz.play.adapters.process import Deadline, Process
from kibitz.play.players import Forfeit, options
from kibitz.rules.game import SIMULTANEOUS, Move, Position, Rules
from kibitz.search.budget import Budget

VERSION = 1
SECONDS = 10.0
START = 10.0
"""Seconds in which an engine must be ready, at least."""
GRACE = 1.0
"""Seconds beyond its time after which an engine is given up."""


class TextEngine:
    """An external program that speaks the text protocol."""

    def __init__(
        self, command: str, rules: Rules, seconds: float | None = None, name: str = ""
    ) -> None:
        self.name = name or command
        self.rules = rules
        self.seconds = SECONDS if seconds is None else seconds
        Budget(self.seconds)
        self._process = Process(command)
        self._seat: int | None = None

    def choose(self, position: Position, seat: int) -> Move | None:
        if self._seat != seat:
            self._greet(seat)
        here = {squeeze(show(position, m)): m for m in options(position, seat)}
        if self.rules.has("information_state"):
            self._process.say(f"view {position.rules.show_view(position.state, seat)}")
        else:
            self._process.say(f"moves {' '.join(history(position))}".rstrip())
        self._process.say(f"legal {' '.join(here)}")
        self._process.say(f"go {self.seconds:g}")
        answer = self._answer("move", self.seconds + GRACE)
        if squeeze(answer) not in here:
            raise Forfeit(f"the engine played {answer!r:.60}, which is not a legal move here")
        return here[squeeze(answer)]

    def _greet(self, seat: int) -> None:
        self._seat = seat
        for line in (
            f"kibitz {VERSION}",
            f"game {self.rules.name}",
            f"players {self.rules.players}",
            f"seat {seat}",
            "ready?",
        ):
            self._process.say(line)
        self._answer("ready", max(START, self.seconds))

    def _answer(self, word: str, seconds: float) -> str:
        deadline = Deadline(seconds)
        while True:
            line = self._process.hear(deadline).strip()
            if not line or line.startswith("#"):
                continue
            head, _, rest = line.partition(" ")
            if head != word:
                raise Forfeit(f"the engine said {line!r:.60} instead of {word}")
            return rest.strip()

    def close(self) -> None:
        self._process.close("quit")


def show(position: Position, move: Move) -> str:
    return position.rules.show_move(position.state, move)


def squeeze(text: str) -> str:
    """A move without its spaces.

    >>> squeeze("a2 - a3")
    'a2-a3'
    """
    return "".join(text.split())


def history(position: Position) -> list[str]:
    """The moves that led to a position, in the game's notation, without spaces."""
    rules, words = position.rules, []
    state = rules.start()
    for move in position.history:
        if rules.player(state) == SIMULTANEOUS:
            words.append("/".join(map(str, move)))
            state = rules.play_together(state, move)
            continue
        words.append(squeeze(rules.show_move(state, move)))
        state = rules.play(state, move)
    return words
