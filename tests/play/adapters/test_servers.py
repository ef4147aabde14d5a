"""Kibitz as an engine for other programs, and engines of other people's."""

from __future__ import annotations

import shutil
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.play import agent, contest
from kibitz.play.adapters.text_protocol import TextEngine
from kibitz.play.adapters.text_server import TextServer
from kibitz.play.adapters.uci import EngineInfo, UciEngine
from kibitz.play.adapters.uci_server import UciServer
from kibitz.play.contest import close
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import Position, Rules

KIBITZ = f"{sys.executable} -m kibitz.cli"
FOLDERS = ("", "/usr/games/", "/usr/local/bin/")


def program(name: str) -> str:
    """The path of an installed engine; the test is skipped where there is none."""
    found = next((path for f in FOLDERS if (path := shutil.which(f + name))), None)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def say(*lines: str, rules: Rules | None = None) -> list[str]:
    said: list[str] = []
    UciServer(rules or TakeAway(9), said.append, compiled=False).serve(lines)
    return said


def test_a_whole_conversation():
    said = say("uci", "isready", "position startpos moves 2 3", "go depth 6")
    assert said[:4] == ["id name Kibitz", "id author Kibitz", "uciok", "readyok"]
    assert said[-1] == "bestmove 1"
    assert said[-2].startswith("info depth ")
    assert " score mate -1 " in said[-2]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["position startpos moves 7"], "info string '7' is not a legal move here"),
        (["position"], "info string position needs startpos, or fen and a position"),
        (
            ["position fen 9 0"],
            "info string TakeAway cannot read positions; give startpos and moves",
        ),
        (["position startpos moves 3 3 3", "go"], "bestmove (none)"),
    ],
)
def test_what_makes_no_sense_gets_one_line(lines, answer):
    assert say(*lines) == [answer]


@pytest.mark.parametrize(
    "limit", ["movetime 50", "nodes 20", "wtime 900 btime 900 winc 10", "mate 3", "", "depth 2"]
)
def test_every_limit_gets_an_answer(limit):
    assert say(f"go {limit}")[-1] == "bestmove 1"


@pytest.mark.parametrize(
    ("limit", "remark"),
    [
        ("depth x", "go depth needs a whole number"),
        ("movetime", "go movetime needs a whole number"),
        ("nodes 0", "nodes is 0; it must be positive"),
        ("searchmoves 7 depth 9", "'7' is not a legal move here"),
    ],
)
def test_limits_that_make_no_sense_get_a_remark_and_a_move(limit, remark):
    said = say(f"go {limit}")
    assert said[0] == f"info string {remark}"
    assert said[-1] == "bestmove 1"


@pytest.mark.parametrize(
    ("limit", "answer"),
    [
        ("searchmoves 2 3 depth 9", "2"),
        ("depth 9 searchmoves 3", "3"),
        ("searchmoves 3 1 nodes 5000", "1"),
        ("nodes 30 searchmoves 2 3", "2"),
        ("searchmoves 2 depth 1", "2"),
        ("searchmoves depth 9", "1"),
    ],
)
def test_no_other_moves_than_those_asked_for_are_made(limit, answer):
    said = say(f"go {limit}")
    assert said[-1] == f"bestmove {answer}"
    lines = [line.partition(" pv ")[2].split() for line in said[:-1]]
    assert {line[0] for line in lines} <= set(limit.split()) | {answer}


def test_an_endless_search_of_some_moves_ends_at_stop():
    assert say("go infinite searchmoves 3 2", "stop")[-1] in ("bestmove 2", "bestmove 3")


def test_no_move_is_made_at_a_position_that_was_not_understood():
    said = say("position startpos moves 2", "position startpos moves 7", "go depth 3")
    assert said == ["info string '7' is not a legal move here", "bestmove (none)"]


def test_an_endless_search_ends_at_stop():
    assert say("go infinite", "stop")[-1] == "bestmove 1"
    assert say("go infinite", "isready", "quit")[-1] == "bestmove 1"


def test_an_endless_search_does_not_answer_before():
    said: list[str] = []
    server = UciServer(TakeAway(5), said.append, compiled=False)
    server._answer(["go", "infinite"])
    thread = server._thinking
    assert isinstance(thread, threading.Thread)
    thread.join(0.3)
    assert not any(line.startswith("bestmove") for line in said)
    server.serve(["stop"])
    assert said[-1] == "bestmove 1"


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("depth 3 score cp 200 pv a", 0.2),
        ("depth 3 score mate -2 pv a", -1),
        ("depth 3 score cp 200 lowerbound pv a", 0.0),
        ("multipv 2 score cp 200", 0.0),
        ("score cp", 0.0),
        ("string score cp x", 0.0),
    ],
)
def test_what_engines_tell(line, value):
    rules = TakeAway(5)
    rules.pawns = 10
    assert EngineInfo().after(line.split()).value(rules) == value


def test_a_text_engine_of_ours():
    said: list[str] = []
    server = TextServer(TakeAway(9), said.append, "perfect")
    server.serve(["kibitz 1", "game TakeAway", "seat 0", "ready?", "moves", "legal 1", "go 1"])
    assert said == ["ready", "move 1"]
    for line, answer in [
        ("kibitz 7", "# this engine speaks version 1 of the protocol, not '7'"),
        ("game Chess", "# this engine plays TakeAway, not Chess"),
        ("seat 5", "# there is no seat '5' in TakeAway"),
    ]:
        said.clear()
        server.serve([line, "ready?"])
        assert said == [answer]


def test_a_text_engine_of_ours_plays_by_what_it_sees():
    said: list[str] = []
    rules = kb.game("kuhn-poker")
    server = TextServer(rules, said.append, "perfect", seed=1)
    here = rules.position("KQ", "check")
    view = rules.show_view(here.state, 1)
    server.serve(["seat 1", f"view {view}", "legal check bet", "go 1"])
    assert said in (["move check"], ["move bet"])


def test_no_such_protocol():
    done = CliRunner().invoke(app, ["engine", "tic-tac-toe", "--protocol", "xboard"])
    assert isinstance(done.exception, (GameError, SystemExit))


@pytest.mark.slow
def test_ours_against_ours_over_both_protocols(tmp_path: Path):
    rules = kb.game("tic-tac-toe")
    uci = UciEngine(f"{KIBITZ} engine tic-tac-toe", rules, 2, grace=60)
    text = TextEngine(f"{KIBITZ} engine tic-tac-toe --protocol text --agent perfect", rules, 60)
    players = [uci, text]
    done = contest(rules, players)
    close(players)
    assert (done.ending, done.payoffs) == ("the game is over", (0, 0))


@pytest.mark.peer
def test_python_chess_drives_our_engine():
    chess = pytest.importorskip("chess")
    engines = pytest.importorskip("chess.engine")
    with engines.SimpleEngine.popen_uci(
        [sys.executable, "-m", "kibitz.cli", "engine", "chess"], timeout=60
    ) as engine:
        assert engine.id["name"] == "Kibitz"
        board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        assert engine.play(board, engines.Limit(depth=2)).move.uci() == "a1a8"
        told = engine.analyse(board, engines.Limit(depth=2))
        assert told["score"].white() == engines.Mate(1)
        board = chess.Board()
        for _ in range(4):
            board.push(engine.play(board, engines.Limit(time=0.2)).move)
        assert len(board.move_stack) == 4


@pytest.mark.peer
@pytest.mark.parametrize("name", ["stockfish", "gnuchess"])
def test_engines_of_others_play(name):
    pytest.importorskip("chess")
    command = program(name) + (" --uci" if name == "gnuchess" else "")
    rules = kb.game("chess")
    players = [agent(f"uci:{command}", rules, seconds=0.1), agent("random", rules, 1)]
    done = contest(rules, players, longest=60)
    close(players)
    assert done.forfeited is None
    assert done.payoffs[0] >= 0


@pytest.mark.peer
def test_stockfish_finds_a_mate():
    pytest.importorskip("chess")
    rules = kb.game("chess")
    engine = UciEngine(program("stockfish"), rules, 1)
    here = Position(rules, rules.read_position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
    found = engine.analyze(here, depth=4)
    engine.close()
    assert (found.value, found.shown_line, found.note) == (1, ("Ra8#",), "mate in 1")
    assert not found.is_exact


def test_an_agent_that_needs_the_whole_position_serves_no_hidden_game():
    with pytest.raises(GameError, match="all that an engine receives"):
        TextServer(kb.game("kuhn-poker"), print, "information-set-mcts:50")
