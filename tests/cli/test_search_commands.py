"""``kibitz analyse``, ``search``, ``explain`` and ``solve`` of games with moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
FIGURE = {
    "tree": {
        "type": "max",
        "name": "A",
        "children": [
            {"move": f"a{k + 1}", "node": {"type": "min", "name": "BCD"[k], "children": leaves}}
            for k, leaves in enumerate(TREE)
        ],
    }
}


def test_a_position_is_given_by_its_moves(run: Run) -> None:
    for words in (("a1", "b2"), ("--moves", "a1 b2"), ("--moves", "a1,b2")):
        result = run("analyse", "tic-tac-toe", *words, "--method", "minimax", "--json")
        data = json.loads(result.stdout)
        assert data["position"] == "3 . . .\n2 . O .\n1 X . .\n  a b c"
        assert data["value"] == "0"
        assert len(data["moves"]) == 7


def test_words_by_name_belong_to_the_game(run: Run) -> None:
    words = ("connect-four", "width=4", "height=4", "3", "--method", "exact", "--json")
    data = json.loads(run("analyse", *words).stdout)
    assert data["position"].count("\n") == 4
    assert data["position"].count("X") == 1
    data = json.loads(run("analyse", "mnk", "3", "3", "3", "--moves", "b2", "--depth", "2",
                          "--json").stdout)  # fmt: skip
    assert data["position"].count("X") == 1


def test_an_analysis_for_people(run: Run) -> None:
    result = run("analyse", "tic-tac-toe", "a1", "a2", "b1", "b2", "--depth", "3")
    assert result.exit_code == 0, result.stderr
    assert "X plays c1" in result.stdout
    assert result.stdout.startswith("3 . . .\n2 O O .\n1 X X .\n")


def test_budgets(run: Run) -> None:
    words = ("analyse", "tic-tac-toe", "--json")
    assert json.loads(run(*words, "--nodes", "5000").stdout)["method"].startswith("principal")
    assert json.loads(run(*words, "--method", "mcts", "--seconds", "0.05").stdout)["counts"]
    assert json.loads(run(*words, "--method", "exact").stdout)["exact"]


def test_bad_positions_and_budgets(refuse: Callable[..., str]) -> None:
    assert "no move 'z9' here" in refuse("analyse", "tic-tac-toe", "z9")
    assert "words after the game are moves" in refuse("analyse", "connect-four", "4", "9")
    assert "no move 'b2' here" in refuse("analyse", "tic-tac-toe", "b2", "b2")
    assert "more than 0" in refuse("analyse", "tic-tac-toe", "--seconds", "0")
    assert "more than 0" in refuse("analyse", "tic-tac-toe", "--depth", "0")
    assert "more than 0" in refuse("analyse", "tic-tac-toe", "--nodes", "-3")
    assert "hidden" in refuse("analyse", "kuhn-poker")
    assert "reads no positions" in refuse("analyse", "tic-tac-toe", "--state", "x")
    won = ("analyse", "tic-tac-toe", "a1", "a2", "b1", "b2", "c1")
    assert "the game is over here, X 1, O -1" in refuse(*won)
    assert "over before the move 'c2'" in refuse(*won, "c2")
    assert "no limit of depth" in refuse("analyse", "tic-tac-toe", "--method", "mcts",
                                         "--depth", "2")  # fmt: skip
    assert "such as tic-tac-toe" in refuse("analyse", "matrix", "1 2")
    assert "did you mean 'mcts'" in refuse("analyse", "tic-tac-toe", "--method", "mctss")


@pytest.mark.parametrize(
    ("method", "leaves"), [("minimax", 9), ("alpha-beta", 7), ("scout", 7), ("mtd-f", 8)]
)
def test_trees_are_read_from_files_and_typed(run: Run, method: str, leaves: int) -> None:
    Path("figure.json").write_text(json.dumps(FIGURE))
    Path("list.json").write_text(json.dumps(TREE))
    for word in ("figure.json", "list.json", json.dumps(TREE)):
        data = json.loads(run("search", word, "--method", method, "--trace", "--json").stdout)
        assert data["value"] == "3"
        seen = [event for event in data["trace"] if event["what"] == "leaf"]
        assert len(seen) == data["counts"]["leaves"] == leaves
    assert data["line"] == ["1", "1"]


def test_a_trace_for_people(run: Run) -> None:
    Path("figure.json").write_text(json.dumps(FIGURE))
    shown = run("search", "figure.json", "--trace", "--verify").stdout
    assert "pruned" in shown
    assert "✓ minimax over all positions gives it: 3" in shown
    again = run("search", "-", "--method", "mtd-f", "--set", "guess=5", "--json",
                stdin=json.dumps(TREE))  # fmt: skip
    assert json.loads(again.stdout)["counts"]["passes"] == 2


def test_bad_searches(refuse: Callable[..., str]) -> None:
    Path("bad.json").write_text("[[1, 2")
    Path("empty.json").write_text('{"children": [[], 3]}')
    assert "bad.json: line 1" in refuse("search", "bad.json")
    assert "a list of moves is empty" in refuse("search", "empty.json")
    assert "no search is called" in refuse("search", "[[1,2],[3,4]]", "--method", "guess")
    assert "keeps no trace" in refuse("search", "[[1,2],[3,4]]", "--method", "exact", "--trace")
    assert "no setting 'gess'" in refuse("search", "[1,2]", "--method", "mtd-f", "--set", "gess=1")
    assert "depth 0" in refuse("search", "[[1,2],[3,4]]", "--depth", "0")
    assert "hidden" in refuse("search", "kuhn-poker")


def test_games_with_moves_are_explained(run: Run) -> None:
    shown = run("explain", "tic-tac-toe").stdout
    for heading in ("The position", "The search", "The moves", "The line"):
        assert heading in shown
    data = json.loads(run("explain", "tic-tac-toe", "--method", "mcts", "--json").stdout)
    assert "Monte Carlo tree search" in data["steps"][1]["prose"]


def test_games_with_moves_are_solved(run: Run) -> None:
    shown = run("solve", "tic-tac-toe", "--verify").stdout
    assert "value 0" in shown
    assert "✓" in shown
    assert json.loads(run("solve", "tic-tac-toe", "--method", "minimax", "--json").stdout)["exact"]
