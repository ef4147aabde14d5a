"""Packs of tasks on a cluster, with a stand-in for Ray that runs them at once, or loses them."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.core.progress import Task as Progress
from kibitz.experiments import on_ray
from kibitz.experiments.columns import TIMES
from kibitz.experiments.experiment import rows_of


class Lost(Exception):
    """What a cluster raises when a node is gone."""


class Cluster:
    """One processor, on which the tasks of some rows end every process that runs them."""

    def __init__(self, deadly: tuple[int, ...] = (), stop: Progress | None = None) -> None:
        self.deadly, self.stop = deadly, stop
        self.settings: dict[str, Any] = {}
        self.packs: list[list[int]] = []
        self.cancelled: list[Any] = []
        self.begun: list[str] = []
        self.initialized = True

    def is_initialized(self) -> bool:
        return self.initialized

    def init(self, address: str, **settings: Any) -> None:
        if address != "local":
            raise ConnectionError(f"no head at {address}")
        self.begun.append(address)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def remote(self, **settings: Any) -> Any:
        self.settings = settings

        def wrap(run: Any) -> Any:
            class Remote:
                @staticmethod
                def remote(lines: list[str]) -> tuple[Any, tuple[str, ...]]:
                    return run, tuple(lines)

            return Remote

        return wrap

    def wait(self, under_way: list[Any], num_returns: int, timeout: float) -> Any:
        return under_way[:num_returns], under_way[num_returns:]

    def get(self, reference: Any) -> Any:
        run, lines = reference
        rows = [json.loads(line)["row"] for line in lines]
        self.packs.append(rows)
        if self.stop is not None:
            self.stop.stopped = True
        if set(rows) & set(self.deadly):
            raise Lost
        return run(list(lines))

    def cancel(self, reference: Any, force: bool) -> None:
        self.cancelled.append(reference)


def tasks(count: int) -> list[dict[str, Any]]:
    """Heaps of nim, a row each."""
    return [
        {
            "row": k,
            "key": str(k),
            "game": f"nim {k}",
            "specification": {"kind": "typed", "words": f"nim {k} 3"},
            "method": "auto",
            "options": {},
        }
        for k in range(count)
    ]


def rows(found: Any) -> list[dict[str, Any]]:
    """What rows say, in order, without what differs from run to run."""
    told = sorted((json.loads(line) for _, line in found), key=lambda row: row["row"])
    return [{k: v for k, v in row.items() if k not in TIMES} for row in told]


@pytest.fixture
def cluster(monkeypatch):
    """Puts a stand-in in the place of Ray."""

    def put(ray: Cluster) -> Cluster:
        monkeypatch.setattr(on_ray, "find_spec", lambda name: True)
        monkeypatch.setattr(on_ray, "import_module", lambda name: ray)
        return ray

    return put


def test_a_cluster_gives_the_rows_of_this_process(cluster):
    ray = cluster(Cluster())
    found = rows(rows_of(tasks(40), Progress("tasks", 40), ray="auto", memory=100))
    assert found == rows(rows_of(tasks(40), Progress("tasks", 40), workers=0))
    assert ray.settings == {"num_cpus": 1, "max_retries": on_ray.RETRIES, "memory": 100 * 2**20}
    assert sorted(row for pack in ray.packs for row in pack) == list(range(40))
    assert len(ray.packs) < 40  # the first packs were quick, so the next ones are larger


def test_tasks_of_a_lost_pack_are_tried_one_by_one(cluster):
    ray = cluster(Cluster(deadly=(17,)))
    found = rows(on_ray.run_on_ray(tasks(40), Progress("tasks", 40), "auto"))
    assert [row["row"] for row in found] == list(range(40))
    assert [row["row"] for row in found if row["status"] != "solved"] == [17]
    assert found[17]["status"] == "died"
    assert found[17]["reason"].startswith("the process died (Lost)")
    assert ray.packs.count([17]) == 1


def test_what_is_under_way_is_cancelled_when_it_is_stopped(cluster):
    progress = Progress("tasks", 40)
    ray = cluster(Cluster(stop=progress))
    found = list(on_ray.run_on_ray(tasks(40), progress, "auto"))
    assert len(found) == 1
    assert len(ray.cancelled) == on_ray.AHEAD - 1


def test_without_ray_it_is_one_line(monkeypatch):
    monkeypatch.setattr(on_ray, "find_spec", lambda name: None)
    with pytest.raises(GameError, match=r"pip install 'kibitz\[ray\]'"):
        on_ray.connected("auto")


def test_an_address_where_nothing_listens_is_refused_and_auto_begins_a_cluster(
    cluster, monkeypatch
):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    ray = cluster(Cluster())
    ray.initialized = False
    with pytest.raises(GameError, match=f"{address}: no Ray cluster answers"):
        on_ray.connected(address)
    assert ray.begun == []
    assert on_ray.connected("auto") is ray
    assert ray.begun == ["local"]
