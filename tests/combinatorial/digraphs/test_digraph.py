"""Explicit digraphs: arrays against plain definitions, with and without cycles."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import CycleError, Digraph, digraph, digraph_from_edges, mex
from kibitz.combinatorial.digraphs import kernels as compiled

Graph = dict[int, list[int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Graph:
    size = draw(st.integers(1, most))
    vertices = st.integers(0, size - 1)
    return {v: draw(st.lists(vertices, max_size=3)) for v in range(size)}


def labels_by_rounds(graph: Graph, misere: bool) -> tuple[dict[int, str], dict[int, int]]:
    """The labeling procedure, round by round: round r settles what ends in r moves."""
    label: dict[int, str] = {}
    step: dict[int, int] = {}
    for v, below in graph.items():
        if not below:
            label[v], step[v] = ("N" if misere else "P"), 0
    for r in range(1, len(graph) + 1):
        fresh: dict[int, str] = {}
        for v, below in graph.items():
            if v in label:
                continue
            if any(label.get(w) == "P" for w in below):
                fresh[v] = "N"
            elif all(label.get(w) == "N" for w in below):
                fresh[v] = "P"
        label |= fresh
        step |= dict.fromkeys(fresh, r)
    return {v: label.get(v, "T") for v in graph}, step


@given(graphs(), st.booleans())
def test_labels_and_remoteness(graph: Graph, misere: bool) -> None:
    game = digraph(graph, play="misere" if misere else "normal")
    labels, steps = labels_by_rounds(graph, misere)
    assert game.outcomes() == labels
    assert game.remotenesses() == {v: steps.get(v) for v in graph}
    for v in graph:
        here = game.at(v)
        assert here.outcome() == here.search_outcome() == labels[v]
        assert here.remoteness() == steps.get(v)
        expected = [w for w in graph[v] if labels[w] == "P"]
        assert [m.position for m in here.winning_moves()] == expected
        for move in here.best_moves():
            if labels[v] == "T":
                assert labels[move.position] == "T"
            else:
                assert steps[move.position] == steps[v] - 1
        assert here.solve().verify()
        if labels[v] == "T":
            assert here.best_moves()


@given(graphs())
def test_winners_get_home_in_cyclic_graphs(graph: Graph) -> None:
    labels, steps = labels_by_rounds(graph, False)
    game = digraph(graph)
    for v in graph:
        if labels[v] != "T":
            line = game.at(v).line()
            assert len(line) == steps[v]
            assert line.finished


@given(graphs())
def test_cycles_and_nimbers(graph: Graph) -> None:
    game = digraph(graph)
    cycle = game.cycle()
    assert (cycle is None) == game.acyclic
    if cycle is not None:
        assert all(b in graph[a] for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        with pytest.raises(CycleError):
            game.nimbers()
    else:
        values = game.nimbers()
        assert all(values[v] == mex(values[w] for w in below) for v, below in graph.items())
    for v in graph:
        within = game.at(v).graph()
        assert within.acyclic == (game.nimber_array[v] >= 0)
        assert (within.longest_play() is None) == (not within.acyclic)


@given(graphs(most=14))
def test_machine_code_agrees_with_python(graph: Graph) -> None:
    game = digraph(graph)
    arrays = game.starts, game.heads
    for kernel in (compiled.predecessors, compiled.post_order):
        assert _equal(kernel(*arrays), kernel.py_func(*arrays))
    back = compiled.predecessors(*arrays)
    order = compiled.bottom_up(arrays[0], *back)
    assert _equal(order, compiled.bottom_up.py_func(arrays[0], *back))
    labels, steps = compiled.retrograde(arrays[0], *back, False)
    assert _equal((labels, steps), compiled.retrograde.py_func(arrays[0], *back, False))
    values, counters = compiled.fraenkel_smith(*arrays, *back)
    assert _equal((values, counters), compiled.fraenkel_smith.py_func(*arrays, *back))
    assert _equal(compiled.grundy(*arrays, order), game.nimber_array)
    if game.acyclic:
        assert _equal(compiled.remoteness(*arrays, order, False), game.remoteness_array)


def _equal(a: object, b: object) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return all(_equal(x, y) for x, y in zip(a, b, strict=True))
    return bool(np.array_equal(a, b))  # type: ignore[arg-type]


def test_a_large_graph_runs_as_machine_code() -> None:
    rng = np.random.default_rng(7)
    size = 3000
    sources = np.repeat(np.arange(size), 4)[4:]
    targets = (rng.random(sources.size) * sources).astype(int)
    game = digraph_from_edges(size, sources, targets, start=size - 1)
    plain = kb.impartial(size - 1, game.options)
    assert game.nimber() == plain.nimber()
    assert game.outcome() == plain.outcome()
    assert game.remoteness() == plain.remoteness()
    assert game.solve().verify()
    looped = digraph_from_edges(size, [*sources, 0], [*targets, size - 1], start=5)
    assert looped.outcome() in "NPT"
    with pytest.raises(CycleError):
        looped.nimber()
    assert looped.solve().verify()


def test_every_way_to_write_a_graph() -> None:
    networkx = pytest.importorskip("networkx")
    from scipy.sparse import csr_matrix

    by_name = digraph({0: [1, 2], 1: [2], 2: []})
    arrays = np.array([0, 2, 3, 3]), np.array([1, 2, 2])
    others = [
        digraph([(0, [1, 2]), (1, [2]), (2, [])]),
        digraph(networkx.DiGraph([(0, 1), (0, 2), (1, 2)])),
        digraph(arrays),
        digraph(csr_matrix((np.ones(3), arrays[1], arrays[0]), shape=(3, 3))),
        digraph_from_edges(3, [1, 0, 0], [2, 1, 2]),
    ]
    for other in others:
        assert other.nimbers() == {0: 2, 1: 1, 2: 0}
        assert other == by_name
        assert hash(other) == hash(by_name)
    assert digraph(networkx.MultiDiGraph([(0, 1), (0, 1)])).nimbers() == {0: 1, 1: 0}
    with pytest.raises(kb.GameError, match="undirected"):
        digraph(networkx.Graph([(0, 1)]))


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        ({}, "no vertices"),
        ([], "no vertices"),
        ({"a": ["b"]}, "'a' has the follower 'b', which is not a vertex"),
        ([("a", []), ("a", [])], "'a' is listed twice"),
        ({"a": 3}, "followers of 'a' are 3"),
        (([0, 1], [4]), "follower 4 is not a vertex; the vertices are 0 to 0"),
        (([0, 2], [0]), "from 0 to the number of followers, 1"),
        (([0, 2, 1, 2], [0, 0]), "goes down after entry 1"),
        ((np.array([0.0, 1.0]), np.array([0])), "whole numbers"),
        (7, "a int is not a graph"),
    ],
)
def test_bad_graphs(graph: object, words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        digraph(graph)


def test_bad_starts_and_edges() -> None:
    with pytest.raises(kb.GameError, match="start 'z' is not a vertex"):
        digraph({"a": []}, start="z")
    with pytest.raises(kb.GameError, match="2 sources but 1 targets"):
        digraph_from_edges(3, [0, 1], [2])
    with pytest.raises(kb.GameError, match="source 3 is not a vertex"):
        digraph_from_edges(3, [3], [2])
    with pytest.raises(kb.GameError, match="play is 'none'"):
        digraph({"a": []}, play="none")
    with pytest.raises(kb.GameError, match="normal play"):
        digraph({"a": []}, play="misere").nimbers()


def test_a_reached_graph_keeps_the_rules() -> None:
    game = kb.impartial(5, lambda n: range(n), show=lambda n: f"heap {n}")
    graph = game.graph()
    assert isinstance(graph, Digraph)
    assert graph.show(3) == "heap 3"
    assert graph.nimbers() == {n: n for n in range(6)}
    assert 6 not in graph


@pytest.mark.parametrize(
    "arrows",
    [
        [(0, 1), (0, 2), (1, 2)],
        [("a", "b"), ("a", "c"), ("b", "c")],
        [("start", "middle"), ("start", "end"), ("middle", "end")],
        [((1, 1), (1, 0)), ((1, 1), (0, 0)), ((1, 0), (0, 0))],
    ],
)
def test_arrows_may_be_listed(arrows) -> None:  # type: ignore[no-untyped-def]
    assert list(digraph(arrows).nimbers().values()) == [2, 1, 0]
    with pytest.raises(kb.GameError, match="listed twice"):
        digraph([*arrows, arrows[0]])


def test_pairs_of_a_vertex_and_its_followers_stay_what_they_are() -> None:
    pairs = [("a", "bc"), ("b", "c"), ("c", "")]
    assert digraph(pairs).nimbers() == {"a": 2, "b": 1, "c": 0}
    with pytest.raises(kb.GameError, match="not a vertex"):
        digraph([("a", ["b"])])
