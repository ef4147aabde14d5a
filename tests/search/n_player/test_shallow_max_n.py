"""Shallow pruning changes no value of MAX^n, and saves nodes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.rules.examples import TakeAway
from kibitz.search import game_tree, max_n, minimax
from kibitz.search.n_player.shallow_max_n import shallow_max_n


def random_tree(random: Random, depth: int, players: int) -> Any:
    if depth == 0 or random.random() < 0.1:
        cuts = sorted(random.randint(0, 9) for _ in range(players - 1))
        return tuple(b - a for a, b in zip([0, *cuts], [*cuts, 9], strict=True))
    children = [random_tree(random, depth - 1, players) for _ in range(random.randint(1, 3))]
    return {"player": random.randrange(players), "children": children}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_stay_the_same(players):
    random = Random(players)
    saved = 0
    for _ in range(60):
        below = [random_tree(random, 4, players) for _ in range(2)]
        tree = game_tree({"player": 0, "children": below}, players=players)
        plain, pruned = max_n(tree), shallow_max_n(tree)
        assert (pruned.value, pruned.line) == (plain.value, plain.line)
        saved += plain.counts["nodes"] - pruned.counts["nodes"]
        assert pruned.counts["nodes"] <= plain.counts["nodes"]
    assert saved > 0


def test_two_players_and_games_of_many():
    found = shallow_max_n(TakeAway(9))
    assert found.value[0] == minimax(TakeAway(9)).value == 1
    many = kibitz.game("nim-of-many 3 heaps=1,2")
    assert shallow_max_n(many).value == max_n(many).value


def test_bounds_are_needed():
    rules = kibitz.game("nim-of-many 3 heaps=1,2")
    rules.zero_sum = False
    with pytest.raises(GameError, match="total="):
        shallow_max_n(rules)
