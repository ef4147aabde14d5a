"""Every formula and fast method on heaps against the mex rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.combinatorial.heaps import (
    HeapGame,
    at_least,
    at_most,
    dynamic_subtraction,
    fibonacci_nim,
    groups,
    grundys_game,
    heap_game,
    impatient_subtraction,
    kayles,
    knock_down,
    one_pile,
    schwenk_sequence,
    subtraction,
    take_and_break,
    treblecross,
    winning_marks,
    winning_pins,
)
from kibitz.combinatorial.heaps.tables.code_table import CodeTable
from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable
from kibitz.combinatorial.heaps.tables.sparse_space import probes
from kibitz.combinatorial.heaps.take_limit import Linear
from kibitz.combinatorial.methods.nimber import least_absent

DIGITS = st.sampled_from("01234567")
CODES = st.builds(
    lambda first, rest: f"{first}.{''.join(rest)}",
    st.sampled_from("04"),
    st.lists(DIGITS, max_size=5),
)


def by_mex(game: HeapGame, to: int) -> list[int]:
    """The nimbers of heaps, from the options alone."""
    values: list[int] = []
    for n in range(to + 1):
        reached = {reduce(xor, (values[p] for p in parts), 0) for parts in game.heap_options(n)}
        values.append(least_absent(reached))
    return values


@pytest.mark.parametrize(
    "family", ["dim-plus", "even-if-not-all", "even-or-lone", "threes-or-all", "aliquot"]
)
def test_one_pile_formulas(family: str) -> None:
    game = one_pile(family)
    found = [game.heap_nimber(n) for n in range(200)]
    assert found[game.smallest :] == by_mex(game, 199)[game.smallest :]


@given(st.fractions(Fraction(1, 12), 1, max_denominator=12))
def test_fractions_of_a_heap(part: Fraction) -> None:
    for game in (at_least(part), at_most(part)):
        assert [game.heap_nimber(n) for n in range(60)] == by_mex(game, 59)


@given(st.sets(st.integers(1, 12), max_size=5), st.lists(st.integers(0, 9), max_size=3))
def test_subtraction_sets(amounts: set[int], heaps: list[int]) -> None:
    game = subtraction(amounts, *heaps)
    assert game.nimber() == game.search_nimber()
    assert {m.position for m in game.winning_moves()} == {
        q for q in game.options(game.position) if game.at(q).search_outcome() == "P"
    }
    period = game.period(2000)
    assert period
    assert period.verify()
    assert period.values_to(300).tolist() == by_mex(game, 300)


@pytest.mark.parametrize(
    "amounts",
    [
        "odd",
        "even",
        "multiples-of-3",
        "all-but-1",
        "all-but-2,5",
        "all-but-1,4,6",
        "powers-of-2",
        "powers-of-3",
        "powers-of-4",
        "1,primes",
        "1,2,primes",
        "all",
        "1,squares",
    ],
)
def test_infinite_sets(amounts: str) -> None:
    game = subtraction(amounts)
    values = by_mex(game, 250)
    assert game.sequence(250).values.tolist() == values
    period = game.period(3000)
    if amounts != "1,squares":
        assert period
        assert period.verify()
        assert period.values_to(250).tolist() == values


@given(st.lists(st.integers(1, 9), min_size=1, max_size=4))
def test_all_but_a_few(missing: list[int]) -> None:
    game = subtraction("all-but-" + ",".join(map(str, missing)))
    period = game.period(1500)
    assert period
    assert period.verify()
    assert period.values_to(200).tolist() == by_mex(game, 200)


@pytest.mark.parametrize("amounts", ["primes", "squares", "fibonacci", "factorials", "cubes"])
def test_growing_sets(amounts: str) -> None:
    game = subtraction(amounts)
    assert game.sequence(600).values.tolist() == by_mex(game, 600)


def test_a_rule_of_amounts() -> None:
    game = subtraction(lambda k: k % 5 in (1, 4))
    assert game.sequence(100).values.tolist() == by_mex(game, 100)
    assert game.nimber_at((7,)) == game.at((7,)).search_nimber()


@given(st.sets(st.integers(1, 9), max_size=4))
def test_impatience_adds_one(amounts: set[int]) -> None:
    game = impatient_subtraction(amounts)
    assert [game.heap_nimber(n) for n in range(60)] == by_mex(game, 59)
    assert game.sequence(300).values.tolist() == by_mex(game, 300)
    period = game.period(1000)
    assert period
    assert period.verify()


@given(CODES)
def test_octal_codes(code: str) -> None:
    game = take_and_break(code)
    values = by_mex(game, 70)
    assert game.sequence(70).values.tolist() == values
    period = game.period(300)
    if period:
        assert period.values_to(70).tolist() == values
        assert period.verify()


@given(CODES, st.lists(st.integers(0, 7), max_size=3))
def test_octal_sums(code: str, heaps: list[int]) -> None:
    game = take_and_break(code, *heaps)
    assert game.nimber() == game.search_nimber()
    assert {m.position for m in game.winning_moves()} == {
        q for q in game.options(game.position) if game.at(q).search_outcome() == "P"
    }


@pytest.mark.parametrize("code", ["0.6", "0.16", "0.051", "0.0007", "4.02", "0.2453", "0.45671"])
def test_sparse_space_against_all_pairs(code: str) -> None:
    """Beyond the first few thousand heaps only rare ones are met with all others."""
    table = take_and_break(code).rules().build_table()
    table.prove = lambda: None  # type: ignore[method-assign]
    assert isinstance(table, FiniteTable)
    assert np.array_equal(table.array(9000), table.fresh(9001))


def test_grundys_game() -> None:
    game = grundys_game()
    table = game.build_table()
    assert table.array(60).tolist() == by_mex(game, 60)
    assert np.array_equal(table.array(9000), table.fresh(9001))
    assert int(game.table()[1000]) == game.table().mex(1000)


@pytest.mark.parametrize("code", ["0.8", "0.F", "0.3A", "8.11", "C.3", "0.1(8)", "0.09", "0.2048"])
def test_hexadecimal_codes(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code from the first heaps on."""
    monkeypatch.setattr("kibitz.combinatorial.heaps.tables.table.SEED", 4)
    game = take_and_break(code)
    table = game.build_table()
    assert isinstance(table, CodeTable)
    assert table.array(70).tolist() == by_mex(game, 70)


@settings(max_examples=40)
@given(
    st.sampled_from("04"), st.lists(DIGITS, max_size=3), st.lists(DIGITS, min_size=1, max_size=3)
)
def test_repeating_codes(first: str, head: list[str], tail: list[str]) -> None:
    game = take_and_break(f"{first}.{''.join(head)}({''.join(tail)})")
    values = by_mex(game, 60)
    assert game.sequence(60).values.tolist() == values
    period = game.period(160)
    if period:
        assert period.verify()
        fresh = game.table().fresh(400)
        assert np.array_equal(period.values_to(399), fresh)


@pytest.mark.parametrize(
    ("code", "formula"),
    [
        ("0.73", lambda n: n % 4),
        ("0.1777...", lambda n: 1 if n == 1 else 2 * n // 3),
        ("0.700700...", lambda n: 2 * (n // 4) + n % 2),
        ("0.(3)", lambda n: n),
        ("4.(3)", lambda n: n + (n % 4 == 3) - (n > 0 and n % 4 == 0)),
    ],
)
def test_formulas_of_codes(code: str, formula: object) -> None:
    game = take_and_break(code)
    period = game.period()
    assert period
    assert period.verify()
    assert callable(formula)
    for n in [*range(100), 10**6, 10**18 + 3]:
        assert game.heap_nimber(n) == formula(n)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 4), st.integers(-2, 3))
def test_dynamic_subtraction(n: int, most: int, factor: int, offset: int) -> None:
    game = dynamic_subtraction(n, Linear(factor, offset)).at((n, most))
    assert game.outcome() == game.search_outcome()
    assert {m.position for m in game.winning_moves()} == {
        q for q in game.options((n, most)) if game.at(q).search_outcome() == "P"
    }
    misere = game.misere()
    assert misere.outcome() == misere.search_outcome()


@given(st.lists(st.integers(0, 9), min_size=30, max_size=30), st.integers(0, 25))
def test_limits_that_fall(limits: list[int], n: int) -> None:
    game = dynamic_subtraction(n, lambda t: limits[t % 30])
    assert game.outcome() == game.search_outcome()
    assert game.misere().outcome() == game.misere().search_outcome()


def test_schwenk_sequences_list_the_lost_piles() -> None:
    for factor in (1, 2, 3, 4):
        limit = Linear(factor)
        lost = [n for n in range(1, 60) if dynamic_subtraction(n, limit).search_outcome() == "P"]
        assert lost == schwenk_sequence(limit, 59)


@pytest.mark.parametrize("limit", ["t^2", "10-t", "t/2", "max(3,t-1)", "3"])
def test_limits_by_formula(limit: str) -> None:
    for n in range(1, 30):
        game = kb.game(f"dynamic-subtraction {n} {limit}")
        assert game.outcome() == game.search_outcome()
        every = [move.position for move in game.moves(game.position)]
        lost = [left for left in every if game.at(left).search_outcome() == "P"]
        assert [move.position for move in game.winning_moves()] == lost


def test_dynamic_nimbers_are_searched_ones() -> None:
    game = fibonacci_nim(70)
    assert game.nimber() == game.search_nimber()
    assert game.at((66, 5)).nimber() == game.at((66, 5)).search_nimber()


def test_huge_fibonacci_nim() -> None:
    solution = fibonacci_nim(10**40).solve()
    assert solution.outcome == "N"
    assert solution.verify()
    after = solution.game.at(solution.moves[0].position)
    assert after.outcome() == "P"


def crosses(board: str) -> Iterable[str]:
    return (board[:i] + "x" + board[i + 1 :] for i, c in enumerate(board) if c == ".")


def mover_wins(board: str, known: dict[str, bool]) -> bool:
    """Treblecross by its own rule: completing three in a row wins."""
    if board not in known:
        known[board] = any("xxx" in b or not mover_wins(b, known) for b in crosses(board))
    return known[board]


def test_treblecross() -> None:
    for n in range(3, 14):
        assert (treblecross(n).outcome() == "N") == mover_wins("." * n, {})
        told = [str(move) for move in treblecross(n).winning_moves()]
        assert len(told) == len(set(told))
    assert [treblecross(n).nimber() for n in range(3, 25)] == by_mex(treblecross(), 24)[3:]


@given(st.text("x.", max_size=8), st.sampled_from(["normal", "misere"]))
def test_pins_to_knock_down(row: str, play: str) -> None:
    def rule(row: str) -> list[str]:
        ones = [row[:i] + "." + row[i + 1 :] for i in range(len(row)) if row[i] == "x"]
        twos = [row[:i] + ".." + row[i + 2 :] for i in range(len(row)) if row[i : i + 2] == "xx"]
        return ones + twos

    whole = kb.impartial(row, rule, play)
    wins = {move.position for move in whole.winning_moves()}
    assert {knock_down(row, *places) for places in winning_pins(row, play)} == wins
    assert whole.outcome() == kayles(*groups(row), play=play).outcome()


def test_squares_to_mark() -> None:
    def rule(marks: tuple[int, ...]) -> list[tuple[int, ...]]:
        free = [k for k in range(1, 12) if not {k - 1, k, k + 1} & set(marks)]
        return [tuple(sorted((*marks, k))) for k in free]

    line = kb.impartial((), rule)
    assert winning_marks(11) == [move.position[0] for move in line.winning_moves()]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: knock_down(5, 1, 3), "two neighbors"),
        (lambda: knock_down(5, 6), "no pin 6"),
        (lambda: knock_down("x.x", 2), "already down"),
        (lambda: knock_down("xox", 1), "neither"),
        (lambda: winning_marks(-1), "at least 0"),
        (lambda: winning_pins(-2), "not a row of pins"),
        (lambda: schwenk_sequence(lambda t: t // 2, 9), "never decreases"),
    ],
)
def test_bad_rows(call: Callable[[], object], said: str) -> None:
    with pytest.raises(GameError, match=said):
        call()


@given(st.integers(0, 8), st.integers(0, 8))
def test_a_rule_for_heaps(a: int, b: int) -> None:
    """Couples are forever: any heap but a couple may be split."""
    game = heap_game(lambda n: [(k, n - k) for k in range(1, n) if n > 2], a, b)
    assert game.nimber() == game.search_nimber()


def test_every_nimber_turns_up_equally_often_among_probes() -> None:
    values = np.repeat(np.arange(5, dtype=np.uint8), [1, 3000, 9000, 2, 4000])
    found = probes(values, values > 0, values.size)
    assert len(found) == len({*found.tolist()}) == 8192
    assert np.bincount(values[found]).tolist() == [0, 2730, 2730, 2, 2730]
    assert values[found[:8]].tolist() == [1, 2, 3, 4, 1, 2, 3, 4]
    assert found[:4].tolist() == [1, 3001, 12001, 12003]
