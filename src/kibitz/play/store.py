"""Results of a tournament in a SQLite file: every game is kept as soon as it is over."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.play.contest import PlayedGame

VERSION = 2
PATIENCE = 30.0
"""Seconds to wait while another process writes to the file."""
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


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is kept: all of it in plain text and numbers."""

    seats: Sequence[str]
    round: int
    payoffs: Sequence[str]
    moves: Sequence[str]
    ending: str
    forfeited: int | None
    seconds: Sequence[float]


def record(seats: Sequence[str], round_: int, game: PlayedGame) -> Record:
    """A game that was played, as it is kept."""
    spent = [0.0] * len(seats)
    for move in game.moves:
        if move.seat >= 0:
            spent[move.seat] += move.seconds
    payoffs = [show(x) for x in game.payoffs]
    moves = [m.move for m in game.moves]
    return Record(seats, round_, payoffs, moves, game.ending, game.forfeited, spent)


class TournamentStore:
    """The file; ``:memory:`` for none. A file of another game or seed is refused.

    Several processes may write to one file: a game that is there already stays as it is.
    """

    def __init__(self, path: str | Path, about: dict[str, str]) -> None:
        self.path = str(path)
        with self._one_line_errors("results cannot be saved here"):
            self._file = sqlite3.connect(self.path, timeout=PATIENCE)
        try:
            with self._one_line_errors("not a file of results"):
                self._refuse_others()
                self._file.executescript(_TABLES)
                self._check({"version": str(VERSION), **about})
        except GameError:
            self._file.close()
            raise

    def __enter__(self) -> TournamentStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    @contextmanager
    def _one_line_errors(self, what: str) -> Iterator[None]:
        """What SQLite complains about, as a line for a person."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                what = f"another program has had it locked for {PATIENCE:g} s"
            raise GameError(f"{self.path}: {what} ({error})") from None

    def _refuse_others(self) -> None:
        """Write nothing into a database of something else."""
        rows = self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in rows if not name.startswith("sqlite_")}
        if not tables <= {"about", "games"}:
            some = ", ".join(sorted(tables)[:3])
            raise GameError(
                f"{self.path}: not a database of this tournament ({some}); use another file"
            )

    def _check(self, about: dict[str, str]) -> None:
        kept = dict(self._file.execute("SELECT key, value FROM about"))
        for key, value in about.items():
            if kept.get(key, value) != value:
                raise GameError(f"{self.path}: {_mismatch(key, kept[key], value)}")
        missing = [(key, value) for key, value in about.items() if key not in kept]
        if missing:
            with self._file:
                self._file.executemany("INSERT OR IGNORE INTO about VALUES (?, ?)", missing)

    def has(self, seats: tuple[str, ...], round_: int) -> bool:
        with self._one_line_errors("cannot be read"):
            found = self._file.execute(
                "SELECT 1 FROM games WHERE seats = ? AND round = ?", (json.dumps(seats), round_)
            )
            return found.fetchone() is not None

    def add(self, game: Record) -> Result:
        """Keep a game; it is on the disk when this returns."""
        with self._one_line_errors("the game could not be saved"), self._file:
            self._file.execute(
                "INSERT OR IGNORE INTO games "
                "(seats, round, payoffs, moves, ending, forfeited, seconds) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    json.dumps(list(game.seats)),
                    game.round,
                    json.dumps(list(game.payoffs)),
                    json.dumps(list(game.moves)),
                    game.ending,
                    game.forfeited,
                    json.dumps(list(game.seconds)),
                ),
            )
        return Result(
            tuple(game.seats),
            game.round,
            tuple(float(number(x, "payoff")) for x in game.payoffs),
            len(game.moves),
            game.ending,
            game.forfeited,
            tuple(game.seconds),
        )

    def results(self) -> Iterable[Result]:
        """All games in the file, in the order in which they were played."""
        with self._one_line_errors("cannot be read"):
            rows = self._file.execute(
                "SELECT seats, round, payoffs, moves, ending, forfeited, seconds FROM games "
                "ORDER BY number"
            ).fetchall()
        try:
            return [_result(row) for row in rows]
        except (ValueError, TypeError) as error:
            raise GameError(f"{self.path}: a game in it cannot be read ({error})") from None


def _mismatch(key: str, kept: str, value: str) -> str:
    if key == "rules":
        return "holds results by other rules of this game; use another file"
    return f"holds results for {key} {kept!r}, not {value!r}; use another file"


def _result(row: tuple[Any, ...]) -> Result:
    seats, round_, payoffs, moves, ending, forfeited, seconds = row
    return Result(
        tuple(json.loads(seats)),
        round_,
        tuple(float(number(x, "payoff")) for x in json.loads(payoffs)),
        len(json.loads(moves)),
        ending,
        forfeited,
        tuple(json.loads(seconds)),
    )
