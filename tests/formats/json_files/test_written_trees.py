"""Trees in JSON by lists of payoffs, and by their histories."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.formats.json_files.form import from_json


@pytest.mark.parametrize("names", [("Ann", "Bob"), (1, 2), ("P1", "P2"), ("I", "II")])
@pytest.mark.parametrize("word", ["children", "moves"])
def test_lists_behind_named_moves_are_payoffs(names, word) -> None:
    below = {"player": names[1], word: {"left": [1, 2], "right": [0, 3]}}
    tree = {"player": names[0], word: {"in": below, "out": [2, 1]}}
    for data in (tree, {"tree": tree}):
        game = from_json(data)
        assert game.kind == "extensive"
        assert game.solve().payoffs == (2, 1)
    told = CliRunner().invoke(app, ["search", json.dumps(tree), "--json"])
    assert json.loads(told.stdout)["value"] == ["2", "1"]


def test_lists_in_trees_of_max_and_min_are_moves() -> None:
    data = {"player": "max", "children": {"a": [1, 2], "b": [0, 3]}}
    assert from_json(data).kind != "extensive"
    assert from_json(data).solve().value == 1
    assert from_json({"player": "I", "children": {"a": [1, 2, 5], "b": [0, 3]}}).solve().value == 1


def test_information_sets_survive() -> None:
    hidden = {"player": "P2", "infoset": "2"}
    first = {**hidden, "children": {"O": [1, -1], "P": [0, 0]}}
    second = {**hidden, "children": {"O": [2, -2], "P": [-1, 1]}}
    game = from_json({"tree": {"player": "P1", "children": {"M": first, "N": second}}})
    assert game.solve().value == 0
    assert game.infoset_names.count("2") == 1


def test_a_game_by_its_histories() -> None:
    data = {
        "players": 2,
        "title": "Three ends",
        "histories": ["", "A", "B", "B.G", "B.H"],
        "mover": {"": 1, "B": 2},
        "rank_p1": {"A": 2, "B.G": 1, "B.H": 3},
        "rank_p2": {"A": 2, "B.G": 3, "B.H": 1},
    }
    game = from_json(data)
    assert game.title == "Three ends"
    assert game.solve().payoffs == (2, 2)
    paid = {"A": [2, 2], "B.G": [1, 3], "B.H": [3, 1]}
    plain = {key: data[key] for key in ("players", "histories", "mover")}
    assert from_json({**plain, "payoffs": paid}).solve().payoffs == (2, 2)
    with pytest.raises(GameError, match="rank_p2: the history 'A' is missing"):
        from_json({**data, "rank_p2": {"B.G": 3, "B.H": 1}})
    with pytest.raises(GameError, match="payoffs: expected an object"):
        from_json(plain)
