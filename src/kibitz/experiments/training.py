"""Learners that teach themselves, many at once: one model for each seed and setting."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.progress import work
from kibitz.experiments.spread import answers, noun_of, seed_of


def spread_training(
    game: str | Noun,
    method: str,
    rounds: int,
    into: str | PathLike[str],
    learners: int = 4,
    settings: Sequence[Mapping[str, Any]] = ({},),
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
) -> tuple[Path, ...]:
    """Let several learners play against themselves, each with its own seed and settings.

    Parameters
    ----------
    game : str or Noun
        The game, in words or itself.
    method : str
        The learner, as ``kibitz train`` names it.
    rounds : int
        How many rounds each learns.
    into : str or PathLike
        The folder for the models; one that is there already is not made again. All nodes of a
        cluster must see it under this name.
    learners : int, default 4
        How many learners there are of each setting.
    settings : sequence of mapping, default one without any
        Options of the learner.
    seed : int, default 0
        Random seed, from which every learner gets its own.
    workers : int, optional
        How many processes work at once; 0 works in this one.
    ray : str, optional
        Work on a Ray cluster instead: its address, or ``"auto"``.

    Returns
    -------
    tuple of Path
        The files of the models, which :func:`spread_tournament` and ``kibitz play`` take.
    """
    _, said = noun_of(game)
    if learners < 1:
        raise GameError(f"learners is {learners}; at least one is needed")
    folder = Path(into).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for options in settings:
        for number in range(learners):
            own = seed_of(seed, number)
            run = {"learner": method, "rounds": rounds, "seed": own, "options": dict(options)}
            digest = sha256(json.dumps([said, run], sort_keys=True).encode()).hexdigest()[:12]
            parts.append({**run, "file": str(folder / f"{method}-{digest}.kbz")})
    with work(f"training {method}", len(parts)) as progress:
        for _ in answers("train", said, parts, progress, workers, ray):
            progress.advance()
    return tuple(Path(str(part["file"])) for part in parts)
