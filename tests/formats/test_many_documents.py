"""Files with many games or answers come back as they were written."""

from __future__ import annotations

import json
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.formats.answers.documents import read_documents, save_answers, verify_documents
from kibitz.formats.answers.provenance import _plainly, document, is_about
from kibitz.formats.answers.schema import Shape, schema_of, shape_of
from kibitz.formats.answers.solution import solution_from_json
from kibitz.formats.game_arguments import read_game_argument
from kibitz.formats.json_files.form import to_json
from kibitz.formats.many import game_files, read_games, write_documents, write_games

GAMES = [kb.matrix("1 -1; -1 1"), kb.game("chicken"), kb.coalition("A:1 B:3 A,B:6")]


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_games_and_answers_in_one_file(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    games, answers = tmp_path / f"games.{ending}", tmp_path / f"answers.{ending}"
    write_games([to_json(game) for game in GAMES], games)
    back = [*read_games(games)]
    assert [game for _, game in back] == GAMES
    assert str(games) in back[0][0]
    write_documents([document(game.solve()) for game in GAMES], answers)
    checked = [*verify_documents(answers)]
    assert len(checked) == len(GAMES)
    assert all(proof.holds for _, proof in checked)
    assert [game for _, game in read_games(answers)] == GAMES
    with pytest.raises(kb.GameError, match="it holds 3 answers; `kibitz verify` checks them all"):
        kb.load_answer(answers)


def test_a_table_without_its_column(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    file = tmp_path / "other.parquet"
    pq.write_table(pa.table({"x": [1]}), file)
    with pytest.raises(kb.GameError, match="no column named specification"):
        [*read_games(file)]
    with pytest.raises(kb.GameError, match="no column named answer"):
        [*read_documents(file)]
    specification = json.dumps(document(GAMES[0].solve())["provenance"]["game"])
    answer = json.dumps(GAMES[0].solve().to_json())
    told = {"answer": [None, answer], "specification": [None, specification]}
    pq.write_table(pa.table(told), file)
    (here,) = verify_documents(file)
    assert (here[0].endswith("row 1"), here[1].holds) == (True, True)
    file.write_bytes(b"PAR1 and nothing more")
    with pytest.raises(kb.GameError, match="not a Parquet file, or truncated"):
        [*read_games(file)]
    with pytest.raises(kb.GameError, match=r"absent\.parquet: no such file"):
        [*read_games(tmp_path / "absent.parquet")]


def test_files_by_wildcards(tmp_path: Path) -> None:
    for name in ("b.json", "a.json"):
        kb.save(GAMES[0], tmp_path / name)
    every = str(tmp_path / "*.json")
    assert game_files([every]) == [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    with pytest.raises(kb.GameError, match="no file matches"):
        game_files([str(tmp_path / "*.nfg")])
    assert [game for _, game in read_games(tmp_path / "a.json")] == GAMES[:1]


def test_lines_that_are_no_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('[[1, 2]]\n\n{"kind": "matrx"}\n')
    found = read_games(file)
    assert next(found)[1] == kb.matrix("1 2")
    with pytest.raises(kb.GameError, match=r"line 3: kind: unknown form 'matrx'"):
        next(found)
    file.write_text("[1, 2\n")
    with pytest.raises(kb.GameError, match=r"games\.jsonl, line 1: "):
        [*read_games(file)]
    with pytest.raises(kb.GameError, match=r"several are written as .jsonl or .parquet"):
        write_documents([], tmp_path / "games.json")


def test_answers_say_which_game_they_are_about(tmp_path: Path) -> None:
    found = GAMES[0].solve()
    save_answers([found], tmp_path / "one.jsonl")
    assert kb.load_answer(tmp_path / "one.jsonl").verify().holds
    with pytest.raises(kb.GameError, match="several answers are saved"):
        save_answers([found], tmp_path / "one.json")
    kb.save(found, tmp_path / "one.json")
    data = json.loads((tmp_path / "one.json").read_text())
    assert is_about(data, GAMES[0])
    assert not is_about(data, GAMES[1])
    assert is_about({"kind": "matrix-solution"}, GAMES[1])
    data["provenance"]["game"] = {"kind": "matrx"}
    assert not is_about(data, GAMES[0])
    (tmp_path / "one.json").write_text(json.dumps(data))
    with pytest.raises(
        kb.GameError, match=r"one\.json: provenance.game: kind: unknown form 'matrx'"
    ):
        kb.load_answer(tmp_path / "one.json")
    (tmp_path / "bare.json").write_text('{"kind": "matrix-solution", "value": 0}')
    with pytest.raises(kb.GameError, match="it does not name its game"):
        [*verify_documents(tmp_path / "bare.json")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([1, 2], "expected an object, found list"),
        ({"kind": "description"}, "'description' is a report, not a claim"),
        ({"kind": "equilibrum"}, "is not a kind of claim .*did you mean 'equilibrium'"),
    ],
)
def test_what_is_no_claim(data: Any, message: str) -> None:
    with pytest.raises(kb.GameError, match=message):
        solution_from_json(GAMES[1], data)


def test_parameters_are_told_in_plain_values() -> None:
    class Color(Enum):
        RED = "red"

    given = {"a": {3, 1, 2}, "b": (Fraction(1, 2), Color.RED), "c": np.float64(0.5), 4: range(2)}
    told = {"a": [1, 2, 3], "b": ["1/2", "red"], "c": 0.5, "4": [0, 1]}
    assert _plainly(given) == told
    assert _plainly([np.int64(7), np.array([1, 2]), b"x"]) == [7, [1, 2], "b'x'"]


def test_shapes_merge_what_tables_hold() -> None:
    """A table by name has one schema for all that stands in it."""
    first = {"value": "1/2", "list": [1, None], "table": {"a b": {"x": 1}, "c d": {"x": "1/2"}}}
    second = {"value": 0.5, "list": [], "table": {"e f": {"x": 2, "y": ["u"]}}, "word": "yes"}
    schema = schema_of("example", shape_of([first, second]), "What it is.")
    assert schema["required"] == ["list", "table", "value"]
    assert schema["description"] == "What it is."
    inside = schema["properties"]["table"]["additionalProperties"]
    assert inside["required"] == ["x"]
    assert inside["properties"]["x"]["anyOf"][-1] == {"type": "integer"}
    assert schema["properties"]["word"] == {"type": "string"}
    assert {"type": "null"} in schema["properties"]["list"]["items"]["anyOf"]
    shape = Shape()
    for data in ({"cells": [{"x": 1}]}, {"cells": [{"x": "1/2"}]}):
        shape.add(data)
    assert shape.mixed() == ["cells[].x"]


@pytest.mark.parametrize(
    ("form", "given"),
    [
        ("MatrixGame", [[1, 2], [3, 4]]),
        ("StrategicGame", [[[3, 0], [4, 1]], [[3, 4], [0, 1]]]),
        ("CoalitionalGame", {"A": 1, "B": 3, "A,B": 6}),
        ("CostGame", {"A": 1, "B": 3, "A,B": 3}),
        ("StochasticGame", {"G": [["1 + G/2"]]}),
        ("ExtensiveGame", {"player": "I", "moves": {"a": [1, 2], "b": [0, 3]}}),
        ("Digraph", {"a": ["b"], "b": []}),
        ("BargainingProblem", [[0, 0], [4, 0], [0, 2]]),
    ],
)
def test_what_stands_for_a_game(form: str, given: Any) -> None:
    assert type(read_game_argument(given, form, "f")).__name__ == form
    with pytest.raises(kb.GameError, match=r"f: 5 is not an? .*; write"):
        read_game_argument(5, form, "f")


def test_worths_and_states_may_be_typed() -> None:
    assert read_game_argument("A:1 B:3 A,B:6", "CoalitionalGame", "f") == GAMES[2]
    states = read_game_argument("G: 1, 0; 0, 1 + G/2", "StochasticGame", "f")
    assert states.states == ("G",)
