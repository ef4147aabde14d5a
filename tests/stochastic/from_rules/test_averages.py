"""Rules whose ends pay: totals, averages and discounts, by chains written out in full."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.formats.json_files.form import from_json, to_json
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.stochastic.from_rules.convert import to_stochastic

Lottery = tuple[tuple[int, int], ...]
"""Pairs of a weight in quarters and where it leads to: a position, or -1 - k for the end k."""


class Web(Rules):
    """A few positions with two moves each; a move is a lottery over positions and ends."""

    name = "web"
    players, zero_sum, most_moves = 2, True, 2
    endless = 0

    def __init__(self, movers: tuple[int, ...], moves: Any, ends: tuple[int, ...]) -> None:
        self.movers, self.lotteries, self.ends = movers, moves, ends

    def start(self) -> Any:
        return (0, -1)

    def player(self, state: Any) -> int:
        if state[0] < 0:
            return OVER
        return CHANCE if state[1] >= 0 else self.movers[state[0]]

    def moves(self, state: Any) -> Any:
        return [0, 1]

    def chance(self, state: Any) -> Any:
        lottery = self.lotteries[state[0]][state[1]]
        return [(to, Fraction(weight, 4)) for weight, to in lottery if weight]

    def play(self, state: Any, move: int) -> Any:
        return (state[0], move) if state[1] < 0 else (move, -1)

    def payoffs(self, state: Any) -> tuple[int, int]:
        paid = self.ends[-1 - state[0]]
        return (paid, -paid)


class Meeting(Web):
    """The same, where both choose at once and the sum of their choices decides."""

    def player(self, state: Any) -> int:
        found = super().player(state)
        return SIMULTANEOUS if found >= 0 else found

    def choices(self, state: Any, player: int) -> Any:
        return [0, 1]

    def play_together(self, state: Any, moves: Any) -> Any:
        return (state[0], sum(moves) % 2)


def lotteries(positions: int, ends: int) -> Any:
    to = st.integers(-ends, positions - 1)
    return st.tuples(st.integers(0, 4), to, to).map(lambda x: ((x[0], x[1]), (4 - x[0], x[2])))


@st.composite
def webs(draw: Any, kind: type[Web] = Web, most: int = 3) -> Web:
    count = draw(st.integers(1, most))
    movers = tuple(draw(st.lists(st.integers(0, 1), min_size=count, max_size=count)))
    pair = st.tuples(lotteries(count, 2), lotteries(count, 2))
    moves = tuple(draw(st.lists(pair, min_size=count, max_size=count)))
    return kind(movers, moves, draw(st.tuples(st.integers(-3, 3), st.integers(-3, 3))))


def chains(web: Web) -> Iterator[tuple[tuple[int, ...], Any]]:
    """For all pure stationary strategies the matrix of the chain, ends last."""
    count, size = len(web.movers), len(web.movers) + len(web.ends)
    for chosen in itertools.product((0, 1), repeat=count):
        found = np.zeros((size, size))
        for s, move in enumerate(chosen):
            for weight, to in web.lotteries[s][move]:
                found[s, to if to >= 0 else count - 1 - to] += weight / 4
        for end in range(count, size):
            found[end, end] = 1
        yield chosen, found


def by_hand(web: Web, worth: Any) -> float:
    """The best that the first player secures from the start, over all pure strategies."""
    mine = [s for s, who in enumerate(web.movers) if who == 0]
    least: dict[Any, float] = {}
    for chosen, chain in chains(web):
        key = tuple(chosen[s] for s in mine)
        least[key] = min(least.get(key, np.inf), worth(chain))
    return max(least.values())


def long_run(web: Web) -> Any:
    paid = np.array([0] * len(web.movers) + list(web.ends))

    def worth(chain: Any) -> float:
        for _ in range(50):
            chain = chain @ chain
        return float(chain[0] @ paid)

    return worth


def discounted(web: Web, factor: float) -> Any:
    count = len(web.movers)

    def worth(chain: Any) -> float:
        inside, out = chain[:count, :count], chain[:count, count:] @ np.array(web.ends)
        return float(np.linalg.solve(np.eye(count) - factor * inside, out)[0])

    return worth


@given(webs(), st.booleans())
def test_the_long_run_of_rules_is_what_their_ends_pay(web: Web, exact: bool) -> None:
    game = to_stochastic(web, 0, exact=exact)
    found = game.solve("limit-average")
    assert float(found.value) == pytest.approx(by_hand(web, long_run(web)), abs=1e-9)
    assert found.verify().holds
    assert not exact or from_json(to_json(game)) == game


@given(webs(), st.sampled_from((Fraction(1, 2), Fraction(9, 10))))
def test_discounted_rules(web: Web, factor: Fraction) -> None:
    found = to_stochastic(web, 0, exact=True).discounted(factor).solve()
    assert float(found.value) == pytest.approx(by_hand(web, discounted(web, float(factor))))
    assert found.verify().holds


@given(webs(), st.sampled_from((Fraction(1, 2), Fraction(9, 10))))
def test_discounted_averages_of_rules(web: Web, factor: Fraction) -> None:
    """A share of each day's payment, ends paid on every later day."""
    found = to_stochastic(web, "average", exact=True).discounted(factor).solve()
    assert float(found.value) == pytest.approx(by_hand(web, discounted(web, float(factor))))


@given(webs(most=2))
def test_totals_of_rules(web: Web) -> None:
    for found in (web.solve("value-iteration"), to_stochastic(web, 0, exact=True).solve()):
        assert float(found.value) == pytest.approx(by_hand(web, long_run(web)), abs=1e-6)
        assert found.verify().holds


@given(webs(Meeting, most=1))
def test_the_long_run_of_simultaneous_moves(web: Web) -> None:
    """One position: the value is the root of a 2 x 2 game, found by bisection."""
    found = to_stochastic(web, 0).solve("limit-average")
    assert found.verify().holds
    low, high = -4.0, 4.0
    for _ in range(60):
        middle = (low + high) / 2
        same, other = (
            sum(w / 4 * (middle if to >= 0 else web.ends[-1 - to]) for w, to in lottery)
            for lottery in web.lotteries[0]
        )
        # choices that agree or differ: both mix evenly, so the game is worth the mean
        low, high = (middle, high) if (same + other) / 2 > middle else (low, middle)
    lasting = all(to >= 0 for lottery in web.lotteries[0] for w, to in lottery if w)
    assert float(found.value) == pytest.approx(0 if lasting else (low + high) / 2, abs=1e-9)


def test_pig() -> None:
    found = to_stochastic(kb.game("pig 5"), 0, exact=True).solve("limit-average")
    assert found.value == Fraction(161, 271)
    claim = found.to_json()
    wrong = {**claim, "value": "0.3474784747847478"}
    assert check(found.game, claim).holds
    assert not check(found.game, wrong).holds


def test_a_slippery_goal() -> None:
    lake = kb.game("frozen-lake")
    assert lake.solve("limit-average").value == lake.discounted(1).with_endless(0).solve().value
