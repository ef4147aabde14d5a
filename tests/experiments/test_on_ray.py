"""The same rows from a cluster whose nodes come and go."""

from __future__ import annotations

import socket
import time

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.experiments import on_ray
from kibitz.experiments.columns import TIMES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
]
GRID = ["random-bimatrix {n=2..4} {n} seed={0..39}", "nim {1..9} {1..9}", "no-such-game"]


def plain(found):
    return [{k: v for k, v in row.items() if k not in TIMES} for row in found.rows()]


@pytest.fixture
def cluster():
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [made.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    made.wait_for_nodes()
    yield made, nodes
    ray.shutdown()
    made.shutdown()


def test_a_node_is_killed_and_another_joins_and_the_rows_are_the_same(cluster, tmp_path):
    made, nodes = cluster
    whole = plain(kb.experiment(GRID, into=tmp_path / "whole", workers=0))
    rows = []

    def meddle(row):
        rows.append(row)
        if len(rows) == 20:
            made.remove_node(nodes[0], allow_graceful=False)
        if len(rows) == 60:
            made.add_node(num_cpus=1)

    found = kb.experiment(GRID, into=tmp_path / "ray", ray=made.address, watch=meddle)
    assert plain(found) == whole


def test_what_was_begun_in_processes_goes_on_on_a_cluster(cluster, tmp_path):
    made, _ = cluster
    whole = plain(kb.experiment(GRID, into=tmp_path / "whole", workers=0))
    kb.experiment(GRID[1], into=tmp_path / "both", workers=1)
    assert plain(kb.experiment(GRID, into=tmp_path / "both", ray=made.address)) == whole


def test_a_tournament_on_a_cluster_is_the_same_tournament(cluster):
    from kibitz.experiments import spread_tournament

    made, _ = cluster
    agents = ["random", "depth:2", "mcts:iterations=20"]
    here = spread_tournament("tic-tac-toe", agents, games=4, workers=0)
    there = spread_tournament("tic-tac-toe", agents, games=4, ray=made.address)
    assert there.points == here.points
    assert [s.agent for s in there.standings] == [s.agent for s in here.standings]


def killing(made, node, after):
    """A function that counts its calls, and kills a node at one of them."""
    calls = []

    def count(*_):
        calls.append(1)
        if len(calls) == after:
            made.remove_node(node, allow_graceful=False)

    return count


def test_a_database_is_the_same_bytes_though_a_node_dies(cluster, tmp_path, monkeypatch):
    from kibitz.experiments import databases, spread_database
    from kibitz.search.retrograde.packed import CODES

    made, nodes = cluster
    here = spread_database("chess-ending KQK", tmp_path / "here.kbpd", workers=0)
    kill, given = killing(made, nodes[0], 6), databases.answers

    def watched(*arguments, **named):
        for one in given(*arguments, **named):
            kill()
            yield one

    monkeypatch.setattr(databases, "answers", watched)
    there = spread_database(
        "chess-ending KQK", tmp_path / "there.kbpd", block=12_000, ray=made.address
    )
    assert (there.folder / CODES).read_bytes() == (here.folder / CODES).read_bytes()
    assert there.head == here.head


def test_sampling_training_and_many_starts_do_not_depend_on_who_works(cluster, tmp_path):
    import numpy as np

    from kibitz.experiments import multi_start, spread_mccfr, spread_training

    made, nodes = cluster
    here = spread_mccfr("kuhn-poker", 300, runs=6, seed=3, workers=0)
    many = multi_start("chicken", "global-newton", starts=6, workers=0)
    first = spread_training("tic-tac-toe", "q-learning", 30, tmp_path / "a", 3, workers=0)
    made.remove_node(nodes[0], allow_graceful=False)
    there = spread_mccfr("kuhn-poker", 300, runs=6, seed=3, ray=made.address)
    assert np.array_equal(here.sums, there.sums)
    assert np.array_equal(here.heads, there.heads)
    again = multi_start("chicken", "global-newton", starts=6, ray=made.address)
    assert [one.starts for one in again] == [one.starts for one in many]
    assert [one.answer for one in again] == [one.answer for one in many]
    second = spread_training("tic-tac-toe", "q-learning", 30, tmp_path / "b", 3, ray=made.address)
    assert [file.name for file in first] == [file.name for file in second]
    for one, two in zip(first, second, strict=True):
        with np.load(one, allow_pickle=False) as old, np.load(two, allow_pickle=False) as new:
            known = [name for name in old.files if name.startswith("know.")]
            assert known
            for name in known:  # the history tells times, too
                assert np.array_equal(old[name], new[name]), name


def test_an_octal_survey_is_the_same_on_a_cluster(cluster, tmp_path):
    made, _ = cluster
    grid = "octal 0.{0..7}{0..7} 1"
    here = kb.experiment(grid, "period", into=tmp_path / "here", workers=0)
    there = kb.experiment(grid, "period", into=tmp_path / "there", ray=made.address)
    assert plain(there) == plain(here)


def nowhere():
    """An address where nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{taken.getsockname()[1]}"


def test_a_cluster_that_is_gone_is_refused_at_once():
    pytest.importorskip("ray")
    began = time.monotonic()
    for scheme in ("", "ray://"):
        with pytest.raises(GameError, match="no Ray cluster answers"):
            on_ray.connected(scheme + nowhere())
    assert time.monotonic() - began < 10


def test_auto_begins_a_cluster_where_the_last_one_is_gone(monkeypatch):
    ray = pytest.importorskip("ray")
    dead = nowhere()
    monkeypatch.setattr(on_ray, "_latest", lambda address: dead)
    try:
        assert on_ray.connected("auto").cluster_resources()["CPU"] >= 1
    finally:
        ray.shutdown()
