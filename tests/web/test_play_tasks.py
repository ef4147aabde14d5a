"""Games played by what a page asks of its workers, without a browser."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.play import decisions, judge
from kibitz.play.decisions import _searched_decision, _Value
from kibitz.play.judge import PositionJudge
from kibitz.search.result import SearchResult
from kibitz.web import own_rules
from kibitz.web.clicks import Clicks, clickable
from kibitz.web.tasks import advise, get_ready, play
from kibitz.web.worker import _done

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
    clicks = Clicks(view["moves"], ordered=view["ordered"])
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
    assert len(re.findall(">[JQK]<", view["svg"])) == 1, "the other card lies face down"
    assert (view["text"], view["log"]) == ("", [])
    rules = play.rules_of("kuhn-poker")
    state = rules.position("JK", "check").state
    told = [_words(rules.view_picture(state, who).svg) for who in (0, 1, None)]
    assert [[word for word in words if word in "JQK"] for words in told] == [
        ["J"],
        ["K"],
        ["K", "J"],
    ]


@pytest.mark.parametrize("game", ["leduc", "lowball-draw", "liars-dice", "hidden-tricks"])
def test_a_player_sees_the_own_cards_and_dice_only(game: str) -> None:
    rules, random = play.rules_of(game), Random(4)
    seen: dict[Any, list[str]] = {}
    for _ in range(25):
        here = rules.position()
        while not here.is_over:
            who, state = here.player, here.state
            if who >= 0:
                alike = rules.alike(state, who) if rules.has("alike") else ()
                for same in (state, *(other for other, _ in islice(alike, 9))):
                    drawn = _words(rules.view_picture(same, who).svg)
                    known = (who, rules.information_state(same, who))
                    assert seen.setdefault(known, drawn) == drawn, "nothing else is told"
            here = here.play(random.choice(here.moves))


def _words(svg: str) -> list[str]:
    """Words and pips on a picture, without suits, which do not matter in these games."""
    found = re.findall(">([^<]+)</text>", svg) + re.findall("<circle[^>]*>", svg)
    return [word for word in found if word not in "♠♥♦♣"]


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
    assert (row["move"], row["best"], row["cost"]) == ("bet", "check", "1/6")


@pytest.mark.parametrize("spec", ["engine:rm -rf", "uci:stockfish", "model.kbz", "/etc/passwd"])
def test_pages_start_no_programs_and_read_no_files(spec: str) -> None:
    with pytest.raises(GameError, match="not a player that a page can ask"):
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
    assert (told["bar"], told["words"], told["exact"]) == (1, "X has won", True)
    with pytest.raises(GameError, match="the game is over"):
        advise.run("connect-four", ["person", "person"], 0, moves, "hint")


@pytest.mark.slow
def test_a_game_of_connect_four_is_reviewed_exactly() -> None:
    moves = [[k % 2, column] for k, column in enumerate("36635621646472563372112273357")]
    rows = advise.run("connect-four", ["person", "person"], 0, moves[:], "review")["rows"]
    assert len(rows) == len(moves)
    assert all(row["exact"] for row in rows[10:])
    assert {row["worth"] for row in rows[10:]} == {"wins", "loses"}
    lost = {row["number"]: row["best"] for row in rows[10:] if row["cost"]}
    assert lost == {11: "4", 26: "1", 27: "7", 28: "1"}
    assert all(row["cost"] == "2" for row in rows[10:] if row["cost"])


def test_estimates_of_a_move_that_looks_best_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def estimated(here: Any, seconds: float) -> SearchResult:
        move, value = 3, 0.3 - 0.2 * len(here.history)
        return SearchResult(here, value, move, (move,), "a guess", False)

    monkeypatch.setattr(decisions, "searched", estimated)
    monkeypatch.setattr(decisions.PositionJudge, "exact_value", lambda judge, here: None)
    moves = [[0, "4"], [1, "4"]]
    rows = advise.run("connect-four 8 6", ["person", "person"], 0, moves, "review")
    assert rows["left_out"] == 0
    assert [row["worth"] for row in rows["rows"]] == ["about 0.1", "about 0.1"]
    assert [row["cost"] for row in rows["rows"]] == ["", ""]
    assert not any(row["exact"] for row in rows["rows"])


def test_openings_of_the_book_are_reviewed_exactly() -> None:
    moves = [[0, "4"], [1, "1"], [0, "1"]]
    rows = advise.run("connect-four", ["person", "person"], 0, moves, "review")["rows"]
    assert [row["worth"] for row in rows[:2]] == ["wins", "loses"]
    assert [row["cost"] for row in rows[:2]] == ["", ""]
    assert all(row["exact"] for row in rows[:2])


def test_proofs_and_estimates_are_not_compared() -> None:
    here = play.rules_of("connect-four").position()
    sure, about = _Value(1, True, "4"), _Value(0.2, False, "4")
    assert _searched_decision(1, here, (0, "1"), sure, _Value(0, True, "3")).cost == 1
    assert _searched_decision(1, here, (0, "1"), about, _Value(0, True, "3")).cost == 0
    assert _searched_decision(1, here, (0, "1"), about, _Value(0.1, False, "3")).cost == 0.1
    assert _searched_decision(1, here, (0, "1"), about, _Value(0.15, False, "3")).cost == 0
    assert _searched_decision(1, here, (0, "4"), about, _Value(-1.0, False, "3")).cost == 0


def test_the_evaluation_says_what_every_move_does() -> None:
    moves = [[k % 2, column] for k, column in enumerate("444443321166")]
    told = advise.run("connect-four", ["person", "person"], 0, moves, "worth")
    assert told["exact"]
    assert told["words"] == "X wins with best play"
    assert set(told["moves"].values()) <= {"wins", "draws", "loses"}
    assert told["line"].startswith("best line: ")


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("connect-four", "4 7 5 7 6 7 3"),
        ("tic-tac-toe", "a1 b1 b2 c1 c3"),
        ("mnk 5 5 4", "a1 a2 b1 b2 c1 c2 d1"),
        ("lines-of-many", ""),
        ("qubic", "a1.1 a2.1 b2.2 a3.1 c3.3 a4.4 d4.4"),
    ],
)
def test_the_line_that_wins_is_struck(game: str, moves: str) -> None:
    rules = play.rules_of(game)
    here = rules.position()
    for word in moves.split():
        assert not rules.board_of(here.state).above
        here = here.play(rules.read_move(here.state, word))
    while not here.is_over:
        here = here.play(here.moves[-1])
    line, edge = rules.board_of(here.state).above[-2:][::-1]
    assert (line.x1, line.y2) == (edge.x1, edge.y2)


def test_the_last_stone_is_marked_where_a_column_is_clicked() -> None:
    table = play.table_of("connect-four", ["person", "person"], 0, [[0, "4"], [1, "4"]])
    assert play._last_cells(table, table.rules.board_of(table.position.state)) == ("d2",)


def test_connect_four_opens_with_values_of_the_book() -> None:
    seats = ["person", "auto"]
    told = advise.run("connect-four", seats, 0, [[0, "4"], [1, "4"]], "worth")
    assert (told["words"], told["exact"]) == ("X wins with best play", True)
    assert told["found"] == "the opening book, solved beforehand"
    assert told["moves"]["4"] == "wins"
    assert told["moves"]["3"] == "loses"
    said = advise.run("connect-four", seats, 0, [[0, "3"]], "hint")["hint"]
    assert " draws with best play" in said
    assert "opening book" in said


def test_only_searches_of_large_games_are_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Noted:
        def __init__(self, rules: Any) -> None:
            asked.append(f"{type(self).__name__} {rules.name}")

        def prepare(self, position: Any) -> None: ...

        def best(self, depth: int) -> None: ...

    monkeypatch.setattr(get_ready, "ExactSearch", type("Exact", (Noted,), {}))
    monkeypatch.setattr(get_ready, "Search", type("Best", (Noted,), {}))
    games = ("connect-four", "tic-tac-toe", "nim 3 4 5", "kuhn-poker", "pig 10", "othello")
    assert [get_ready.run(game) for game in games] == [True, False, False, False, False, True]
    assert asked == ["Exact Connect Four", "Best Connect Four", "Best Othello"]


def test_an_estimate_says_so_until_the_position_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = PositionJudge.exact_value

    def later(asked: PositionJudge, here: Any) -> SearchResult | None:
        return None if asked.seconds == advise.SOLVING else solve(asked, here)

    def estimated(here: Any, seconds: float) -> SearchResult:
        return SearchResult(here, 0.125, 1, (1,), "a guess", False)

    monkeypatch.setattr(PositionJudge, "exact_value", later)
    monkeypatch.setattr(judge, "searched", estimated)
    table = ("connect-four 4 4", ["person", "person"], 0, [[0, "2"], [1, "2"], [0, "3"]])
    soon = advise.run(*table, "worth")
    assert (soon["exact"], soon["open"]) == (False, True)
    assert soon["value"] == "about 0.125, an estimate"
    proved = advise.run(*table, "proof")
    assert (proved["exact"], proved["open"]) == (True, False)
    assert proved["words"] == "a draw with best play"
    assert proved["hint"].partition("; ")[0].endswith("draws with best play")


def test_a_value_of_the_book_is_told_before_a_line_is_found() -> None:
    moves = [[k % 2, column] for k, column in enumerate("2334")]
    told = advise.run("connect-four", ["person", "person"], 0, moves, "worth")
    assert (told["words"], told["exact"]) == ("X wins with best play", True)
    assert (told["line"], told["hint"], told["open"]) == ("", "", True)


def test_what_cannot_be_solved_is_not_begun() -> None:
    told = advise.run("othello", ["person", "person"], 0, [], "worth")
    assert (told["exact"], told["open"]) == (False, False)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("return (0, 0)", "retrun (0, 0)", "line 14: NameError: name 'retrun' is not defined"),
        ("def moves", "def movess", "moves: it is missing, and this position needs it, at (0, 0)"),
        ("class Race", "clas Race", "line 7: invalid syntax"),
    ],
)
def test_what_is_wrong_with_rules_in_the_page_is_said_by_its_line(
    monkeypatch: pytest.MonkeyPatch, right: str, wrong: str, said: str
) -> None:
    monkeypatch.setitem(own_rules._state, "allowed", True)
    text = own_rules.TEMPLATE.replace(right, wrong)
    assert _done({"task": "solve", "arguments": {"text": text}}) == {"error": said}


TOUCHED = {
    "nim 3 4 5": "take 2 from heap 1, leaving 1",
    "kayles 5 7": "take 2 from the heap of 7, leaving 2 and 3",
    "hackenbush house": "chop top-roof",
    "chomp 8,5,1": "eat (4, 1)",
    "mock-turtles 2 5 10": "turn 1, 2 and 5",
    "rims 5 4 2": "a loop through 3 of 5 dots, 0 inside and 2 outside",
    "rayles 5 5 3": "a loop through 1 of 5 dots, 2 inside and 2 outside",
    "nim 3 4 5 + kayles 4": "in component 2 (Kayles): take 1 from the heap of 4, leaving 3",
}


@pytest.mark.parametrize("game", TOUCHED)
def test_positions_of_impartial_games_are_touched(game: str) -> None:
    view = play.run(game, ["person", "person"], 0, [])
    assert all(move["cells"] for move in view["moves"]), "every move is found in the picture"
    places = {cell["word"] for cell in view["cells"]}
    assert all(set(move["cells"]) <= places for move in view["moves"])
    clicks = Clicks(view["moves"], ordered=view["ordered"])
    wanted = next(move for move in view["moves"] if move["text"] == TOUCHED[game])
    found = [clicks.click(cell) for cell in reversed(wanted["cells"])][-1] or clicks.choices
    assert wanted["text"] in (found, *found)


def test_a_loop_may_be_touched_from_either_side() -> None:
    moves = play.run("rims 5 2 + nim 1", ["person", "person"], 0, [])["moves"]
    for dots in ([1, 2], [4, 5]):
        clicks = Clicks(moves, ordered=False)
        made = [clicks.click(f"dot {k} of 5 of component 1") for k in dots][-1]
        assert made.endswith("a loop through 2 of 5 dots, 0 inside and 3 outside")


def test_the_title_of_sos_gives_no_answer_away() -> None:
    for answers in (True, False):
        shown = play.run("sos 7", ["person", "person"], 0, [], answers=answers)["svg"]
        assert ("SOS: N" in shown) == answers


@pytest.mark.parametrize("name", ["lone-king", "chess-ending"])
def test_a_man_is_clicked_and_then_its_square(name: str) -> None:
    """Notation such as Kd2 names only the square to which it goes."""
    shown = play.run(name, ["person", "person"], 0, [])
    board = play.rules_of(name).board_of(play.rules_of(name).start())
    men = {cell.word for cell in board.cells if cell.content != "."}
    assert all(len(move["cells"]) == 2 for move in shown["moves"])
    assert {move["cells"][0] for move in shown["moves"]} <= men
    assert all(move["text"].endswith(move["cells"][1]) for move in shown["moves"])


@pytest.mark.parametrize(
    ("text", "simultaneous"),
    [("rock-paper-scissors", True), ("big-match discount=9/10", True), ("nim 1 2", False)],
)
def test_two_people_are_not_offered_simultaneous_moves_at_one_screen(
    text: str, simultaneous: bool
) -> None:
    view = play.run(text, ["person", "random"], 1, [])
    assert view["simultaneous"] is simultaneous
    if simultaneous:
        with pytest.raises(GameError, match="two people cannot"):
            play.run(text, ["person", "person"], 1, [], move=view["moves"][0]["text"])
