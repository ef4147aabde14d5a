"""What is not a position is refused with one line; what is too large says so with its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import kibitz as kb
from kibitz.combinatorial.nim_family import (
    Nim,
    Northcott,
    Welter,
    bins,
    chomp,
    chomp_board,
    divisors,
    empty_and_divide,
    moore,
    nim,
    northcott,
    poker_nim,
    rims,
    rook,
    sos,
    staircase,
    thirty_one,
    transfinite_nim_game,
    two_dimensional_nim,
    vertex_deletion,
    welter,
    wythoff,
    wythoff_table,
)
from kibitz.combinatorial.nim_family.sos import write

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: nim([3, -1]), "heap 2 is -1"),
    (lambda: nim([3, 1.5]), "heap 2 is 1.5"),  # type: ignore[list-item]
    (lambda: nim([True, 2]), "heap 1 is True"),
    (lambda: nim(None), "not a list of numbers"),
    (lambda: nim("3 + 4"), "not a list of numbers"),
    (lambda: Nim([3, 4]), "cannot be hashed"),
    (lambda: Nim("34"), "not a position"),
    (lambda: nim([3, 4], play="reverse"), "play is 'reverse'"),
    (lambda: nim([3, 4], play="misere").nimber(), "nimbers are defined for normal play"),
    (lambda: moore(0, [1, 2]), "k is 0"),
    (lambda: moore(2, [1, -2]), "heap 2 is -2"),
    (lambda: northcott([(3, 3)]), "both checkers are in column 3"),
    (lambda: northcott([(3, 9)], width=8), "ends at column 8"),
    (lambda: northcott([(0, 4)]), "at least 1"),
    (lambda: northcott([(3,)]), "row 1"),
    (lambda: northcott(["3-4"]), "write two numbers such as 3:5"),
    (lambda: northcott([(3, 4)], mover="red"), "the mover is 'red'"),
    (lambda: Northcott((((1, 2, 3),), "white"), 8), "row 1"),
    (lambda: poker_nim([3], bag=-1), "the bag is -1"),
    (lambda: rook(0, 3), "the row is 0"),
    (lambda: rook(5, 3, rows=4), "off the board"),
    (lambda: wythoff(-1, 3), "heap 1 is -1"),
    (lambda: wythoff(1, 3, spread=0), "the spread is 0"),
    (lambda: wythoff_table(10**6), "too large"),
    (lambda: wythoff(10**7, 3).nimber(), "no formula"),
    (lambda: welter([4, 1, 4]), "two coins are on square 4"),
    (lambda: welter([-1, 2]), "is -1"),
    (lambda: Welter((3, 1)), "not in increasing order"),
    (lambda: bins([100] * 10), "positions"),
    (lambda: chomp([3, 4]), "never longer"),
    (lambda: chomp([]), "the bar is empty"),
    (lambda: chomp([3, 0]), "row 2 is 0"),
    (lambda: chomp([8, 5, 1]).bite(6, 2), "no longer on the bar"),
    (lambda: chomp([8, 5, 1]).bite(1, 1), "poison"),
    (lambda: chomp_board(40, 40).winning_moves(), "shapes"),
    (lambda: divisors(0), "the number is 0"),
    (lambda: divisors(12, [2, 4]), "is not left"),
    (lambda: divisors(12, [1]), "the game is over"),
    (lambda: divisors(10**13), "too large"),
    (lambda: divisors(720720), "too many to search"),
    (lambda: sos("SXS"), "square 2 holds 'X'"),
    (lambda: sos(0), "at least 1"),
    (lambda: sos(10**9), "squares"),
    (lambda: sos("S" + "_" * 30).outcome(), "empty squares have"),
    (lambda: write("S__", 1, "O"), "already holds S"),
    (lambda: write("S__", 4, "O"), "off the board"),
    (lambda: write("S__", 2, "X"), "write S or O"),
    (lambda: sos(7).nimber(), "no nimbers"),
    (lambda: sos(7) + nim([3]), "no sums"),
    (lambda: sos(7).misere(), "no misère play"),
    (lambda: empty_and_divide(0, 3), "box 1 is 0"),
    (lambda: empty_and_divide(10**9, 10**9).winning_moves(), "too many divisions"),
    (lambda: thirty_one([6] * 5), "the deck has only 4"),
    (lambda: thirty_one([7]), "the highest face is 6"),
    (lambda: thirty_one(faces=30, limit=400), "too many to search"),
    (lambda: rims([-1]), "region 1 is -1"),
    (lambda: rims([10**6]).winning_moves(), "too many to list"),
    (lambda: two_dimensional_nim([(3, -2)]), "the row of counter 1 is -2"),
    (lambda: two_dimensional_nim([(9, 0)], width=8), "ends at column 7"),
    (lambda: two_dimensional_nim([(3, 2)]).nimber(), "infinite ordinal"),
    (lambda: two_dimensional_nim([(3, 2)]).search_nimber(), "infinitely many positions"),
    (lambda: vertex_deletion([("a", "a")]), "is a loop"),
    (lambda: vertex_deletion([("a", "b"), ("b", "a")]), "listed twice"),
    (lambda: vertex_deletion([("a", "b", "c")]), "not a pair of vertices"),
    (lambda: vertex_deletion([([], "b")]), "cannot be hashed"),
    (lambda: nim([3]).draw(what="portrait"), "cannot draw the 'portrait'"),
    (lambda: kb.game("nim 3 4.5"), "whole number"),
    (lambda: kb.game("nim 3 x"), "is not a number"),
    (lambda: kb.game("nim 3 4 play=other"), "play is 'other'"),
    (lambda: kb.game("moore 0 3 4"), "k is 0"),
    (lambda: kb.game("northcott 1:1"), "both checkers"),
    (lambda: kb.game("vertex-deletion a"), "write a-b"),
    (lambda: kb.game("vertex-grid 9 9"), "the limit is 36"),
    (lambda: kb.game("transfinite-nim 2*w"), "write w"),
    (lambda: kb.game("rook 4 5 rows=3"), "off the board"),
]


@pytest.mark.parametrize(("ask", "answer"), REFUSED, ids=[answer for _, answer in REFUSED])
def test_refused_with_one_line(ask: Callable[[], Any], answer: str) -> None:
    with pytest.raises(kb.GameError) as caught:
        ask()
    assert answer in str(caught.value)
    assert "\n" not in str(caught.value)


def test_huge_heaps_are_answered_at_once() -> None:
    heaps = [10**40, 10**40 + 12345, 7]
    assert nim(heaps).solve().verify().holds
    assert moore(2, [*heaps, 10**39]).winning_move() is not None
    assert welter(heaps).solve().verify().holds
    assert wythoff(10**40, 10**41).solve().verify().holds
    assert empty_and_divide(10**40, 3).outcome() == "N"
    assert two_dimensional_nim([(10**30, 10**20), (5, 10**20)]).solve().verify().holds
    assert nim(heaps).line().winner == "first"


def test_explanations_and_pictures_of_large_positions() -> None:
    for game in (nim([10**40, 3]), welter([10**9, 5]), wythoff(10**20, 10**19), sos(2001)):
        assert str(game.explain())
        assert game.draw().svg.startswith("<svg")


def test_misere_disguises_are_explained_by_search() -> None:
    for game in (rook(3, 2, play="misere"), poker_nim([1, 2], 1, play="misere")):
        assert "The outcome is" in str(game.explain())
    assert "odd number of ones" in str(nim([3, 1, 1], play="misere").explain())


def test_explanations_show_the_columns() -> None:
    text = str(nim([13, 12, 8]).explain())
    assert "nim-sum        9   [1]   0   0   [1]" in text
    assert "mod 3           0   [2]   [2]" in str(moore(2, [3, 4, 5, 6]).explain())
    assert "row 2          5    1    0   1" in str(northcott([(1, 5), (2, 8), (7, 4)]).explain())
    assert "(3 ⊕ 11) - 1   7" in str(welter([2, 3, 5, 7, 11]).explain())
    assert "strategy stealing" in str(chomp_board(4, 3).explain())
    assert "w*3 + 1" in str(two_dimensional_nim([(3, 2), (5, 1), (7, 0)]).explain())


def test_numbers_may_be_listed_given_one_by_one_or_typed() -> None:
    assert nim(3, 4, 5) == nim([3, 4, 5]) == nim("3 4 5") == nim("(3, 4, 5)")
    assert nim(1, 1, play="misere") == nim(1, 1, "misere") == nim([1, 1], "misere")
    assert moore(2, 3, 4, 5) == moore(2, [3, 4, 5]) == moore(2, "3,4,5")
    assert chomp(8, 5, 1) == chomp([8, 5, 1])
    assert staircase(2, 9) == staircase((2, 9))
    assert transfinite_nim_game("w*2, 3") == transfinite_nim_game(["w*2", 3])
    for wrong in ((3, 2.0), (3, True), ("3 x",), (-1,)):
        with pytest.raises(kb.GameError):
            nim(*wrong)


@pytest.mark.parametrize("call", ["vertex-path 1", "vertex-star 0"])
def test_a_graph_without_edges_is_lost(call):
    answer = kb.game(call).solve()
    assert answer.nimber == 0
    assert answer.verify()
