"""Sums in which some component is worth an ordinal."""

from __future__ import annotations

from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import (
    Ordinal,
    TransfiniteSum,
    choose_a_pile,
    digraph,
    kayles,
    nim,
    star,
    transfinite_nim_game,
    two_dimensional_nim,
)

ordinals = st.builds(lambda a, b: Ordinal((a, b)), st.integers(0, 9), st.integers(0, 5))


def test_a_sum_with_an_ordinal_has_a_value_and_winning_moves() -> None:
    total = kb.game("transfinite-nim w*2+3 + nim 5 6 + kayles 4")
    assert isinstance(total, TransfiniteSum)
    assert total.value() == Ordinal.read("w*2 + 1")
    assert total.outcome() == "N"
    (move,) = total.winning_moves()
    assert total.at(move.position).value() == 0
    solution = total.solve()
    assert solution.verify()
    assert solution.to_json()["value"] == "w*2 + 1"
    assert "value w*2 + 1" in str(solution)
    assert "w*2 + 3" in str(total.explain())
    assert not total.progressively_bounded
    assert total.longest_play() is None


def test_ordinals_cancel_in_sums() -> None:
    total = choose_a_pile() + two_dimensional_nim([(0, 1)]) + nim([1])
    assert total.nimber() == 1
    assert [m.position[2] for m in total.winning_moves() if m.position[2] != (1,)] == [(0,)]
    assert (choose_a_pile() + choose_a_pile()).outcome() == "P"
    assert len((choose_a_pile() + choose_a_pile()).line().moves) > 0


@given(st.lists(ordinals, max_size=3), st.integers(0, 9))
def test_the_sum_of_heaps_is_nim_with_those_heaps(heaps: list[Ordinal], n: int) -> None:
    whole = transfinite_nim_game([*heaps, n])
    total = sum([transfinite_nim_game([h]) for h in heaps], transfinite_nim_game([])) + star(n)
    assert total.value() == whole.value()  # type: ignore[attr-defined]
    assert len(total.winning_moves()) == len(whole.winning_moves())
    assert total.solve().verify()


def test_a_wide_board_tells_the_same_as_one_without_end() -> None:
    """On 64 columns the values are finite, and small positions are won by the same moves."""
    squares = list(product(range(3), range(2)))
    for first, second, n in product(squares, squares, range(3)):
        endless = two_dimensional_nim([first]) + two_dimensional_nim([second]) + star(n)
        wide = two_dimensional_nim([first], 64) + two_dimensional_nim([second], 64) + star(n)
        assert endless.outcome() == wide.outcome()
        assert [m.position for m in endless.winning_moves()] == [
            m.position for m in wide.winning_moves()
        ]


def test_every_lesser_ordinal_has_its_turn() -> None:
    game = transfinite_nim_game(["w*2 + 1", 2])
    met = [move.position for move in islice(game.moves(game.position), 500)]
    assert len(set(met)) == len(met)
    for heap in ("7", "w", "w + 9", "w*2"):
        assert (Ordinal.read(heap), Ordinal((2,))) in met
    assert (Ordinal.read("w*2 + 1"), Ordinal((0,))) in met


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: (choose_a_pile() + star(3)).nimber(), "the value w \\+ 3 is an infinite ordinal"),
        (lambda: (choose_a_pile() + star(3)).graph(), "infinitely many positions"),
        (lambda: (choose_a_pile() + star(3)).remoteness(), "infinitely many positions"),
        (lambda: choose_a_pile().remoteness(), "infinitely many positions"),
        (lambda: choose_a_pile() + digraph({"a": "a"}), "can cycle"),
        (lambda: (choose_a_pile() + star(3)).misere(), "nimbers do not add in misère play"),
        (lambda: kb.game("transfinite-nim w play=misere + nim 3 play=misere"), "do not add"),
    ],
)
def test_what_cannot_be_had_is_refused_in_a_line(ask, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kb.GameError, match=words) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_a_wrong_answer_is_not_verified() -> None:
    from dataclasses import replace

    total = choose_a_pile() + kayles(4)
    solution = total.solve()
    assert not replace(solution, moves=()).verify()
    assert not replace(solution, outcome="P").verify()


def test_the_picture_of_a_sum_shows_every_component() -> None:
    total = kb.game("nim 3 4 + kayles 5 + transfinite-nim w")
    picture = total.draw()
    assert picture.svg.count("<svg") == 4
    assert "nim-sum w + 3, outcome N" in picture.svg
    assert kb.game("nim 3 4 + kayles 5").draw(what="graph").svg.count("<svg") == 1
    loop = digraph({"a": "ab", "b": ""}) + star(2)
    assert "sum ∞{2}, outcome T" in loop.draw().svg
    many = sum([star(n) for n in range(1, 40)], star(0))
    assert "and 16 more components" in many.draw().svg
    assert "outcome" in kb.game("kayles 5 play=misere + nim 2 play=misere").draw().svg
