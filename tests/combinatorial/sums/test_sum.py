"""Sums against the product graph, solved as one game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import (
    LimitError,
    LoopyValue,
    Move,
    compare,
    digraph,
    disjunctive_sum,
    separating_game,
    simplify,
    star,
)

Graph = dict[int, list[int]]


@st.composite
def dags(draw: st.DrawFn, most: int = 6) -> Graph:
    size = draw(st.integers(1, most))
    return {v: draw(st.lists(st.integers(0, v - 1), max_size=3)) if v else [] for v in range(size)}


@given(st.lists(dags(), max_size=3), st.booleans())
def test_sums_against_the_product(graphs: list[Graph], misere: bool) -> None:
    play = "misere" if misere else "normal"
    parts = [kb.impartial(max(g), g.__getitem__, play) for g in graphs]
    total = disjunctive_sum(*parts)
    if not parts and misere:
        return

    def product(position: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [
            (*position[:i], w, *position[i + 1 :])
            for i, v in enumerate(position)
            for w in graphs[i][v]
        ]

    whole = kb.impartial(tuple(max(g) for g in graphs), product, play)
    assert total.outcome() == whole.outcome()
    assert sorted(m.position for m in total.winning_moves()) == sorted(
        m.position for m in whole.winning_moves()
    )
    if not misere:
        assert total.nimber() == total.search_nimber() == whole.nimber()
    assert total.remoteness() == whole.remoteness()
    assert total.longest_play() == whole.longest_play()
    assert total.solve().verify()


def test_moves_that_raise_a_component_are_found() -> None:
    def take(most: int, pile: int) -> kb.ImpartialGame:
        return kb.impartial(pile, lambda n: range(max(0, n - most), n))

    total = take(3, 9) + take(5, 10) + take(7, 14)
    assert total.winning_moves() == (
        Move("in component 1 (an impartial game): to 6", (6, 10, 14)),
        Move("in component 3 (an impartial game): to 13", (9, 10, 13)),
    )


def test_sums_are_flat_and_take_python_sum() -> None:
    total = sum([star(1), star(2), star(3)])
    assert isinstance(total, kb.ImpartialGame)
    assert total == star(1) + (star(2) + star(3))
    assert total.outcome() == "P"
    assert str(total) == "*1 + *2 + *3: *1 + *2 + *3, normal play"
    assert disjunctive_sum().outcome() == "P"
    assert total.at((1, 2, 0)).nimber() == 3


def test_huge_components_need_no_search() -> None:
    total = star(10**18) + star(10**18 - 1) + star(7)
    value = 10**18 ^ (10**18 - 1) ^ 7
    assert total.nimber() == value
    for move in total.winning_moves():
        assert total.at(move.position).nimber() == 0
    assert total.solve().verify()


def test_different_kinds_of_play_do_not_add() -> None:
    with pytest.raises(kb.GameError, match="all be in normal play or all in misère play"):
        star(1) + star(2).misere()


def test_misere_sums_are_searched_or_refused() -> None:
    pair = (star(2) + star(2)).misere()
    assert pair.outcome() == "P"
    assert (star(1) + star(1)).misere().outcome() == "N"
    assert (star(1) + star(1)).outcome() == "P"
    with pytest.raises(kb.GameError, match="nimbers are defined for normal play"):
        pair.nimber()
    large = (star(10**4) + star(10**4) + star(10**4)).misere()
    with pytest.raises(LimitError, match="nimbers do not add in misère play"):
        large.outcome(limit=10_000)


def test_bad_positions_of_a_sum() -> None:
    total = star(1) + star(2)
    with pytest.raises(kb.GameError, match="not a position of a sum of 2 games"):
        total.at((1, 2, 3))
    with pytest.raises(kb.GameError, match="not a size"):
        total.at((1, -2))
    with pytest.raises(TypeError):
        total + 3  # type: ignore[operator]


def test_equal_and_zero_components_cancel() -> None:
    rule = {2: [1], 1: [0], 0: []}.__getitem__
    dull = kb.impartial(2, rule)
    found = simplify(star(4) + dull + star(9) + star(4))
    assert (found.pairs, found.zeros, found.rest) == (((0, 3),), (1,), disjunctive_sum(star(9)))
    turning = digraph({"a": "a"})
    kept = simplify(turning + turning)
    assert (kept.pairs, len(kept.rest.components)) == ((), 2)
    assert (turning + turning).outcome() == "T"
    assert not (turning + star(1)).ends()
    assert (star(1) + star(2)).misere().ends()


@given(dags(), dags())
def test_equivalence_is_decided_by_the_sum(first: Graph, second: Graph) -> None:
    g = kb.impartial(max(first), first.__getitem__)
    h = kb.impartial(max(second), second.__getitem__)
    assert g.equivalent(h) == ((g + h).search_outcome() == "P")
    heap = separating_game(g, h)
    assert (heap is None) == g.equivalent(h)
    if heap is not None:
        assert (g + heap).search_outcome() != (h + heap).search_outcome()


def test_equivalence_of_loopy_games() -> None:
    graph = digraph({"a": ["a", 0], "b": ["b", 0], "c": ["c", 1], "d": ["d"], 1: [0], 0: []})
    assert graph.at("a").equivalent(graph.at("b"))
    found = compare(graph.at("a"), graph.at("c"))
    assert found.values == (LoopyValue(None, frozenset({0})), LoopyValue(None, frozenset({1})))
    assert (found.separator, found.outcomes) == (star(0), ("N", "T"))
    assert compare(graph.at("d"), star(2)).outcomes == ("T", "P")
    with pytest.raises(kb.GameError, match="normal play"):
        compare(star(1).misere(), star(1).misere())


def test_false_claims_are_not_proved() -> None:
    total = star(3) + star(5)
    truth = total.solve()
    assert truth.verify()
    for lie in (
        replace(truth, outcome="P"),
        replace(truth, value=LoopyValue(5)),
        replace(truth, moves=()),
        replace(truth, moves=(*truth.moves, Move("to 3", (3, 4)))),
    ):
        assert not lie.verify()
    small = kb.impartial(4, lambda n: range(n)).solve()
    assert not replace(small, value=LoopyValue(3)).verify()
    lost = kb.impartial(4, lambda n: range(n), play="misere").solve()
    assert not replace(lost, outcome="P").verify()
    assert not replace(lost, moves=()).verify()
    looped = digraph({"a": "ab", "b": ""}).solve()
    assert not replace(looped, value=LoopyValue(1)).verify()


def test_a_wrong_theorem_is_caught() -> None:
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Wrong(kb.ImpartialGame):
        def options(self, position: int) -> range:
            return range(position)

        def _nimber(self, position: int) -> int:
            return position % 4

    certificate = Wrong(9).solve().verify()
    assert not certificate
    assert "1 is claimed, 9 is right" in str(certificate)


def test_proofs_that_do_not_fit_say_so() -> None:
    game = kb.impartial((60, 60, 60, 60), lambda p: [])
    assert game.solve().verify()

    certificate = star(10**7).solve().verify()
    assert any("formula of its family" in words for words in certificate.unproved)
