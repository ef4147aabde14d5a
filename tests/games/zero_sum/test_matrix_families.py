"""Closed forms and printed tables of the named matrix games."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz import game
from kibitz.core.numbers import exact
from kibitz.games.zero_sum.blotto import (
    allocations,
    blotto,
    blotto_majority,
    blotto_plurality,
    post_symmetries,
)
from kibitz.games.zero_sum.coin_test import coin_test
from kibitz.games.zero_sum.endgame import endgame, endgame_value
from kibitz.games.zero_sum.endurance import endurance, endurance_value
from kibitz.games.zero_sum.generators import random_latin, random_matrix, random_saddle, random_skew
from kibitz.games.zero_sum.guess_it import guess_it, guess_it_table, guess_it_value
from kibitz.games.zero_sum.guessing import (
    adjacent_numbers,
    guess_decay,
    guess_exact,
    guess_near_miss,
    guess_overestimate,
    guess_too_high,
    larger_integer,
)
from kibitz.games.zero_sum.hiding import helicopter, number_hides, thievery, thievery_value
from kibitz.games.zero_sum.inspection import inspection, inspection_values
from kibitz.games.zero_sum.matching import (
    daiquiri,
    holmes_moriarty,
    matching_pennies,
    rock_paper_scissors,
)
from kibitz.games.zero_sum.mendelsohn import mendelsohn
from kibitz.games.zero_sum.one_parameter import one_parameter
from kibitz.games.zero_sum.parity import card_colors, morra
from kibitz.games.zero_sum.silver_dollar import silver_dollar
from kibitz.games.zero_sum.silverman import last_undominated, silverman
from kibitz.games.zero_sum.squares import latin_square, magic, magic_square
from kibitz.games.zero_sum.triangles import diagonal, pascal
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.invariance import Invariance
from kibitz.zero_sum.solution import MatrixSolution

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "games.json").read_text(encoding="utf-8")
)


def value(built: MatrixGame) -> Fraction:
    solution = built.solve()
    solution.verify().require()
    return exact(solution.value)


def optimal(built: MatrixGame, row: Any, column: Any, worth: Fraction) -> None:
    """Prove by the sure-fire test that these strategies are optimal."""
    claim = MatrixSolution(
        built, worth, tuple(map(Fraction, row)), tuple(map(Fraction, column)), "a closed form"
    )
    claim.verify().require()


@pytest.mark.parametrize("case", DATA["matrices"], ids=lambda c: c["call"])
def test_printed_matrices(case: dict[str, Any]) -> None:
    built = game(case["call"])
    assert isinstance(built, MatrixGame)
    assert built.matrix.numbers() == [[Fraction(x) for x in line] for line in case["matrix"]]
    optimal(built, case["row"], case["column"], Fraction(case["value"]))
    solution = built.solve()
    assert solution.value == Fraction(case["value"])
    if case["row_unique"]:
        assert solution.row == tuple(map(Fraction, case["row"]))
    if case["column_unique"]:
        assert solution.column == tuple(map(Fraction, case["column"]))


def test_small_named_games() -> None:
    optimal(card_colors(), ["5/6", "1/6"], ["4/9", "5/9"], Fraction(-1, 3))
    optimal(holmes_moriarty(), ["2/5", "3/5"], ["3/5", "2/5"], Fraction(40))
    assert value(daiquiri(side=Fraction(1190, 29))) == 0
    assert value(game("odd-or-even product")) == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("n", range(1, 9))
def test_matching_pennies_with_n_sides(n: int) -> None:
    optimal(matching_pennies(n), [Fraction(1, n)] * n, [Fraction(1, n)] * n, Fraction(2 - n, n))


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_rock_paper_scissors_is_symmetric_and_balanced(n: int) -> None:
    built = rock_paper_scissors(n)
    array = built.matrix.array
    assert (array == -array.T).all()
    assert (array.sum(axis=0) == 0).all()


def test_lizard_and_spock() -> None:
    beats = {
        "rock": {"scissors", "lizard"},
        "paper": {"rock", "spock"},
        "scissors": {"paper", "lizard"},
        "lizard": {"spock", "paper"},
        "spock": {"scissors", "rock"},
    }
    built = rock_paper_scissors(5)
    for i, j in product(range(5), repeat=2):
        won = built.columns[j] in beats[built.rows[i]]
        assert (built[i, j] == 1) is won


@given(st.tuples(*[st.integers(1, 20)] * 3))
def test_stakes_at_rock_paper_scissors(stakes: tuple[int, int, int]) -> None:
    built = rock_paper_scissors(3, tuple(map(Fraction, stakes)))
    paper, scissors, rock = stakes
    total = Fraction(sum(stakes))
    mixture = [rock / total, paper / total, scissors / total]
    optimal(built, mixture, mixture, Fraction(0))


def test_two_finger_morra_has_a_segment_of_optima() -> None:
    for first in (Fraction(4, 7), Fraction(3, 5)):
        mixture = [0, first, 1 - first, 0]
        optimal(morra(2), mixture, mixture, Fraction(0))


def test_three_finger_morra_guesses_four_in_all() -> None:
    weights = {"1-3": Fraction(5, 12), "2-2": Fraction(4, 12), "3-1": Fraction(3, 12)}
    mixture = [weights.get(name, Fraction(0)) for name in morra(3).rows]
    optimal(morra(3), mixture, mixture, Fraction(0))


@pytest.mark.parametrize(
    ("n", "win", "loss", "row"),
    [
        (3, 2, 1, "2/5 1/5 2/5"),
        (4, 2, 1, "0 2/5 1/5 2/5"),
        *((n, 2, 1, "1/16 5/16 1/4 5/16 1/16" + " 0" * (n - 5)) for n in (5, 6, 9, 20)),
        *((n, 1, 2, "1/4 1/2 1/4" + " 0" * (n - 3)) for n in (3, 4, 7, 50)),
    ],
)
def test_mendelsohn_tables(n: int, win: int, loss: int, row: str) -> None:
    mixture = row.split()
    optimal(mendelsohn(n, win, loss), mixture, mixture, Fraction(0))


def test_mendelsohn_with_a_hundred_numbers() -> None:
    expected = DATA["mendelsohn_100"]
    row = [Fraction(expected["p"].get(str(i), 0)) for i in range(1, 101)]
    solution = mendelsohn(100).solve()
    assert solution.value == Fraction(expected["value"])
    assert list(solution.row) == row
    assert list(solution.column) == row


@given(
    st.fractions(Fraction(5, 4), 6, max_denominator=4),
    st.integers(1, 4),
    st.integers(0, 4),
    st.integers(0, 12),
)
def test_silverman_needs_no_number_above_the_last_undominated(
    threshold: Fraction, win: int, extra: int, more: int
) -> None:
    loss = win + extra
    last = last_undominated(threshold, win, loss)
    built = silverman(threshold, win, loss, n=last + 1 + more)
    for x in range(last, last + 1 + more):
        assert all(built[0, j] >= built[x, j] for j in range(built.shape[1]))
    row = silverman(threshold, win, loss).solve().row
    padded = [*row, *[Fraction(0)] * (1 + more)]
    optimal(built, padded, padded, Fraction(0))


def test_blotto_labels_and_values() -> None:
    assert list(blotto().rows) == DATA["blotto"]["rows"]
    assert list(blotto().columns) == DATA["blotto"]["columns"]
    for sizes, worth in DATA["blotto_values"]:
        assert value(blotto(*sizes)) == Fraction(worth)


@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 4))
def test_blotto_against_counting_post_by_post(units: int, opposing: int, posts: int) -> None:
    built = blotto(units, opposing, posts)
    assert len(allocations(units, posts)) == comb(units + posts - 1, posts - 1)
    for i, mine in enumerate(allocations(units, posts)):
        assert built.rows[i] == "-".join(map(str, mine))
        for j, theirs in enumerate(allocations(opposing, posts)):
            score = 0
            for a, b in zip(mine, theirs, strict=True):
                score += 1 + b if a > b else -1 - a if a < b else 0
            assert built[i, j] == score


@given(st.integers(1, 4), st.integers(1, 4), st.integers(2, 4))
def test_exchanging_posts_leaves_blotto_unchanged(units: int, opposing: int, posts: int) -> None:
    swaps = post_symmetries(units, opposing, posts)
    for built in (blotto, blotto_plurality, blotto_majority):
        Invariance(built(units, opposing, posts), swaps)


def test_blotto_orbits_as_printed() -> None:
    expected = DATA["blotto_invariance"]
    found = Invariance(blotto(), post_symmetries(4, 3, 2))
    assert [[i + 1 for i in orbit] for orbit in found.row_orbits] == expected["row_orbits"]
    assert [[j + 1 for j in orbit] for orbit in found.column_orbits] == expected["column_orbits"]
    reduced = [[Fraction(x) for x in line] for line in expected["reduced_matrix"]]
    assert found.reduced.matrix.numbers() == reduced


@given(
    st.integers(1, 4),
    st.integers(1, 4),
    st.lists(st.fractions(0, 3, max_denominator=5), min_size=2, max_size=3),
)
def test_weighted_posts(units: int, opposing: int, weights: list[Fraction]) -> None:
    posts = len(weights)
    plurality = blotto_plurality(units, opposing, posts, tuple(weights))
    majority = blotto_majority(units, opposing, posts, tuple(weights))
    for i, mine in enumerate(allocations(units, posts)):
        for j, theirs in enumerate(allocations(opposing, posts)):
            lead = sum(
                (w * ((a > b) - (a < b)) for w, a, b in zip(weights, mine, theirs, strict=True)),
                Fraction(0),
            )
            assert plurality[i, j] == lead
            assert majority[i, j] == (lead > 0) - (lead < 0)


def test_equal_forces_make_a_fair_fight() -> None:
    assert value(blotto(3, 3, 3)) == 0
    assert value(blotto_majority(4, 4, 3)) == 0


@pytest.mark.parametrize("n", range(1, 11))
def test_guessing_families(n: int) -> None:
    power = 2**n
    assert value(guess_exact(n)) == Fraction(power, power - 1)
    assert value(guess_overestimate(n)) == Fraction(power // 2, power - 1)
    assert value(guess_too_high(n)) == Fraction(1, power - 1)


@given(st.integers(1, 10), st.fractions(-3, Fraction(9, 10), max_denominator=12))
def test_decaying_guesses(n: int, b: Fraction) -> None:
    worth = 1 / (n - (n - 1) * b)
    inner = [worth * (1 - b)] * (n - 1)
    optimal(guess_decay(n, b), [*inner, worth], [worth, *inner], worth)


@pytest.mark.parametrize("n", range(2, 15))
def test_near_misses(n: int) -> None:
    bottom = n * (n + 1) * (n + 2)
    row = [Fraction(6 * i * (n + 1 - i), bottom) for i in range(1, n + 1)]
    optimal(guess_near_miss(n), row, row, Fraction(12, bottom))


@pytest.mark.parametrize("n", range(2, 21))
def test_adjacent_numbers(n: int) -> None:
    k, rest = divmod(n, 4)
    assert value(adjacent_numbers(n)) == Fraction(1, 2 * k + (0, 1, 2, 2)[rest])


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_the_larger_integer_has_its_saddle_at_the_bound(n: int) -> None:
    last = [0] * (n - 1) + [1]
    optimal(larger_integer(n), last, last, Fraction(0))


@pytest.mark.parametrize("k", range(2, 17))
def test_number_hides_with_pairs(k: int) -> None:
    n = k - 1
    expected = Fraction(4, n + 1) if n % 2 else Fraction(4 * (n + 1), n * (n + 2))
    assert value(number_hides(k, 2, 2)) == expected
    assert value(helicopter(n, Fraction(1, 2))) == expected / 2


@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 8))
def test_number_hides_counts_common_numbers(k: int, m1: int, m2: int) -> None:
    m1, m2 = min(m1, k), min(m2, k)
    built = number_hides(k, m1, m2)
    assert built.shape == (k - m1 + 1, k - m2 + 1)
    for i, j in product(*map(range, built.shape)):
        assert built[i, j] == len(set(range(i, i + m1)) & set(range(j, j + m2)))


@given(st.lists(st.fractions(Fraction(1, 5), 9, max_denominator=5), min_size=2, max_size=7))
def test_thievery(values: list[Fraction]) -> None:
    worth = exact(thievery_value(tuple(values)))
    assert value(thievery(tuple(values))) == worth
    guard = [max(Fraction(0), 1 - worth / u) for u in values]
    assert sum(guard) == 1
    best = sorted(values, reverse=True)
    assert worth == max(
        (k - 1) / sum((1 / u for u in best[:k]), Fraction(0)) for k in range(1, len(best) + 1)
    )


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8))
def test_latin_squares(letters: list[int]) -> None:
    n = len(letters)
    even = [Fraction(1, n)] * n
    built = latin_square(tuple(map(Fraction, letters)))
    lines = [*built.matrix.array, *built.matrix.array.T]
    assert all(sorted(line.tolist()) == sorted(letters) for line in lines)
    optimal(built, even, even, Fraction(sum(letters), n))


@pytest.mark.parametrize("n", range(3, 23))
def test_magic_squares(n: int) -> None:
    square = magic(n)
    total = n * (n * n + 1) // 2
    assert sorted(square.ravel().tolist()) == list(range(1, n * n + 1))
    diagonals = [np.trace(square), np.trace(square[:, ::-1])]
    assert {*square.sum(axis=0).tolist(), *square.sum(axis=1).tolist(), *diagonals} == {total}
    even = [Fraction(1, n)] * n
    optimal(magic_square(n), even, even, Fraction(n * n + 1, 2))


@pytest.mark.parametrize("n", range(1, 13))
def test_the_signed_pascal_triangle(n: int) -> None:
    worth = Fraction(1, 2**n - 1)
    row = [comb(n, j) * worth for j in range(1, n + 1)]
    column = [2 ** (i - 1) * worth for i in range(1, n + 1)]
    optimal(pascal(n), row, column, worth)
    assert value(pascal(n)) == worth


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_diagonal_games(entries: list[int]) -> None:
    one_sign = all(d > 0 for d in entries) or all(d < 0 for d in entries)
    expected = 1 / sum((Fraction(1, d) for d in entries), Fraction(0)) if one_sign else Fraction(0)
    assert value(diagonal(tuple(map(Fraction, entries)))) == expected


@given(st.fractions(-5, 5, max_denominator=9))
def test_the_one_parameter_game(t: Fraction) -> None:
    expected = Fraction(0) if t <= 0 else t if t <= 1 else 2 * t / (t + 1)
    assert value(one_parameter(t)) == expected


@pytest.mark.parametrize("case", DATA["inspection"], ids=lambda c: str(c["periods"]))
def test_inspection_as_printed(case: dict[str, Any]) -> None:
    solution = inspection(case["inspections"], case["periods"]).solve()
    assert solution.value == Fraction(case["value"])
    assert solution.row[0] == Fraction(case["p_inspect"])
    assert solution.column[0] == Fraction(case["q_act"])


def test_the_inspection_game_is_worth_the_share_of_inspected_periods() -> None:
    for (m, n), worth in inspection_values(5, 9).items():
        assert worth == min(Fraction(1), Fraction(m, n))
        if 0 < m < n:
            inspect, act = Fraction(m, n), Fraction(1, n)
            optimal(inspection(m, n), [inspect, 1 - inspect], [act, 1 - act], worth)


def test_guess_it_table_as_printed() -> None:
    table = guess_it_table(6, 6)
    assert len(table) == len(DATA["guess_it"])
    for key, cell in DATA["guess_it"].items():
        m, n = map(int, key.split(","))
        found = table[m, n]
        assert (found.value, found.bluff, found.call) == tuple(
            Fraction(cell[name]) for name in ("value", "bluff", "call")
        )
        row, column = [1 - found.bluff, found.bluff], [1 - found.call, found.call]
        optimal(guess_it(m, n), row, column, found.value)


def test_guess_it_boundary_and_monotonicity() -> None:
    for m, n, worth in DATA["guess_it_boundary"]:
        assert guess_it_value(m, n) == Fraction(worth) == value(guess_it(m, n))
    table = {key: stage.value for key, stage in guess_it_table(13, 13).items()}
    table |= {(k, 0): guess_it_value(k, 0) for k in range(14)}
    table |= {(0, k): guess_it_value(0, k) for k in range(14)}
    for m, n in product(range(13), repeat=2):
        assert table[m + 1, n] >= table[m, n] >= table[m, n + 1]


def test_guess_it_with_large_hands_is_played_in_floats() -> None:
    game = guess_it(13, 12)
    assert not game.exact
    exact = guess_it_table(13, 12)[13, 12]
    solved = game.solve()
    assert solved.verify().holds
    assert solved.value == pytest.approx(float(exact.value), abs=1e-14)
    assert solved.row[1] == pytest.approx(float(exact.bluff), abs=1e-13)
    with pytest.raises(kb.GameError, match="binary digits"):
        guess_it_value(30, 30)
    with pytest.raises(kb.GameError, match="the most is 500"):
        guess_it(501, 3)


@pytest.mark.parametrize("n", range(1, 12))
def test_guess_it_with_one_card(n: int) -> None:
    found = guess_it_table(1, n)[1, n]
    assert found.bluff == Fraction(1, n + 2)
    assert found.call == found.value


@pytest.mark.parametrize("n", range(1, 15))
def test_endurance_counts_rabbits(n: int) -> None:
    before, now = 1, 1
    for _ in range(n - 1):
        before, now = now, before + now
    assert endurance_value(n) == value(endurance(n)) == Fraction(1, now)


@given(st.fractions(0, 1, max_denominator=12), st.fractions(Fraction(1, 4), 6, max_denominator=4))
def test_the_basic_endgame(p: Fraction, b: Fraction) -> None:
    built = endgame(p, b)
    assert value(built) == endgame_value(p, b)
    if p < (2 + b) / (2 + 2 * b):
        bluff = p * b / ((1 - p) * (2 + b))
        row, column = [bluff, 1 - bluff, 0, 0], [2 / (2 + b), b / (2 + b)]
        optimal(built, row, column, exact(endgame_value(p, b)))
    else:
        assert value(built) == 1
    assert value(endgame(p, 4 * b, 4)) == 4 * value(built)


def test_silver_dollars() -> None:
    assert value(silver_dollar(1)) == Fraction(1, 5)
    assert value(silver_dollar(2)) == Fraction(5, 13)
    assert value(silver_dollar(0)) == 0
    assert value(silver_dollar(3, (Fraction(1), Fraction(1), Fraction(1)))) == 1


def test_more_tosses_help_to_tell_the_coins_apart() -> None:
    values = [value(coin_test(tosses=k)) for k in range(5)]
    assert values[:2] == [Fraction(1, 2), Fraction(3, 7)]
    assert values == sorted(values, reverse=True)
    assert value(coin_test(Fraction(1), Fraction(0))) == 0


def test_generators_keep_their_promises() -> None:
    for seed in range(8):
        skew = random_skew(5, seed=seed).matrix.array
        assert (skew == -skew.T).all()
        latin = random_latin(6, seed=seed).matrix.array
        assert len({tuple(sorted(line)) for line in [*latin.tolist(), *latin.T.tolist()]}) == 1
        saddle = random_saddle(4, 6, seed=seed)
        array = saddle.matrix.array
        assert array.min(axis=1).max() == array.max(axis=0).min()
    assert random_matrix(seed=1) != random_matrix(seed=2)
    assert random_matrix(3, 7, -2, 2, 5).matrix.array.min() >= -2
