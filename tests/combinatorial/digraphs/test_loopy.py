"""Fraenkel-Smith values and mex functions on cyclic digraphs, against definitions."""

from __future__ import annotations

import itertools
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import LoopyValue, digraph, loopy_sum, mex, star

Graph = dict[int, list[int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 6) -> Graph:
    size = draw(st.integers(1, most))
    vertices = st.integers(0, size - 1)
    return {v: draw(st.lists(vertices, max_size=3, unique=True)) for v in range(size)}


def values_by_rounds(graph: Graph) -> dict[int, LoopyValue]:
    """The labeling of A. S. Fraenkel, one vertex at a time as it is stated."""
    finite: dict[int, int] = {}
    infinite: set[int] = set()

    def reaches(v: int, m: int) -> bool:
        return any(finite.get(w) == m for w in graph[v])

    m = 0
    while len(finite) + len(infinite) < len(graph):
        grown = True
        while grown:
            grown = False
            for v in graph:
                if v in finite or v in infinite or reaches(v, m):
                    continue
                if all(reaches(w, m) for w in graph[v] if w not in finite):
                    finite[v] = m
                    grown = True
        infinite |= {v for v in graph if v not in finite and not reaches(v, m)}
        m += 1
    return {
        v: LoopyValue(finite[v])
        if v in finite
        else LoopyValue(None, frozenset(finite[w] for w in graph[v] if w in finite))
        for v in graph
    }


@given(graphs())
def test_values_by_the_stated_procedure(graph: Graph) -> None:
    game = digraph(graph)
    values = game.loopy_values()
    assert values == values_by_rounds(graph)
    assert {v: x.outcome for v, x in values.items()} == game.outcomes()


@given(graphs(4), graphs(4))
def test_sums_of_loopy_games_against_the_product(first: Graph, second: Graph) -> None:
    product = {
        (a, b): [(c, b) for c in first[a]] + [(a, d) for d in second[b]]
        for a in first
        for b in second
    }
    whole = digraph(product)
    labels = whole.outcomes()
    values = whole.loopy_values()
    g, h = digraph(first), digraph(second)
    for a, b in product:
        total = g.at(a) + h.at(b)
        assert total.loopy_value() == values[a, b]
        assert total.outcome() == labels[a, b]
        assert total.search_outcome() == labels[a, b]
        expected = {q for q in product[a, b] if labels[q] == "P"}
        assert {m.position for m in total.winning_moves()} == expected
        assert total.solve().verify()


@given(graphs(5), st.integers(0, 4))
def test_small_counters_lead_home(graph: Graph, heap: int) -> None:
    """A winner who follows the counters ends the game against every defense."""
    g = digraph(graph)
    for v in graph:
        total = g.at(v) + star(heap)
        if total.outcome() != "N":
            continue
        frontier = [total]
        for _ in range(200):
            following = []
            for here in frontier:
                wins = here.winning_moves()
                best = min(wins, key=lambda m: here.progress(m.position))
                after = here.at(best.position)
                following += [after.at(q) for q in after.options(best.position)]
            frontier = [here for here in following if here.outcome() == "N"]
            assert len(frontier) == len(following)
            if not frontier:
                break
            frontier = list({here.position: here for here in frontier}.values())
        assert not frontier


@given(graphs(5))
def test_mex_functions_by_trying_all(graph: Graph) -> None:
    ranges = [range(len(graph[v]) + 1) for v in graph]
    every = []
    for choice in itertools.product(*ranges):
        g = dict(zip(graph, choice, strict=True))
        if all(g[v] == mex(g[w] for w in below) for v, below in graph.items()):
            every.append(g)
    found = digraph(graph).grundy_functions()
    assert found.number == ("none" if not every else "one" if len(every) == 1 else "several")
    assert all(g in every for g in found.examples)
    true = digraph(graph).loopy_values()
    if found.decides:
        assert {v: x.finite for v, x in true.items()} == every[0]
    else:
        assert any(x.finite is None for x in true.values())


def test_one_mex_function_may_be_worthless() -> None:
    graph = digraph({"x": ["y"], "y": ["x", "z"], "z": ["x"]})
    found = graph.grundy_functions()
    assert (found.number, found.examples, found.decides) == (
        "one",
        ({"x": 0, "y": 2, "z": 1},),
        False,
    )
    assert set(graph.outcomes().values()) == {"T"}
    assert "does not decide" in str(found)


@pytest.mark.parametrize(
    ("size", "number"), [(1, "none"), (2, "several"), (3, "none"), (4, "several")]
)
def test_directed_cycles(size: int, number: str) -> None:
    graph = digraph({v: [(v + 1) % size] for v in range(size)})
    assert graph.grundy_functions().number == number
    assert not graph.progressively_bounded


@pytest.mark.parametrize(
    ("arrows", "words"),
    [
        ("x>y y>x y>z z>x", "its only solution is x 0, y 2, z 1."),
        ("a>b b>c c>a", "it has no solution."),
        ("a>b b>c c>d d>a", "it has several solutions, one of them a 0, b 1, c 0, d 1."),
    ],
)
def test_explanations_say_how_many_mex_functions_there_are(arrows: str, words: str) -> None:
    told = " ".join(str(digraph(arrows).explain()).split())
    assert f"the mex rule alone does not decide who wins; here {words}" in told


def test_too_hard_questions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        import_module("kibitz.combinatorial.digraphs.mex_equations"), "MOST_STEPS", 3
    )
    with pytest.raises(kb.GameError, match="after 3 steps the number of solutions"):
        digraph({v: [(v + 1) % 4] for v in range(4)}).grundy_functions()


def test_value_arithmetic() -> None:
    five, open_end = LoopyValue(5), LoopyValue(None, frozenset({1, 4}))
    assert str(five + open_end) == "inf{1,4}"
    assert loopy_sum([five, LoopyValue(1), open_end]) == LoopyValue(None, frozenset({5, 0}))
    assert loopy_sum([open_end, open_end]) == LoopyValue(None)
    assert loopy_sum([]) == LoopyValue(0)
    assert (five + LoopyValue(3)).finite == 6


def test_misere_graphs_have_no_values() -> None:
    with pytest.raises(kb.GameError, match="normal play"):
        digraph({"a": "a"}, play="misere").loopy_values()
