"""Games with moves at the terminal board, through standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kibitz as kb

Run = Callable[..., Any]


def test_a_game_is_played_in_its_notation(run: Run) -> None:
    typed = "?\nl\nb2\nb2\nh\nq\n"
    result = run("play", "tic-tac-toe", "--vs", "alpha-beta", stdin=typed)
    assert result.exit_code == 0, result.stderr
    assert "Tic-tac-toe: X is you, O is alpha-beta" in result.stdout
    assert "draws with best play" in result.stdout
    assert "moves: a1, b1, c1" in result.stdout
    assert "no move 'b2' here" in result.stdout
    assert "u takes back your last move" in result.stdout
    assert result.stdout.endswith("you gave up: alpha-beta wins (you -1, alpha-beta 1)\n")


def test_moves_are_taken_back(run: Run) -> None:
    typed = "undo\nb2\nu\na1\nq\n"
    data = json.loads(
        run("play", "tic-tac-toe", "--vs", "alpha-beta", "--json", stdin=typed).stdout
    )
    assert data["moves"][0]["move"] == "a1"
    assert len(data["moves"]) == 2
    shown = run("play", "tic-tac-toe", "--vs", "alpha-beta", stdin=typed).stdout
    assert "you have no move to take back" in shown


def test_the_analysis_lists_all_moves(run: Run) -> None:
    result = run("play", "tic-tac-toe", "--vs", "random", stdin="a\nq\n")
    line = next(x for x in result.stdout.splitlines() if x.startswith("  moves "))
    assert line.count(",") == 8


def test_a_game_begins_where_it_was_left(run: Run, refuse: Callable[..., str]) -> None:
    left = run("play", "tic-tac-toe", "--vs", "alpha-beta", stdin="b2\ns\nq\n").stdout
    line = next(x for x in left.splitlines() if x.startswith("to continue from here"))
    moves = line.partition("--moves ")[2].strip("'")
    assert moves == "b2 a1"
    words = ("play", "tic-tac-toe", "--vs", "alpha-beta", "--moves", moves)
    on = run(*words, stdin="b2\ns\nq\n").stdout
    assert "no move 'b2' here" in on
    assert f"--moves '{moves}'" in on
    board = ("play", "tic-tac-toe", "--vs", "person", "--state", "X.O / .X. / ...")
    won = run(*board, stdin="a1\ns\nc1\n").stdout
    assert "--state 'X.O / .X. / ...' --moves a1" in won
    assert won.endswith("the game is over: X wins (X 1, O -1)\n")
    assert "no move 'zz'" in refuse("play", "tic-tac-toe", "--moves", "zz")
    assert "starting position with its name" in refuse("play", "nim", "3", "4", "--moves", "x")


def test_a_position_of_pig_is_analyzed_by_its_policy(run: Run) -> None:
    told = run("analyze", "pig", "goal=6", "--state", "2:3, second with 2").stdout
    solved = kb.game("pig 6").solve()
    assert f"value {solved.value_of((2, 3, 2, 1, 0)):.4f}" in told
    assert "found by value iteration" in told


def test_positions_are_analyzed_as_they_are_written(run: Run, refuse: Callable[..., str]) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"
    for words in (fen.split(), [fen, "O-O", "h6"]):
        result = run("analyze", "chess", *words, "--depth", "1")
        assert result.exit_code == 0, result.stderr
    assert "is not a position" in refuse("analyze", "chess", "6k1/5ppp/8/8/8/8/8/R3K2 w - - 0 1")


def test_before_the_first_move_there_is_nothing_to_add(run: Run) -> None:
    shown = run("play", "tic-tac-toe", stdin="s\nq\n").stdout
    assert "no move has been made yet; the same command starts from here" in shown


def test_two_people_at_one_board(run: Run) -> None:
    typed = "a1\na2\nb1\nb2\nc1\n"
    result = run("play", "tic-tac-toe", "--vs", "person", stdin=typed)
    assert result.stdout.endswith("the game is over: X wins (X 1, O -1)\n")
    assert "O> " in result.stdout


def test_the_computer_begins(run: Run) -> None:
    result = run("play", "tic-tac-toe", "--first", "computer", "--vs", "alpha-beta", stdin="q\n")
    assert "alpha-beta: a1" in result.stdout
    assert "you gave up: alpha-beta wins" in result.stdout


def test_a_seat_sees_only_its_own_card(run: Run) -> None:
    result = run("play", "kuhn-poker", "--vs", "random", "--seed", "3", stdin="?\nu\nb\nbet\n")
    before = result.stdout.partition("you> bet")[0]
    assert "(I to move)" in before
    assert "II K" not in before
    assert "bet looks best, worth about" in before or "check looks best, worth about" in before
    assert "no move to take back" in before
    assert "what happened: J" in result.stdout


def test_an_equilibrium_gives_hints(run: Run) -> None:
    result = run("play", "kuhn-poker", "--seed", "3", stdin="?\nbet\n")
    assert "an equilibrium always plays check" in result.stdout


def test_transcripts_repeat_with_the_seed(run: Run) -> None:
    words = ("play", "kuhn-poker", "--me", "random", "--vs", "perfect", "--seed", "9", "--json")
    assert run(*words).stdout == run(*words).stdout
    assert json.loads(run(*words).stdout)["kind"] == "contest"


def test_an_engine_that_dies_is_one_clear_line(run: Run) -> None:
    Path("dies.py").write_text("raise SystemExit(7)\n")
    words = ("play", "tic-tac-toe", "--first", "computer", "--vs")
    result = run(*words, f"engine:{sys.executable} dies.py", stdin="")
    assert result.exit_code == 0
    last = result.stdout.splitlines()[-1]
    assert "forfeits (the engine ended, 7): you win" in last


def test_bad_agents_are_refused(refuse: Callable[..., str]) -> None:
    assert "unknown agent 'nobody'" in refuse("play", "tic-tac-toe", "--vs", "nobody")
    assert "would look at hidden information" in refuse("play", "kuhn-poker", "--vs", "mcts")
    assert "no such file" in refuse("play", "kuhn-poker", "--vs", "none.json")
    assert "unknown agent 'nobody'" in refuse("play", "nim", "3", "--vs", "nobody")
    assert "games with turns only" in refuse("play", "chicken", "--vs", "mcts")
    assert "2 opponents for 1 seat" in refuse("play", "tic-tac-toe", "--vs", "random;random")


def test_a_tournament_from_the_shell(run: Run, refuse: Callable[..., str]) -> None:
    words = ("tournament", "tic-tac-toe", "random", "minimax:depth=2", "--games", "4", "--seed")
    shown = run(*words, "1", "--db", "t.sqlite")
    assert shown.exit_code == 0, shown.stderr
    assert "Tic-tac-toe: 4 games, seed 1" in shown.stdout
    assert "Elo" in shown.stdout
    data = json.loads(run(*words, "1", "--db", "t.sqlite", "--json").stdout)
    assert data["games"] == 4
    assert {s["agent"] for s in data["standings"]} == {"random", "minimax:depth=2"}
    assert "holds results for seed '1'" in refuse(*words, "2", "--db", "t.sqlite")
    assert "no agents" in refuse("tournament", "tic-tac-toe")
    assert "no game" in refuse("tournament", "random", "perfect")
    assert "did you mean 'random'" in refuse("tournament", "tic-tac-toe", "randm")
    assert "games is 0" in refuse("tournament", "tic-tac-toe", *words[2:4], "--games", "0")
    assert "cannot be played" in refuse("tournament", "cournot", "random", "perfect")
