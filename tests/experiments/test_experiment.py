"""Experiments: rows kept as they finish, failures told, stopped and resumed without loss."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.experiments.columns import COMMON, FORMS, TIMES, columns_of
from kibitz.experiments.store import ExperimentStore, read_lines

MIXED = [
    "random-bimatrix {n=2..3} {n} seed={0..2}",
    "random-matrix 3 3 seed={0..3}",
    "nim {2..4} 3",
    "gloves",
    "no-such-game",
]


def plain(found: kb.experiments.Results) -> list[dict[str, object]]:
    """The rows without what differs from run to run."""
    return [{k: v for k, v in row.items() if k not in TIMES} for row in found.rows()]


def test_every_row_is_solved_verified_and_kept(tmp_path):
    found = kb.experiment(MIXED, into=tmp_path, workers=0)
    rows = found.rows()
    assert [row["row"] for row in rows] == list(range(15))
    assert sum(row["status"] == "solved" for row in rows) == 14
    assert all(row["verified"] for row in rows if row["status"] == "solved")
    assert rows[-1]["reason"].startswith("unknown game 'no-such-game'")
    assert sorted(p.name for p in tmp_path.glob("*.parquet")) == [
        "coalitional.parquet",
        "impartial.parquet",
        "matrix.parquet",
        "other.parquet",
        "strategic.parquet",
    ]
    assert not list(tmp_path.glob("tail-*"))
    assert found.is_complete
    assert "14 proved" in str(found)


def test_files_have_the_documented_columns(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    kb.experiment(["chicken", "matrix 1 2; 3 4"], into=tmp_path, workers=0)
    for form in ("matrix", "strategic"):
        schema = pq.read_schema(tmp_path / f"{form}.parquet")
        assert schema.names == list(columns_of(form))
        for name, (_, meaning) in columns_of(form).items():
            assert schema.field(name).metadata[b"meaning"].decode() == meaning


def test_every_column_of_a_form_is_filled_by_some_answer(tmp_path):
    runs = [
        (["matrix 1 2; 3 4", "chicken", "centipede 4", "basketball", "gloves", "nim 3 4"], "auto"),
        (["chicken"], "lemke-howson"),
        (["gloves"], "shapley"),
        (["kayles 3", "octal 0.16 5"], "period"),
        (["tic-tac-toe"], "retrograde"),
        (["tic-tac-toe"], "alpha-beta"),
    ]
    for games, method in runs:
        kb.experiment(games, method, into=tmp_path, workers=0, add=True)
    kb.experiment("kuhn-poker", "cfr", {"iterations": 2}, into=tmp_path, workers=0, add=True)
    rows = kb.results(tmp_path).rows()
    for form in set(FORMS) - {"match", "other"}:
        filled = {key for row in rows if row["form"] == form for key in row}
        missing = set(columns_of(form)) - set(COMMON) - filled
        assert missing == ({"exploitability"} if form == "extensive" else set()), form
    by_game = {row["game"]: row for row in rows}
    assert by_game["centipede 4"]["nodes"] == 17
    assert by_game["basketball"]["states"] == 10
    assert (by_game["kayles 3"]["period"], by_game["kayles 3"]["heaps_computed"]) == (12, 168)
    looked = {row["method"]: row.get("positions") for row in rows if row["form"] == "rules"}
    assert looked["retrograde"] == 5478
    assert looked["alpha-beta"] > 1000


def test_columns_are_told_in_the_book():
    page = (Path(__file__).parents[2] / "docs" / "batch.md").read_text(encoding="utf-8")
    for name in COMMON:
        assert f"| `{name}` |" in page
    for form, columns in FORMS.items():
        for name in columns:
            assert f"`{name}`" in page, (form, name)


def test_answers_in_rows_are_claims_that_can_be_checked_again(tmp_path):
    found = kb.experiment("random-bimatrix 2 2 seed={0..2}", "equilibria", into=tmp_path, workers=0)
    for row in found.rows():
        data = {
            **json.loads(row["answer"]),
            "provenance": {"game": json.loads(row["specification"])},
        }
        file = tmp_path / "answer.json"
        file.write_text(json.dumps(data))
        assert kb.load_answer(file).verify().holds


def test_rows_that_are_kept_are_not_run_again(tmp_path):
    kb.experiment("nim {1..3} 2", into=tmp_path, workers=0)
    ran = []
    found = kb.experiment("nim {1..5} 2", into=tmp_path, workers=0, watch=ran.append)
    assert [row["game"] for row in ran] == ["nim 4 2", "nim 5 2"]
    assert [row["game"] for row in found.rows()] == [f"nim {k} 2" for k in range(1, 6)]


def test_a_line_that_was_cut_off_is_run_again(tmp_path):
    whole = plain(kb.experiment(MIXED, into=tmp_path / "whole", workers=0))
    folder = tmp_path / "cut"
    with ExperimentStore(folder, {"rows": 15}) as store:
        for row in kb.results(tmp_path / "whole").rows()[:5]:
            line = {k: v for k, v in row.items() if k in columns_of(row["form"])}
            store.add(json.dumps(line), row["key"])
    tail = next(folder.glob("tail-*.jsonl"))
    tail.write_bytes(tail.read_bytes()[:-40])
    assert len(list(read_lines(tail))) == 4
    ran = []
    found = kb.experiment(MIXED, into=folder, workers=0, watch=ran.append)
    assert len(ran) == 11
    assert plain(found) == whole


def test_parts_and_tails_come_together(tmp_path, monkeypatch):
    monkeypatch.setattr("kibitz.experiments.store.FLUSHED", 4)
    found = kb.experiment(MIXED, into=tmp_path / "a", workers=0)
    monkeypatch.setattr("kibitz.experiments.store.FLUSHED", 1000)
    assert plain(found) == plain(kb.experiment(MIXED, into=tmp_path / "b", workers=0))


def test_without_pyarrow_rows_are_lines(tmp_path):
    found = kb.experiment(MIXED, into=tmp_path / "lines", workers=0, parquet=False)
    assert (tmp_path / "lines" / "matrix.jsonl").is_file()
    assert plain(found) == plain(kb.experiment(MIXED, into=tmp_path / "parquet", workers=0))


def test_a_row_over_its_time_says_so(tmp_path):
    found = kb.experiment("blotto 14 13 5", "simplex", into=tmp_path, seconds=0.05, workers=0)
    (row,) = found.rows()
    assert (row["status"], row["reason"]) == ("time", "no answer within 0.05 seconds")


def test_two_processes_do_not_write_to_one_folder(tmp_path):
    with (
        ExperimentStore(tmp_path, {"rows": 1}),
        pytest.raises(kb.GameError, match="another process is running this experiment"),
    ):
        kb.experiment("chicken", into=tmp_path, workers=0)


def test_methods_that_draw_lots_get_a_seed_of_their_own(tmp_path):
    seeds = [
        kb.experiment(
            "airport", "sampled-shapley", into=tmp_path / name, workers=0, seed=seed
        ).rows()[0]["seed"]
        for name, seed in (("a", 0), ("b", 0), ("c", 1))
    ]
    assert seeds[0] == seeds[1] != seeds[2]


def test_frames_have_the_parameters_as_columns(tmp_path):
    pandas = pytest.importorskip("pandas")
    kb.experiment("random-matrix {n=2..3} {n} seed={0..1}", into=tmp_path, workers=0)
    frame = kb.results(tmp_path, "pandas")
    assert isinstance(frame, pandas.DataFrame)
    assert frame["m"].tolist() == [2, 2, 3, 3]
    polars = pytest.importorskip("polars")
    assert kb.results(tmp_path).polars()["seed"].to_list() == [0, 1, 0, 1]
    assert isinstance(kb.results(tmp_path, "polars"), polars.DataFrame)


def test_without_polars_the_rest_works(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    kb.experiment("mendelsohn {3..5}", into=tmp_path, workers=0)
    rows = kb.results(tmp_path)
    with pytest.raises(kb.GameError, match=r"^this needs the package polars: pip install polars$"):
        rows.polars()
    assert rows.plot("n", "value").svg.startswith("<svg")


def test_a_plot_is_one_call(tmp_path):
    kb.experiment("random-matrix {n=2..4} {n} seed={0..2}", into=tmp_path, workers=0)
    picture = kb.results(tmp_path).plot("m", "seconds", by="method", log="y")
    assert picture.svg.count("<circle") >= 3
    assert "auto" in picture.svg
    with pytest.raises(kb.GameError, match=r"no row has a number in 'nothing'; the col.*seconds"):
        kb.results(tmp_path).plot("m", "nothing")


def test_no_experiment_is_one_line(tmp_path):
    with pytest.raises(kb.GameError, match="no experiment here"):
        kb.results(tmp_path)
    for bad in ({"seconds": 0}, {"memory": -1}, {"workers": -1}):
        with pytest.raises(kb.GameError, match="it must be"):
            kb.experiment("chicken", into=tmp_path, **bad)


def test_the_command(tmp_path):
    words = ["batch", "nim {1..3} 2", "-o", str(tmp_path / "x"), "--workers", "0"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("3 of 3 rows: 3 solved\n3 proved")
    done = CliRunner().invoke(app, [*words, "--json"])
    assert json.loads(done.stdout)["status"] == {"solved": 3}
    done = CliRunner().invoke(app, [*words, "--option", "label"])
    assert done.exit_code == 2
    assert "NAME=VALUE" in done.stderr


def test_processes_give_the_same_rows(tmp_path):
    here = plain(kb.experiment(MIXED, into=tmp_path / "here", workers=0))
    assert plain(kb.experiment(MIXED, into=tmp_path / "two", workers=2)) == here


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_killed_three_times_and_resumed_it_is_as_if_uninterrupted(tmp_path):
    grid = ["random-bimatrix {n=2..4} {n} seed={0..24}", "nim {1..9} {1..9}", "no-such-game"]
    whole = plain(kb.experiment(grid, into=tmp_path / "whole", workers=0))
    folder = tmp_path / "killed"
    for _ in range(3):
        words = [sys.executable, "-m", "kibitz.cli", "batch", *grid, "-o", str(folder)]
        process = subprocess.Popen([*words, "--workers", "2"], env={**os.environ})
        before = time.monotonic()
        have = sum(1 for t in folder.glob("tail-*") for _ in read_lines(t))
        while process.poll() is None and time.monotonic() - before < 60:
            time.sleep(0.02)
            if sum(1 for t in folder.glob("tail-*") for _ in read_lines(t)) > have + 20:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
    found = kb.experiment(grid, into=folder, workers=1)
    assert plain(found) == whole


@pytest.mark.slow
def test_a_worker_that_dies_or_hangs_costs_one_row(tmp_path):
    heavy = ["blotto 40 39 9", "nim 3 4"]
    found = kb.experiment(heavy, "auto", into=tmp_path, seconds=2, memory=300, workers=1)
    first, second = found.rows()
    assert first["status"] in ("time", "memory", "died", "refused")
    assert second["status"] == "solved"


def test_a_tournament_in_processes_is_the_same_tournament():
    words = ["tournament", "tic-tac-toe", "random", "depth:1", "--games", "3", "--json"]
    tables = []
    for more in ([], ["--workers", "0"]):
        done = CliRunner().invoke(app, [*words, *more])
        assert done.exit_code == 0, done.stderr
        tables.append(json.loads(done.stdout))
    keys = ("points", "games", "seed", "complete")
    assert [tables[0][k] for k in keys] == [tables[1][k] for k in keys]


def test_the_alarm_waits_for_the_compiler(monkeypatch):
    from kibitz.experiments import limits

    states = iter([True, False])
    monkeypatch.setattr(limits, "_is_compiling", lambda: next(states))
    began = time.monotonic()
    with limits.time_limit(0.01), pytest.raises(limits.OutOfTime):
        time.sleep(5)
    assert limits.AGAIN <= time.monotonic() - began < 4


def test_another_grid_in_the_same_folder_adds_its_rows(tmp_path):
    kb.experiment("nim {1..3} 4", into=tmp_path, workers=0)
    about = (tmp_path / "experiment.json").read_text()
    with pytest.raises(kb.GameError, match=r"3 rows of another grid, 'nim \{1\.\.3\} 4'; choose"):
        kb.experiment("nim {2..4} 5", into=tmp_path, workers=0)
    assert (tmp_path / "experiment.json").read_text() == about
    assert len(kb.results(tmp_path)) == 3
    found = kb.experiment("nim {2..4} 5", into=tmp_path, workers=0, add=True)
    assert found.summary().startswith("6 of 6 rows: 6 solved")
    rows = [(row["row"], row["game"]) for row in found.rows()]
    assert rows == list(
        enumerate(["nim 2 5", "nim 3 5", "nim 4 5", "nim 1 4", "nim 2 4", "nim 3 4"])
    )
    assert kb.experiment("nim {2..4} 5", into=tmp_path, workers=0, add=True).is_complete


def test_rows_of_another_seed_are_not_taken_for_these(tmp_path):
    kb.experiment("airport", "sampled-shapley", into=tmp_path, workers=0, seed=1)
    with pytest.raises(kb.GameError, match="have the random seed 1, not 2; choose another folder"):
        kb.experiment("airport", "sampled-shapley", into=tmp_path, workers=0, seed=2)
    assert kb.results(tmp_path).about["seed"] == 1
    assert kb.experiment("airport", "sampled-shapley", into=tmp_path, workers=0, seed=1).is_complete


def test_the_command_refuses_another_grid_and_files(tmp_path):
    words = ["--workers", "0", "-o", str(tmp_path / "x")]
    assert CliRunner().invoke(app, ["batch", "nim 1 2", *words]).exit_code == 0
    done = CliRunner().invoke(app, ["batch", "nim 1 3", *words])
    assert done.exit_code == 2
    assert done.stderr.endswith("another folder, or give --add to keep both\n")
    assert CliRunner().invoke(app, ["batch", "nim 1 3", *words, "--add"]).exit_code == 0
    done = CliRunner().invoke(app, ["batch", "nim 1 3", "-o", str(tmp_path / "x.csv")])
    assert done.exit_code == 2
    assert "kept in a folder" in done.stderr
    assert not (tmp_path / "x.csv").exists()


def test_a_batch_in_which_nothing_was_solved_says_so_by_its_status(tmp_path):
    words = ["--workers", "0", "-o"]
    done = CliRunner().invoke(app, ["batch", "foo {1..3}", *words, str(tmp_path / "none")])
    assert done.exit_code == 1
    assert done.stdout.startswith("3 of 3 rows: 3 refused")
    done = CliRunner().invoke(app, ["batch", "nim 1 2", "foo 1", *words, str(tmp_path / "one")])
    assert done.exit_code == 0


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_frames_say_which_package_is_missing(tmp_path, monkeypatch, package):
    kb.experiment(["chicken"], into=tmp_path, workers=0)
    found = kb.results(tmp_path)
    assert len(found) == 1
    monkeypatch.setitem(sys.modules, package, None)
    ask = {
        "pandas": found.pandas,
        "polars": found.polars,
        "pyarrow": lambda: found.arrow("strategic"),
    }
    with pytest.raises(kb.GameError, match=f"needs the package {package}: pip install"):
        ask[package]()
