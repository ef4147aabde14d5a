"""Games on intervals in files, on the shelf, and claims about them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.formats.answers.solution import solution_from_json
from kibitz.formats.json_files.form import from_json, to_json

GAMES = [
    kb.cournot("17-Q", ["q+9", "q"], fixed="avoidable", capacity=[3, None], title="A market"),
    kb.cournot("a-Q", "c*q"),
    kb.monopoly("17-Q", "q"),
    kb.bertrand("10-p", 2),
    kb.bertrand(a=10, b="1/2", costs=[1, 2]),
    kb.advertising(9, [1, 2, 3]),
    kb.continuous_game(["x<y: 1; else x*y", "y-x/(1+y)"], [(0, 1), (None, 2)], ["x", "y"]),
    kb.stackelberg("17-Q", ["q", "2q"], order=[1, 0]),
    kb.entry("17-Q", "q+9"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.model)
def test_round_trip(game: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    kb.save(game, path)
    again = kb.load(path)
    assert again == game
    assert to_json(again) == to_json(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.model)
def test_games_pickle_after_they_were_solved(game: Any) -> None:
    if not game.parameters and game.model != "game":
        game.solve()
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"model": "cornot"}, "did you mean 'cournot'"),
        ({"model": "cournot"}, "demand: it is missing"),
        ({"model": "cournot", "demand": "17-Q", "price": "9-Q"}, "price: it means the same as"),
        ({"model": "cournot", "demand": ["17-Q"], "costs": ["q"]}, "expected a formula"),
        ({"model": "cournot", "demand": "17-Q", "prise": "q"}, "unknown key"),
        ({"model": "bertrand", "costs": ["2"]}, "give one of demand"),
        ({"model": "stackelberg", "base": 3}, "expected an object"),
        ({"model": "game", "payoffs": ["x"], "variables": ["x"], "intervals": [[0]]}, "interval"),
    ],
)
def test_bad_files(data: dict[str, Any], why: str) -> None:
    with pytest.raises(kb.GameError, match=why):
        from_json(data)


@pytest.mark.parametrize(
    "game",
    [GAMES[0], GAMES[3], GAMES[7], GAMES[8], kb.cournot("100-Q^2", 1)],
    ids=lambda g: g.model,
)
def test_claims_read_back(game: Any) -> None:
    claim = json.loads(json.dumps(game.solve().to_json()))
    assert solution_from_json(game, claim).verify()
    name = game.solve().to_json()
    word = "prices" if "prices" in json.dumps(name) else "quantities"
    wrong = {word: ["1", "1"]}
    assert not solution_from_json(game, wrong).verify()


@pytest.mark.parametrize("name", [e.name for e in kb.shelf("duopoly")])
def test_the_shelf(name: str) -> None:
    game: Any = kb.game(name)
    solution = game.solve()
    assert solution.verify()
    assert from_json(to_json(game)) == game
