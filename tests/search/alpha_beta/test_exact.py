"""Perfect play to the end: right on small games, whatever the table and the windows."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from kibitz.core.errors import GameError
from kibitz.core.progress import watch
from kibitz.games.board.connect_four import ConnectFour
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER, Rules
from kibitz.search.alpha_beta import exact
from kibitz.search.alpha_beta.exact import ExactSearch
from kibitz.search.alpha_beta.plain import plain_value

MOST = 10_000_000


def positions(rules: Rules, count: int, seed: int = 0):
    random = Random(seed)
    for _ in range(count):
        here = rules.position()
        for _ in range(random.randrange(6, 11)):
            if not here.is_over:
                here = here.play(random.choice(here.moves))
        yield here


@pytest.mark.parametrize(
    ("score", "compiled"),
    [
        ("win", False),
        ("win", True),
        ("speed", False),
        pytest.param("speed", True, marks=pytest.mark.slow),
    ],
)
def test_agrees_with_plain_minimax(score, compiled):
    rules = ConnectFour(4, 4, score)
    search = ExactSearch(rules, compiled=compiled)
    for here in positions(rules, 8):
        value = plain_value(here, MOST)
        assert search.value(here) == value
        assert search.solve(here).value == value


@pytest.mark.parametrize("score", ["win", "speed"])
def test_what_the_rules_claim_at_a_glance_is_true(score):
    rules = ConnectFour(4, 4, score)
    for here in positions(rules, 25, seed=3):
        if here.player != OVER:
            low, high = rules.limits(here.state)
            assert rules.payoff_bounds[0] <= low <= plain_value(here, MOST) <= high
            assert high <= rules.payoff_bounds[1]


def test_the_table_grows_with_the_search(monkeypatch):
    monkeypatch.setattr(exact, "SLOTS", 1 << 6)
    search = ExactSearch(ConnectFour(4, 4))
    begin = ConnectFour(4, 4).position()
    assert search.value(begin) == 0
    assert len(search._table) > 1 << 10
    small = ExactSearch(ConnectFour(4, 4), memory=1 << 15)
    assert small.value(begin) == 0
    assert search.value(begin) == 0


def test_a_table_beyond_the_cache_grows_only_after_much_is_overwritten(monkeypatch):
    monkeypatch.setattr(exact, "SLOTS", 1 << 6)
    monkeypatch.setattr(exact, "CACHED", 0)
    search = ExactSearch(ConnectFour(4, 4), compiled=False)
    assert search.value(ConnectFour(4, 4).position()) == 0
    slots = len(search._table)
    assert 1 << 6 < slots < 1 << 10
    assert search._written <= exact.REWRITTEN * slots


class OneWay(TakeAway):
    """One counter at a time."""

    def moves(self, state):
        return (1,)


def test_positions_with_one_move_have_no_entry():
    search = ExactSearch(OneWay(9), compiled=False)
    value = search.value(OneWay(9).position())
    assert value == plain_value(OneWay(9).position(), MOST)
    assert not search._table.any()


class Halves(TakeAway):
    """Payoffs between whole numbers."""

    payoff_bounds = (-3, 3)

    def payoffs(self, state):
        won = Fraction(2 * self.counters % 5, 2) + Fraction(1, 3)
        return (-won, won) if state[1] == 0 else (won, -won)


@pytest.mark.parametrize("counters", [4, 5, 7, 8])
def test_values_between_whole_numbers(counters):
    rules = Halves(counters)
    search = ExactSearch(rules, compiled=False)
    assert search.solve(rules.position()).value == plain_value(rules.position(), MOST)


def test_bad_scores_are_refused():
    with pytest.raises(GameError, match="win or speed"):
        ConnectFour(score="fast")


@pytest.mark.parametrize("score", ["win", "speed"])
def test_nobody_wins_more_than_playing_on_top_of_every_stone_leaves(score):
    random, claims = Random(4), set()
    for _ in range(120):
        rules = ConnectFour(random.choice([4, 5]), random.choice([4, 5]), score)
        here = rules.position()
        while not here.is_over and rules.squares - len(here.history) > 6:
            here = here.play(random.choice(here.moves))
        if not here.is_over:
            low, high = rules.limits(here.state)
            assert low <= plain_value(here, MOST) <= high
            claims.add(rules.most_against_follow_up(here.state))
    assert {-1, 0} < claims


def test_moves_to_choose_from_are_never_none():
    rules = ConnectFour(4, 4)
    for here in positions(rules, 25, seed=3):
        if not here.is_over:
            assert set(rules.candidates(here.state)) <= set(here.moves)
            assert list(rules.candidates(here.state))


@pytest.mark.usefixtures("interpreted")
def test_perfect_play_tells_how_far_it_is() -> None:
    told: list[tuple[str, int]] = []
    watch(lambda task: told.append((task.label, task.done)))
    try:
        ExactSearch(ConnectFour(4, 4), compiled=False).value(ConnectFour(4, 4).position())
    finally:
        watch(None)
    assert told[-1][0].startswith("nodes searched of Connect")
    assert told[-1][1] > 10
