"""SSS* against alpha-beta on random trees: the same value, and no other leaves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules.trees.build import game_graph, game_tree
from kibitz.search import alpha_beta, minimax, sss_star


def random_tree(luck: Random, depth: int) -> Any:
    if depth == 0 or (depth < 3 and luck.random() < 0.2):
        return luck.randint(-4, 4)
    return [random_tree(luck, depth - 1) for _ in range(luck.randint(1, 3))]


@pytest.mark.parametrize("first", ["max", "min"])
def test_random_trees(first: str) -> None:
    luck = Random(11)
    for _ in range(150):
        tree = game_tree({"first": first, "tree": [random_tree(luck, 3) for _ in range(2)]})
        found, plain = sss_star(tree, trace=True), alpha_beta(tree, trace=True)
        assert found.value == plain.value
        assert set(found.trace.leaves) <= set(plain.trace.leaves)
        assert len(set(found.trace.leaves)) == len(found.trace.leaves) == found.counts["leaves"]
        assert minimax(tree.position(found.move)).value == found.value
        assert set(found.trace.pruned).isdisjoint(found.trace.leaves)
        end = tree.position()
        for move in found.line:
            end = end.play(move)
        assert end.is_over
        assert end.payoffs[0] == found.value


def test_games_depths_and_extra_turns() -> None:
    assert sss_star("take-away 6").shown_move == alpha_beta("take-away 6").shown_move
    here = kb.game("tic-tac-toe").position("a1", "b2", "c3")
    assert sss_star(here).value == alpha_beta(here).value == 0
    assert (
        sss_star(kb.game("tic-tac-toe"), depth=2).value == alpha_beta("tic-tac-toe", depth=2).value
    )
    again = {"player": "max", "children": [{"player": "max", "children": [1, 5]}, 4]}
    assert sss_star(again).value == 5
    assert sss_star(game_tree([3, [7]])).value == 7


def test_play_that_can_cycle_is_refused() -> None:
    circle = game_graph(
        {
            "root": "A",
            "nodes": {
                "A": {"player": "max", "children": ["B"]},
                "B": {"player": "min", "children": ["A", "C"]},
                "C": {"value": 1},
            },
        }
    )
    with pytest.raises(GameError, match="positions can repeat"):
        sss_star(circle)
