"""Weights or a trade, for all small simple games and for random larger ones."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import GameError, coalition
from kibitz.coalitional import is_proper
from kibitz.coalitional.coalitions import tensor_over
from kibitz.coalitional.families import all_of, is_weighted, security_council, weighted_voting
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.voting.simple_games import simple_game


def monotone_games(n: int) -> list[CoalitionalGame]:
    """Every simple game of n players, by growing the set of winning coalitions downwards."""
    full = (1 << n) - 1
    found = {frozenset([full])}
    frontier = list(found)
    while frontier:
        wins = frontier.pop()
        for mask in range(1, full):
            if mask not in wins and all(
                mask | 1 << i in wins for i in range(n) if not mask >> i & 1
            ):
                bigger = wins | {mask}
                if bigger not in found:
                    found.add(bigger)
                    frontier.append(bigger)
    games = []
    for wins in found:
        worths = np.zeros(1 << n, np.int64)
        worths[list(wins)] = 1
        games.append(CoalitionalGame(tensor_over(worths), tuple(map(str, range(1, n + 1)))))
    return games


def test_all_simple_games_of_up_to_four_players() -> None:
    counts = {}
    for n in (1, 2, 3, 4):
        games = monotone_games(n)
        answers = [is_weighted(game) for game in games]
        for answer in answers:
            answer.verify().require()
        counts[n] = (len(games), sum(map(bool, answers)))
        for game, answer in zip(games, answers, strict=True):
            if is_proper(game):
                assert answer, game
    assert counts == {1: (1, 1), 2: (4, 4), 3: (18, 18), 4: (166, 148)}


@given(st.lists(st.integers(0, 12), min_size=2, max_size=8).filter(any), st.data())
def test_weights_are_found_again(weights: list[int], data: Any) -> None:
    quota = data.draw(st.integers(1, sum(weights)))
    answer = is_weighted(weighted_voting(quota, weights))
    assert answer
    answer.verify().require()
    assert sum(answer.weights) <= sum(weights)
    assert (
        weighted_voting(answer.quota, answer.weights).worths
        == weighted_voting(quota, weights).worths
    )


@given(st.lists(st.sets(st.integers(1, 6), min_size=1), min_size=1, max_size=8))
def test_random_simple_games_have_weights_or_a_trade(groups: list[set[int]]) -> None:
    answer = is_weighted(simple_game([tuple(g) for g in groups], 6))
    answer.verify().require()
    won, lost = answer.trade
    assert len(won) == len(lost)
    assert bool(answer) == (not won)


def test_two_weighted_rules_together_may_need_a_longer_trade() -> None:
    lengths = set()
    random = np.random.default_rng(3)
    for _ in range(40):
        rules = []
        for k in range(2):
            weights = sorted(map(int, random.integers(1, 13, 8)), reverse=True)
            rules.append(weighted_voting(sum(weights) // 2 + 1, weights, title=str(k)))
        answer = is_weighted(all_of(*rules))
        answer.verify().require()
        lengths.add(len(answer.trade[0]))
    assert {0, 2} < lengths


def test_the_security_council_is_weighted() -> None:
    answer = is_weighted(security_council())
    assert answer.quota == 39
    assert answer.weights == (7,) * 5 + (1,) * 10


def test_a_tampered_answer_is_not_proved() -> None:
    yes = is_weighted(weighted_voting(51, [10, 20, 30, 40]))
    assert not replace(yes, quota=yes.quota + 1).verify()
    assert not replace(yes, weights=(1, 1, 1, 1)).verify()
    no = is_weighted(simple_game(["1,2", "3,4"]))
    won, lost = no.trade
    assert not replace(no, trade=(won, (lost[0], 0))).verify()
    assert not replace(no, trade=((lost[0], won[1]), lost)).verify()
    assert not replace(no, trade=((), ())).verify()


def test_shown_and_written() -> None:
    no = is_weighted(simple_game(["1,2", "3,4"]))
    assert str(no).startswith("not weighted: {1,2} and {3,4} win")
    assert "A trade" in str(no.explain())
    assert json.loads(json.dumps(no.to_json()))["trade"]["winning"] == [["1", "2"], ["3", "4"]]
    yes = is_weighted(coalition(weights=[2, 1, 1], quota=3))
    assert "reach 3" in str(yes.explain())
    assert yes.to_json()["weighted"]


def test_only_for_simple_games() -> None:
    with pytest.raises(GameError, match="not simple"):
        is_weighted(coalition({"A": 2, "B": 0, "A,B": 5}))


def test_the_trades_of_two_swap_two_players() -> None:
    answer = is_weighted(simple_game(["1,2", "3,4"]))
    players = range(4)
    won, lost = answer.trade
    for pair in combinations(players, 2):
        swapped = [w ^ (1 << pair[0]) ^ (1 << pair[1]) for w in won]
        if set(swapped) == set(lost):
            return
    pytest.fail("no two players were swapped")
