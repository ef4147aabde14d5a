"""Morris endings: numbers for all positions, up to the sixteen symmetries of the board."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from helpers.endings import bounds, check_backwards, check_moves
from kibitz.core.errors import GameError
from kibitz.games.board.morris import Men
from kibitz.games.board.morris_ending import rank, spread, squeezed, turned_by, unranked
from kibitz.search.retrograde.layered import layered_database


def test_sets_of_points_are_numbered_there_and_back():
    for number in range(0, 2024, 17):
        assert rank(unranked(number, 3)) == number
    taken, points = 0b1010_0101, 0b0101_0000_0001_1010
    assert spread(squeezed(points, taken), taken) == points


def test_symmetric_positions_have_one_number_and_moves_lead_back():
    rules, random = kb.game("morris-ending 4"), Random(1)
    seen = 0
    while seen < 40:
        number = random.randrange(int(rules.offsets[-1]))
        state = rules.at_index(number)
        if rules.index(state) != number:
            continue
        seen += 1
        for turn in range(0, 16, 5):
            white, black = (turned_by(turn, men) for men in (state.white, state.black))
            assert rules.index(state._replace(white=white, black=black)) == number
    check_moves(kb.game("morris-ending 5"), 5)


def test_nobody_comes_into_a_mill_without_taking_a_man():
    rules = kb.game("morris-ending 5")
    state = Men(0b111 | 1 << 12 | 1 << 20, 0b11111 << 14 & ~(1 << 17) | 1 << 19, 0, 0, 0, 1)
    low, high = bounds(rules)[-1]
    assert low <= rules.index(state) < high
    assert check_backwards(rules, state, low, high) == 3


def test_layers_are_in_the_order_of_their_men():
    assert [name for name, _ in kb.game("morris-ending 4").layers()] == ["3-3", "3-4", "4-3", "4-4"]
    rules = kb.game("morris-ending 5")
    named = [tuple(map(int, name.split("-"))) for name, _ in rules.layers()]
    assert [rules.layer(white, black) for white, black in named] == list(range(9))
    with pytest.raises(GameError, match="3 to 6"):
        kb.game("morris-ending 2")


@pytest.mark.slow
def test_three_men_against_three(tmp_path):
    found = layered_database(kb.game("morris-ending 3"), tmp_path / "a.kbpd")
    assert (len(found), found.head["longest"]) == (339_252, 26)
    assert found.head["counts"] == {"won": 169_357, "drawn": 538, "lost": 169_357}
    assert found.verify(100).holds
