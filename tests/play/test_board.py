"""The board at which people sit: turns in a line, moves taken back, games that go on later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.play import agent
from kibitz.play.board import Human, PlayConsole, play_at_board, read_turn


class Seat:
    """A person who types lines, and what was said to them."""

    def __init__(self, lines: Iterable[str], lingers: bool = False) -> None:
        self.lines = iter(lines)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.desk = PlayConsole(self.read, self.said.append, lambda title, board: None, lingers)

    def read(self, prompt: str) -> str | None:
        self.asked.append(prompt)
        return next(self.lines, None)


def play(name: str, seat: Seat, against: str = "alpha-beta", seed: int | None = 1) -> Any:
    rules: Any = kb.game(name)
    players = [Human(seat.desk), agent(against, rules, seed)]
    return play_at_board(rules, players, seat.desk, seed)


def test_a_turn_of_several_moves_is_typed_in_a_line() -> None:
    rules: Any = kb.game("backgammon")
    seat = Seat(["8/5 6/5", "q"])
    players = [Human(seat.desk), agent("random", rules, 1)]
    done = play_at_board(rules.position("white 3-1"), players, seat.desk, 1)
    assert [m.move for m in done.moves if m.player == "you"] == ["8/5", "6/5"]
    assert len(seat.asked) == 2


def test_what_is_no_turn_is_refused() -> None:
    start = kb.game("backgammon").position("white 3-1")  # type: ignore[attr-defined]
    assert len(read_turn(start, 0, "8/5/4")) == 2
    with pytest.raises(GameError, match="did you mean '8/7'"):
        read_turn(start, 0, "8/1")
    with pytest.raises(GameError, match="no move '9/2' here"):
        read_turn(start, 0, "8/5 9/2")
    with pytest.raises(GameError, match="the turn ends before the move '24/23'"):
        read_turn(start, 0, "8/5 6/5 24/23")


def test_dice_fall_as_before_when_a_move_is_taken_back() -> None:
    def thrown(lines: list[str]) -> list[str]:
        done = play("pig 20", Seat(lines), "random", seed=3)
        return [m.move for m in done.moves if m.player == "chance"]

    plain = thrown(["roll", "roll", "q"])
    assert thrown(["roll", "u", "roll", "roll", "q"]) == plain
    assert thrown(["roll", "roll", "u", "u", "roll", "roll", "q"]) == plain


def test_the_last_move_is_taken_back_after_the_end() -> None:
    lines = ["a1", "a2", "b3", "u", "c1", "u", "q"]
    seat = Seat(lines, lingers=True)
    done = play("tic-tac-toe", seat)
    assert any("u takes back your last move, Enter ends" in prompt for prompt in seat.asked)
    assert done.forfeited == 0
    left = Seat(["a1", "a2", "b3", "", "c1"], lingers=True)
    assert play("tic-tac-toe", left).ending == "the game is over"
    assert next(left.lines) == "c1"


def test_a_game_goes_on_another_day() -> None:
    seat = Seat(["b2", "s", "q"])
    play("tic-tac-toe", seat)
    rules: Any = kb.game("tic-tac-toe")
    moves = seat.said[-1].split()
    assert moves[0] == "b2"
    again = Seat(["q"])
    begun = rules.position(*moves)
    done = play_at_board(begun, [Human(again.desk), agent("minimax", rules)], again.desk)
    assert done.position.state == begun.state


def test_the_moves_of_hidden_games_are_not_told() -> None:
    seat = Seat(["s", "q"])
    play("kuhn-poker", seat, "random")
    assert seat.said == ["the moves so far would reveal what is hidden"]


def test_moves_are_listed_once_in_a_refusal() -> None:
    with pytest.raises(GameError) as refused:
        read_turn(kb.game("tic-tac-toe").position(), 0, "zz")  # type: ignore[attr-defined]
    assert str(refused.value).count("a1") == 1
