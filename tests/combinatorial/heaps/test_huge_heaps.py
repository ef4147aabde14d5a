"""Winning moves from heaps far too large to look through, against plain lists of small ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import (
    HeapGame,
    LimitError,
    RemovalGame,
    at_least,
    at_most,
    dawsons_chess,
    impatient_subtraction,
    kayles,
    laskers_nim,
    mex,
    moore,
    octal,
    one_pile,
    subtraction,
)

HUGE = 10**18
FAMILIES = ["dim-plus", "aliquot", "even-if-not-all", "even-or-lone", "threes-or-all"]


@pytest.fixture(autouse=True)
def _few_are_listed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs give up on listing sooner, which is all that they could do with huge heaps."""
    if not request.node.get_closest_marker("slow"):
        for room in ("kernel.impartial", "kinds.moves.impartial"):
            monkeypatch.setattr(f"kibitz.proof.{room}.LISTED", 2_000)
        monkeypatch.setattr("kibitz.proof.kernel.impartial.MOVES", 6_000)


def fractions() -> st.SearchStrategy[Fraction]:
    return st.fractions(Fraction(1, 40), 1, max_denominator=40)


def plain_values(game: RemovalGame, to: int) -> list[int]:
    values: list[int] = [0] * game.smallest
    for n in range(game.smallest, to + 1):
        values.append(mex(values[n - k] for k in game.removals(n)))
    return values


def agrees(game: RemovalGame, to: int) -> None:
    values = plain_values(game, to)
    for n in range(game.smallest, to + 1):
        assert game.heap_nimber(n) == values[n]
        for value in range(max(values) + 2):
            if value != values[n]:
                found = [m for left in game.leaves(n, value) for m in left]
                options = {n - k for k in game.removals(n)}
                assert sorted(found) == sorted(m for m in options if values[m] == value)


@pytest.mark.parametrize("family", FAMILIES)
def test_formulas_the_other_way_round(family: str) -> None:
    agrees(one_pile(family, 5), 70)


@given(fractions())
def test_fractions_the_other_way_round(part: Fraction) -> None:
    agrees(at_least(part), 60)
    agrees(at_most(part), 60)


@given(fractions(), st.lists(st.integers(0, 40), min_size=1, max_size=3), st.booleans())
def test_ranges_hold_exactly_the_winning_moves(
    part: Fraction, heaps: list[int], least: bool
) -> None:
    game = at_least(part, *heaps) if least else at_most(part, *heaps)
    every = {move.position for r in game.winning_ranges() for move in r}
    wins = {p for p in game.options(game.position) if game.nimber_at(p) == 0}
    assert every == wins == {move.position for move in game.winning_moves()}
    assert sum(r.count for r in game.winning_ranges()) == len(game.winning_moves())


def test_too_many_winning_moves_come_as_ranges() -> None:
    game = at_least("1/2", HUGE, 10**12)
    with pytest.raises(LimitError, match=r"549,755,813,888 moves .* use winning_ranges"):
        game.winning_moves()
    solution = game.solve()
    assert not solution.listed
    assert "leave any of 549755813888 to 1099511627775" in str(solution)
    assert "leave any of 549755813888" in " ".join(str(solution.explain()).split())
    told = solution.to_json()
    assert told["winning_moves_listed"] is False
    assert told["winning_ranges"] == [
        {
            "heap": HUGE,
            "leave_least": 2**39,
            "leave_most": 2**40 - 1,
            "moves": 2**39,
        }
    ]
    assert solution.verify()
    assert not replace(solution, outcome="P").verify()
    wrong = replace(game.winning_ranges()[0], left=range(2**39 - 1, 2**40))
    assert not replace(solution, ranges=(wrong,)).verify()


@pytest.mark.parametrize(
    ("game", "wins"),
    [
        ("at-least-half {n}", [()]),
        ("at-least-half {n} 5", [(4, 5), (5, 5), (5, 6), (5, 7)]),
        pytest.param("at-most-half {n} 7", [(7, 2**59 - 1)], marks=pytest.mark.slow),
        pytest.param("at-least 1/3 {n}", [()], marks=pytest.mark.slow),
        ("dim-plus {n}", [()]),
        ("even-if-not-all {n}", [(2,)]),
        pytest.param("even-or-lone {n} 7", [(6, 7)], marks=pytest.mark.slow),
        pytest.param("threes-or-all {n}", [(1,)], marks=pytest.mark.slow),
    ],
)
def test_winning_moves_of_huge_heaps(game: str, wins: list[tuple[int, ...]]) -> None:
    found = kb.game(game.format(n=HUGE))
    assert isinstance(found, RemovalGame)
    assert [move.position for move in found.winning_moves()] == wins
    assert found.solve().verify()


def test_divisors_of_huge_heaps() -> None:
    p, q = 10**9 + 7, 10**9 + 9
    wins = one_pile("dim-plus", 2 * p * q, 16).winning_moves()
    assert [16 + 2 * p * q - sum(move.position) for move in wins] == [2, 2 * p]
    with pytest.raises(LimitError, match="200 binary digits is too large to factor"):
        one_pile("aliquot", 2**199).winning_moves()
    assert one_pile("aliquot", 2**199).nimber() == 199


def test_a_tiny_part_of_a_huge_heap_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("kibitz.combinatorial.heaps.fraction")
    monkeypatch.setattr(module, "MOST_STEPS", 1000)
    assert at_least(Fraction(1, 10**9), 10**8).nimber() == 10**8
    assert at_most(Fraction(1, 10**9), 10**8).nimber() == 0
    for game in (at_least, at_most):
        with pytest.raises(LimitError, match="more than 1,000 steps"):
            game(Fraction(1, 10**9), HUGE + 12_345).nimber()


@pytest.mark.parametrize(
    "game",
    [
        kayles(),
        laskers_nim(),
        dawsons_chess(),
        octal("0.1777..."),
        octal("0.165"),
        subtraction([2, 8, 9]),
        subtraction("odd"),
        subtraction("all-but-2,5"),
        impatient_subtraction([2, 3]),
    ],
)
@given(st.integers(0, 300), st.integers(0, 9))
def test_heaps_of_a_nimber_by_the_period(game: HeapGame, below: int, value: int) -> None:
    period = game.period()
    assert isinstance(period, kb.combinatorial.Periodicity)
    expected = [n for n in reversed(range(below)) if period.value(n) == value]
    assert list(period.heaps_of(value, below)) == expected


@pytest.mark.parametrize("name", ["kayles", "laskers-nim", "subtraction set=odd", "octal 0.1(7)"])
@given(st.lists(st.integers(1, 60), min_size=1, max_size=3))
def test_some_winning_moves_win(name: str, heaps: list[int]) -> None:
    game = kb.game(name, heaps=heaps)
    assert isinstance(game, HeapGame)
    wins = set(game.winning_moves())
    assert set(game.some_winning_moves()) <= wins
    assert bool(wins) == bool(game.some_winning_moves())


@pytest.mark.parametrize(
    "game",
    [
        kayles(HUGE),
        pytest.param(laskers_nim(HUGE, 3), marks=pytest.mark.slow),
        pytest.param(dawsons_chess(HUGE, 10**9 + 1), marks=pytest.mark.slow),
        octal("0.1777...", HUGE),
        pytest.param(subtraction("odd", HUGE + 1, 4), marks=pytest.mark.slow),
        impatient_subtraction("odd", HUGE, 3),
    ],
)
def test_some_winning_moves_of_huge_heaps_are_shown(game: HeapGame) -> None:
    solution = game.solve()
    assert solution.outcome == "N"
    assert solution.moves
    assert not solution.listed
    assert "; perhaps others: there are too many moves" in str(solution)
    assert solution.verify()
    wrong = kb.combinatorial.Move("stay", game.position)
    assert not replace(solution, moves=(wrong,)).verify()


def test_lost_huge_heaps_have_no_winning_moves() -> None:
    for lost in (subtraction("odd", HUGE), kayles(HUGE, HUGE), at_least("1/2", HUGE, HUGE)):
        assert lost.winning_moves() == ()
        assert lost.solve().listed


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_huge_heaps_of_moores_nim(play: str) -> None:
    game = moore(2, [HUGE, HUGE // 10, 5, 7], play=play)
    solution = game.solve()
    assert (solution.outcome, solution.value, len(solution.moves)) == ("N", None, 4)
    assert solution.verify()
    assert not replace(solution, outcome="P").verify()
    for move in solution.moves:
        assert game.at(move.position).outcome() == "P"
    if play == "normal":
        assert game.at(solution.moves[0].position).nimber() == 0


def test_large_regions_of_rims() -> None:
    solution = kb.game("rims 100000,7").solve()
    assert [move.position for move in solution.moves] == [(7, 7)]
    assert not solution.listed
