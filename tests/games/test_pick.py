"""Moves picked by lot are legal and equally likely."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kibitz.games import game
from kibitz.rules.game import Position

PICKING = ["tic-tac-toe", "mnk 5 4 4", "go 3", "go 5"]
LOTS = 20_000


@pytest.mark.parametrize("name", PICKING)
def test_every_move_is_as_likely_as_any_other(name):
    rules, random = game(name), Random(4)
    for _ in range(3):
        here = rules.position()
        while not here.is_over:
            if random.random() < 0.3:
                compare(here)
            here = here.play(random.choice(here.moves))


def compare(here: Position) -> None:
    spread = range(0, 1 << 32, (1 << 32) // LOTS)
    found = Counter(here.rules.pick(here.state, lot) for lot in spread)
    del found[-1]
    assert set(found) == set(here.moves)
    assert max(found.values()) - min(found.values()) <= 1


def test_a_point_of_ko_and_suicide_are_not_picked():
    rules = game("go 3 limit=40")
    here = rules.position("a2", "c2", "b1", "c1", "b3", "c3", "b2")
    compare(here)
