"""Engines that speak the Universal Chess Interface, such as Stockfish.

A game whose moves are not shown in the long notation of UCI (``e2e4``, ``e7e8q``) says how to write
them with a method ``uci_move(state, move)``; the position is sent as the moves from the start,
which an attribute ``fen`` of the game gives where it is not the usual one. A position that no moves
led to is sent by the method ``uci_position(state)``. An attribute ``pawns`` says how many pawns a
value of 1 is.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.play.adapters.process import Deadline, Process
from kibitz.play.adapters.text_protocol import squeeze
from kibitz.play.players import Forfeit, options
from kibitz.rules.game import Move, Position, Rules
from kibitz.search.budget import Budget
from kibitz.search.result import SearchResult

SECONDS = 1.0
GRACE = 10.0
"""Seconds beyond its time after which an engine is given up."""


class UciEngine:
    """A UCI engine as a player, and as an adviser."""

    def __init__(
        self,
        command: str,
        rules: Rules,
        seconds: float | None = None,
        name: str = "",
        grace: float = GRACE,
    ) -> None:
        self.name = name or command
        self.rules = rules
        self.seconds = SECONDS if seconds is None else seconds
        Budget(self.seconds)
        self.grace = grace
        self._process = Process(command)
        self._greeted = False
        self.title = command
        """What the engine calls itself."""

    def choose(self, position: Position, seat: int) -> Move | None:
        return self._ask(position, seat, f"go {self._time}")[0]

    @property
    def _time(self) -> str:
        return f"movetime {max(1, int(1000 * self.seconds))}"

    def analyze(
        self, position: Position, depth: int | None = None, only: Sequence[Move] = ()
    ) -> SearchResult:
        """What the engine thinks of a position: its move, its line and its estimate."""
        began = time.monotonic()
        limit = f"depth {depth}" if depth else self._time
        some = " ".join(["searchmoves", *(self.notation(position.state, m) for m in only)])
        go = f"go {limit} {some}" if only else f"go {limit}"
        move, info = self._ask(position, position.player, go)
        sign = 1 if position.player == 0 else -1
        counts = {"nodes": info.nodes} if info.nodes is not None else {}
        return SearchResult(
            position,
            sign * info.value(self.rules),
            move,
            self._line(position, move, info.line),
            self.title,
            False,
            info.depth,
            counts,
            time.monotonic() - began,
            note=info.note,
        )

    def _ask(self, position: Position, seat: int, go: str) -> tuple[Move, EngineInfo]:
        self._greet()
        self._process.say(f"position {self._written(position)}")
        self._process.say(go)
        words, info = [""], EngineInfo()
        deadline = Deadline(self.seconds + self.grace)
        while words[0] != "bestmove":
            words = self._process.hear(deadline).split() or [""]
            if words[0] == "info":
                info = info.after(words[1:])
        answer = words[1] if len(words) > 1 else ""
        here = {self.notation(position.state, m): m for m in options(position, seat)}
        if answer not in here:
            raise Forfeit(f"the engine played {answer!r:.60}, which is not a legal move here")
        return here[answer], info

    def _greet(self) -> None:
        if self._greeted:
            return
        self._greeted = True
        self._process.say("uci")
        self._wait("uciok")
        self._process.say("ucinewgame")
        self._process.say("isready")
        self._wait("readyok")

    def notation(self, state: object, move: Move) -> str:
        """A move as UCI writes it."""
        return uci_notation(self.rules, state, move)

    def _written(self, position: Position) -> str:
        """The position as the moves that led to it, or as the game writes it down."""
        words, state = [], self.rules.start()
        for move in position.history:
            words.append(self.notation(state, move))
            state = self.rules.play(state, move)
        if state != position.state:
            write = getattr(self.rules, "uci_position", None)
            if write is None:
                raise GameError(f"{self.rules.name}: an engine needs the moves that led here")
            return f"fen {write(position.state)}"
        fen = getattr(self.rules, "fen", "")
        start = f"fen {fen}" if fen else "startpos"
        return f"{start}{' moves ' + ' '.join(words) if words else ''}"

    def _line(self, position: Position, move: Move, words: tuple[str, ...]) -> tuple[Move, ...]:
        """The engine's line as far as it is legal; at least its move."""
        line, here = [], position
        for word in words:
            found = {self.notation(here.state, m): m for m in here.moves}.get(word)
            if found is None:
                break
            line.append(found)
            here = here.play(found)
        return tuple(line) if line and line[0] == move else (move,)

    def _wait(self, word: str) -> None:
        deadline = Deadline(self.seconds + self.grace)
        while True:
            line = self._process.hear(deadline)
            if line.startswith("id name "):
                self.title = line.removeprefix("id name ").strip()
            if line.split()[:1] == [word]:
                return

    def close(self) -> None:
        self._process.close("quit")


@dataclass(frozen=True)
class EngineInfo:
    """What an engine says while it thinks; the score is the mover's."""

    depth: int | None = None
    nodes: int | None = None
    pawns: float = 0.0
    mate: int | None = None
    line: tuple[str, ...] = ()

    def after(self, words: list[str]) -> EngineInfo:
        """With one more line of information; lines without a score, or with a bound, say nothing.

        >>> EngineInfo().after("depth 9 score cp 31 nodes 500 pv e2e4 e7e5".split()).pawns
        0.31
        """
        if "score" not in words or {"lowerbound", "upperbound"} & set(words):
            return self
        fields = {word: words[k + 1 :] for k, word in enumerate(words)}
        if fields.get("multipv", ["1"])[:1] != ["1"]:
            return self
        try:
            kind, number = fields["score"][0], int(fields["score"][1])
            depth = int(fields["depth"][0]) if "depth" in fields else None
            nodes = int(fields["nodes"][0]) if "nodes" in fields else None
        except (ValueError, IndexError):
            return self
        line = tuple(fields.get("pv", ()))
        if kind == "mate":
            return EngineInfo(depth, nodes, 0.0, number, line)
        return EngineInfo(depth, nodes, number / 100, None, line)

    def value(self, rules: Rules) -> Number:
        """The score as the game's payoffs, for the player to move."""
        least, most = rules.payoff_bounds or (-1, 1)
        if self.mate is not None:
            return most if self.mate > 0 else least
        scaled: float = self.pawns / getattr(rules, "pawns", 1)
        return max(float(least), min(float(most), scaled))

    @property
    def note(self) -> str:
        if self.mate is not None:
            return f"mate in {abs(self.mate)}"
        return f"{self.pawns:+.2f} pawns for the player to move"


def uci_notation(rules: Rules, state: object, move: Move) -> str:
    """A move as UCI writes it."""
    written = getattr(rules, "uci_move", None)
    return str(written(state, move)) if written else squeeze(rules.show_move(state, move))
