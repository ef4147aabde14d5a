"""What goes wrong in an experiment is a row that says so, or one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.certificate import Certificate, Check
from kibitz.core.errors import GameError
from kibitz.core.progress import Task as Progress
from kibitz.experiments import limits, pool, rows, spread_tournament
from kibitz.experiments import store as stores
from kibitz.experiments.chart import Series, chart
from kibitz.experiments.columns import measures
from kibitz.experiments.grid import grid
from kibitz.experiments.sampling import spread_mccfr
from kibitz.experiments.store import ExperimentStore, all_rows
from kibitz.experiments.theory import expected_equilibria
from kibitz.rules.examples import TakeAway

CHICKEN = {
    "row": 0,
    "key": "0",
    "game": "chicken",
    "specification": {"kind": "typed", "words": "chicken"},
    "method": "auto",
    "options": {},
}


def test_a_defect_and_lack_of_memory_are_rows(monkeypatch):
    def fail(error: Exception) -> Any:
        def check(game: Any, data: Any) -> Any:
            raise error

        return check

    monkeypatch.setattr(rows, "check", fail(ValueError("two\nlines")))
    found = rows.run(CHICKEN)
    assert (found["status"], found["reason"]) == ("defect", "ValueError: two lines")
    monkeypatch.setattr(rows, "check", fail(MemoryError()))
    found = rows.run({**CHICKEN, "memory": 300})
    assert (found["status"], found["reason"]) == ("memory", "more than 300 MB of memory")


def test_a_proof_that_fails_ends_late_or_is_refused_leaves_the_row_solved(monkeypatch):
    false = Certificate("it", "a theorem", (Check("it holds", False, "found 2"),), ())
    monkeypatch.setattr(rows, "check", lambda game, data: false)
    found = rows.run(CHICKEN)
    assert (found["status"], found["verified"]) == ("solved", False)
    assert found["reason"] == "not proved: it holds found 2"

    def late(game: Any, data: Any) -> Any:
        raise limits.OutOfTime

    monkeypatch.setattr(rows, "check", late)
    found = rows.run({**CHICKEN, "seconds": 60})
    assert found["reason"] == "not verified within 60 seconds"
    assert "verified" not in found

    def refused(game: Any, data: Any) -> Any:
        raise GameError("no checker")

    monkeypatch.setattr(rows, "check", refused)
    assert rows.run(CHICKEN)["reason"] == "not verified: no checker"


def test_answers_and_proofs_are_left_out_where_they_are_not_wanted():
    found = rows.run({**CHICKEN, "keep": False, "verify": False})
    assert found["status"] == "solved"
    assert not {"answer", "verified", "verify_seconds"} & set(found)


class Silent:
    """A worker that never answers, and dies of a signal."""

    def __init__(self, task: dict[str, Any], since: float, status: int = -9) -> None:
        self.given, self.since, self.ended = deque([task]), since, False
        self.process = SimpleNamespace(wait=lambda: status, kill=self._kill)

    def _kill(self) -> None:
        self.ended = True


def test_a_worker_that_is_long_over_its_time_is_ended_and_told_by_the_reason():
    task = {**CHICKEN, "seconds": 1.0}
    late: Any = Silent(task, since=-1000.0)
    free: Any = Silent(CHICKEN, since=-1000.0)
    pool._end_late([late, free])
    assert late.ended
    assert not free.ended  # it has no limit
    told = pool._obituary(late, task)
    assert (told["status"], told["reason"]) == (
        "time",
        "no answer within 1 seconds; the process was ended",
    )
    assert "(SIGKILL)" in pool._obituary(free, CHICKEN)["reason"]
    assert "(status 3)" in pool._obituary(Silent(CHICKEN, 0.0, 3), CHICKEN)["reason"]  # type: ignore[arg-type]


def test_a_stopped_run_does_nothing_more():
    progress = Progress("tasks", 2)
    done = pool.run_here([CHICKEN, {**CHICKEN, "row": 1}], progress)
    next(done)
    progress.stopped = True
    assert list(done) == []


def test_memory_is_limited_beyond_what_the_process_has(monkeypatch):
    resource = pytest.importorskip("resource")
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda what, pair: given.append(pair))
    limits.limit_memory(None)
    assert given == []
    limits.limit_memory(64)
    assert given[0][0] > 64 * 2**20
    limits.limit_memory(float("inf"))  # no limit, and no error
    assert len(given) == 1


def test_parts_hold_rows_until_the_end(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(stores, "FLUSHED", 2)
    lines = [json.dumps({"row": k, "key": str(k), "form": "other"}) for k in range(5)]
    with ExperimentStore(tmp_path, {"rows": 5}, parquet=True) as store:
        for k, line in enumerate(lines):
            store.add(line, str(k))
            store.add(line, str(k))  # which is kept already
    assert len(list((tmp_path / "parts").glob("*"))) == 2
    assert sorted(row["key"] for row in all_rows(tmp_path)) == list("01234")
    with ExperimentStore(tmp_path, {"rows": 5}, parquet=True) as store:
        assert store.done == set("01234")


def test_parquet_without_pyarrow_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "find_spec", lambda name: None)
    with pytest.raises(GameError, match=r"pip install 'kibitz\[batch\]'"):
        ExperimentStore(tmp_path, {}, parquet=True)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda into: kb.experiment([], into=into), "an experiment needs games"),
        (lambda into: kb.experiment("chicken", into=into, seconds=0), "seconds is 0"),
        (lambda into: kb.experiment("chicken", into=into, workers=-1), "workers is -1"),
        (lambda into: list(grid([TakeAway(5)])), "was written in Python"),
        (lambda into: list(grid(["my_game.py:MyGame"])), "games in Python files"),
        (lambda into: spread_tournament(TakeAway(5), ["random", "random"]), "in this process"),
    ],
)
def test_what_cannot_be_run_is_one_line(tmp_path, ask, said):
    with pytest.raises(GameError, match=said):
        ask(tmp_path)


def test_a_game_that_cannot_be_played_ends_the_tournament(monkeypatch):
    from kibitz.experiments import tournaments

    row = json.dumps({"status": "died", "reason": "the process died"})
    monkeypatch.setattr(tournaments, "rows_of", lambda *given: [(None, row)])
    with pytest.raises(GameError, match="a game could not be played: the process died"):
        spread_tournament("tic-tac-toe", ["random", "depth:1"], games=1, workers=0)


def test_sampling_of_rules_that_run_in_python_takes_one_run():
    one = spread_mccfr("kuhn-poker", 4, runs=1, workers=0)
    assert one.iterations == 4


def test_arrow_tables_have_the_columns_of_a_form(tmp_path):
    pytest.importorskip("pyarrow")
    found = kb.experiment(["chicken", "nim 1 2"], into=tmp_path, workers=0, watch=lambda row: None)
    table = found.arrow("strategic")
    assert table.num_rows == 1
    assert table.column("players").to_pylist() == [2]
    with pytest.raises(GameError, match="unknown form 'tables'"):
        found.arrow("tables")
    with pytest.raises(GameError, match="it must be pandas or polars"):
        kb.results(tmp_path, frame="table")


@pytest.mark.parametrize(
    ("value", "number", "exact"),
    [
        ("7/2", 3.5, "7/2"),
        (3, 3.0, "3"),
        (0.25, 0.25, None),
        ({"root_of": ["-2", "0", "1"], "about": 1.4142}, 1.4142, None),
        ({"root_of": ["-2", "0", "1"]}, None, None),
        (True, None, None),
        ("p/2", None, None),
    ],
)
def test_values_are_floats_beside_their_exact_spelling(value, number, exact):
    found = measures(kb.matrix("1 2; 3 4"), {"value": value}, "matrix")
    assert found.get("value") == number
    assert found.get("value_exact") == exact


def test_charts_have_a_title_and_logarithmic_axes_where_they_can():
    line = Series("one", (1.0, 30.0), (2.0, 3.0), (1.0, 2.0), (3.0, 4.0))
    drawn = chart([line], "n", "time", log="xy", title="How long it takes").svg
    assert "How long it takes" in drawn
    assert ">10<" in drawn
    point = Series("", (2.0,), (3.0,), (3.0,), (3.0,))
    assert ">time<" in chart([point], "n", "time").svg
    with pytest.raises(GameError, match="has no logarithmic axis"):
        chart([Series("", (0.0, 1.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0))], "n", "time", log="x")


def test_a_table_without_cells_has_no_equilibrium():
    assert expected_equilibria(0, 3) == 0.0


def test_workers_answer_line_by_line():
    import subprocess

    words = [sys.executable, "-m", "kibitz.experiments.worker", "2000"]
    given = "".join(json.dumps({**CHICKEN, "row": k}) + "\n" for k in range(2))
    done = subprocess.run(words, input=given, capture_output=True, text=True, timeout=120)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["row"], row["status"]) for row in told] == [(0, "solved"), (1, "solved")]


def test_a_worker_that_nobody_hears_ends_in_silence():
    reads, writes = os.pipe()
    os.close(reads)
    task = json.dumps({**CHICKEN, "seed": 0})
    words = [sys.executable, "-m", "kibitz.experiments.worker"]
    done = subprocess.run(
        words, input=f"{task}\n{task}\n", stdout=writes, stderr=subprocess.PIPE, text=True
    )
    os.close(writes)
    assert done.returncode == 1
    assert done.stderr == ""
