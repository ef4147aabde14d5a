"""Games played by what a page asks of its workers, without a browser."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.web.clicks import Clicks, clickable
from kibitz.web.tasks import advise, play

BOARDS = (
    "tic-tac-toe",
    "connect-four",
    "othello",
    "checkers",
    "hex 5",
    "go 5",
    "breakthrough 5",
    "nine-mens-morris",
    "mnk 4 4 3",
    "lines-of-many",
    "chess",
)
OTHERS = (
    "nim 3 4 5",
    "kayles 7",
    "chomp 3,2",
    "hackenbush house",
    "nim 1 2 + kayles 3",
    "kuhn-poker",
    "goofspiel 3",
    "pig 10",
    "rock-paper-scissors",
    "centipede",
    "liars-dice",
    "backgammon",
)


def clicked(view: dict[str, Any], random: Random) -> str:
    """A move chosen by clicks, as a person would."""
    wanted = random.choice(view["moves"])
    clicks = Clicks(view["moves"])
    for cell in wanted["cells"]:
        assert cell in clicks.next
        found = clicks.click(cell)
        if found:
            return found
    if wanted["cells"]:
        assert clicks.ready == wanted["cells"]
        shorter = any(len(m["cells"]) > len(clicks.ready) for m in clicks.fitting)
        assert wanted["text"] in clicks.choices or shorter
    return str(wanted["text"])


@pytest.mark.parametrize("game", BOARDS)
def test_boards_are_played_by_clicks(game: str) -> None:
    random = Random(game)
    seats = ["person"] * play.rules_of(game).players
    view = play.run(game, seats, 1, [])
    words = {cell["word"] for cell in view["cells"]}
    assert words
    for _ in range(12):
        if view["over"]:
            break
        assert all(set(move["cells"]) <= words for move in view["moves"])
        assert "polygon" in clickable(view["svg"], view["cells"], Clicks(view["moves"]))
        view = play.run(game, seats, 1, view["record"], move=clicked(view, random))
    assert view["record"]


@pytest.mark.parametrize("game", OTHERS)
def test_every_form_is_played_against_an_agent(game: str) -> None:
    random = Random(game)
    seats = ["person", "random"]
    view = play.run(game, seats, 1, [])
    for _ in range(8 if game == "backgammon" else 40):
        if view["over"]:
            break
        view = play.run(game, seats, 1, view["record"], move=random.choice(view["moves"])["text"])
    assert view["over"] or game in ("pig 10", "backgammon")
    assert view["log"]


def test_a_record_restores_the_table_and_moves_are_taken_back() -> None:
    first = play.run("connect-four", ["person", "random"], 1, [])
    second = play.run("connect-four", ["person", "random"], 1, first["record"], move="4")
    again = play.run("connect-four", ["person", "random"], 1, second["record"])
    assert again == second
    back = play.run("connect-four", ["person", "random"], 1, second["record"], back=True)
    assert back["record"] == []


def test_what_is_hidden_stays_hidden() -> None:
    view = play.run("kuhn-poker", ["person", "auto"], 5, [])
    assert view["svg"] == ""
    assert view["text"] in "JQK"
    assert view["log"] == []


def test_hints_values_and_reviews() -> None:
    seats = ["person", "auto"]
    assert "leaving 1" in advise.run("nim 3 4 5", seats, 1, [], "hint")["hint"]
    worth = advise.run("nim 3 4 5 + kayles 4", seats, 1, [], "worth")
    assert worth["bar"] == 1
    assert worth["moves"] == {"3 4 5": "nimber 2", "4": "nimber 1"}
    record = [[0, "a1"], [1, "b1"], [0, "c3"], [1, "b2"], [0, "a2"]]
    rows = advise.run("tic-tac-toe", ["person", "person"], 1, record, "review")["rows"]
    lost = {row["move"]: row["cost"] for row in rows}
    assert lost == {"a1": "", "b1": "1", "c3": "1", "b2": "", "a2": "1"}
    assert next(row["best"] for row in rows if row["move"] == "a2") == "b3"
    dealt = play.run("kuhn-poker", seats, 5, [])
    done = play.run("kuhn-poker", seats, 5, dealt["record"], move="bet")
    (row,) = advise.run("kuhn-poker", seats, 5, done["record"], "review")["rows"]
    assert (row["move"], row["best"], row["cost"]) == ("bet", "check", "0.167")


@pytest.mark.parametrize("spec", ["engine:rm -rf", "uci:stockfish", "model.kbz", "/etc/passwd"])
def test_pages_start_no_programs_and_read_no_files(spec: str) -> None:
    with pytest.raises(GameError, match="no player that a page can ask"):
        play.run("tic-tac-toe", ["person", spec], 1, [])


@pytest.mark.parametrize("record", [[[0, "z9"]], [[1, "a1"]], [[-2, 5]], [["x", "y"]]])
def test_records_that_do_not_fit_are_refused(record: list[Any]) -> None:
    with pytest.raises(GameError):
        play.run("tic-tac-toe", ["person", "person"], 1, record)


def test_who_decides_alone_gets_something_and_nobody_wins() -> None:
    view = play.run("gridworld", ["person", "random"], 0, [])
    for _ in range(3):
        view = play.run("gridworld", ["person", "random"], 0, view["record"], "left")
    assert view["over"]
    assert view["result"] == "You get -3."


@pytest.mark.parametrize("game", ["transfinite-nim", "moidores"])
def test_moves_that_are_too_many_to_list_are_typed(game: str) -> None:
    view = play.run(game, ["person", "random"], 0, [])
    assert view["more"]
    assert len(view["moves"]) == play.MOST_MOVES
    after = play.run(game, ["person", "random"], 0, [], view["moves"][-1]["text"])
    assert len(after["record"]) == 2


@pytest.mark.parametrize(
    "game", ["nim 3 4 5", "kayles 5", "turning-turtles HTH", "hackenbush house"]
)
def test_winning_moves_are_shown_on_request_only(game: str) -> None:
    told = play.run(game, ["person", "auto"], 0, [], answers=True)["svg"]
    assert "winning" in told
    assert "winning" not in play.run(game, ["person", "auto"], 0, [])["svg"]


def test_the_bar_stays_when_the_game_is_over() -> None:
    moves = [[k % 2, column] for k, column in enumerate("4747474")]
    told = advise.run("connect-four", ["person", "person"], 0, moves, "worth")
    assert (told["bar"], told["value"], told["exact"]) == (1, "1", True)
    with pytest.raises(GameError, match="the game is over"):
        advise.run("connect-four", ["person", "person"], 0, moves, "hint")
