from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import verbs
from kibitz.core.errors import GameError
from kibitz.zero_sum.infinite import (
    Expectation,
    Geometric,
    InfiniteGame,
    InfiniteSolution,
    NoValue,
    UndefinedExpectation,
    ValueBounds,
    column_guarantee,
    domination,
    expectation,
    finite_mixture,
    growing_stakes,
    infinite_game,
    larger_integer,
    mendelsohn_on_integers,
    row_guarantee,
    silverman_on_integers,
    truncation,
    truncations,
)

FAR = 150
"""How far the slow checks go."""


def harmonic() -> InfiniteGame:
    """Payoff 1/j - 1/i: lines that fall or rise to limits they never reach."""
    return infinite_game(
        lambda i, j: Fraction(1, j) - Fraction(1, i),
        lambda i: (1, Fraction(-1, i)),
        lambda j: (1, Fraction(1, j)),
        bounds=(-1, 1),
        limits=(0, 0),
        title="harmonic",
    )


games = st.one_of(
    st.builds(
        silverman_on_integers,
        st.fractions(min_value=Fraction(5, 4), max_value=5, max_denominator=4),
        st.integers(0, 3),
        st.integers(0, 3),
    ),
    st.builds(mendelsohn_on_integers, st.integers(0, 3), st.integers(0, 3)),
    st.just(larger_integer()),
)
mixtures = st.dictionaries(st.integers(1, 8), st.integers(1, 5), min_size=1, max_size=4).map(
    lambda d: {k: Fraction(w, sum(d.values())) for k, w in d.items()}
)


@settings(max_examples=60, deadline=None)
@given(games, mixtures)
def test_guarantees_agree_with_trying_many_opponents(game: InfiniteGame, mixture: Any) -> None:
    far = range(1, FAR)
    least = min(sum(w * game.rule.payoff(k, j) for k, w in mixture.items()) for j in far)
    most = max(sum(w * game.rule.payoff(i, k) for k, w in mixture.items()) for i in far)
    mine, theirs = row_guarantee(game, mixture), column_guarantee(game, mixture)
    assert (mine.level, theirs.level) == (least, most)
    assert mine.exact
    assert mine.verify()
    assert theirs.verify()
    assert not replace(mine, level=mine.level + Fraction(1, 1000)).verify()
    assert not replace(theirs, level=theirs.level - Fraction(1, 1000)).verify()
    assert not replace(mine, tried=0).verify() or mine.tried == 0


@settings(max_examples=25, deadline=None)
@given(games)
def test_solutions_hold_against_many_numbers(game: InfiniteGame) -> None:
    solution = game.solve()
    assert solution.verify()
    if isinstance(solution, InfiniteSolution):
        for k in range(1, FAR):
            assert sum(w * game.rule.payoff(i, k) for i, w in solution.row) >= solution.value
            assert sum(w * game.rule.payoff(k, j) for j, w in solution.column) <= solution.value


@settings(max_examples=30, deadline=None)
@given(games)
def test_large_numbers_are_really_dominated(game: InfiniteGame) -> None:
    found = domination(game)
    if found is not None:
        by, start = found.rows.by, found.rows.start
        for k in range(start, start + 40):
            assert all(
                game.rule.payoff(k, j) <= game.rule.payoff(by, j) for j in range(1, 5 * k + 20)
            )
        rest = truncation(game, start - 1, found.columns.start - 1).solve()
        solution = game.solve()
        assert isinstance(solution, InfiniteSolution)
        assert solution.value == rest.value


@settings(max_examples=25, deadline=None)
@given(
    st.fractions(min_value=Fraction(6, 5), max_value=6, max_denominator=5),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_silverman_has_value_zero_when_a_loss_costs_at_least_a_win(
    threshold: Fraction, win: int, more: int
) -> None:
    solution = silverman_on_integers(threshold, win, win + more).solve()
    assert isinstance(solution, InfiniteSolution)
    assert solution.value == 0
    assert solution.verify()


def test_silverman_with_threshold_three() -> None:
    game = silverman_on_integers(3)
    found = domination(game)
    assert found is not None
    assert found.row_numbers == found.column_numbers == (1, 2, 5)
    solution = game.solve()
    assert isinstance(solution, InfiniteSolution)
    quarter = Fraction(1, 4)
    assert solution.row == solution.column == ((1, quarter), (2, 2 * quarter), (5, quarter))


def test_mendelsohn_on_all_integers() -> None:
    first, second = mendelsohn_on_integers().solve(), mendelsohn_on_integers(2, 1).solve()
    assert isinstance(first, InfiniteSolution)
    assert isinstance(second, InfiniteSolution)
    assert [16 * w for _, w in second.row] == [1, 5, 4, 5, 1]
    assert [(k, 4 * w) for k, w in first.row] == [(1, 1), (2, 2), (3, 1)]
    assert "truncation" in second.method
    assert second.verify()


def test_the_larger_integer_has_no_value() -> None:
    solution = larger_integer().solve()
    assert isinstance(solution, NoValue)
    assert (solution.lower, solution.upper) == (-1, 1)
    assert solution.every_strategy_is_minimax
    assert solution.bounded
    assert solution.verify()
    assert set(truncations(larger_integer(), (1, 2, 7, 20)).values) == {0}
    for mixture in ({1: 1}, {3: "1/2", 90: "1/2"}):
        assert row_guarantee(larger_integer(), mixture).level == -1
        assert column_guarantee(larger_integer(), mixture).level == 1


def test_growing_stakes_have_no_expectation_at_the_critical_ratio() -> None:
    game, half = growing_stakes(4), Geometric("1/2")
    found = expectation(game, half, half)
    assert isinstance(found, UndefinedExpectation)
    assert set(found.against_columns) == {Fraction(1, 2)}
    assert set(found.against_rows) == {Fraction(-1, 2)}
    assert found.verify()
    assert not replace(found, row=Geometric("1/3"), column=Geometric("1/3")).verify()
    assert not replace(found, against_rows=(Fraction(1, 2),)).verify()
    solution = game.solve()
    assert isinstance(solution, NoValue)
    assert not solution.bounded
    assert not solution.every_strategy_is_minimax
    assert solution.verify()


@settings(max_examples=30, deadline=None)
@given(
    st.fractions(min_value=Fraction(1, 9), max_value=Fraction(8, 9), max_denominator=9),
    st.fractions(min_value=Fraction(1, 9), max_value=Fraction(8, 9), max_denominator=9),
    st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(4)]),
)
def test_growing_stakes_by_their_closed_form(r: Fraction, s: Fraction, base: Fraction) -> None:
    game = growing_stakes(base)
    found = expectation(game, Geometric(r), Geometric(s))
    if base * r * s >= 1:
        assert isinstance(found, UndefinedExpectation)
    else:
        assert isinstance(found, Expectation)
        assert found.low <= (r - s) / (1 - base * r * s) <= found.high


def test_expectations_of_bounded_games() -> None:
    game = larger_integer()
    found = expectation(game, Geometric("1/2"), Geometric("1/3"))
    assert isinstance(found, Expectation)
    assert found.low <= Fraction(1, 5) <= found.high
    assert found.high - found.low < Fraction(1, 10**8)
    assert found.verify()
    assert not replace(found, low=Fraction(1), high=Fraction(1)).verify()
    mixed = expectation(game, Geometric("1/2"), {2: 1})
    assert isinstance(mixed, Expectation)
    assert mixed.low == mixed.high == Fraction(1, 4) - Fraction(1, 2)
    finite = expectation(game, {1: "1/2", 3: "1/2"}, {2: 1})
    assert isinstance(finite, Expectation)
    assert finite.low == finite.high == 0
    other = expectation(game, {2: 1}, Geometric("1/2"))
    assert isinstance(other, Expectation)
    assert other.low == Fraction(1, 4)


def test_expectations_that_cannot_be_had_are_refused() -> None:
    half = Geometric("1/2")
    with pytest.raises(GameError, match="not eventually constant"):
        expectation(harmonic(), half, {1: 1})
    unbounded = infinite_game(lambda i, j: i - j, lambda i: (1, -math.inf), lambda j: (1, math.inf))
    with pytest.raises(GameError, match="unbounded"):
        expectation(unbounded, half, half)
    bounds = unbounded.solve()
    assert isinstance(bounds, ValueBounds)
    assert bounds.to_json()["lower"] is None


def test_monotone_tails_are_bounded_by_their_limits() -> None:
    game = harmonic()
    assert row_guarantee(game, 4).level == Fraction(-1, 4)
    assert column_guarantee(game, 4).level == Fraction(1, 4)
    solution = game.solve()
    assert isinstance(solution, ValueBounds)
    assert solution.lower < 0 < solution.upper
    assert solution.upper - solution.lower < Fraction(1, 20)
    assert solution.verify()
    assert not replace(solution, row=replace(solution.row, level=Fraction(0))).verify()


def test_lines_that_move_against_each_other_get_a_bound() -> None:
    game = infinite_game(
        lambda i, j: Fraction(1, j) if i == 1 else 1 - Fraction(1, j),
        lambda i: (1, 0 if i == 1 else 1),
        lambda j: (2, 1 - Fraction(1, j)),
        bounds=(0, 1),
    )
    found = row_guarantee(game, {1: "1/2", 2: "1/2"})
    assert found.level <= Fraction(1, 2)
    assert found.level > Fraction(49, 100)
    assert found.verify()


@pytest.mark.parametrize(
    "solution",
    [silverman_on_integers(3).solve(), mendelsohn_on_integers(2, 1).solve()],
    ids=["silverman", "mendelsohn"],
)
def test_verify_rejects_what_is_false(solution: InfiniteSolution) -> None:
    assert not replace(solution, value=Fraction(1, 10)).verify()
    assert not replace(solution, value=Fraction(-1, 10)).verify()
    assert not replace(solution, row=((1, Fraction(1)),)).verify()
    assert not replace(solution, column=((2, Fraction(1)),)).verify()
    assert not replace(solution, row=solution.row[:-1]).verify()


def test_verify_rejects_a_false_claim_that_there_is_no_value() -> None:
    solution = larger_integer().solve()
    assert isinstance(solution, NoValue)
    assert not replace(solution, lower=Fraction(-2)).verify()
    assert not replace(solution, upper=Fraction(-1)).verify()
    silverman = silverman_on_integers(3)
    fake = replace(
        solution,
        game=silverman,
        row=row_guarantee(silverman, 1),
        column=column_guarantee(silverman, 1),
    )
    assert not fake.verify()


@pytest.mark.parametrize(
    "build",
    [
        lambda: silverman_on_integers(1),
        lambda: silverman_on_integers("1/2"),
        lambda: silverman_on_integers(3, -1),
        lambda: mendelsohn_on_integers(1, -2),
        lambda: growing_stakes(1),
        lambda: Geometric(1),
        lambda: Geometric("x"),
        lambda: larger_integer().payoff(0, 1),
        lambda: larger_integer().payoff("1/2", 1),
        lambda: row_guarantee(larger_integer(), {0: 1}),
        lambda: row_guarantee(larger_integer(), {1: "1/2"}),
        lambda: row_guarantee(larger_integer(), {1: "3/2", 2: "-1/2"}),
        lambda: row_guarantee(silverman_on_integers(3), 10**7),
        lambda: finite_mixture([(1, "1/2"), (1, "1/2")]),
        lambda: truncation(larger_integer(), 0),
        lambda: truncation(larger_integer(), 10**6),
        lambda: infinite_game(lambda i, j: 0, lambda i: 3, lambda j: (1, 0)),
        lambda: infinite_game(lambda i, j: "a", lambda i: (1, 0), lambda j: (1, 0)),
        lambda: infinite_game(lambda i, j: 0, lambda i: (1, 1), lambda j: (1, 0), bounds=3),
        lambda: infinite_game(lambda i, j: j % 2, lambda i: (1, 0), lambda j: (1, j % 2)),
        lambda: infinite_game(lambda i, j: i, lambda i: (1, i), lambda j: (1, 5)),
        lambda: infinite_game(lambda i, j: 7, lambda i: (1, 7), lambda j: (1, 7), bounds=(0, 1)),
        lambda: infinite_game(lambda i, j: 7, lambda i: (1, 7), lambda j: (1, 7), limits=(0, 9)),
        lambda: verbs.solve(larger_integer(), method="simplex"),
        lambda: expectation(silverman_on_integers(3), Geometric("1/2"), {5000: 1}),
    ],
)
def test_bad_input_is_one_line(build: Any) -> None:
    with pytest.raises(GameError) as caught:
        build()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "game",
    [
        silverman_on_integers(3),
        mendelsohn_on_integers(2, 1),
        larger_integer(),
        growing_stakes(4),
        harmonic(),
    ],
    ids=lambda g: g.title,
)
def test_verbs(game: InfiniteGame) -> None:
    solution = verbs.solve(game)
    assert solution == game.solve()
    json.dumps(solution.to_json(), allow_nan=False)
    json.dumps(solution.verify().to_json())
    assert game.title in str(verbs.explain(game))
    assert verbs.draw(game).svg.startswith("<svg")
    assert "positive integers" in str(verbs.describe(game))
    assert game.title in str(game)


def test_the_explanation_shows_the_domination_and_the_warning() -> None:
    text = str(silverman_on_integers(3).explain())
    assert "1 dominates 6 and everything above" in text
    assert "row 4 is dominated by row 5" in text
    text = str(growing_stakes(4).explain())
    assert "Truncations mislead" in text
    assert "undefined" in text


def test_exchanging_the_players_twice_changes_nothing() -> None:
    game = harmonic()
    assert game.reversed().reversed() == game
    assert game.reversed().payoff(2, 3) == -game.payoff(3, 2)
    assert game.reversed().rule.bounds == (-1, 1)
