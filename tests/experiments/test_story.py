"""Killed three times and resumed on a cluster of another size, an experiment is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

import kibitz as kb
from kibitz.experiments.columns import TIMES
from kibitz.experiments.store import read_lines

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
GRID = [
    "random-bimatrix {n=2..4} {n} seed={0..24}",
    "blotto {3..6} {2..4} 2",
    "nim {1..9} {1..9}",
    "octal 0.{0..7}{0..7} 1",
    "gloves",
    "kuhn-poker",
    "no-such-game",
]
"""Every form with columns of its own but two, and a failure."""


def run_until_killed(folder, rows):
    """Run the grid in two processes, and kill the whole of it after some rows more."""
    words = [sys.executable, "-m", "kibitz.cli", "batch", *GRID, "-o", str(folder)]
    process = subprocess.Popen(
        [*words, "--workers", "2"], env={**os.environ}, stdout=subprocess.DEVNULL
    )
    have, began = kept(folder), time.monotonic()
    while process.poll() is None and kept(folder) < have + rows and time.monotonic() - began < 300:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()


def kept(folder):
    return sum(1 for tail in folder.glob("tail-*") for _ in read_lines(tail))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_killed_three_times_and_resumed_on_a_cluster_the_parquet_files_are_the_same(tmp_path):
    ray = pytest.importorskip("ray")
    parquet = pytest.importorskip("pyarrow.parquet")
    from ray.cluster_utils import Cluster

    whole = kb.experiment(GRID, into=tmp_path / "whole", workers=0)
    folder, seen = tmp_path / "killed", []
    for _ in range(3):
        run_until_killed(folder, 15)
        seen.append(kept(folder))
    assert 0 < seen[0] < seen[1] < seen[2] < len(whole.rows())
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        for _ in range(2):
            made.add_node(num_cpus=1)
        ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
        found = kb.experiment(GRID, into=folder, ray=made.address)
    finally:
        ray.shutdown()
        made.shutdown()
    assert found.is_complete
    files = sorted(path.name for path in whole.folder.glob("*.parquet"))
    assert files == sorted(path.name for path in folder.glob("*.parquet"))
    for name in files:
        one, two = (parquet.read_table(place / name) for place in (whole.folder, folder))
        assert one.drop_columns(list(TIMES)).equals(two.drop_columns(list(TIMES))), name
