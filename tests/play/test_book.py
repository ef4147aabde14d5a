"""The computer's opening book, and the time that it takes for a move."""

from __future__ import annotations

import time
from random import Random

import pytest

from kibitz.games import game
from kibitz.games.board.connect_four import ConnectFour, _book
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
