"""Files by their ending, text by its looks, and everything that can be wrong with a path."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz import GameError, bimatrix, load, matrix, save
from kibitz.core.noun import Noun
from kibitz.formats import FORMATS, dumps, loads
from kibitz.linear.program import LinearProgram

GAME = matrix("-2 3; 3 -4")


@pytest.mark.parametrize("ending", [".nfg", ".json", ".txt", ".csv", ".NFG", ".Json"])
def test_save_and_load(tmp_path: Path, ending: str) -> None:
    save(GAME, tmp_path / f"game{ending}")
    assert load(tmp_path / f"game{ending}") == GAME
    assert load(str(tmp_path / f"game{ending}")) == GAME


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "efg"])
def test_dumps_and_loads(kind: str) -> None:
    assert loads(dumps(GAME, kind), kind) == GAME
    assert loads(dumps(GAME, kind)) == GAME


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_bytes(b'\xef\xbb\xbf{"matrix": [[1]]}')
    assert load(tmp_path / "g.json") == matrix("1")


@pytest.mark.parametrize(
    "text", ["-2 3; 3 -4", "-2,3\n3,-4\n", '{"matrix": [[-2, 3], [3, -4]]}', "[[-2, 3], [3, -4]]"]
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert load("-") == GAME
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert load("-") == GAME


def test_standard_input_is_named_in_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("NFG 1 R"))
    with pytest.raises(GameError, match=r"^standard input: line 1: expected the title"):
        load("-")


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "dir.nfg").mkdir()
    (tmp_path / "binary.nfg").write_bytes(b"NFG\x00\xff\xfe")
    (tmp_path / "plain.json").write_text("1 2; 3 4")
    expected = {
        "nowhere.nfg": "nowhere.nfg: no such file",
        "dir.nfg": "dir.nfg: this is a directory, not a file",
        "binary.nfg": "binary.nfg: this is not text (byte 5 is 0xff, not UTF-8)",
        "plain.json": "plain.json: line 1, column 3: this is not JSON",
        "game.xyz": "unknown ending '.xyz'; use one of .nfg, .efg, .json, .txt, .csv",
        "game": "game: no ending; use one of",
        "plain.json/inside.nfg": "inside.nfg: no such file",
    }
    for name, message in expected.items():
        with pytest.raises(GameError) as caught:
            load(tmp_path / name)
        assert message in str(caught.value)


def test_paths_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there is no directory"):
        save(GAME, tmp_path / "no" / "such" / "folder.nfg")
    with pytest.raises(GameError, match=r"unknown ending '\.doc'"):
        save(GAME, tmp_path / "game.doc")
    (tmp_path / "dir.json").mkdir()
    with pytest.raises(GameError, match="this is a directory"):
        save(GAME, tmp_path / "dir.json")


def test_a_file_is_left_alone_when_the_game_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "kept.nfg"
    path.write_text("precious")
    program = LinearProgram.read([1], [[1]], b=[1])
    with pytest.raises(GameError):
        save(program, path)
    assert path.read_text() == "precious"


def test_text_holds_only_matrices() -> None:
    for noun in (bimatrix([[1]], [[2]]), LinearProgram.read([1], [[1]], b=[1])):
        with pytest.raises(GameError, match="no plain-text format"):
            dumps(noun, "text")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "matrix: it is empty"),
        ("1 2; 3", "matrix: row 2 has 1 entry, row 1 has 2"),
        ("1 2; 3 x", "matrix, row 2, column 2: 'x' is not a number"),
        ("1 nan", "matrix, row 1, column 2: 'nan' is not a number"),
        ("a b\n1 2", "matrix, row 1, column 1: 'a' is not a number"),
    ],
)
def test_bad_text(text: str, message: str) -> None:
    with pytest.raises(GameError, match=r"^matrix") as caught:
        loads(text, "text")
    assert message in str(caught.value)


def test_floats_in_text_read_back_exactly() -> None:
    noun: Noun = loads(dumps(matrix([[0.1, 1e-30]]), "text"))
    assert noun == matrix([["0.1", "1e-30"]])


def test_unknown_format() -> None:
    with pytest.raises(GameError, match="unknown format 'nfgg'; did you mean 'nfg'"):
        loads("1", "nfgg")


def test_importing_formats_is_cheap() -> None:
    code = "import sys, kibitz.formats; print('numpy' in sys.modules, 'json' in sys.modules)"
    plain = {name: x for name, x in os.environ.items() if not name.startswith("COV")}  # it has json
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=plain
    )
    assert run.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("players", ["true", "3", "0.5"])
@pytest.mark.parametrize(
    "rest",
    [
        '"kind": "bargaining", "feasible": {"polygon": [[0, 0], [3, 0], [0, 1]]}',
        '"kind": "stochastic", "games": {"G": [[1, 0], [0, 1]]}',
    ],
)
def test_players_that_are_not_a_list(rest, players):
    with pytest.raises(GameError, match="players"):
        loads(f'{{"players": {players}, {rest}}}', "json")


def test_a_name_with_a_null_byte_is_no_file():
    with pytest.raises(GameError, match="no such file"):
        load("a\0b.json")
