"""Databases on disk whose blocks are solved by many processes, or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.progress import Task as Progress
from kibitz.core.system.machine import processors
from kibitz.experiments.pool import Crew
from kibitz.experiments.spread import answers, noun_of
from kibitz.rules.game import Rules
from kibitz.search.retrograde.layered import Job, LayeredDatabase, layered_database

BLOCK = 1 << 18
"""Numbers in a task, a part of a second."""


def spread_database(
    game: str | Noun,
    folder: str | PathLike[str],
    block: int = BLOCK,
    workers: int | None = None,
    ray: str | None = None,
) -> LayeredDatabase:
    """Solve every position of a game that numbers them by layers, many blocks at once.

    Parameters
    ----------
    game : str or Noun
        The game, in words or itself.
    folder : str or PathLike
        The folder that keeps the database; its name ends in ``.kbpd``. All nodes of a cluster must
        see it under this name.
    block : int, default 2**18
        Numbers that are looked at in one task.
    workers : int, optional
        How many processes work at once; 0 works in this one.
    ray : str, optional
        Work on a Ray cluster instead: its address, or ``"auto"``.

    Returns
    -------
    LayeredDatabase
        The same as :func:`~kibitz.search.retrograde.layered.layered_database` gives, byte for byte.
    """
    rules, said = noun_of(game)
    if not isinstance(rules, Rules):
        raise GameError(f"a database needs rules, not a {rules.kind} game")
    place = Path(folder).resolve()

    count = processors() if workers is None else workers
    if count == 0 and not ray:
        return layered_database(rules, place, block)
    with Crew(count) as crew:

        def spread(jobs: list[Job]) -> Iterator[Mapping[str, int]]:
            parts = [{**job, "folder": str(place)} for job in jobs]
            progress = Progress("blocks", len(parts))
            return answers("block", said, parts, progress, ray=ray, crew=None if ray else crew)

        return layered_database(rules, place, block, spread)
