"""Tournaments whose games are played by many processes, or on a cluster.

Every game has its seed from the tournament's and from who plays which round, so that the table is
the same whichever agents play it, and however many.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.progress import work
from kibitz.experiments.experiment import rows_of
from kibitz.experiments.grid import PlannedRun
from kibitz.formats.answers.provenance import PYTHON, specification
from kibitz.formats.typed import typed_game
from kibitz.play.adapters.forms import as_rules
from kibitz.play.store import Record, Result
from kibitz.play.tournament import Tournament, tournament


def spread_tournament(
    game: str | Noun,
    agents: Sequence[str],
    games: int = 10,
    seed: int = 0,
    db: str | PathLike[str] | None = None,
    seconds: float | None = None,
    longest: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    watch: Callable[[Result, int, int], None] | None = None,
) -> Tournament:
    """Let agents play a number of games in every pairing, many games at once.

    Parameters
    ----------
    game : str or Noun
        The game, in words or itself.
    agents : sequence of str
        Specifications of the agents.
    games : int, default 10
        How many games each pairing plays.
    seed : int, default 0
        Random seed.
    db : str or PathLike, optional
        A file that keeps every game as it ends, and from which the tournament continues.
    seconds : float, optional
        The time for a move.
    longest : int, optional
        The number of moves after which a game is a draw.
    workers : int, optional
        How many processes play at once; 0 plays in this one.
    ray : str, optional
        Play on a Ray cluster instead: its address, or ``"auto"``.
    watch : callable, optional
        A function called with every result, its number and the total.

    Returns
    -------
    Tournament
        The same as :func:`kibitz.play.tournament.tournament` gives, in less time.

    Examples
    --------
    >>> done = spread_tournament("tic-tac-toe", ["random", "depth:2"], games=2, workers=0)
    >>> sum(s.games for s in done.standings)
    4
    """
    noun = typed_game([game]) if isinstance(game, str) else game
    said = specification(noun) or {}
    if said.get("kind") == PYTHON:
        raise GameError(f"{said.get('class')} was written in Python; play it in this process")

    def play(missing: Sequence[tuple[tuple[str, ...], int]]) -> Iterator[Record]:
        tasks = [
            _task(number, said, seats, round_, seed, seconds, longest)
            for number, (seats, round_) in enumerate(missing)
        ]
        with work("playing", len(tasks)) as progress:
            for _, line in rows_of(tasks, progress, workers, None, ray):
                progress.advance()
                row = json.loads(line)
                if row["status"] != "solved":
                    raise GameError(f"a game could not be played: {row.get('reason')}")
                yield Record(*json.loads(row["answer"]))

    return tournament(
        as_rules(noun),
        agents,
        games,
        seed,
        None if db is None else str(db),
        seconds,
        longest,
        watch,
        spread=play,
    )


def _task(
    number: int,
    said: dict[str, Any],
    seats: tuple[str, ...],
    round_: int,
    seed: int,
    seconds: float | None,
    longest: int | None,
) -> dict[str, Any]:
    options = {
        "seats": list(seats),
        "round": round_,
        "seed": seed,
        "per_move": seconds,
        "longest": longest,
    }
    task = PlannedRun("match", said, "play", options)
    return {
        "do": "match",
        "row": number,
        "key": task.key,
        "game": task.game,
        "specification": task.specification,
        "method": task.method,
        "options": task.options,
    }
