"""``kibitz analyze``, ``search``, ``explain`` and ``solve`` of games with moves."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb

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
        result = run("analyze", "tic-tac-toe", *words, "--method", "minimax", "--json")
        data = json.loads(result.stdout)
        assert data["position"] == "3 . . .\n2 . O .\n1 X . .\n  a b c"
        assert data["value"] == "0"
        assert len(data["moves"]) == 7


def test_words_by_name_belong_to_the_game(run: Run) -> None:
    words = ("connect-four", "width=4", "height=4", "3", "--method", "exact", "--json")
    data = json.loads(run("analyze", *words).stdout)
    assert data["position"].count("\n") == 4
    assert data["position"].count("X") == 1
    data = json.loads(
        run("analyze", "mnk", "3", "3", "3", "--moves", "b2", "--depth", "2", "--json").stdout
    )
    assert data["position"].count("X") == 1


def test_an_analysis_for_people(run: Run) -> None:
    result = run("analyze", "tic-tac-toe", "a1", "a2", "b1", "b2", "--depth", "3")
    assert result.exit_code == 0, result.stderr
    assert "X plays c1" in result.stdout
    assert result.stdout.startswith("3 . . .\n2 O O .\n1 X X .\n")


@pytest.mark.usefixtures("interpreted")
def test_budgets(run: Run) -> None:
    words = ("analyze", "tic-tac-toe", "--json")
    assert json.loads(run(*words, "--nodes", "5000").stdout)["method"].startswith("principal")
    assert json.loads(run(*words, "--method", "mcts", "--seconds", "0.05").stdout)["counts"]
    assert json.loads(run(*words, "--method", "exact").stdout)["exact"]


@pytest.mark.parametrize("command", ["analyze", "search", "database", "size", "play", "draw"])
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("chess-ending KQX", "chess-ending: the material is 'KQX'; write two kings"),
        ("lone-king bishop", "lone-king: the piece is 'bishop'; it must be queen or rook"),
        ("othello points", "othello: score is 'points'; it must be one of discs, win"),
    ],
)
def test_a_parameter_that_is_refused_is_not_taken_for_a_move(
    command: str, words: str, complaint: str, refuse: Callable[..., str]
) -> None:
    assert complaint in refuse(command, *words.split())


def test_a_bad_move_after_a_parameter(refuse: Callable[..., str]) -> None:
    assert "Chess ending KRK: no move 'zz'" in refuse("analyze", "chess-ending", "KRK", "zz")
    assert "Othello: no move 'zz'" in refuse("analyze", "othello", "d3", "zz")
    assert "Chess: no move 'zz'" in refuse("analyze", "chess", "zz")


def test_bad_positions_and_budgets(refuse: Callable[..., str]) -> None:
    assert "no move 'z9' here" in refuse("analyze", "tic-tac-toe", "z9")
    assert "words after the game are moves" in refuse("analyze", "connect-four", "4", "9")
    assert "no move 'b2' here" in refuse("analyze", "tic-tac-toe", "b2", "b2")
    assert "must be positive" in refuse("analyze", "tic-tac-toe", "--seconds", "0")
    assert "must be positive" in refuse("analyze", "tic-tac-toe", "--depth", "-1")
    assert "must be positive" in refuse("analyze", "tic-tac-toe", "--nodes", "-3")
    assert "hidden" in refuse("analyze", "kuhn-poker", "JK", "--method", "minimax")
    assert "add the outcome of chance" in refuse("analyze", "kuhn-poker")
    assert "3 rows of 3" in refuse("analyze", "tic-tac-toe", "--state", "x")
    assert "has no notation for positions" in refuse("analyze", "liars-dice", "--state", "x")
    won = ("analyze", "tic-tac-toe", "a1", "a2", "b1", "b2", "c1")
    assert "the game is over here, X 1, O -1" in refuse(*won)
    assert "ends before the move 'c2'" in refuse(*won, "c2")
    assert "does not take --depth" in refuse(
        "analyze", "tic-tac-toe", "--method", "mcts", "--depth", "2"
    )
    assert "such as tic-tac-toe" in refuse("analyze", "matrix", "1 2")
    assert "did you mean 'mcts'" in refuse("analyze", "tic-tac-toe", "--method", "mctss")


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
    again = run(
        "search", "-", "--method", "mtd-f", "--set", "guess=5", "--json", stdin=json.dumps(TREE)
    )
    assert json.loads(again.stdout)["counts"]["passes"] == 2


def test_bad_searches(refuse: Callable[..., str]) -> None:
    Path("bad.json").write_text("[[1, 2")
    Path("empty.json").write_text('{"children": [[], 3]}')
    assert "bad.json: line 1" in refuse("search", "bad.json")
    assert "a list of moves is empty" in refuse("search", "empty.json")
    assert "unknown search" in refuse("search", "[[1,2],[3,4]]", "--method", "guess")
    assert "has no trace" in refuse("search", "[[1,2],[3,4]]", "--method", "exact", "--trace")
    assert "no setting 'gess'" in refuse("search", "[1,2]", "--method", "mtd-f", "--set", "gess=1")
    assert "node A: the search stops" in refuse("search", "[[1,2],[3,4]]", "--depth", "0")
    assert "nodes with an" in refuse("search", "[[1,2]]", "--method", "quiescence", "--depth", "1")
    assert "depth is -1" in refuse("search", "[[1,2],[3,4]]", "--depth", "-1")
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
    told = run("solve", "mnk", "3", "2", "3", "--method", "minimax", "--json").stdout
    assert json.loads(told)["exact"]


def test_a_database_is_kept_and_looked_up(run, refuse):
    done = run("database", "tic-tac-toe", "-o", "t.kbdb")
    assert "5,478 positions" in done.stdout, done.output
    shown = run("database", "tic-tac-toe", "a1", "b1", "--load", "t.kbdb", "--json").stdout
    looked = json.loads(shown)
    assert (looked["value"], looked["plies"], looked["best"]) == (1, 5, ["a2", "b2", "a3"])
    counted = json.loads(run("database", "nim", "1", "2", "--json").stdout)
    assert counted["by_plies"]["player 1"]["1"]
    assert "made for game" in refuse("database", "mnk", "--load", "t.kbdb")
    Path("bad.kbdb").write_bytes(b"nothing")
    assert "not a database" in refuse("database", "tic-tac-toe", "--load", "bad.kbdb")
    assert "no such file" in refuse("database", "tic-tac-toe", "--load", "none.kbdb")
    assert "chance moves" in refuse("database", "yahtzee")


def test_bandits(run, refuse):
    arms = ("1/2:5,1/2:0", "1:2")
    told = json.loads(run("bandit", *arms, "--policy", "ucb1", "--rounds", "50", "--json").stdout)
    assert told["means"] == ["5/2", "2"]
    assert sum(told["runs"][0]["pulls"]) == 50
    assert "wrote r.svg" in run("bandit", "0.2", "0.5", "--rounds", "20", "-o", "r.svg").stdout
    assert "between 0 and 1" in refuse("bandit", "1.5")
    assert "add up to" in refuse("bandit", "1/2:1,1/3:2")
    assert "write probabilities and rewards" in refuse("bandit", "1:1:1")
    assert "takes no setting" in refuse("bandit", "0.5", "--policy", "greedy:3")
    assert "between 0 and 1" in refuse("bandit", "0.5", "--policy", "epsilon-greedy:2")


def test_bounds_have_the_constant_of_the_policy(run, refuse):
    past = ("bandit", "--past", "5 1; 4 3 2; 20 0 0 0", "--verify")
    told = json.loads(run(*past, "--method", "ucb1:2", "--json").stdout)
    spread = math.sqrt(math.log(9))
    right = [mean + 2 * spread / math.sqrt(n) for mean, n in ((3, 2), (3, 3), (5, 4))]
    assert told["ucb_scores"] == pytest.approx(right)
    assert told["certificate"]["holds"]
    assert "give one of them" in refuse(*past, "--method", "ucb1", "--method", "ucb1:2")
    traced = run("bandit", "--script", "1 0 1; 0 1 1", "--method", "ucb1:2", "--trace").stdout
    assert f"{1 + 2 * math.sqrt(math.log(2)):.6f}" in traced
    assert "after 6 rounds" in traced
    assert run("bandit", "--script", "1 0; 0 1", "--verify").exit_code == 0  # runs of any length


def test_a_record_of_averages(run, refuse):
    past = '{"pulls": [10, 5, 0], "means": ["7/10", "4/5", null]}'
    told = json.loads(run("bandit", "--past", past, "--json").stdout)
    assert told["totals"] == ["7", "4", "0"]
    assert told["ucb_scores"][2] == "inf"
    assert "'totals' or 'means'" in refuse("bandit", "--past", '{"pulls": [1], "sums": [1]}')
    assert "1 have means" in refuse("bandit", "--past", '{"pulls": [1, 2], "means": [1]}')


@pytest.mark.parametrize("past", ["7 of 10; 4 of 5; 0 of 0", "7 in 10, 4 in 5, 0 out of 0"])
def test_a_record_of_totals(run, past):
    listed = '{"pulls": [10, 5, 0], "totals": [7, 4, 0]}'
    told = [json.loads(run("bandit", "--past", p, "--json").stdout) for p in (past, listed)]
    assert told[0]["ucb_scores"][:2] == told[1]["ucb_scores"][:2]
    assert told[0]["means"] == ["7/10", "4/5", None]


def test_epsilon_zero_has_no_limit(run):
    assert "limit" not in run("bandit", "0.2", "0.5", "--method", "epsilon-greedy:0").stdout


def test_bandits_in_json(run, refuse):
    thirds = '["1/3", 4], ["1/3", 3], ["1/3", 2]'
    arms = f'[[["1/2", 5], ["1/2", 1]], [{thirds}], [["1/4", 20], ["3/4", 0]]]'
    Path("arms.json").write_text(f'{{"arms": {arms}}}')
    for given, stdin in ((arms, None), ("arms.json", None), ("-", arms)):
        asked = ("bandit", given, "--policy", "greedy", "--rounds", "3", "--json")
        told = json.loads(run(*asked, stdin=stdin).stdout)
        assert told["greedy_lock_in"] == ["3/8", "3/8", "1/4"]
        assert told["greedy_regret"] == "3/2"
        assert "limit_average_regret" not in told["runs"][0]  # greedy may leave the arm again
    means = ("bandit", '{"means": ["3", "3", "5"]}', "--policy", "e-greedy:1/4", "--rounds", "3")
    assert json.loads(run(*means, "--json").stdout)["runs"][0]["limit_average_regret"] == "1/3"
    scripted = run(
        "bandit", "--script", "[[1, 0, 1], [0, 1, 1]]", "--policy", "ucb1", "--rounds", "5"
    )
    assert "arm 0: 3, arm 1: 2" in scripted.stdout
    for past in ("[[1, 0], [1], [0, 0, 1]]", '{"pulls": [2, 1, 3], "totals": [1, 1, 1]}'):
        told = json.loads(run("bandit", "--past", past, "--policy", "ucb1", "--json").stdout)
        assert told["ucb_scores"] == pytest.approx([1.838566, 2.893018, 1.426268])
        assert told["next"] == {"ucb1": 1}
    assert "give a list" in refuse("bandit", '{"arms": 5}')
    assert "a bandit needs" in refuse("bandit", "{}")
    assert "one list per arm" in refuse("bandit", "--past", "[1, 2]")
    assert "pulled -1 times" in refuse("bandit", "--past", '{"pulls": [-1], "totals": [1]}')
    assert "not JSON" in refuse("bandit", "[1,")


def test_puzzles_by_their_names_and_in_json(run, refuse):
    rows = "[[1, 2, 3], [4, 0, 6], [7, 5, 8]]"
    aimed = f'{{"start": {rows}, "goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]]}}'
    spellings = [
        ("tiles", rows),
        ("tiles", aimed),
        ("8-puzzle", "123406758"),
        ("sliding-tiles", "123/406/758"),
    ]
    for words in spellings:
        assert json.loads(run("puzzle", *words, "--json").stdout)["moves"] == ["5", "8"]
    told = json.loads(run("puzzle", "4-queens", "--all", "--json").stdout)
    assert told["moves"] == [["1", "3", "0", "2"], ["2", "0", "3", "1"]]
    assert told["counts"]["states"] == 17
    assert "10 solutions" in run("puzzle", "n-queens", "5", "--count").stdout
    sudoku = ("puzzle", "sudoku", "-", "--json")
    clues = "[[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]"
    typed = json.loads(run(*sudoku, stdin="1... ..3. .4.. ...2").stdout)
    assert json.loads(run(*sudoku, stdin=clues).stdout)["end"] == typed["end"]
    assert (
        json.loads(run("puzzle", "maze", '["S.#", ".#G", "..."]', "--json").stdout)["cost"] == "5"
    )
    map_ = {
        "graph": {"S": {"A": 1, "B": 4}, "A": {"B": 2}},
        "start": "S",
        "goal": "B",
        "h": {"A": 2},
    }
    assert json.loads(run("puzzle", "roads", json.dumps(map_), "--json").stdout)["cost"] == "3"
    assert "nor a list of rows" in refuse("puzzle", "maze", "[1, 2]")
    assert "is not a board size" in refuse("puzzle", "queens", "[4]")
    assert "with tiles" in refuse("puzzle", "tiles", "{}")


def test_settings_in_json(run, refuse):
    tree = ("search", "[[1, 0], [0, [1, 0]]]", "--method", "uct-tree", "--set", "iterations=6")
    told = [
        json.loads(run(*tree, "--set", f"playout={rewards}", "--json").stdout)["tree"]
        for rewards in ("1 0", "[1, 0]", '{"A.1": 1, "A.2": 0, "A.2.2": [1, -1]}')
    ]
    assert told[0] == told[1] == told[2]
    scaled = run(*tree, "--set", "bounds=[0, 2]", "--set", "playout=[1, 0]", "--json").stdout
    assert json.loads(scaled)["tree"]["visits"] == 6
    graph = ("search", '{"A": ["B", "C"], "B": ["E", 0], "C": ["E", 1], "E": [1, 0]}')
    asked = ("--method", "uct-graph", "--set", "rule=uct1", "--json")
    assert json.loads(run(*graph, *asked).stdout)["method"].startswith("UCT1")
    assert "not JSON" in refuse(*tree, "--set", "playout=[1, 0")


def test_trees_with_noisy_moves_and_pooled_options(run):
    takes = {"move": "takes", "noisy": True, "node": -4}
    noisy = {"player": 0, "children": [{"estimate": 5, "player": 1, "children": [takes]}, 2]}
    asked = ("--method", "quiescence", "--depth", "1", "--json")
    assert json.loads(run("search", json.dumps(noisy), *asked).stdout)["value"] == "2"
    options = {"1": [{"u": [3, 1, 0]}], "2": [{"u": [2, 0, 4]}]}
    pooled = {"player": 0, "children": [{"options": options}, {"u": [1, 1, 1]}]}
    told = json.loads(run("search", json.dumps(pooled), "--method", "best-reply", "--json").stdout)
    assert (told["value"], told["move"]) == ("2", "1")


@pytest.mark.usefixtures("interpreted")
def test_games_without_time(run, refuse):
    assert "games with moves" in refuse("solve", "matrix", "1 2; 3 4", "--seconds", "1")
    told = run("solve", "tic-tac-toe", "--seconds", "20", "--json").stdout
    assert json.loads(told)["value"] == "0"
    assert "not solved after" in refuse("solve", "breakthrough", "--seconds", "0.05")


def test_plans_and_answers(run, refuse):
    tree = "[[3,12,8],[2,4,6],[14,5,2]]"
    told = json.loads(run("search", tree, "--plan", "--json").stdout)
    assert (told["value"], told["moves"]) == ("3", {"A": "1"})
    careless = '{"A.1": "2", "A.2": "3", "A.3": "1"}'
    told = json.loads(run("search", tree, "--against", careless, "--json").stdout)
    assert (told["value"], told["moves"]) == ("14", {"A": "3"})
    assert "object of moves" in refuse("search", tree, "--against", "5")
    assert "not valid JSON" in refuse("search", tree, "--against", "{")
    assert "does not cover" in refuse("search", tree, "--against", '{"A.1": "1"}')
    assert "hidden" in refuse("search", "kuhn-poker", "JK", "--plan")


def test_averaging_over_clairvoyance(run):
    asked = ("four-card-bridge", "S2H4C10C5", "--method", "clairvoyance", "--json")
    told = json.loads(run("search", *asked).stdout)
    assert told["moves"] == {"C8": "0", "C9": "0", "D6": "0", "H6": "0"}
    sampled = json.loads(run("search", *asked, "--set", "samples=5").stdout)
    assert sampled["counts"] == {"deals": 5}


def test_dice_and_sizes(run, refuse, monkeypatch):
    told = json.loads(run("dice", "2", "8", "--json").stdout)
    assert (told["outcomes"], told["distinct_rolls"], told["doubles"]) == (64, 36, 8)
    assert told["throws"]["3-5"] == "1/32"
    assert json.loads(run("dice", "--total", "--json").stdout)["totals"]["7"] == "1/6"
    assert "whole numbers" in refuse("dice", "0")
    told = json.loads(run("size", "tic-tac-toe", "--json").stdout)
    assert (told["nodes"], told["positions"], told["up_to_symmetry"]) == (549946, 5478, 765)
    told = json.loads(run("size", "--branching", "35", "--plies", "5", "--json").stdout)
    assert (told["leaves"], told["alpha_beta_leaves_at_best"]) == (52521875, 44099)
    monkeypatch.setattr("kibitz.cli.commands.boards.size.POSITIONS", 9_000)
    assert "more than 9,000" in run("size", "connect-four").stdout
    assert "not both" in refuse("size", "tic-tac-toe", "--branching", "3")
    assert "uniform tree" in refuse("size", "tic-tac-toe", "--depth", "3")


def test_misere_may_be_typed_as_an_option(run):
    typed = run("solve", "nim", "3", "4", "5", "--misere").stdout
    assert typed == run("solve", "nim", "3", "4", "5", "misere").stdout
    assert "misère play" in typed


def test_trees_typed_and_given_with_their_players(run, refuse, tmp_path):
    expression = "max(min(3, 12, 8), min(2, x, y), min(14, 5, 2))"
    told = json.loads(run("search", expression, "--trace", "--json").stdout)
    assert (told["value"], told["pruned"], told["cutoffs"]) == ("3", ["x", "y"], ["A.2"])
    assert told["values"]["A.1"] == "3"
    case = {
        "tree": {
            "type": "player",
            "player": "C",
            "children": [
                {"move": "m1", "node": {"type": "leaf", "payoff": [1, 2, 6]}},
                {"move": "m2", "node": {"type": "leaf", "payoff": [4, 2, 3]}},
            ],
        },
        "players": ["A", "B", "C"],
        "algorithm": "max^n",
    }
    (tmp_path / "x.json").write_text(json.dumps(case), encoding="utf-8")
    file = str(tmp_path / "x.json")
    told = json.loads(run("search", file, "--method", "max^n", "--json").stdout)
    assert (told["value"], told["move"]) == (["1", "2", "6"], "m1")
    assert "C plays m1" in run("solve", file).stdout
    assert "wrote" in run("draw", file, "-o", str(tmp_path / "x.svg")).stdout
    assert "leaf x has no value" in refuse("search", expression, "--method", "minimax")
    (tmp_path / "t.txt").write_text("max(min(3, 12), 2)\n", encoding="utf-8")
    assert "value 3" in run("search", str(tmp_path / "t.txt")).stdout
    order = '{"A.3": ["3", "2", "1"]}'
    told = json.loads(
        run("search", "((3 12 8) (2 4 6) (14 5 2))", "--order", order, "--json").stdout
    )
    assert told["counts"] == {"nodes": 9, "leaves": 5, "cutoffs": 2}
    backwards = [
        json.loads(run("search", "((3 12 8) (2 4 6))", "--order", word, "--json").stdout)["counts"]
        for word in ("reversed", "right-to-left")
    ]
    assert backwards[0] == backwards[1]
    assert "write reversed" in refuse("search", "((3 12) 2)", "--order", "best-first")
    assert "must return a permutation" in refuse("search", "((3 12) 2)", "--order", '{"A": ["1"]}')
    told = json.loads(run("search", "((3 12) (2 4))", "--ranges", "--json").stdout)
    assert [step["ranges"]["A"] for step in told["steps"]] == [
        ["-inf", "inf"],
        ["3", "inf"],
        ["3", "3"],
    ]


def test_the_search_that_covers_a_tree(run):
    three = '{"players": 3, "tree": [[[1, 2, 6], [4, 2, 3]], [[6, 1, 2], [0, 4, 1]]]}'
    methods = {
        "max(min(3, 12), min(2, 8))": ("alpha-beta, fail-soft", "3"),
        "max(chance(1/2: 3, 1/2: 0), 1)": ("expectiminimax", "3/2"),
        three: ("MAX^n, first of equals", ["1", "2", "6"]),
    }
    for tree, (method, value) in methods.items():
        told = json.loads(run("search", tree, "--json").stdout)
        assert (told["method"], told["value"]) == (method, value)


@pytest.mark.usefixtures("interpreted")
def test_plans_beliefs_and_orders(run, refuse):
    tree = '{"a1": {"b1": 3, "b2": 12}, "a2": {"c1": 2, "c2": 8}}'
    told = json.loads(run("search", tree, "--plan", "--player", "2", "--json").stdout)
    assert told["moves"] == {"A.a1": "b1", "A.a2": "c1"}
    assert "guarantees 2" in run("search", tree, "--follow", '{"A": "a2"}').stdout
    replies = '{"A.a1": "b1", "A.a2": {"c1": "1/2", "c2": "1/2"}}'
    assert "worth 5" in run("search", tree, "--against", replies).stdout
    assert "does not cover 'A'" in refuse("search", tree, "--follow", "{}")
    assert "worth -3" in run("search", tree, "--plan", "--player", "min").stdout
    told = json.loads(
        run("search", tree, "--method", "paranoid", "--player", "min", "--json").stdout
    )
    assert told["value"] == "-3"
    assert "applies only to --plan" in refuse(
        "search", tree, "--method", "minimax", "--player", "min"
    )
    window = ("--set", "alpha=-inf", "--set", "beta=7/2")
    assert json.loads(run("search", tree, *window, "--json").stdout)["value"] == "3"
    told = json.loads(run("search", "((3 12 8) (2 4 6) (14 5 2))", "--orders", "--json").stdout)
    assert told["leaves"] == {"5": 48, "6": 96, "7": 432, "8": 384, "9": 336}
    told = json.loads(run("search", "four-card-bridge", "--belief", "--json").stdout)
    assert told["moves"] == {"C8": "-1", "C9": "-1", "D6": "0", "H6": "0"}
    assert "perfect information" in refuse("search", "tic-tac-toe", "--belief")


def test_some_moves_are_compared(run, refuse):
    found = json.loads(run("analyze", "tic-tac-toe", "--only", "a1, b1", "--json").stdout)
    assert found["moves"].keys() == {"a1", "b1"}
    assert json.loads(run("analyze", "tic-tac-toe", "b2", "--only", "a2 a2", "--json").stdout)[
        "moves"
    ] == {"a2": "1"}
    assert "no move 'z9' here" in refuse("analyze", "tic-tac-toe", "--only", "z9")
    assert "--only applies only" in refuse(
        "analyze", "tic-tac-toe", "--only", "a1", "--method", "mcts"
    )
    assert "no player is to move" in refuse("analyze", "backgammon", "--only", "24/18")


def test_a_tree_of_players_by_name_is_searched_as_it_is_solved(run: Run, tmp_path: Path) -> None:
    answers = {"in": {"player": "Bob", "moves": {"c": [3, 1], "d": [0, 0]}}, "out": [1, 5]}
    named = json.dumps({"player": "Ann", "moves": answers})
    numbers = named.replace('"Ann"', "1").replace('"Bob"', "2")
    for tree, names in ((named, ("Bob", "2", "II")), (numbers, ("player 2", "2", "II"))):
        found = json.loads(run("search", tree, "--json").stdout)
        assert (found["value"], found["move"]) == (["3", "1"], "in")
        for name in names:
            assert run("search", tree, "--plan", "--player", name).stdout.endswith("A.in: c\n")
    lists = '{"player": "max", "moves": {"a": [3, 12], "b": [2, 4]}}'
    assert json.loads(run("search", lists, "--json").stdout)["value"] == "3"


def test_extensive_games_of_the_shelf_are_searched(run: Run, refuse: Callable[..., str]) -> None:
    assert "I plays down" in run("search", "centipede").stdout
    assert "A.across: down" in run("search", "centipede", "--plan", "--player", "2").stdout
    assert "hidden information" in refuse("search", "beer-quiche")


def test_depth_0_estimates_the_position_itself(run: Run) -> None:
    for command in ("analyze", "search"):
        for game in ("tic-tac-toe", "pig"):
            data = json.loads(run(command, game, "--depth", "0", "--json").stdout)
            assert (data["value"], data["move"], data["counts"]["nodes"]) == (0, None, 1)
    assert "1 node, 1 leaf" in run("search", "tic-tac-toe", "--depth", "0").stdout


@pytest.mark.parametrize("first", [0, 1])
def test_lists_after_named_moves_are_payoffs_however_players_are_counted(
    run: Run, first: int
) -> None:
    deeper = {"player": first + 1, "moves": {"c": [1, 1], "d": [0, 0]}}
    tree = {"player": first, "moves": {"a": [3, 1], "b": deeper}}
    told = json.loads(run("search", json.dumps(tree), "--json").stdout)
    assert (told["method"], told["value"]) == ("MAX^n, first of equals", ["3", "1"])
    zero_sum = {"player": first, "moves": {"a": [3, -3], "b": [2, -2]}}
    told = json.loads(run("search", json.dumps(zero_sum), "--json").stdout)
    assert (told["value"], told["move"]) == ("3", "a")


def test_letters_are_unknown_leaves_in_json_as_well(run: Run, refuse: Run) -> None:
    tree = '{"chance": {"a": ["1/2", 3], "b": ["1/2", "x"]}}'
    told = json.loads(run("search", tree, "--ranges", "--bounds", "-2,2", "--json").stdout)
    assert told["ranges"]["A"] == ["1/2", "5/2"]
    assert "the leaf x has no value" in refuse("search", '[[3, "x"], [2, 4]]')
    assert "'C' is not a number" in refuse("search", '{"A": ["B", "C"], "B": [3, 5]}')


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("kuhn-poker 4", "kuhn-poker cards=4"),
        ("centipede 4", "centipede rounds=4"),
        ("bucketed-lowball 3", "bucketed-lowball initial=3"),
        ("leduc 2 3", "leduc ranks=2 suits=3"),
    ],
)
def test_numbers_are_parameters_where_no_move_is_a_number(words: str, named: str, run: Run) -> None:
    counted = [json.loads(run("size", *w.split(), "--json").stdout) for w in (words, named)]
    assert counted[0]["nodes"] == counted[1]["nodes"]


def test_hands_before_moves(run: Run) -> None:
    words = ("analyze", "tricks", "H6,D6,C9", "H4,S2,C10", "--json")
    assert json.loads(run(*words).stdout)["value"] == "1"


def test_a_model_is_asked_about_a_position(
    run: Run, refuse: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "model.kbz"
    kb.train("tic-tac-toe", "dynamic-programming", rounds=9, output=path)
    words = ("analyze", "tic-tac-toe", "a1", "--seconds", "0.05", "--method")
    found = json.loads(run(*words, str(path), "--json").stdout)
    assert found["move"] == "b2"
    assert "led by a model" in found["method"]
    path.write_bytes(path.read_bytes()[:-50])
    assert "not a complete Kibitz" in refuse(*words, str(path))
    assert "no such file" in refuse(*words, str(tmp_path / "none.kbz"))


def test_paranoid_search_to_the_end_is_a_guarantee(run):
    whole = run("search", "nim-of-many", "3", "2,3", "--method", "paranoid").stdout
    assert whole.startswith("Nim for 3: guarantee -1\n")
    part = run("search", "lines-of-many", "--method", "paranoid", "--depth", "1").stdout
    assert part.startswith("Tic-tac-toe for 3: estimate ")


def test_analysis_of_a_game_without_draws_says_the_chance_to_win(run):
    found = run("analyze", "piglet", "3").stdout.splitlines()
    value = float(found[1].rpartition(" ")[2])
    assert found[-1].startswith("first wins with probability ")
    assert float(found[-1].rpartition(" ")[2]) == pytest.approx((1 + value) / 2, abs=1e-9)


def test_payoffs_in_parentheses_are_typed_as_in_python(run: Any) -> None:
    tree = "[[(1,2,3),(4,5,6)],[(7,1,2),(2,2,9)]]"
    for words in (("search", tree, "--method", "max-n"), ("solve", tree), ("analyze", tree)):
        assert "value (4, 5, 6)" in run(*words).output
