"""Workers on this machine: processes that a parent feeds, watches, ends and replaces.

A worker has a few tasks waiting, so that it never waits itself. One whose task is long over its
time is ended. Of a worker that ended, the task at hand becomes a row that says so, and the tasks
behind it go to others.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any

from kibitz.core.progress import Task as Progress
from kibitz.experiments.rows import DIED, TIME, failed, run, written

DEPTH = 4
"""Tasks that a worker has, the one at hand among them."""
GRACE = 3.0
"""Seconds beyond twice its limit, the proof's included, after which a task's worker is ended."""


class _Worker:
    """One process, and what it was given."""

    def __init__(
        self, heard: queue.Queue[tuple[_Worker, str | None]], memory: float | None
    ) -> None:
        words = [sys.executable, "-m", "kibitz.experiments.worker"]
        words += [] if memory is None else [str(memory)]
        self.given: deque[dict[str, Any]] = deque()
        self.since = time.monotonic()
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            start_new_session=True,  # Ctrl-C is for the parent
        )
        self._ear = threading.Thread(target=self._listen, args=(heard,), daemon=True)
        self._ear.start()

    def _listen(self, heard: queue.Queue[tuple[_Worker, str | None]]) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            heard.put((self, line.rstrip("\n")))
        heard.put((self, None))

    def give(self, task: dict[str, Any]) -> bool:
        """Hand over a task; whether someone was there to take it."""
        assert self.process.stdin is not None
        if not self.given:
            self.since = time.monotonic()
        self.given.append(task)
        try:
            self.process.stdin.write(written(task) + "\n")
            self.process.stdin.flush()
        except OSError:
            return False
        return True

    def end(self) -> None:
        """End the process at once, and close what led to it."""
        self.process.kill()
        self.process.wait()
        self._ear.join()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


Done = tuple[dict[str, Any], str]
"""A task, and its row as a line of JSON."""


def run_here(tasks: Iterable[dict[str, Any]], progress: Progress) -> Iterator[Done]:
    """Run tasks in this process, one after the other."""
    for task in tasks:
        if progress.stopped:
            return
        yield task, written(run(task))


class Crew:
    """Processes that stay for several lots of tasks, one lot after the other.

    Parameters
    ----------
    workers : int
        How many processes run at once.
    memory : float, optional
        Megabytes that a worker may take beyond what it begins with.
    """

    def __init__(self, workers: int, memory: float | None = None) -> None:
        self._size, self._memory = workers, memory
        self._heard: queue.Queue[tuple[_Worker, str | None]] = queue.Queue()
        self._workers: list[_Worker] = []

    def run(self, tasks: Iterable[dict[str, Any]], progress: Progress) -> Iterator[Done]:
        """Run tasks; their rows come as they finish.

        Parameters
        ----------
        tasks : iterable of dict
            The tasks.
        progress : Progress
            Tells whether to stop: what is at hand is then left undone.

        Returns
        -------
        iterator of tuple
            Each task with its row, a line of JSON.
        """
        source, waiting, crew = iter(tasks), deque[dict[str, Any]](), self._workers
        while len(crew) < self._size:
            crew.append(_Worker(self._heard, self._memory))
        try:
            for worker in crew:
                _feed(worker, source, waiting)
            while any(worker.given for worker in crew) and not progress.stopped:
                try:
                    worker, line = self._heard.get(timeout=0.2)
                except queue.Empty:
                    _end_late(crew)
                    continue
                if worker not in crew:
                    continue  # it was replaced
                if line is not None:
                    task = worker.given.popleft()
                    worker.since = time.monotonic()
                    yield task, line
                    _feed(worker, source, waiting)
                    continue
                if worker.given:
                    task = worker.given.popleft()
                    yield task, written(_obituary(worker, task))
                    waiting.extend(worker.given)
                crew.remove(worker)
                worker.end()
                crew.append(_Worker(self._heard, self._memory))
                _feed(crew[-1], source, waiting)
        finally:
            self._end([worker for worker in crew if worker.given])

    def _end(self, some: list[_Worker]) -> None:
        for worker in some:
            self._workers.remove(worker)
            worker.end()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end(list(self._workers))


def run_in_processes(
    tasks: Iterable[dict[str, Any]], progress: Progress, workers: int, memory: float | None = None
) -> Iterator[Done]:
    """Run tasks in this many processes; their rows come as they finish.

    Parameters
    ----------
    tasks : iterable of dict
        The tasks.
    progress : Progress
        Tells whether to stop: what is at hand is then left undone.
    workers : int
        How many processes run at once.
    memory : float, optional
        Megabytes that a worker may take beyond what it begins with.

    Returns
    -------
    iterator of tuple
        Each task with its row, a line of JSON.
    """
    with Crew(workers, memory) as crew:
        yield from crew.run(tasks, progress)


def _feed(
    worker: _Worker, source: Iterator[dict[str, Any]], waiting: deque[dict[str, Any]]
) -> None:
    """Give a worker as many tasks as it may have."""
    while len(worker.given) < DEPTH:
        task = waiting.popleft() if waiting else next(source, None)
        if task is None or not worker.give(task):
            return


def _end_late(crew: list[_Worker]) -> None:
    """End workers whose task is long over its time; their remains are reported as they die."""
    for worker in crew:
        seconds = worker.given[0].get("seconds") if worker.given else None
        if seconds is not None and time.monotonic() - worker.since > 2 * seconds + GRACE:
            worker.process.kill()


def _obituary(worker: _Worker, task: dict[str, Any]) -> dict[str, Any]:
    """The row of the task at hand when a worker died."""
    status = worker.process.wait()
    seconds = task.get("seconds")
    if seconds is not None and time.monotonic() - worker.since > 2 * seconds + GRACE:
        return failed(task, TIME, f"no answer within {seconds:g} seconds; the process was ended")
    name = signal.Signals(-status).name if status < 0 else f"status {status}"
    return failed(task, DIED, f"the process died ({name}), perhaps for lack of memory")
