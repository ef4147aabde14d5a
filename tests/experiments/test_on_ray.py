"""The same rows from a cluster whose nodes come and go."""

from __future__ import annotations

import pytest

import kibitz as kb
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
