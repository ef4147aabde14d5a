"""Workers on a Ray cluster: the same tasks, on whatever nodes there are at the moment.

Tasks travel in packs that take about as long as :data:`PACK` says, so that sending them costs
little. A pack whose node dies is run again elsewhere; since a row follows from its task alone, it
comes out the same. Rows that may have killed a process are tried one by one; those that do it again
are reported as failures.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.progress import Task as Progress
from kibitz.experiments.pool import Done
from kibitz.experiments.rows import DIED, failed
from kibitz.experiments.worker import run_line

PACK = 0.25
"""Seconds that a pack of tasks should take."""
LARGEST = 200
"""Tasks in a pack at most."""
AHEAD = 2
"""Packs for each processor that are on their way."""
KNOCK = 5.0
"""Seconds in which the head of a cluster must answer."""
RETRIES = 5
"""How often a pack whose node died is tried again."""


def connected(address: str) -> Any:
    """Ray, connected to a cluster; ``"auto"`` finds one, or starts one on this machine."""
    if find_spec("ray") is None:
        raise GameError(
            "this needs the package ray, which is not installed: pip install 'kibitz[ray]'"
        )
    ray: Any = import_module("ray")
    if ray.is_initialized():
        return ray
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        _knock(_latest(address))
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        if address != "auto":
            reason = " ".join(str(error).split())
            raise GameError(f"{address}: no Ray cluster answers ({reason:.120})") from None
        ray.init(address="local", include_dashboard=False, **quiet)
    return ray


def _latest(address: str) -> str:
    """The address that Ray takes for ``"auto"``: the cluster that was begun last, dead or alive."""
    if address != "auto":
        return address
    with suppress(ImportError, AttributeError):
        found = import_module("ray._private.services").find_bootstrap_address(None)
        return os.environ.get("RAY_ADDRESS") or found or address
    return address


def _knock(address: str) -> None:
    """Refuse an address where nothing listens, which Ray would wait for over minutes.

    >>> _knock("auto")
    """
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host, int(port)), timeout=KNOCK).close()


def run_on_ray(
    tasks: Iterable[dict[str, Any]],
    progress: Progress,
    address: str,
    memory: float | None = None,
    run: Callable[[list[str]], tuple[list[str], float]] | None = None,
) -> Iterator[Done]:
    """Run tasks on a cluster; their rows come as they finish.

    Parameters
    ----------
    tasks : iterable of dict
        The tasks.
    progress : Progress
        Tells whether to stop: what is on its way is then given up.
    address : str
        The address of the cluster, or ``"auto"``.
    memory : float, optional
        Megabytes that a task may take, by which Ray chooses where it runs.
    run : callable, optional
        What runs a pack of tasks, if it is not the usual.

    Returns
    -------
    iterator of tuple
        Each task with its row, a line of JSON.
    """
    ray = connected(address)
    settings: dict[str, Any] = {"num_cpus": 1, "max_retries": RETRIES}
    if memory is not None:
        settings["memory"] = int(memory * 2**20)
    remote = ray.remote(**settings)(run or _run_pack)
    waiting, size = deque(tasks), 1
    under_way: dict[Any, list[dict[str, Any]]] = {}
    room, asked = AHEAD * _processors(ray), time.monotonic()
    while (waiting or under_way) and not progress.stopped:
        if time.monotonic() - asked > 2:  # nodes come and go
            room, asked = AHEAD * _processors(ray), time.monotonic()
        while waiting and len(under_way) < room:
            share = max(1, len(waiting) // (2 * room))
            pack = _packed(waiting, min(size, share))
            under_way[remote.remote([json.dumps(task) for task in pack])] = pack
        ready, _ = ray.wait(list(under_way), num_returns=1, timeout=0.5)
        for reference in ready:
            pack = under_way.pop(reference)
            try:
                lines, seconds = ray.get(reference)
            except Exception as error:  # Ray has many
                yield from _mourn(pack, waiting, error)
                size = 1
                continue
            each = max(seconds / len(pack), 1e-6)
            size = max(1, min(LARGEST, int(PACK / each)))
            yield from zip(pack, lines, strict=True)
    for reference in under_way:
        ray.cancel(reference, force=True)


def _packed(waiting: deque[dict[str, Any]], size: int) -> list[dict[str, Any]]:
    """The next tasks, up to this many; one whose pack was lost goes alone.

    >>> waiting = deque([{"row": 1}, {"row": 2, "alone": True}, {"row": 3}])
    >>> [len(_packed(waiting, 2)) for _ in range(3)]
    [1, 1, 1]
    """
    pack = [waiting.popleft()]
    while waiting and len(pack) < size and not (pack[0].get("alone") or waiting[0].get("alone")):
        pack.append(waiting.popleft())
    return pack


def _run_pack(lines: list[str]) -> tuple[list[str], float]:
    """The rows of some tasks, and how long they took."""
    began = time.perf_counter()
    return [run_line(line) for line in lines], time.perf_counter() - began


def _mourn(
    pack: list[dict[str, Any]], waiting: deque[dict[str, Any]], error: Exception
) -> Iterator[Done]:
    """Try the tasks of a lost pack one by one; a single one that is lost becomes a failure."""
    if len(pack) > 1:
        for task in pack:
            waiting.appendleft({**task, "alone": True})
        return
    reason = f"the process died ({type(error).__name__}), perhaps for lack of memory"
    yield pack[0], json.dumps(failed(pack[0], DIED, reason), ensure_ascii=False)


def _processors(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
