"""Rules that go wrong deep in a game are told in one line, with the position, compiled or not."""

from __future__ import annotations

import re

import pytest

from helpers.deep_faults import FAULTS
from kibitz.core.errors import GameError
from kibitz.rules.compile.machine import machine
from kibitz.search.retrograde.retrograde import retrograde


@pytest.mark.parametrize("game", FAULTS, ids=lambda game: game.__name__)
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "in Python"])
def test_tells_the_fault_and_the_position(game, compiled):
    rules = game()
    with pytest.raises(GameError, match=re.escape(FAULTS[game])) as told:
        retrograde(rules, compiled=compiled)
    assert "(4, 0, 77)" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("game", FAULTS, ids=lambda game: game.__name__)
def test_compiles_all_the_same(game):
    assert machine(game()).reason == ""
