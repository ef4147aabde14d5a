"""Tasks outside a grid, on processes or a cluster, with their answers in order.

A task is idempotent: one that was lost is run again, and comes to the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.progress import Task as Progress
from kibitz.experiments.experiment import rows_of
from kibitz.experiments.grid import PlannedRun
from kibitz.experiments.pool import Crew
from kibitz.formats.answers.provenance import PYTHON, specification
from kibitz.formats.typed import typed_game


def noun_of(game: str | Noun) -> tuple[Noun, dict[str, Any]]:
    """A game, and what rebuilds it in another process.

    >>> noun_of("nim 1 2")[1]["kind"]
    'named'
    """
    noun = typed_game([game]) if isinstance(game, str) else game
    said = dict(specification(noun) or {})
    if said.get("kind") == PYTHON:
        raise GameError(
            f"{said.get('class')} was written in Python, and other processes cannot rebuild it"
        )
    return noun, said


def seed_of(seed: int, part: int) -> int:
    """The seed of one part of the work, independent of the worker.

    >>> seed_of(0, 1) == seed_of(0, 1) != seed_of(0, 2)
    True
    """
    return int.from_bytes(sha256(f"{seed} {part}".encode()).digest()[:4], "big") >> 1


def answers(
    do: str,
    said: Mapping[str, Any],
    parts: Sequence[Mapping[str, Any]],
    progress: Progress,
    workers: int | None = None,
    ray: str | None = None,
    crew: Crew | None = None,
) -> Iterator[Any]:
    """What the parts of some work come to, in their order, each as soon as those before it."""
    tasks = []
    for number, options in enumerate(parts):
        key = PlannedRun(do, said, do, options).key
        one = {"do": do, "row": number, "key": key, "game": do, "specification": said}
        tasks.append({**one, "method": do, "options": options})
    kept: dict[int, Any] = {}
    due = 0
    found = crew.run(tasks, progress) if crew else rows_of(tasks, progress, workers, None, ray)
    for _, line in found:
        row = json.loads(line)
        if row["status"] != "solved":
            raise GameError(f"a part of the work failed: {row.get('reason')}")
        kept[row["row"]] = json.loads(row["answer"])
        while due in kept:
            yield kept.pop(due)
            due += 1
    if due < len(tasks):
        raise GameError("stopped; what was done is kept where it can be")
