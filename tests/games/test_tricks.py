"""Tricks: the four-card hand whose lines are worked out in the textbook, and bad hands."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.games.tricks import TrickGame, show_hand
from kibitz.rules import CHANCE
from kibitz.search.plain import plain_value


def test_the_textbook_line():
    here = TrickGame().position("C9", "C10", "S2", "D6")
    assert (here.state.first_tricks, here.state.second_tricks) == (0, 2)
    assert show_hand(here.state.first) == "H6 C8"
    assert show_hand(here.state.second) == "H4 C5"
    assert here.player == 1
    assert plain_value(here, 10_000) == 2 - 2


@pytest.mark.parametrize("card", ["H4", "D4"])
def test_every_lead_of_the_open_hands_wins_two_tricks(card):
    game = kibitz.game(f"four-card-bridge card={card}")
    for move in game.moves(game.start()):
        assert plain_value(game.position(move), 10_000) == 0


def test_the_hidden_hand_looks_alike():
    game = kibitz.game("four-card-bridge")
    assert game.player(game.start()) == CHANCE
    deals = [game.play(game.start(), move) for move, _ in game.chance(game.start())]
    assert game.sees(deals[0], 0) == game.sees(deals[1], 0)
    assert game.sees(deals[0], 1) != game.sees(deals[1], 1)


def test_suits_are_followed_and_trumps_win():
    here = TrickGame("SA H2", "S3 C2", trump="C").position("SA")
    assert [here.rules.show_move(here.state, m) for m in here.moves] == ["S3"]
    end = here.play("S3").play("H2").play("C2")
    assert end.payoffs == (0, 0)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("H6 H6", "C2 C3", "twice"), ("H6", "H6", "both"), ("H6 C2", "H7", "equal"),
        ("X6", "H7", "no card"), ("H1", "H7", "no card"), ("", "", "not empty"),
    ],
)  # fmt: skip
def test_refuses_bad_hands(first, second, told):
    with pytest.raises(GameError, match=told):
        TrickGame(first, second)
