"""Perfect play by whatever covers the game, and its proof."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules.examples import TakeAway
from kibitz.rules.tree import game_tree
from kibitz.search.exact import NotSolved
from kibitz.search.expectiminimax import expectiminimax
from kibitz.search.max_n import max_n
from kibitz.search.memo_value import memo_value
from kibitz.search.minimax import minimax
from kibitz.search.perfect import Perfect

LEAVES = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=20
)


@given(st.lists(LEAVES, min_size=1, max_size=3))
@settings(deadline=None, max_examples=60)
def test_a_list_of_all_positions_agrees_with_minimax(tree: list[object]) -> None:
    rules = game_tree(tree)
    assert memo_value(rules).value == minimax(rules).value
    assert memo_value(rules).value == max_n(rules).value[0]


def test_chance_is_averaged_exactly() -> None:
    coin = {"player": "chance", "children": [{"p": "1/3", "value": 1}, {"p": "2/3", "value": 5}]}
    tree = game_tree({"player": "max", "children": [coin, {"value": 3}]})
    found = memo_value(tree)
    assert found.value == expectiminimax(tree).value
    assert str(found.value) == "11/3"
    assert found.verify()


def test_games_that_recur_are_solved_by_a_database_and_proved() -> None:
    rules = kb.game("lone-king queen")
    found = Perfect(rules).solve(rules.position())
    assert (found.value, found.method) == (1, "retrograde analysis")
    assert found.verify()
    assert not replace(found, value=0).verify()


def test_limits_are_kept() -> None:
    with pytest.raises(NotSolved, match="not solved after"):
        memo_value(TakeAway(50), positions=20)
    with pytest.raises(GameError, match="positions=0"):
        memo_value(TakeAway(5), positions=0)
    with pytest.raises(GameError, match="seconds=0"):
        Perfect(TakeAway(5), 0)
    with pytest.raises(GameError, match="hidden"):
        Perfect(kb.game("kuhn-poker"))
