"""Every game on the shelf, and every kind of noun, survives the journey through JSON."""

from __future__ import annotations

import pytest

import kibitz as kb
from helpers.shelf import needed
from kibitz.core.registry import SHELF
from kibitz.formats.json_files.form import from_json, to_json
from kibitz.zero_sum.parametric.game import parametric_game

kb.game("odd-or-even")


@pytest.mark.parametrize("name", sorted(SHELF))
def test_shelf_games_round_trip(name):
    entry = SHELF[name]
    game = entry.make(**needed(entry))
    assert from_json(to_json(game)) == game


def test_games_with_a_parameter_round_trip(tmp_path):
    game = parametric_game("0 2-t; t^2/3 1", interval=("-1/2", None), title="a curve")
    kb.save(game, tmp_path / "game.json")
    assert kb.load(tmp_path / "game.json") == game


def test_named_games_keep_their_parameters():
    game = kb.game("dresher 4")
    assert to_json(game) == {"kind": "named", "game": "dresher", "parameters": {"n": 4}}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"kind": "named"}, "game: it is missing"),
        ({"kind": "named", "game": "drescher"}, "did you mean 'dresher'"),
        ({"kind": "named", "game": "dresher", "parameters": [4]}, "expected an object"),
        ({"kind": "named", "game": "dresher", "parameters": {"k": 4}}, "no parameter 'k'"),
        ({"kind": "parametric", "entries": [["s"]]}, "is not the parameter"),
        ({"kind": "parametric", "entries": [[1]], "interval": [1]}, "two ends"),
    ],
)
def test_bad_files(data, message):
    with pytest.raises(kb.GameError, match=message):
        from_json(data)
