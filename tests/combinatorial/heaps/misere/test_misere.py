"""Misère play of heaps: search, genus and quotients against the definitions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.combinatorial.heaps import (
    HeapGame,
    InfiniteQuotient,
    explain_quotient,
    grundys_game,
    kayles,
    misere_outcome,
    misere_quotient,
    subtraction,
    take_and_break,
)
from kibitz.combinatorial.heaps.misere.bipartite_monoid import BipartiteMonoid
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.combinatorial.methods.outcome import outcome_search

DIGITS = st.lists(st.sampled_from("01234567"), min_size=1, max_size=3)
CODES = DIGITS.map(lambda digits: "0." + "".join(digits))


def searched(game: HeapGame, heaps: tuple[int, ...]) -> str:
    return outcome_search(heaps, game.options, misere=True)


@given(CODES, st.lists(st.integers(0, 6), max_size=3))
def test_outcomes(code: str, heaps: list[int]) -> None:
    game = take_and_break(code, *heaps, play="misere")
    assert game.outcome() == searched(game, tuple(heaps))
    assert {m.position for m in game.winning_moves()} == {
        q for q in game.options(game.position) if searched(game, q) == "P"
    }


def test_single_heaps_of_kayles() -> None:
    game = kayles(play="misere")
    assert [n for n in range(1, 25) if game.outcome_at((n,)) == "P"] == [1, 4, 9, 12, 20]


def test_take_away() -> None:
    game = subtraction([1, 2, 3], play="misere")
    assert [n for n in range(20) if game.outcome_at((n,)) == "P"] == [1, 5, 9, 13, 17]
    assert game.at((7,)).solve().verify()


@cache
def misere_nimber(game: HeapGame, heaps: tuple[int, ...], twos: int) -> int:
    """From the definition, with heaps of two counted apart."""
    below = {misere_nimber(game, tuple(sorted(q)), twos) for q in game.options(heaps)}
    if twos:
        below.add(misere_nimber(game, heaps, twos - 1))
        below.add(misere_nimber(game, heaps, twos - 1) ^ 1)
    return least_absent(below) if below else 1


@given(CODES, st.lists(st.integers(0, 6), max_size=2))
def test_genus(code: str, heaps: list[int]) -> None:
    game = take_and_break(code, *heaps)
    found = game.genus()
    assert found.nimber == game.nimber()
    start = tuple(sorted(h for h in heaps if h))
    assert [found.column(k) for k in range(6)] == [misere_nimber(game, start, k) for k in range(6)]
    assert (found.column(0) == 0) == (searched(game, start) == "P")


def test_genus_of_nim_is_tame() -> None:
    game = take_and_break("0.(3)")
    genera = {str(game.at((n,)).genus()) for n in range(5)}
    assert genera == {"0^120", "1^031", "2^20", "3^31", "4^46"}
    assert all(game.at(q).genus().tame for q in [(1, 1), (2, 2), (3, 2, 1), (5, 4)])
    assert not take_and_break("0.77", 5).genus().tame


@pytest.mark.parametrize(
    ("code", "to", "order", "lost"),
    [
        ("0.(3)", 3, 6, 2),
        ("0.(3)", 7, 10, 2),
        ("0.75", 30, 8, 2),
        ("0.123", 30, 20, 5),
        ("0.77", 11, 18, 6),
        ("0.115", 45, 42, 12),
    ],
)
def test_orders_of_quotients(code: str, to: int, order: int, lost: int) -> None:
    quotient = take_and_break(code).misere_quotient(to)
    assert (len(quotient), len(quotient.p_portion)) == (order, lost)
    assert quotient.verify()


@settings(max_examples=25)
@given(CODES)
def test_quotients_agree_with_search(code: str) -> None:
    game = take_and_break(code)
    try:
        quotient = misere_quotient(game, 8, elements=60)
    except InfiniteQuotient:
        return
    assert quotient.verify()
    for count in (1, 2, 3, 4):
        for heaps in combinations_with_replacement(range(1, 9), count):
            if sum(heaps) <= 18:
                assert quotient.outcome(heaps) == misere_outcome(game, heaps)


def test_other_games_have_quotients() -> None:
    for game in (subtraction([1, 3, 4]), grundys_game()):
        quotient = game.misere_quotient(10)
        assert quotient.verify()
        for heaps in combinations_with_replacement(range(1, 11), 3):
            assert quotient.outcome(heaps) == misere_outcome(game, heaps)


@pytest.mark.slow
def test_misere_kayles_is_solved_for_all_sizes() -> None:
    quotient = kayles().misere_quotient(200)
    assert (len(quotient), len(quotient.p_portion)) == (40, 9)
    assert quotient.generators == (1, 2, 5, 9, 12, 25, 27)
    assert quotient.period == (71, 12)
    assert quotient.verify()
    assert quotient.outcome((10**9, 10**9)) == quotient.outcome((10**9 % 12 + 84,) * 2)
    rng = np.random.default_rng(1)
    for _ in range(40):
        heaps = tuple(int(n) for n in rng.integers(1, 14, 3))
        assert quotient.outcome(heaps) == misere_outcome(kayles(), heaps)
    large = kayles(150, 77, 64, play="misere")
    solution = large.solve()
    assert solution.outcome == "N"
    assert solution.verify()
    assert all(quotient.outcome(move.position) == "P" for move in solution.moves)


def test_small_quotients_stay_small() -> None:
    """What was found for larger heaps does not change the answer for smaller ones."""
    game = take_and_break("0.115")
    orders = [len(game.misere_quotient(to)) for to in (45, 7, 8, 24, 30)]
    assert orders == [42, 2, 6, 8, 20]
    assert game.misere_quotient(24).verify()


def test_tampered_quotients_fail() -> None:
    good = take_and_break("0.75").misere_quotient(12)
    flipped = good.monoid.is_p.copy()
    flipped[-1] = not flipped[-1]
    assert not replace(good, monoid=BipartiteMonoid(good.monoid.table, flipped)).verify()
    other = list(good.pretending)
    other[5] = other[2]
    assert not replace(good, pretending=tuple(other)).verify()


def test_refusals() -> None:
    with pytest.raises(InfiniteQuotient, match="more than 10 elements; heaps up to 4 have 6"):
        kayles().misere_quotient(12, elements=10)
    with pytest.raises(GameError, match="found for heaps up to 12, not for a heap of 40"):
        take_and_break("0.07").misere_quotient(12).heap(40)
    with pytest.raises(GameError, match="nimbers are defined for normal play"):
        kb.game("kayles 5 play=misere").nimber()  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="whole number, the largest heap"):
        misere_quotient(kayles(), 0)


def test_shown_and_explained() -> None:
    quotient = take_and_break("0.75").misere_quotient(12)
    assert "8 elements, 2 of them P" in str(quotient)
    assert "distinguishes" in str(explain_quotient(quotient))
    assert quotient.to_json()["p_portion"] == list(quotient.p_portion)
    assert "misère quotient" in str(kayles(6, 4, play="misere").explain())


@pytest.mark.parametrize("call", ["kayles 0 play=misere", "subtraction 0 0 set=1,2 play=misere"])
def test_empty_heaps_are_explained_in_misere_play(call: str) -> None:
    game = kb.game(call)
    assert game.outcome() == "N"  # type: ignore[attr-defined]
    assert "no move left" in str(game.explain())


@given(
    st.sets(st.integers(1, 9), min_size=1, max_size=4),
    st.lists(st.integers(0, 16), min_size=1, max_size=3),
)
def test_misere_subtraction_by_pairing_agrees_with_search(amounts, heaps):
    game = subtraction(sorted(amounts), *heaps, play="misere")
    assert game.outcome() == game.search_outcome()


@pytest.mark.parametrize("amounts", ["powers-of-2", "primes", "all-but-2", "squares"])
def test_misere_pairing_of_infinite_sets_agrees_with_search(amounts):
    for n in range(40):
        game = subtraction(amounts, n, 3, play="misere")
        assert game.outcome() == game.search_outcome()


def test_misere_subtraction_of_large_heaps():
    answer = subtraction([1, 3, 4], 100_000, play="misere").solve()
    assert answer.outcome == "N"
    assert [str(move) for move in answer.moves] == ["take 4 from the heap of 100000, leaving 99996"]
