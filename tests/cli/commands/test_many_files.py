"""Several games in one command: files, wildcards, JSON lines and tables."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app

NAMES = ("chicken", "morra", "prisoners-dilemma")


def run(*words, status=0):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert done.exit_code == status, (words, done.stdout, done.stderr)
    return done


@pytest.fixture
def games(tmp_path):
    """Three files of games."""
    for name in NAMES:
        kb.save(kb.game(name), tmp_path / f"{name}.nfg")
    return tmp_path


def test_every_file_is_solved_and_its_answer_names_it(games):
    done = run("solve", games / "*.nfg", "--json", "--verify")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["file"] for one in found] == [str(games / f"{name}.nfg") for name in NAMES]
    assert all(one["certificate"]["holds"] for one in found)
    shown = run("solve", games / "chicken.nfg", games / "morra.nfg").stdout
    assert shown.replace("\n", "").count(".nfg: ") == 2


def test_answers_are_kept_in_one_file_and_verified_together(games):
    file = games / "answers.jsonl"
    assert "wrote" in run("solve", games / "*.nfg", "-o", file).stdout
    assert "3 of 3 answers hold" in run("verify", file).stdout
    again = run("solve", file, "--json").stdout.splitlines()
    assert len(again) == 3
    assert json.loads(again[0])["file"].endswith("answers.jsonl, line 1")


def test_tables_are_written_and_read(games):
    parquet = pytest.importorskip("pyarrow.parquet")
    file = games / "answers.parquet"
    run("solve", games / "*.nfg", "-o", file)
    table = parquet.read_table(file)
    assert table.num_rows == 3
    assert {"file", "kind", "method", "value", "specification", "answer"} <= {*table.column_names}
    assert len(run("solve", file, "--json").stdout.splitlines()) == 3


def test_games_go_to_lines_and_back_to_files(games):
    run("convert", games / "*.nfg", "-o", games / "all.jsonl")
    assert len((games / "all.jsonl").read_text().splitlines()) == 3
    if find_spec("pyarrow") is not None:
        run("convert", games / "all.jsonl", "-o", games / "all.parquet")
        run("convert", games / "all.parquet", "-o", games / "again.jsonl")
        assert (games / "again.jsonl").read_text() == (games / "all.jsonl").read_text()
    for to in ("nfg", "json", "npz"):
        run("convert", games / "all.jsonl", "--to", to, "-o", games / f"as-{to}")
        back = sorted((games / f"as-{to}").iterdir())
        assert [file.name for file in back] == [f"all-line{k}.{to}" for k in (1, 2, 3)]
        assert kb.load(back[0]).shape == kb.load(games / "chicken.nfg").shape


def test_several_are_explained(games):
    run("explain", games / "chicken.nfg", games / "morra.nfg", "-o", games / "told")
    assert {file.name for file in (games / "told").iterdir()} == {"chicken.nfg.md", "morra.nfg.md"}


def test_what_fails_is_a_line_and_the_others_go_on(games):
    (games / "bad.nfg").write_text("NFG nonsense")
    done = run("solve", games / "*.nfg", "--json", status=1)
    assert done.stdout.count("\n") == 3
    assert done.stderr.startswith("kibitz: ")
    assert done.stderr.count("\n") == 1
    assert "bad.nfg" in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["solve", "*.nfg", "--all"], "with several games, only"),
        (["solve", "*.nfg", "-o", "x.json"], "are saved as .jsonl or .parquet"),
        (["convert", "*.nfg", "-o", "x.nfg"], "need -o FOLDER"),
        (["explain", "*.nfg", "-o", "x.md"], "go to a folder"),
        (["solve", "none*.nfg"], "no file matches"),
    ],
)
def test_what_several_games_do_not_take_is_one_line(games, words, why):
    command, pattern, *more = words
    done = run(command, games / pattern, *more, status=2)
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_answers_in_tables_are_checked(games):
    pytest.importorskip("pyarrow")
    run("solve", games / "*.nfg", "-o", games / "answers.parquet")
    assert "3 of 3 answers hold" in run("verify", games / "answers.parquet").stdout


def test_rows_of_a_batch_are_checked(tmp_path):
    pytest.importorskip("pyarrow")
    kb.experiment("random-bimatrix 2 2 seed={0..2}", into=tmp_path / "b", workers=0)
    assert "3 of 3 answers hold" in run("verify", tmp_path / "b" / "strategic.parquet").stdout


@pytest.mark.parametrize(("command", "status"), [("solve", 1), ("verify", 2)])
def test_what_is_not_a_table_is_one_line(command, status, tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "torn.parquet").write_bytes(b"PAR1 and no more")
    said = run(command, tmp_path / "torn.parquet", status=status).stderr
    assert "not a Parquet file, or truncated" in said
    assert len(said.strip().splitlines()) == 1


def test_one_game_becomes_arrays_and_comes_back(tmp_path):
    run("convert", "chicken", "-o", tmp_path / "c.npz")
    run("convert", tmp_path / "c.npz", tmp_path / "c.nfg")
    assert kb.load(tmp_path / "c.nfg").payoffs == kb.game("chicken").payoffs
    assert "npz is not text" in run("convert", "chicken", "--to", "npz", status=2).stderr


def test_batch_says_where_the_rows_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["batch", "nim {3..4}", "-o", "rows", "--workers", "1"])
    assert done.output.splitlines()[-1].startswith("rows in rows/impartial.")
