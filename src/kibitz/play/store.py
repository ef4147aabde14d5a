"""Results of a tournament in a SQLite file: every game is kept as soon as it is over."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.play.contest import Contest

VERSION = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY,
    seats TEXT NOT NULL,
    round INTEGER NOT NULL,
    payoffs TEXT NOT NULL,
    moves TEXT NOT NULL,
    ending TEXT NOT NULL,
    forfeited INTEGER,
    seconds TEXT NOT NULL,
    UNIQUE (seats, round)
);
"""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played: who sat where, which round, what each got, and how it ended."""

    seats: tuple[str, ...]
    round: int
    payoffs: tuple[float, ...]
    moves: int
    ending: str
    forfeited: int | None
    seconds: tuple[float, ...]


class Store:
    """The file; ``:memory:`` for none. A file of another game or seed is refused."""

    def __init__(self, path: str | Path, about: dict[str, str]) -> None:
        self.path = str(path)
        try:
            self._file = sqlite3.connect(self.path)
            self._file.executescript(_TABLES)
            self._check({"version": str(VERSION), **about})
        except sqlite3.Error as error:
            raise GameError(f"{self.path}: not a file of results ({error})") from None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._file.close()

    def _check(self, about: dict[str, str]) -> None:
        kept = dict(self._file.execute("SELECT key, value FROM about"))
        for key, value in about.items():
            if kept.get(key, value) != value:
                self._file.close()
                raise GameError(
                    f"{self.path}: holds results for {key} {kept[key]!r}, not {value!r}; use "
                    "another file"
                )
        with self._file:
            self._file.executemany("INSERT OR IGNORE INTO about VALUES (?, ?)", about.items())

    def has(self, seats: tuple[str, ...], round_: int) -> bool:
        found = self._file.execute(
            "SELECT 1 FROM games WHERE seats = ? AND round = ?", (json.dumps(seats), round_)
        )
        return found.fetchone() is not None

    def add(self, seats: tuple[str, ...], round_: int, game: Contest) -> Result:
        """Keep a game; it is on the disk when this returns."""
        spent = [0.0] * len(seats)
        for move in game.moves:
            if move.seat >= 0:
                spent[move.seat] += move.seconds
        try:
            with self._file:
                self._file.execute(
                    "INSERT INTO games (seats, round, payoffs, moves, ending, forfeited, seconds) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        json.dumps(seats), round_, json.dumps([show(x) for x in game.payoffs]),
                        json.dumps([m.move for m in game.moves]), game.ending, game.forfeited,
                        json.dumps(spent),
                    ),
                )  # fmt: skip
        except sqlite3.Error as error:
            raise GameError(f"{self.path}: the game could not be kept ({error})") from None
        payoffs = tuple(float(x) for x in game.payoffs)
        return Result(
            seats, round_, payoffs, len(game.moves), game.ending, game.forfeited, tuple(spent)
        )

    def results(self) -> Iterable[Result]:
        """All games in the file, in the order in which they were played."""
        rows = self._file.execute(
            "SELECT seats, round, payoffs, moves, ending, forfeited, seconds FROM games "
            "ORDER BY number"
        )
        return [_result(row) for row in rows]


def _result(row: tuple[Any, ...]) -> Result:
    from kibitz.core.numbers import number

    seats, round_, payoffs, moves, ending, forfeited, seconds = row
    return Result(
        tuple(json.loads(seats)), round_,
        tuple(float(number(x, "payoff")) for x in json.loads(payoffs)), len(json.loads(moves)),
        ending, forfeited, tuple(json.loads(seconds)),
    )  # fmt: skip
