"""How heap games and codes are spelled, and what is said when they are spelled wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.combinatorial.heaps import (
    kayles,
    read_amounts,
    read_code,
    subtraction,
    take_and_break,
)


@pytest.mark.parametrize(
    ("spelling", "shown"),
    [
        ("0.77", "0.77"),
        (".77", "0.77"),
        ("4.007", "4.007"),
        ("0.137", "0.137"),
        ("0.6", "0.6"),
        ("0.770", "0.77"),
        ("0.(3)", "0.(3)"),
        ("0.3...", "0.(3)"),
        ("0.3…", "0.(3)"),
        ("4.3333...", "4.(3)"),
        ("0.1777...", "0.1(7)"),
        ("0.700700...", "0.(700)"),
        ("0.17̇", "0.1(7)"),
        ("0.7̇00̇", "0.(700)"),
        ("0.7(007)", "0.(700)"),
        ("0.f", "0.F"),
        ("C.3", "C.3"),
        ("0.(33)", "0.(3)"),
        ("0.1(0)", "0.1"),
        (" 0.77 ", "0.77"),
        ("0.", "0."),
    ],
)
def test_spellings(spelling: str, shown: str) -> None:
    assert str(read_code(spelling)) == shown


@given(st.lists(st.integers(0, 15), max_size=6), st.lists(st.integers(0, 15), max_size=4))
def test_codes_read_back(head: list[int], tail: list[int]) -> None:
    digits = "0123456789ABCDEF"
    text = "0." + "".join(digits[d] for d in head)
    text += "(" + "".join(digits[d] for d in tail) + ")" if tail else ""
    code = read_code(text)
    assert read_code(str(code)) == code
    wanted = [0, *head, *(tail * 20)]
    assert [code.digit(k) for k in range(len(wanted))] == wanted


@pytest.mark.parametrize(
    ("spelling", "said"),
    [
        ("77", "write one digit, a point"),
        ("10.7", "write one digit, a point"),
        ("0.7x", "'x' is not a digit"),
        ("1.7", "d0 = 1 allows a move that takes nothing"),
        ("2.7", "play would never end"),
        ("7.7", "d0 may be 0, 4, 8 or C"),
        ("0.137...", "which digits repeat"),
        ("0.(3", "in parentheses at the end"),
        ("0.()", "in parentheses at the end"),
        ("0.(3)7", "in parentheses at the end"),
        ("0.3̇7", "overdots"),
        ("0.-7", "not a digit"),
    ],
)
def test_bad_codes(spelling: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        read_code(spelling)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("kayles -3", "heap 1 is -3"),
        ("kayles 2.5", "whole number"),
        ("kayles y", "neither a number"),
        ("octal 0.9 4", "hexadecimal"),
        ("octal 0.77", "needs heaps"),
        ("aliquot 0", "at least 1"),
        ("subtraction 5 set=0,1", "0 is not an amount"),
        ("subtraction 5 set=-2", "-2 is not an amount"),
        ("subtraction 5 set=3,-1", "-1 is not an amount"),
        ("subtraction 5 set=all-but-0", "0 is no"),
        ("subtraction 5 set=prime", "did you mean 'primes'"),
        ("subtraction 5", "needs set"),
        ("subtraction 5 set=1.5", "nor a known set"),
        ("at-most 3/2 7", "above 0 and at most 1"),
        ("fibonacci-nim -4", "0 or more"),
        ("dynamic-subtraction 9 limit=x", "limit: 'x'"),
        ("dynamic-subtraction 9 limit=1/(t-1)", "no exact value at t = 1"),
        ("kayles 5 play=sideways", "one of normal, misere"),
        ("treblecross 2", "at least 3"),
        ("subtraction 5 set=powers-of-1", "powers of 2 or more"),
    ],
)
def test_bad_calls(call: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        kb.game(call)


@pytest.mark.parametrize("heaps", [True, -1, 2.0, "7x", None])
def test_bad_heaps(heaps: object) -> None:
    with pytest.raises(GameError):
        take_and_break("0.77", heaps)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1,3,4", [1, 3, 4]),
        ("2..5", [2, 3, 4, 5]),
        ("2-4,9", [2, 3, 4, 9]),
        ("{1, 2}", [1, 2]),
        ("primes", [2, 3, 5, 7]),
        ("powers of 3", [1, 3, 9]),
        ("all-but-1,3", [2, 4, 5, 6, 7, 8, 9, 10]),
        ("1 2 3", [1, 2, 3]),
        ("odd", [1, 3, 5, 7, 9]),
        ("multiples-of-4", [4, 8]),
        ("squares", [1, 4, 9]),
        ("none", []),
        ("1,fibonacci,4", [1, 2, 3, 4, 5, 8]),
        ("factorials", [1, 2, 6]),
        ("cubes", [1, 8]),
    ],
)
def test_amounts(text: str, first: list[int]) -> None:
    amounts = read_amounts(text)
    assert list(amounts.up_to(10)) == first
    assert [k for k in range(1, 11) if k in amounts] == first
    residues = amounts.residues(7)
    assert residues is None or {k % 7 for k in amounts.up_to(400)} <= residues


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("subtraction 100000000 set=primes", "more than the limit of 400,000,000,000"),
        ("grundy 1000000000000", "at most 200,000,000 are computed"),
        ("kayles 5000 play=misere limit", "neither a number"),
    ],
)
def test_what_is_too_large_is_refused(call: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        kb.game(call).solve()  # type: ignore[attr-defined]


def test_winning_moves_that_are_too_many_are_refused() -> None:
    with pytest.raises(GameError, match="too many to list"):
        kb.game("laskers-nim 1000000000").winning_moves()  # type: ignore[attr-defined]


def test_huge_heaps_are_answered_where_a_theorem_serves() -> None:
    for call, nimber in (
        ("subtraction 1000000000000 set=powers-of-2", 1),
        ("at-most-half 1000000000001", 250000000000),
        ("dim-plus 1048576", 21),
    ):
        game = kb.game(call)
        assert game.nimber() == nimber  # type: ignore[attr-defined]
    game = kb.game("kayles 20000 77")
    assert len(game.best_moves()) == 6  # type: ignore[attr-defined]


def test_words_of_moves() -> None:
    game = kb.game("octal 0.77 7")
    words = [move.description for move in game.moves((7,))]  # type: ignore[attr-defined]
    assert "take 2 from the heap of 7, leaving 2 and 3" in words
    game = kb.game("laskers-nim 3")
    words = [move.description for move in game.moves((3,))]  # type: ignore[attr-defined]
    assert "split the heap of 3 into 1 and 2" in words
    assert "take all of the heap of 3" in words


def test_meaning_of_digits() -> None:
    assert read_code("0.0F").rules() == (
        "d2 = F: take 2, leaving nothing, one heap, two heaps or three heaps",
    )
    assert "the digits repeat 700" in read_code("0.(700)").rules()[-1]


def test_heaps_may_be_listed_given_one_by_one_or_typed() -> None:
    assert kayles(5, 3) == kayles([5, 3]) == kayles("5 3") == kayles("5, 3")
    assert subtraction([1, 3], [20, 7]) == subtraction([1, 3], 20, 7)
    for wrong in (("5 x",), ([5], 3), ([[5]],)):
        with pytest.raises(kb.GameError):
            kayles(*wrong)


def test_powers_are_spelled_in_words() -> None:
    assert read_amounts("powers-of-two") == read_amounts("powers-of-2")
    assert read_amounts("multiples of three") == read_amounts("multiples-of-3")
