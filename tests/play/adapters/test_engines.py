"""External engines: programs that play, die, hang, and talk nonsense."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.play import agent, contest
from kibitz.play.adapters.text_protocol import TextEngine
from kibitz.play.adapters.uci import UciEngine
from kibitz.play.contest import close
from kibitz.rules.examples import TakeAway

ENGINE = """
import sys

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ready?":
        print("# a remark")
        print("ready", flush=True)
    elif word in ("moves", "view"):
        print("#", word, rest, file=open("heard.txt", "a"))
    elif word == "legal":
        moves = rest.split()
    elif word == "go":
        {answer}
    elif word == "quit":
        break
"""
UCI = """
import sys

for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Small")
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        played = [int(w) for w in words[3:]]
        left = {counters} - sum(played)
    elif words[0] == "go":
        print("info depth 1")
        print("bestmove", left % 4 or 1, flush=True)
    elif words[0] == "quit":
        break
"""


def command(folder: Path, answer: str) -> str:
    script = folder / "engine.py"
    script.write_text(ENGINE.format(answer=answer))
    return f"{sys.executable} {script}"


def game(rules: Any, engine: Any, seat: int = 1) -> Any:
    players = [agent("random", rules, 1), engine]
    try:
        return contest(rules, players if seat else players[::-1])
    finally:
        close(players)


def test_an_engine_plays_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = kb.game("connect-four 4 4")
    call = command(tmp_path, 'print("move", moves[-1], flush=True)')
    engine = agent(f"engine:{call}", rules, seconds=20)
    done = game(rules, engine)
    assert done.ending == "the game is over"
    heard = (tmp_path / "heard.txt").read_text().splitlines()
    own = [k for k, move in enumerate(done.moves) if move.seat == 1]
    assert heard == [f"# moves {' '.join(m.move for m in done.moves[:k])}" for k in own]


def test_an_engine_hears_only_what_its_seat_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = kb.game("kuhn-poker")
    call = command(tmp_path, 'print("move", moves[0], flush=True)')
    game(rules, TextEngine(call, rules, 20))
    views = (tmp_path / "heard.txt").read_text().splitlines()
    assert views
    assert all(view.startswith("# view ") and len(view.split()) == 4 for view in views)


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        ("raise SystemExit(3)", "forfeits (the engine ended, 3)"),
        ("import time; time.sleep(60)", "forfeits (no answer for 1.1 s)"),
        pytest.param(
            "while True: sys.stdout.write('# no\\n' * 9999)",
            "forfeits (no answer for 1.1 s)",
            marks=pytest.mark.slow,
        ),
        ("while True: sys.stdout.write('#' * 9999)", "forfeits (no answer for 1.1 s)"),
        (
            'print("move 99", flush=True)',
            "forfeits (the engine played '99', which is not a legal move",
        ),
        ('print("hello", flush=True)', "forfeits (the engine said 'hello' instead of move)"),
        ('print("move", flush=True)', "forfeits (the engine played '', which is not a legal move"),
    ],
)
def test_engines_that_fail_lose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, ending: str
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = TakeAway(9)
    seconds = 0.1 if "1.1 s" in ending else 20
    engine = TextEngine(command(tmp_path, answer), rules, seconds, name="it")
    done = game(rules, engine, seat=0)
    assert done.ending.startswith(f"it {ending}")
    assert done.payoffs == (-1, 1)


@pytest.mark.parametrize("kind", ["engine", "uci"])
@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_engines_need_time(kind: str, seconds: float) -> None:
    with pytest.raises(GameError, match="must be positive"):
        agent(f"{kind}:cat", TakeAway(9), seconds=seconds)


def test_a_program_that_is_no_engine_loses(tmp_path: Path) -> None:
    rules = TakeAway(9)
    done = game(rules, TextEngine("true", rules, 20, name="it"), seat=0)
    assert done.ending.startswith("it forfeits (the engine")


def test_uci(tmp_path: Path) -> None:
    script = tmp_path / "uci.py"
    script.write_text(UCI.format(counters=9))
    rules = TakeAway(9)
    done = game(rules, UciEngine(f"{sys.executable} {script}", rules, 0.1, grace=20), seat=0)
    assert done.ending == "the game is over"
    assert done.payoffs == (1, -1)
    assert game(rules, UciEngine("true", rules, 0.1, "it")).forfeited == 1


CHESS = """
import chess, sys

for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board(" ".join(words[2:8]))
        for move in words[9:]:
            board.push_uci(move)
    elif words[0] == "go":
        print("bestmove", sorted(m.uci() for m in board.legal_moves)[0], flush=True)
"""


def test_chess_engines_speak_their_notation(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    script = tmp_path / "chess_engine.py"
    script.write_text(CHESS)
    rules = kb.game("chess")
    players = [agent("random", rules, 1), UciEngine(f"{sys.executable} {script}", rules, 0.1)]
    done = contest(rules, players, longest=8)
    close(players)
    assert done.ending == "called off after 8 moves"
    assert done.moves[1].move == "a5"
