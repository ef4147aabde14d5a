"""Games for three and more."""

from __future__ import annotations

import pytest

from kibitz.core.errors import GameError
from kibitz.games.n_player.lines_and_nim import LinesOfMany, NimOfMany
from kibitz.search.alpha_beta.plain import plain_value


def test_a_line_wins_from_all():
    end = LinesOfMany().position("a1", "d4", "d3", "b1", "d2", "b4", "c1")
    assert end.payoffs == (2, -1, -1)
    four = LinesOfMany(4, 4, 4, 2).position("a1", "d4", "d2", "b4", "a2")
    assert four.payoffs == (3, -1, -1, -1)


def test_full_boards_pay_nothing():
    assert LinesOfMany(3, 3, 1, 3).position("a1", "b1", "c1").payoffs == (0, 0, 0)


@pytest.mark.parametrize("counters", range(1, 8))
def test_one_heap_is_taken_whole(counters):
    assert plain_value(NimOfMany(3, (counters,)).position(), 1000) == (2, -1, -1)


def test_two_equal_heaps_of_two_players_are_lost():
    assert plain_value(NimOfMany(2, (3, 3)).position(), 1000) == -1
    assert plain_value(NimOfMany(2, (3, 2)).position(), 1000) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: LinesOfMany(2),
        lambda: LinesOfMany(3, 8, 8),
        lambda: LinesOfMany(3, 3, 3, 4),
        lambda: NimOfMany(1),
        lambda: NimOfMany(3, ()),
        lambda: NimOfMany(3, (0, 0)),
    ],
)
def test_refuses_bad_parameters(make):
    with pytest.raises(GameError, match="of-many"):
        make()
