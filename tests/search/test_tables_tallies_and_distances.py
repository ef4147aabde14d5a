"""Memories that can be read, games that are counted, and states by distance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules.examples import TakeAway
from kibitz.search.alpha_beta.memo_table import memo_table
from kibitz.search.monte_carlo.bandit import Bandit
from kibitz.search.monte_carlo.flat_monte_carlo import flat_monte_carlo, flat_ucb
from kibitz.search.puzzles import Queens, SlidingTiles


def test_the_recursion_tree_of_take_away() -> None:
    table = memo_table(TakeAway(6))
    by_stones: Counter[int] = Counter()
    for entry in table:
        by_stones[entry.state[0]] += entry.calls
    assert by_stones == {6: 1, 5: 1, 4: 2, 3: 4, 2: 7, 1: 13, 0: 24}
    assert (len(table), table.calls) == (12, 52)
    lost = {e.state[0] for e in table if e.outcome == "loss"}
    assert lost == {4}


def test_the_table_of_a_board_can_be_counted() -> None:
    table = memo_table(kb.game("mnk 2 2 2"))
    assert table.values[table.position.state] == (1, -1)
    assert sum(table.distribution.values()) == len(table)
    assert table.to_json()["positions"] == len(table.to_json()["entries"])
    with pytest.raises(GameError, match="no position"):
        table["nowhere"]


def test_games_are_counted_as_won_drawn_and_lost() -> None:
    for search in (flat_monte_carlo, flat_ucb):
        found = search(kb.game("tic-tac-toe"), games=30, seed=1)
        assert {m: t.wins + t.draws + t.losses for m, t in found.tallies.items()} == found.visits
        best = found.tallies[found.move]
        visits = found.visits[found.move]
        assert (best.wins - best.losses) / visits == pytest.approx(float(found.value))
        assert "tallies" in found.to_json()
        assert found.verify() is not None


def test_where_greedy_settles_after_some_pulls() -> None:
    arms = Bandit(
        [
            [("1/2", 5), ("1/2", 1)],
            [("1/3", 4), ("1/3", 3), ("1/3", 2)],
            [("1/4", 20), ("3/4", 0)],
        ]
    )
    assert arms.greedy_lock_in() == (Fraction(3, 8), Fraction(3, 8), Fraction(1, 4))
    chances = [Fraction(0)] * 3
    draws = [list(product(arm, repeat=2)) for arm in arms.arms]
    for pulled in product(*draws):
        chance, sums = Fraction(1), []
        for (p, x), (q, y) in pulled:
            chance, sums = chance * p * q, [*sums, x + y]
        chances[sums.index(max(sums))] += chance
    assert arms.greedy_lock_in(2) == tuple(chances)
    assert sum(arms.greedy_lock_in(7)) == 1
    with pytest.raises(GameError, match="pulls"):
        arms.greedy_lock_in(0)


def test_states_of_a_puzzle_by_distance() -> None:
    found = SlidingTiles("1 2 3 / 4 5 0").states_by_distance()
    assert (found.total, found.farthest, found.counts[-1]) == (360, 21, 1)
    near = SlidingTiles("1 2 3 / 4 5 6 / 7 8 0").states_by_distance(4)
    assert near.counts == (1, 2, 4, 8, 16)
    assert not near.complete
    assert Queens(4).states_by_distance().goals[-1] == 2
