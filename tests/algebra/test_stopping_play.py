"""Policies whose plays last longer than floats can tell."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.algebra.stopping_play import best_policy


@pytest.mark.parametrize("stages", [10, 10**6, 10**14])
def test_plays_that_last_long_are_evaluated_to_the_last_digit(stages: int) -> None:
    on = 1 - Fraction(1, stages)
    there, back = [(Fraction(1), {1: on}), (Fraction(0), {0: on})], [(Fraction(-1), {0: on})]
    assert best_policy({0: there, 1: back}, 1) == {0: 1 / (1 + on), 1: -1 / (1 + on)}
    assert best_policy({0: there, 1: back}, -1) == {0: 0, 1: -1}


def test_a_gain_that_floats_round_away_is_taken() -> None:
    on, little = 1 - Fraction(1, 10**9), Fraction(1, 10**18)
    lines = {0: [(Fraction(1), {0: on}), (1 + little, {0: on})]}
    assert best_policy(lines, 1) == {0: 10**9 + Fraction(1, 10**9)}


def test_where_floats_cannot_tell_there_is_no_value() -> None:
    on = 1 - Fraction(1, 10**20)
    assert best_policy({0: [(Fraction(1), {1: on})], 1: [(Fraction(-1), {0: on})]}, 1) is None
