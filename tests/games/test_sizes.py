"""Sizes beyond what can be computed are refused in a line, before memory is taken."""

from __future__ import annotations

import tracemalloc

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.extensive.arrows.unfold import unfold
from kibitz.search.monte_carlo.bandit import Bandit
from kibitz.search.puzzles import Queens
from kibitz.stochastic.from_rules.convert import to_stochastic

HUGE = [
    "centipede 1000000",
    "ultimatum 1000000",
    "inspection-stages 1 1000000",
    "inspection-stages 1000000 1000000",
    "inspection-stages 1000000000 1000000000",
    "guess-it-stages 1000000 1000000",
    "basketball 2 1000000",
    "endurance-stages 1000000",
    "queens 1000000",
    "bicameral 1000000 3",
    "coin-challenge most=1000000",
    "congestion 1000000000",
    "beauty-contest 1000000000",
    "blotto 1000000 1000000 1000000",
    "coin-test tosses=1000000000",
    "blotto 1000000 3 2",
    "chomp 1000000000",
    "chomp-board 1000000 3",
    "chomp-board 1000000 1000000",
    "covariance-game 1000000",
    "bins 1000000,1000000,1000000",
    "bucketed-lowball raises=1000000000",
    "leduc raises=1000000000",
]


@pytest.mark.parametrize("call", HUGE)
def test_games_of_a_million(call):
    tracemalloc.start()
    try:
        with pytest.raises(GameError) as told:
            kb.game(call).solve()
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()
    assert "\n" not in str(told.value)


def test_long_runs_and_large_boards(monkeypatch):
    monkeypatch.setattr("kibitz.core.system.memory.free_memory", lambda: 1 << 30)
    with pytest.raises(GameError, match=r"100,000,000 rounds takes about 25\.0 GB of memory"):
        Bandit([1, 2]).play("greedy", 10**8)
    with pytest.raises(GameError, match="it may be 1 to 200"):
        Queens(10**6)


def test_the_longest_play_of_long_runs_is_a_power_of_two():
    game = kb.game("ruler coins=1000000")
    assert game.longest_play().bit_length() == 1_000_000


def test_a_game_far_too_large_is_refused_at_once():
    with pytest.raises(GameError, match=r"about 10\^\d+ positions even with perfect pruning, more"):
        kb.game("chinese-checkers limit=1000000").solve()


@pytest.mark.slow
def test_methods_of_chess_are_listed_without_unfolding_it():
    with pytest.raises(GameError, match="the tree has more than 50,000,000 nodes"):
        kb.game("chess").as_tree()
    with pytest.raises(GameError, match="more than 1,000,000 positions can be reached"):
        to_stochastic(kb.game("chess"), most=1_000_000)


@pytest.mark.usefixtures("interpreted")
def test_methods_of_a_large_game_are_listed_without_unfolding_it():
    with pytest.raises(GameError, match="the tree has more than 2,000 nodes"):
        unfold(kb.game("connect-four"), most=2000)
    with pytest.raises(GameError, match="more than 2,000 positions can be reached"):
        to_stochastic(kb.game("connect-four"), most=2000)


def test_sizes_just_below_are_taken():
    assert len(kb.game("inspection-stages 10 100").states) > 1000
    assert len(kb.game("basketball 2 20").states) > 200
    assert kb.game("centipede 100").solve()


def test_a_heap_beyond_counting_has_too_many_moves_to_number():
    rules = kb.game("kayles", 10**18).as_rules()
    with pytest.raises(GameError, match="has more than 200,000 moves; use smaller heaps"):
        rules.position().play("take 1")
