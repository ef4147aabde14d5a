"""Searches for equilibria from many starts at once: which are found, and how often."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.progress import work
from kibitz.experiments.experiment import rows_of
from kibitz.experiments.grid import PlannedRun
from kibitz.experiments.spread import noun_of, seed_of


@dataclass(frozen=True)
class Found:
    """An answer that some starts came to."""

    answer: Mapping[str, Any]
    """What the method said, as JSON."""
    starts: tuple[int, ...]
    """The numbers of the starts that came to it."""
    verified: bool


def multi_start(
    game: str | Noun,
    method: str,
    starts: int = 32,
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
    **options: Any,
) -> tuple[Found, ...]:
    """Run a method from many random starting points, and collect the distinct answers.

    Parameters
    ----------
    game : str or Noun
        The game, in words or itself.
    method : str
        A method with an option ``seed``.
    starts : int, default 32
        How many starts are tried.
    seed : int, default 0
        Random seed, from which every start gets its own.
    workers : int, optional
        How many processes work at once; 0 works in this one.
    ray : str, optional
        Work on a Ray cluster instead: its address, or ``"auto"``.
    **options : object
        Options of the method.

    Returns
    -------
    tuple of Found
        The different answers, those found most often first.

    Examples
    --------
    >>> found = multi_start("chicken", "global-newton", starts=3, workers=0)
    >>> sum(len(one.starts) for one in found), all(one.verified for one in found)
    (3, True)
    """
    _, said = noun_of(game)
    if starts < 1:
        raise GameError(f"starts is {starts}; at least one is needed")
    tasks = []
    for number in range(starts):
        task = PlannedRun("start", said, method, {**options, "seed": seed_of(seed, number)})
        one = {"row": number, "key": task.key, "game": task.game, "verify": True}
        more = {"specification": said, "method": method, "options": task.options}
        tasks.append({**one, **more})
    rows: dict[int, dict[str, Any]] = {}
    with work(f"{method} from {starts} starts", starts) as progress:
        for _, line in rows_of(tasks, progress, workers, None, ray):
            row = json.loads(line)
            rows[row["row"]] = row
            progress.advance()
    together: dict[str, list[int]] = {}
    for number in sorted(rows):
        if rows[number]["status"] == "refused":
            raise GameError(str(rows[number].get("reason")))
        if rows[number]["status"] == "solved":
            answer = json.dumps(_rounded(json.loads(rows[number]["answer"])), sort_keys=True)
            together.setdefault(answer, []).append(number)
    found = [
        Found(
            json.loads(rows[those[0]]["answer"]), tuple(those), bool(rows[those[0]].get("verified"))
        )
        for those in together.values()
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.starts), one.starts)))


def _rounded(value: Any) -> Any:
    """The same without what differs by rounding, or from start to start."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    if isinstance(value, dict):
        left_out = ("seconds", "iterations", "rounds", "seed", "path", "provenance")
        return {key: _rounded(one) for key, one in value.items() if key not in left_out}
    return value
