"""The computer's opening book, and the time that it takes for a move."""

from __future__ import annotations

import time
from random import Random

import pytest

from kibitz.games import game
from kibitz.games.board.connect_four import ConnectFour, _book
from kibitz.play.judge import PositionJudge
from kibitz.play.players import HurriedMover, by_book, is_hopeless
from kibitz.play.specs import MOVE_SECONDS, agent
from kibitz.search.alpha_beta.exact import ExactSearch


def test_the_book_answers_every_move_of_the_other_side():
    rules = ConnectFour()
    for seat in (0, 1):
        lines = [rules.position()]
        for ply in range(7 + seat):
            if ply % 2 == seat:
                lines = [here.play(rules.book_move(here.history)) for here in lines]
            else:
                lines = [here.play(move) for here in lines for move in here.moves]
            lines = [here for here in lines if not here.is_over]
    assert len(_book()) == 3199


def test_moves_of_the_book_are_at_positions_from_the_start_only():
    rules = ConnectFour()
    assert by_book(rules.position(4)) == 3
    later = rules.position(4, 4, 4)
    assert by_book(type(later)(rules, later.state)) is None, "without its history"
    assert by_book(ConnectFour(6, 5).position()) is None
    assert by_book(game("tic-tac-toe").position()) is None


@pytest.mark.slow
def test_moves_of_the_book_keep_the_value():
    rules, random = ConnectFour(score="speed"), Random(5)
    search = ExactSearch(rules)
    lines = [line for line in _book() if len(line) == 7]
    for line in random.sample(lines, 6):
        here = rules.position()
        for move in line:
            here = here.play(move)
        assert search.value(here.play(_book()[line])) == search.value(here)


def test_the_computer_takes_its_time_and_no_more(interpreted):
    rules = game("othello")
    player = agent("auto", rules)
    assert isinstance(player, HurriedMover)
    began = time.monotonic()
    assert player.choose(rules.position(), 0) is not None
    assert time.monotonic() - began < 4 * MOVE_SECONDS, "twice, and some for a busy machine"
    assert is_hopeless(rules.position())


def test_by_the_book_it_does_not_think(monkeypatch):
    rules = ConnectFour()
    player = agent("auto", rules)
    monkeypatch.setattr(player, "_solve", None)
    assert player.choose(rules.position(), 0) == 3
    assert player.choose(rules.position(4), 1) == 3


def test_values_of_the_book_agree_with_its_moves():
    rules = ConnectFour()
    for line, move in _book().items():
        here = rules.position(*line)
        assert rules.book_value(here.state) == rules.book_value(here.play(move).state) is not None


def test_the_judge_opens_the_book_and_says_so():
    judge = PositionJudge(ConnectFour())
    for moves, value in (((), 1), ("4", 1), ("3", 0), ("1", -1), (("4", "1", "4"), 1)):
        found = judge.exact_value(ConnectFour().position(*moves))
        assert (found.value, found.is_exact) == (value, True)
        assert found.method == "the opening book, solved beforehand"
        assert found.line[0] == by_book(found.position) or by_book(found.position) is None
    first = judge.all_moves(ConnectFour().position())
    assert first.moves == {3: 1, 2: 0, 4: 0, 1: -1, 5: -1, 0: -1, 6: -1}
    assert ConnectFour(6, 5).book_value(ConnectFour(6, 5).start()) is None
    assert ConnectFour(score="speed").book_value(ConnectFour().start()) is None


@pytest.mark.slow
def test_values_of_the_book_are_those_of_perfect_play():
    rules, random = ConnectFour(), Random(7)
    search = ExactSearch(rules)
    known = [line for line in _book() if len(line) == 7]
    for line in random.sample(known, 25):
        here = rules.position(*line)
        assert rules.book_value(here.state) == search.value(here)
