"""An experiment: every row of a grid, solved and verified within limits, and kept as it finishes.

It can be stopped at any point, by Ctrl-C, by kill -9 or by a power cut, and continues when it is
asked for again: rows that are kept are not run again, and a row does not depend on who runs it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import kibitz
from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.progress import Task as Progress
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.core.system.machine import machine_class, processors
from kibitz.experiments.grid import PlannedRun, grid
from kibitz.experiments.pool import Done, run_here, run_in_processes
from kibitz.experiments.results import Results
from kibitz.experiments.store import ExperimentStore
from kibitz.formats.files import ARRAYS, ENDINGS
from kibitz.formats.many import LINES, TABLE

MOST_SHOWN = 80
"""Letters of the games of another grid up to which an error names them."""


def experiment(
    games: str | Noun | Iterable[str | Noun],
    methods: str | Iterable[str] = "auto",
    options: Mapping[str, Any] | None = None,
    *,
    into: str | PathLike[str],
    seconds: float | None = None,
    memory: float | None = None,
    verify: bool = True,
    keep: bool = True,
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
    parquet: bool | None = None,
    add: bool = False,
    watch: Callable[[Mapping[str, Any]], None] | None = None,
) -> Results:
    """Solve a grid of games and keep a row for each, to be stopped and taken up at any point.

    Parameters
    ----------
    games : str, Noun, or iterable of these
        Games in words with ranges, as in ``"blotto {4..12} {3..9} 3"``; names of files with
        wildcards; or games themselves.
    methods : str or iterable of str, default "auto"
        Names of methods.
    options : mapping, optional
        What the methods take besides; a list is tried value by value.
    into : str or PathLike
        The folder that keeps the rows.
    seconds, memory : float, optional
        The most time, and the most memory in megabytes, that a row may take; the proof may take
        as long again.
    verify : bool, default True
        Whether the checker looks at every answer.
    keep : bool, default True
        Whether whole answers are kept, as JSON.
    seed : int, default 0
        The random seed, from which every task that needs one gets its own.
    workers : int, optional
        How many processes run at once: as many as there are processors by default; 0 runs the
        tasks in this process, in which memory is not limited.
    ray : str, optional
        Run on a Ray cluster instead: its address, or ``"auto"``.
    parquet : bool, optional
        Whether the rows become Parquet files: where pyarrow is installed, by default.
    add : bool, default False
        Whether a folder that keeps rows of another grid takes these rows as well; otherwise it is
        refused. A grid that contains the earlier one needs no leave.
    watch : callable, optional
        A function called with every row as it finishes.

    Returns
    -------
    Results
        The rows, with :meth:`~Results.pandas`, :meth:`~Results.polars` and :meth:`~Results.plot`.

    Notes
    -----
    A row costs about a millisecond besides its game: building it, sending it to and fro, writing
    it down.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = experiment("blotto {2..4} 2 2", ["simplex"], into=folder, workers=0)
    ...     print([row["value_exact"] for row in found.rows()])
    ['0', '6/5', '3/2']
    """
    _check(seconds, memory, workers)
    games = [games] if isinstance(games, (str, Noun)) else list(games)
    methods = [methods] if isinstance(methods, str) else list(methods)
    tasks = list(grid(games, methods, options))
    if not tasks:
        raise GameError("an experiment needs games, such as 'blotto {4..12} 3 2' or games/*.nfg")
    folder = Path(into)
    _refuse_files(folder)
    settings = {"seconds": seconds, "memory": memory, "verify": verify, "keep": keep, "seed": seed}
    about = _about(games, methods, options, settings, len(tasks))
    order = {task.key: number for number, task in enumerate(tasks)}

    def refuse(store: ExperimentStore) -> None:
        _refuse_another_grid(store, order, seed, add)

    with ExperimentStore(folder, about, parquet, refuse) as store:
        if others := len(store.done - order.keys()):
            store.tell({**about, "rows": len(tasks) + others})
        left = [
            _said(task, order[task.key], settings) for task in tasks if task.key not in store.done
        ]
        with work("solving", len(tasks)) as progress:
            progress.advance(len(tasks) - len(left))
            _run(left, store, progress, workers, memory, ray, watch)
        if order.keys() <= store.done:
            store.finish(order)
    return Results(folder)


def _run(
    left: list[dict[str, Any]],
    store: ExperimentStore,
    progress: Progress,
    workers: int | None,
    memory: float | None,
    ray: str | None,
    watch: Callable[[Mapping[str, Any]], None] | None,
) -> None:
    """Run what is left, and keep each row as it comes."""
    began = time.monotonic()
    for done, (task, line) in enumerate(rows_of(left, progress, workers, memory, ray), 1):
        store.add(line, task["key"])
        rate = done / max(time.monotonic() - began, 1e-9)
        progress.label = f"solving, {rate:,.3g} rows a second"
        progress.advance()
        if watch is not None:
            watch(json.loads(line))


def rows_of(
    tasks: list[dict[str, Any]],
    progress: Progress,
    workers: int | None = None,
    memory: float | None = None,
    ray: str | None = None,
) -> Iterator[Done]:
    """The rows of tasks as they finish, here, in processes or on a cluster."""
    if ray is not None:
        from kibitz.experiments.on_ray import run_on_ray

        return run_on_ray(tasks, progress, ray, memory)
    count = processors() if workers is None else workers
    count = min(count, len(tasks))
    if count == 0:
        return run_here(tasks, progress)
    return run_in_processes(tasks, progress, count, memory)


def _said(task: PlannedRun, number: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    """A task as it is sent to a worker."""
    return {
        "row": number,
        "key": task.key,
        "game": task.game,
        "specification": task.specification,
        "method": task.method,
        "options": task.options,
        **settings,
    }


def _about(
    games: list[Any], methods: list[str], options: Any, settings: Mapping[str, Any], rows: int
) -> dict[str, Any]:
    """What was asked for, by whom it was answered, and on what."""
    return {
        "schema": 1,
        "kibitz": kibitz.__version__,
        "games": [g if isinstance(g, str) else f"a {g.kind} game" for g in games],
        "methods": methods,
        "options": dict(options or {}),
        **settings,
        "rows": rows,
        "machine": machine_class(),
    }


def _refuse_another_grid(
    store: ExperimentStore, order: Mapping[str, int], seed: int, add: bool
) -> None:
    """Refuse a folder whose rows would be taken for rows of this grid."""
    told, others = store.about, len(store.done - order.keys())
    if others and not add:
        raise GameError(
            f"{store.folder}: this folder keeps {count_of(others, 'row')} of another grid"
            f"{_shown(told.get('games'))}; choose another folder, or give add=True to keep both"
        )
    before = told.get("seed", seed)
    if before != seed and store.done & order.keys():
        raise GameError(
            f"{store.folder}: the rows in this folder have the random seed {before}, not {seed}; "
            f"choose another folder, or the seed {before} to resume"
        )


def _shown(games: Any) -> str:
    """The games of an earlier grid, where they are few enough to be named."""
    words = ", ".join(map(repr, games)) if isinstance(games, list) else ""
    return f", {words}" if 0 < len(words) <= MOST_SHOWN else ""


def _refuse_files(folder: Path) -> None:
    """Refuse the name of a file for the folder of the rows."""
    if folder.suffix.lower() in (*ENDINGS, ARRAYS, LINES, TABLE) and not folder.is_dir():
        raise GameError(
            f"{folder}: the rows of an experiment are kept in a folder, a file for each form of "
            f"game; give a name without an ending, such as {folder.with_suffix('')}"
        )


def _check(seconds: float | None, memory: float | None, workers: int | None) -> None:
    for name, limit in (("seconds", seconds), ("memory", memory)):
        if limit is not None and not limit > 0:
            raise GameError(f"{name} is {limit}; it must be positive")
    if workers is not None and workers < 0:
        raise GameError(f"workers is {workers}; it must be 0 or more")
