"""The sequence form: known values, proofs that hold and proofs that fail."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from helpers.trees import kuhn, random_tree
from kibitz.arrows import to_extensive
from kibitz.core.errors import GameError
from kibitz.extensive import decision, extensive_game
from kibitz.extensive.methods import zero_sum as room
from kibitz.extensive.methods.best_response import best_response, expected_payoffs, exploitability
from kibitz.extensive.methods.optimal_family import optimal_family
from kibitz.extensive.methods.sequence_form import sequence_form
from kibitz.extensive.methods.zero_sum import zero_sum
from kibitz.extensive.strategies.profile import Profile, profile, uniform


@pytest.mark.parametrize(
    ("cards", "value"), [(3, "-1/18"), (4, "-1/24"), (5, "-1/15"), (6, "-11/180"), (7, "-1/14")]
)
def test_kuhn_poker(cards, value):
    game = kuhn(cards)
    found = kibitz.solve(game)
    assert found.value == Fraction(value)
    assert found.verify()
    assert found.exact
    rough = kibitz.solve(game, exact=False)
    assert abs(rough.value - float(found.value)) < 1e-9
    assert rough.verify()


def test_verify_rejects_a_wrong_value_and_a_wrong_strategy():
    found = kibitz.solve(kuhn())
    assert not replace(found, payoffs=(Fraction(0), Fraction(0))).verify()
    assert not replace(found, profile=uniform(found.game)).verify()
    assert exploitability(found.game, uniform(found.game)) == Fraction(11, 12)


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_random_games_are_solved_with_proof(seed):
    game = random_tree(Random(seed))
    if not game.infosets:
        return
    found = kibitz.solve(game)
    assert found.verify()
    assert abs(kibitz.solve(game, exact=False).value - float(found.value)) < 1e-6


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_best_response_beats_every_pure_strategy(seed):
    random = Random(seed)
    game = random_tree(random, 3)
    if not game.infosets:
        return
    here = uniform(game)
    best = best_response(game, 0, here)
    assert expected_payoffs(game, best.strategy)[0] == best.value
    for _ in range(5):
        weights = here.weights.copy()
        for k in np.flatnonzero(game.owners == 0):
            start, stop = game.offset[k : k + 2]
            weights[start:stop] = Fraction(0)
            weights[random.randrange(start, stop)] = Fraction(1)
        assert expected_payoffs(game, Profile(game, weights))[0] <= best.value


def test_sequence_form_is_an_object_to_take_away():
    form = sequence_form(kuhn())
    assert form.shape == (13, 13)
    matrix, right = form.constraints(0)
    assert matrix.shape == (7, 13)
    assert right.tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert form.names(0)[0] == "∅"
    assert form.payoffs(0).shape == (13, 13)


def test_profiles_are_read_and_checked():
    game = kuhn(2)
    table = {game.infoset_name(k): {game.moves(k)[0]: 1} for k in range(game.infosets)}
    assert profile(game, table).exact
    table[game.infoset_name(0)] = {"check": "1/2", "bet": "1/3"}
    with pytest.raises(GameError, match="add up to 5/6"):
        profile(game, table)
    table[game.infoset_name(0)] = {"chek": 1}
    with pytest.raises(GameError, match="did you mean 'check'"):
        profile(game, table)
    del table[game.infoset_name(0)]
    with pytest.raises(GameError, match="no probabilities are given"):
        profile(game, table)


def test_refuses_forgetting_and_general_sums():
    left, right = decision("A", "then", l=1, r=0), decision("A", "then", l=0, r=1)
    forgets = extensive_game(decision("A", "first", L=left, R=right), ("A", "B"))
    with pytest.raises(GameError, match="A forgets"):
        zero_sum(forgets)
    with pytest.raises(GameError, match="constant sum"):
        zero_sum(extensive_game(decision("A", L=(1, 1), R=(0, 2), S=(2, 2)), ("A", "B")))


def test_kuhn_s_family_of_optimal_strategies_has_one_parameter() -> None:
    game = to_extensive(kibitz.game("kuhn-poker"))
    family = optimal_family(game, "I")
    assert family is not None
    assert (family.infoset, family.move, family.low, family.high) == ("J", "bet", 0, Fraction(1, 3))
    assert family.spelled("Q check-bet", "call") == "1/3 + α"
    assert family.spelled("K", "bet") == "3α"
    assert family.spelled("K check-bet", "call") == "1"
    assert optimal_family(game, "II") is None
    table = {step.heading: step.table for step in game.explain().steps}[
        "All optimal strategies of I"
    ]
    assert table is not None
    assert ("K", "check 1 - 3α, bet 3α") in table.rows


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_every_member_of_kuhn_s_family_is_optimal(alpha: Fraction) -> None:
    game = to_extensive(kibitz.game("kuhn-poker"))
    family = optimal_family(game, "I")
    assert family is not None
    solution = zero_sum(game)
    mine = {
        infoset: {
            move: p if p is not None else Fraction(int(k == 0))
            for k, (move, p) in enumerate(row.items())
        }
        for infoset, row in family.at(alpha).items()
    }
    both = {"I": mine, "II": solution.profile.of(1)}
    assert game.expected_payoffs(both)[0] == Fraction(-1, 18)
    assert game.best_response("II", both).value == Fraction(1, 18)


def test_all_optimal_strategies_are_explained() -> None:
    told = to_extensive(kibitz.game("kuhn-poker")).solve("optimal-face").explain()
    headings = [step.heading for step in told.steps]
    assert headings[-3:] == [
        "All optimal strategies of I",
        "The optimal strategies of II",
        "The proof",
    ]


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_points_are_the_same_rounded_or_lifted(seed):
    game = random_tree(Random(seed), depth=5)
    rounded = kibitz.solve(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "_rounded_point", lambda *_: None)
        lifted = kibitz.solve(game)
    assert rounded.to_json() == lifted.to_json()
    assert rounded.verify()


def test_numbers_that_only_look_like_short_fractions_are_not_believed(monkeypatch):
    game = kuhn(5)
    expected = kibitz.solve(game)
    monkeypatch.setattr(room, "_short_fractions", lambda numbers: ([*map(round, numbers)], 1))
    assert kibitz.solve(game).to_json() == expected.to_json()


def test_short_fractions_have_the_least_common_denominator():
    assert room._short_fractions([0.5, -1 / 3, 2.0, 0.0]) == ([3, -2, 12, 0], 6)
    assert room._short_fractions([1 / 63, 1 / 9]) == ([1, 7], 63)
    assert room._short_fractions([1 / 67]) is None
    assert room._short_fractions([1e9]) is None


def test_games_solved_in_turn_do_not_change_each_other():
    games = [kuhn(3), kuhn(6), random_tree(Random(4), depth=5)]
    first = [kibitz.solve(game).to_json() for game in games]
    assert [kibitz.solve(game).to_json() for game in reversed(games)] == first[::-1]
