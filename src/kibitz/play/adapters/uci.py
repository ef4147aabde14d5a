"""Engines that speak the Universal Chess Interface, such as Stockfish.

A game whose moves are not shown in the long notation of UCI (``e2e4``, ``e7e8q``) says how to write
them with a method ``uci_move(state, move)``; the position is sent as the moves from the start,
which an attribute ``fen`` of the game gives where it is not the usual one.
"""

from __future__ import annotations

import time

from kibitz.play.adapters.process import Process
from kibitz.play.adapters.text_protocol import squeeze
from kibitz.play.players import Forfeit, options
from kibitz.rules.game import Move, Position, Rules

SECONDS = 1.0
GRACE = 10.0
"""Seconds beyond its time after which an engine is given up."""


class UciEngine:
    """A UCI engine as a player."""

    def __init__(
        self, command: str, rules: Rules, seconds: float | None = None, name: str = "",
        grace: float = GRACE,
    ) -> None:  # fmt: skip
        self.name = name or command
        self.rules = rules
        self.seconds = SECONDS if seconds is None else seconds
        self.grace = grace
        self._process = Process(command)
        self._greeted = False

    def choose(self, position: Position, seat: int) -> Move | None:
        if not self._greeted:
            self._greeted = True
            self._process.say("uci")
            self._wait("uciok")
            self._process.say("ucinewgame")
            self._process.say("isready")
            self._wait("readyok")
        played = self._history(position)
        fen = getattr(self.rules, "fen", "")
        start = f"fen {fen}" if fen else "startpos"
        self._process.say(f"position {start}{' moves ' + ' '.join(played) if played else ''}")
        self._process.say(f"go movetime {int(1000 * self.seconds)}")
        words = self._wait("bestmove").split()
        answer = words[1] if len(words) > 1 else ""
        here = {self.notation(position.state, m): m for m in options(position, seat)}
        if answer not in here:
            raise Forfeit(f"the engine played {answer!r:.60}, which is no move here")
        return here[answer]

    def notation(self, state: object, move: Move) -> str:
        """A move as UCI writes it."""
        written = getattr(self.rules, "uci_move", None)
        return str(written(state, move)) if written else squeeze(self.rules.show_move(state, move))

    def _history(self, position: Position) -> list[str]:
        words, state = [], self.rules.start()
        for move in position.history:
            words.append(self.notation(state, move))
            state = self.rules.play(state, move)
        return words

    def _wait(self, word: str) -> str:
        deadline = time.monotonic() + self.seconds + self.grace
        while True:
            line = self._process.hear(max(0.01, deadline - time.monotonic()))
            if line.split()[:1] == [word]:
                return line

    def close(self) -> None:
        self._process.close("quit")
