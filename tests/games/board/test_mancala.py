"""Kalah against its published solutions; Oware's captures, feeding and grand slams."""

from __future__ import annotations

import pytest

from kibitz.core.errors import GameError
from kibitz.games.board.mancala import Kalah, KalahBoard, Oware, OwareBoard
from kibitz.rules import OVER
from kibitz.search.alpha_beta.plain import plain_value

# Irving, Donkers and Uiterwijk, Solving Kalah (2000): won, lost or drawn for the first player,
# by pits a side and then by seeds a pit from 1 to 6.
SOLVED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW"}


@pytest.mark.parametrize("pits", SOLVED)
def test_kalah_is_worth_what_was_published(pits):
    for seeds, result in enumerate(SOLVED[pits], 1):
        value = plain_value(Kalah(pits, seeds).position(), 1_000_000)
        assert "DWL"[(value > 0) - (value < 0)] == result


def test_kalah_moves_again_from_the_store():
    here = Kalah().position("3")
    assert here.player == 0
    assert here.state.pits[6] == 1


def test_kalah_captures_into_an_empty_pit():
    rules = Kalah(3, 2)
    before = KalahBoard((1, 0, 0, 0, 0, 5, 2, 0), 0)
    after = rules.play(before, 0)
    assert after == KalahBoard((0, 0, 0, 6, 0, 0, 2, 0), 1)
    assert rules.player(after) == OVER
    assert rules.payoffs(after) == (4, -4)


def test_kalah_skips_the_other_store():
    after = Kalah(2, 6).play(KalahBoard((0, 6, 0, 1, 1, 0), 0), 1)
    assert after.pits == (1, 1, 2, 2, 2, 0)


def test_oware_captures_twos_and_threes_backwards():
    rules = Oware()
    before = OwareBoard((1, 0, 0, 0, 0, 4, 2, 1, 2, 0, 0, 9), 0, 0, 5, 0)
    after = rules.play(before, 5)
    assert after.south == 0
    assert after.quiet == 6
    before = OwareBoard((1, 0, 0, 0, 0, 3, 2, 1, 2, 0, 0, 9), 0, 0, 5, 0)
    after = rules.play(before, 5)
    assert (after.south, after.quiet, after.pits[6:9]) == (8, 0, (0, 0, 0))


def test_oware_grand_slam_captures_nothing():
    rules = Oware()
    before = OwareBoard((1, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0), 20, 20, 0, 0)
    after = rules.play(before, 5)
    assert after.south == 20
    assert after.pits[6:8] == (2, 2)


def test_oware_must_feed():
    rules = Oware()
    state = OwareBoard((3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0), 22, 22, 0, 0)
    assert list(rules.moves(state)) == [5]
    starved = OwareBoard((3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 22, 23, 0, 0)
    assert rules.player(starved) == OVER
    assert rules.payoffs(starved) == (2, -2)


def test_oware_leaves_the_pit_sown_from_empty():
    rules = Oware()
    state = OwareBoard((0, 0, 0, 0, 0, 13, 1, 0, 0, 0, 0, 0), 17, 17, 0, 0)
    assert rules.play(state, 5).pits[5] == 0


@pytest.mark.parametrize("make", [Kalah, Oware])
@pytest.mark.parametrize("size", [(0, 4), (13, 4), (6, 0), (6, 21)])
def test_refuses_bad_sizes(make, size):
    with pytest.raises(GameError, match="must be"):
        make(*size)
