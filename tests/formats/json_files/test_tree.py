"""Trees to search, kept in files."""

from __future__ import annotations

import json
from random import Random

import pytest

import kibitz as kb
from helpers.search_trees import random_tree
from kibitz.core.errors import GameError
from kibitz.formats.json_files.form import from_json, read, to_json
from kibitz.rules.trees.build import game_tree

TREES = [
    [[3, 12, 8], [2, "1/3"], 0.5],
    {"player": "C", "children": [(1, 2, 6), (4, 2, 3)]},
    {"player": "B", "children": [{"player": "C", "children": [(1, 2, 6), (4, 2, 3)]}, (0, 0, 0)]},
    {"players": [2, 1], "tree": {"player": 1, "children": [{"player": 2, "children": [3, 4]}, 5]}},
    {"A": ["B", "C"], "B": ["D", 9], "C": ["D", 1], "D": [2, 3]},
    {
        "type": "chance",
        "children": [{"p": "1/3", "noisy": True, "node": [1, 2]}, {"p": "2/3", "value": 4}],
    },
    {
        "type": "max",
        "estimate": 5,
        "children": [{"infoset": "h", "children": [1, 2]}, {"infoset": "h", "children": [3, 4]}],
    },
]


@pytest.mark.parametrize("written", TREES)
def test_round_trip(written):
    tree = game_tree(written)
    data = json.loads(json.dumps(to_json(tree)))
    assert data["kind"] == "tree"
    assert from_json(data) == tree
    del data["kind"]
    assert from_json(data) == tree


def test_random_trees_and_deep_ones(tmp_path):
    random = Random(11)
    chain = 7
    for _ in range(100):
        chain = [chain]
    for written in [chain, *(random_tree(random, 4) for _ in range(20))]:
        tree = game_tree(written)
        kb.save(tree, tmp_path / "tree.json")
        assert kb.load(tmp_path / "tree.json") == tree
        unfolded = to_json(kb.unfold(tree))
        assert kb.solve(game_tree(unfolded)).value == kb.solve(tree).value


def test_files_without_a_kind_are_told_apart():
    assert from_json({"type": "max", "children": [1, 2]}).kind == "tree"
    assert from_json({"tree": "max(1, 2)"}).kind == "tree"
    extensive = {
        "players": ["I", "II"],
        "tree": {"player": "I", "moves": {"a": {"payoff": [1, 0]}}},
    }
    assert from_json(extensive).kind == "extensive"


def test_leaves_without_a_value_are_not_kept():
    with pytest.raises(GameError, match="has no value"):
        to_json(game_tree("max(3, x)"))


@pytest.mark.parametrize(
    "text",
    [
        '{"a1": {"b1": 3, "b2": 12}, "a2": {"c1": 2, "c2": 4}}',
        '{"max": [{"min": [3, 12]}, {"min": [2, 4]}]}',
        '{"expression": "max(min(3, 12), min(2, 4))"}',
        '{"tree": [[3, 12], [2, 4]], "first": "max", "name": "a figure"}',
    ],
)
def test_trees_without_a_kind(text):
    assert read(text).solve().value == 3
