"""Puzzles, databases, throws and sizes from the command line, against counts known otherwise."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

TILES = ("puzzle", "tiles", "1 2 3; 4 5 6; 7 0 8")
ROADS = {"roads": {"A": {"B": 3, "C": 1}, "C": {"B": 1}}, "start": "A", "goal": "B"}
COUNT = """
import kibitz as kb
from kibitz.search.puzzles import Puzzle


class Count(Puzzle):
    def __init__(self, n: int = 7) -> None:
        self.n = n

    def start(self):
        return 0

    def moves(self, state):
        return [1, 3]

    def play(self, state, move):
        return state + move

    def is_goal(self, state):
        return state == self.n


G = kb.matrix("1 2")
"""
ONE_PAYOFF = """
from kibitz import OVER, Rules


class OnePayoff(Rules):
    def start(self):
        return (2, 0)

    def player(self, state):
        return state[1] if state[0] else OVER

    def moves(self, state):
        return (1,)

    def play(self, state, move):
        return (state[0] - 1, 1 - state[1])

    def payoffs(self, state):
        return (1,)
"""


def test_roads_by_their_cost(run: Any) -> None:
    found = run("puzzle", "roads", json.dumps(ROADS), "--trace")
    assert "2 moves, cost 2" in found.stdout
    assert "1  A  estimate 0\n2  C  estimate 0" in found.stdout
    told = json.loads(run("puzzle", "roads", json.dumps(ROADS), "--json").stdout)
    assert (told["moves"], told["cost"]) == (["C", "B"], "2")


def test_a_puzzle_of_my_own(run: Any, refuse: Any) -> None:
    """7 is 1 + 3 + 3, in three moves and no fewer."""
    Path("count.py").write_text(COUNT)
    assert "3 moves, cost 3" in run("puzzle", "count.py:Count").stdout
    saved = run("puzzle", "count.py:Count", "4", "--json")
    Path("four.json").write_text(saved.stdout)
    assert "✓" in run("verify", "four.json").stdout
    assert "matrix games are not puzzles" in refuse("puzzle", "count.py:G")
    assert "--goal applies only" in refuse("puzzle", "count.py:Count", "--goal", "1")


def _solutions(rows: list[str]) -> int:
    """The fillings of a 4 x 4 sudoku, all 4^(empty cells) of them looked at."""
    cells = "".join(rows)
    empty = [k for k, cell in enumerate(cells) if cell == "."]
    lines = [[4 * i + j for j in range(4)] for i in range(4)]
    lines += [[4 * i + j for i in range(4)] for j in range(4)]
    lines += [[8 * a + 2 * b + k for k in (0, 1, 4, 5)] for a in (0, 1) for b in (0, 1)]
    count = 0
    for filled in product("1234", repeat=len(empty)):
        board = list(cells)
        for k, digit in zip(empty, filled, strict=True):
            board[k] = digit
        count += all(len({board[k] for k in line}) == 4 for line in lines)
    return count


def test_solutions_are_counted_and_listed(run: Any, refuse: Any) -> None:
    rows = ["1..4", "43.1", ".143", "34.."]
    many = _solutions(rows)
    assert f"{many} solution" in run("puzzle", "sudoku", " ".join(rows), "--count").stdout
    boards = run("puzzle", "queens", "6", "--all").stdout
    assert boards.count("Q") == 6 * 4  # four ways, one up to symmetry
    told = json.loads(run("puzzle", "queens", "6", "--all", "--json").stdout)
    assert (told["solutions"], told["distinct"]) == (4, 1)
    assert "routes can contain cycles" in refuse(*TILES, "--count")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("puzzle", "sudko"), "unknown puzzle 'sudko'; did you mean 'sudoku'"),
        (("puzzle", "tiles"), "the tiles puzzle is missing; write tiles"),
        (("puzzle", "roads", '{"roads": {}}'), "an object with roads, start and goal"),
        (("puzzle", "queens", "6", "--goal", "1"), "--goal applies only to tiles"),
        (("puzzle", "queens", "6", "--trace"), "no order of states to trace; use --method a-star"),
        ((*TILES, "--explain", "--count"), "--explain shows one solution"),
        (("size",), "no game; give one, or --branching"),
        (("size", "--branching", "35"), "no size; give --plies, --nodes, or both"),
        (("size", "chess", "--branching", "35"), "give either a game or --branching"),
        (("size", "nim", "3", "--pieces", "2"), "--pieces counts positions of checkers"),
        (("size", "--branching", "3", "--plies", "3", "--chance", "0"), "at least 1 outcome"),
        (("check", "chicken"), "strategic games have no rules to check"),
        (("database", "tic-tac-toe", "-o", "t.npz"), "t.npz: a database ends in .kbdb or .kbpd"),
        (("database", "tic-tac-toe", "--workers", "2"), "positions are numbered by layers"),
        (("search", "tic-tac-toe", "--method", "mcts", "--order", "1"), "does not depend on the"),
        (("search", "tic-tac-toe", "--seed", "3"), "alpha-beta uses no random numbers"),
        (("analyze", "kuhn-poker"), "no player is to move here; add the outcome of chance"),
        (("analyze", "tic-tac-toe", "--method", "uci:absent"), "'absent' does not start"),
        (("engine", "chicken"), "strategic games are not played move by move"),
        (("engine", "tic-tac-toe", "--protocol", "x"), "unknown protocol 'x'; use uci or text"),
        (("train", "nim", "3", "--seconds", "1", "--minutes", "1"), "give --minutes or --seconds"),
        (("train", "nim", "3", "--set", "rate"), "--set rate: write KEY=VALUE"),
        (("train", "nim", "3", "--set", "game=3"), "no learner has a setting 'game'"),
        (("train", "nim", "3", "--set", "seed=3"), "this is an option, --seed 3"),
    ],
)
def test_what_cannot_be_meant(refuse: Any, words: tuple[str, ...], message: str) -> None:
    assert message in refuse(*words)


def test_a_database_is_looked_up(run: Any, refuse: Any) -> None:
    """The corner is answered by the center alone; after it every reply draws."""
    game = ("database", "tic-tac-toe")
    assert "5,478 positions" in run(*game, "-o", "t.kbdb").stdout
    assert "value 0, drawn; best: b2" in run(*game, "a1", "--load", "t.kbdb").stdout
    told = json.loads(run("analyze", "tic-tac-toe", "a1", "--method", "t.kbdb", "--json").stdout)
    assert (told["value"], told["plies"], told["best"]) == (0, None, ["b2"])
    lost = run("analyze", "tic-tac-toe", "a1", "b1", "--method", "t.kbdb").stdout
    assert "value 1, 5 moves of both to the end" in lost
    searched = run("search", "tic-tac-toe", "a1", "b2", "--database", "t.kbdb").stdout
    assert "value 0" in searched
    assert "7 database hits" in searched
    ended = json.loads(
        run("analyze", "tic-tac-toe", "a1", "b1", "--database", "t.kbdb", "--json").stdout
    )
    assert ended["value"] == "1"
    both = refuse("analyze", "tic-tac-toe", "--method", "t.kbdb", "--database", "t.kbdb")
    assert "both choose a database" in both
    assert "holds" not in refuse("verify", "t.kbdb")
    assert "✓" in run("verify", "tic-tac-toe", "t.kbdb").stdout


def test_a_packed_database(run: Any, refuse: Any) -> None:
    game = ("database", "tic-tac-toe")
    told = json.loads(run(*game, "-o", "t.kbpd", "--json", "--verify").stdout)
    assert (told["positions"], told["certificate"]["holds"]) == (5478, True)
    assert "5,478 positions" in run(*game, "--load", "t.kbpd").stdout
    assert "best: b2" in run(*game, "a1", "--load", "t.kbpd").stdout
    assert "✓" in run(*game, "--load", "t.kbpd", "--verify").stdout
    whole = refuse(*game, "--load", "t.kbpd", "--verify", "--samples", "0")
    assert "give a number of samples" in whole


def test_rules_that_contradict_themselves(run: Any) -> None:
    Path("mine.py").write_text(ONE_PAYOFF)
    found = run("check", "mine.py:OnePayoff")
    assert found.exit_code == 1
    assert "payoffs: (1,) is not a tuple of 2 numbers" in found.stdout
    told = json.loads(run("check", "mine.py:OnePayoff", "--json").stdout)
    assert (told["passed"], told["longest"]) == (False, 2)


def test_throws(run: Any) -> None:
    """Seven comes in six of the 36 throws of two dice."""
    assert "  7  1/6\n" in run("dice", "2", "6", "--total").stdout
    assert "36 outcomes, 21 different throws, 6 with all dice equal" in run("dice", "2").stdout


def test_sizes_of_uniform_trees(run: Any) -> None:
    """35^5 positions fit into 10^9 and 35^6 do not; b^(d/2) is the square root of b^d."""
    told = json.loads(run("size", "--branching", "35", "--nodes", "1e9", "--json").stdout)
    assert (told["minimax_plies"], told["alpha_beta_plies_at_best"]) == (5, 11)
    dice = ("size", "--branching", "3", "--chance", "6", "--plies", "3", "--nodes", "1000")
    told = json.loads(run(*dice, "--json").stdout)
    assert (told["leaves"], told["expectiminimax_plies"]) == (18**3, 2)
    told = json.loads(run("size", "--branching", "2.5", "--plies", "2", "--json").stdout)
    assert "leaves" not in told
    board = json.loads(run("size", "checkers", "--pieces", "2", "--json").stdout)
    assert board["positions"] == 6972


def test_training_by_the_command(run: Any) -> None:
    """A heap of 3 is won by taking it all."""
    done = run("train", "nim", "3", "--method", "q-learning", "--seconds", "0.2", "--seed", "1")
    assert "play against it: kibitz play nim 3 --vs model.kbz" in done.stdout
    assert "optimal: 1" in done.stdout
    short = ("train", "nim", "3", "--method", "q-learning", "--seconds", "0.05", "--seed", "1")
    told = json.loads(run(*short, "--json", "--set", "exploration=0.5").stdout)
    assert (told["kind"], told["model"]) == ("model", "model.kbz")
    assert "Q(s, a)" in run(*short, "--explain", "--curve", "curve.svg").stdout
    assert "<svg" in Path("curve.svg").read_text()
