"""Kibitz as an engine that speaks the Universal Chess Interface.

Any game of two with a zero sum can be played over it; moves are written as the game's ``uci_move``
says, or in its own notation without spaces, and positions that begin elsewhere need the method
``read_position``.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any

from kibitz.core.errors import GameError
from kibitz.play.adapters.uci import uci_notation
from kibitz.rules.game import Move, Position, Rules
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation, Pruning
from kibitz.search.alpha_beta.some_moves import deepening_among
from kibitz.search.budget import Budget
from kibitz.search.result import SearchResult

SECONDS = 1.0
"""Time for a move by default."""
MOVES_LEFT = 30
"""Moves for which the time left must last by default."""
_NUMBERS = ("movetime", "depth", "nodes", "wtime", "btime", "winc", "binc", "movestogo", "mate")
_ENDLESS = ("infinite", "ponder")


class UciServer:
    """Answers the commands of a program that plays or looks on.

    >>> from kibitz.rules.examples import TakeAway
    >>> said = []
    >>> server = UciServer(TakeAway(9), said.append, compiled=False)
    >>> server.serve(["uci", "position startpos moves 2", "go depth 4"])
    >>> said[0], said[-1]
    ('id name Kibitz', 'bestmove 3')
    """

    def __init__(
        self,
        rules: Rules,
        say: Callable[[str], None],
        pruning: Pruning | None = None,
        compiled: bool = True,
    ) -> None:
        self.rules, self.say = rules, say
        self.position: Position | None = rules.position()
        """None after one that could not be read."""
        self._engine = PrincipalVariation(rules, pruning=pruning, compiled=compiled)
        self._thinking: threading.Thread | None = None
        self._infinite = threading.Event()
        self._infinite.set()

    def serve(self, lines: Iterable[str]) -> None:
        """Answer line after line, until ``quit`` or the last one."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                break
            try:
                self._answer(words)
            except GameError as error:
                self.say(f"info string {error}")
        else:
            self._wait()
        self._stop()

    def _answer(self, words: list[str]) -> None:
        command = words[0] if words else ""
        if command == "uci":
            for text in ("id name Kibitz", "id author Kibitz", "uciok"):
                self.say(text)
        elif command == "isready":
            self.say("readyok")
        elif command == "position":
            self._stop()
            self.position = None
            self.position = self._read(words[1:])
        elif command == "go":
            self._stop()
            self._go(words[1:])
        elif command in ("stop", "ponderhit", "ucinewgame"):
            self._stop()

    def _read(self, words: list[str]) -> Position:
        cut = words.index("moves") if "moves" in words else len(words)
        start = words[:cut]
        if start[:1] == ["fen"]:
            if not self.rules.has("read_position"):
                raise GameError(f"{self.rules.name} cannot read positions; give startpos and moves")
            here = Position(self.rules, self.rules.read_position(" ".join(start[1:])))
        elif start == ["startpos"]:
            here = self.rules.position()
        else:
            raise GameError("position needs startpos, or fen and a position")
        for word in words[cut + 1 :]:
            meant = {uci_notation(self.rules, here.state, m): m for m in here.moves}
            if word not in meant:
                raise GameError(f"{word!r} is not a legal move here")
            here = here.play(meant[word])
        return here

    def _go(self, words: list[str]) -> None:
        here = self.position
        if here is None or here.is_over:
            self.say("bestmove (none)")
            return
        budget = self._budget_or_some(words, here)
        some = self._some_moves(words, here)
        self._infinite = threading.Event()
        if not set(_ENDLESS) & set(words):
            self._infinite.set()
        self._thinking = threading.Thread(
            target=self._think, args=(here, budget, some, self._infinite), daemon=True
        )
        self._thinking.start()

    def _budget_or_some(self, words: list[str], here: Position) -> Budget:
        """The limits asked for; a program that asks for none that make sense still gets a move."""
        try:
            return self._budget(words, here)
        except GameError as error:
            self.say(f"info string {error}")
            return Budget(SECONDS)

    def _some_moves(self, words: list[str], here: Position) -> list[Move]:
        """The moves after ``searchmoves``; all of them where nothing sensible is said."""
        named = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else []
        known = {uci_notation(self.rules, here.state, m): m for m in here.moves}
        some = []
        for word in takewhile(lambda w: w not in (*_NUMBERS, *_ENDLESS), named):
            if word in known:
                some.append(known[word])
            else:
                self.say(f"info string {word!r} is not a legal move here")
        return list(dict.fromkeys(some)) or list(here.moves)

    def _budget(self, words: list[str], here: Position) -> Budget:
        given: dict[str, int] = {}
        for k, word in enumerate(words):
            if word in _NUMBERS:
                try:
                    given[word] = int(words[k + 1])
                except (ValueError, IndexError):
                    raise GameError(f"go {word} needs a whole number") from None
        depth = given.get("depth") or (2 * given["mate"] if "mate" in given else None)
        seconds = self._seconds(given, here)
        limited = depth or given.get("nodes") or set(_ENDLESS) & set(words)
        if seconds is None and not limited:
            seconds = SECONDS
        return Budget(seconds, given.get("nodes"), depth)

    def _seconds(self, given: dict[str, int], here: Position) -> float | None:
        if "movetime" in given:
            return max(0.01, given["movetime"] / 1000 - 0.02)
        clock, more = ("wtime", "winc") if here.player == 0 else ("btime", "binc")
        if clock not in given:
            return None
        share = given[clock] / (given.get("movestogo", MOVES_LEFT) + 2) + 0.7 * given.get(more, 0)
        return max(0.01, min(share, 0.8 * given[clock]) / 1000)

    def _think(
        self, here: Position, budget: Budget, some: list[Move], may_answer: threading.Event
    ) -> None:
        move = some[0]
        try:
            for found in self._deepening(here, budget, some):
                self.say(self._information(found))
                move = found.move
        except GameError as error:
            self.say(f"info string {error}")
        may_answer.wait()
        self.say(f"bestmove {uci_notation(self.rules, here.state, move)}")

    def _deepening(
        self, here: Position, budget: Budget, some: list[Move]
    ) -> Iterator[SearchResult]:
        if len(some) == len(here.moves):
            return self._engine.deepening(here, budget)
        return deepening_among(self._engine, here, some, budget)

    def _information(self, result: SearchResult) -> str:
        spent = max(1, int(1000 * result.seconds))
        nodes = result.counts["nodes"]
        line, state = [], result.position.state
        for move in result.line:
            line.append(uci_notation(self.rules, state, move))
            state = self.rules.play(state, move)
        return (
            f"info depth {result.depth} score {self._score(result)} nodes {nodes} "
            f"time {spent} "
            f"nps {1000 * nodes // spent} pv {' '.join(line)}"
        )

    def _score(self, result: SearchResult) -> str:
        """The value for the player to move, in hundredths of a pawn or moves to a mate."""
        value: Any = result.value
        mine = float(value) if result.position.player == 0 else -float(value)
        bounds = self.rules.payoff_bounds
        if bounds is not None and value in bounds and bounds[0] != bounds[1] and mine:
            moves = math.ceil(len(result.line) / 2)
            return f"mate {moves if mine > 0 else -moves}"
        return f"cp {round(100 * mine * getattr(self.rules, 'pawns', 1))}"

    def _wait(self) -> None:
        """Let a search with a limit come to its end."""
        if self._thinking is not None and self._infinite.is_set():
            self._thinking.join()

    def _stop(self) -> None:
        if self._thinking is not None:
            self._infinite.set()
            while self._thinking.is_alive():
                self._engine.stop()
                self._thinking.join(0.02)
            self._thinking = None
