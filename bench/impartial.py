"""Impartial games: the nim field in arrays, large graphs, and a user's own Python function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

import kibitz as kb
from bench.harness import Job, Race, race
from kibitz.combinatorial.digraph import Digraph
from kibitz.combinatorial.nim_arrays import nim_product_array
from kibitz.combinatorial.nim_field import nim_product
from kibitz.combinatorial.read_digraph import digraph_from_edges

PAIRS = 100_000
POSITIONS, MOVES = 1_000_000, 10_000_000
Rule = Callable[[int], Iterable[int]]
TAKES = (1, 3, 4, 7, 9, 12)
HEAPS = (5_000, 50_000, 200_000)


def products() -> dict[str, Job]:
    """Nim products of 64-bit numbers: one call on arrays, and one call for each pair."""
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2**64, (2, PAIRS), dtype=np.uint64)
    pairs = list(zip(a.tolist(), b.tolist(), strict=True))
    return {
        "arrays": lambda: nim_product_array(a, b),
        "one by one": lambda: [nim_product(x, y) for x, y in pairs],
    }


def random_graph() -> Digraph:
    """A million positions with ten million moves, all to lower numbers."""
    rng = np.random.default_rng(1)
    sources = rng.integers(1, POSITIONS, MOVES)
    targets = (sources * rng.random(MOVES)).astype(np.int64)
    return digraph_from_edges(POSITIONS, sources, targets, POSITIONS - 1)


def graph_answers() -> dict[str, Job]:
    """Outcomes, remoteness and nimbers of every position, from the arrays alone."""
    graph = random_graph()

    def fresh() -> Digraph:
        return Digraph(graph.position, graph.starts, graph.followers, graph.names)

    return {
        "nimbers": lambda: fresh().nimber_array,
        "outcomes and remoteness": lambda: fresh().remoteness_array,
    }


def options(n: int) -> list[int]:
    """The rule of a subtraction game, as a user would write it."""
    return [n - k for k in TAKES if k <= n]


def one_by_one(n: int) -> Iterator[int]:
    """Another rule, whose options are yielded."""
    for k in (1, 2, 3):
        if k <= n:
            yield n - k


def nimbers_by_hand(rule: Rule, heap: int) -> int:
    """The dictionary loop that somebody would write by hand."""
    values: dict[int, int] = {}
    for n in range(heap + 1):
        seen = {values[m] for m in rule(n)}
        value = 0
        while value in seen:
            value += 1
        values[n] = value
    return values[heap]


def outcomes_by_hand(rule: Rule, heap: int) -> bool:
    """The same for who wins."""
    wins: dict[int, bool] = {}
    for n in range(heap + 1):
        wins[n] = any(not wins[m] for m in rule(n))
    return wins[heap]


def rule_races(rule: Rule, what: str, heap: int) -> Iterator[Race]:
    """A rule in Python, searched by Kibitz and by hand; no machine code is loaded for it."""
    nimbers: dict[str, Job] = {
        "by hand": lambda: nimbers_by_hand(rule, heap),
        "Kibitz": lambda: kb.impartial(heap, rule).nimber(),
    }
    yield race(f"nimbers of {heap:,} positions, {what}", nimbers, "by hand")
    outcomes: dict[str, Job] = {
        "by hand": lambda: outcomes_by_hand(rule, heap),
        "Kibitz": lambda: kb.impartial(heap, rule).outcome(),
    }
    yield race(f"the outcome of {heap:,} positions, {what}", outcomes, "by hand")


def races() -> Iterator[Race]:
    yield race(f"{PAIRS:,} nim products of 64 bits", products(), "arrays")
    yield race("a graph of 1,000,000 positions, 10,000,000 moves", graph_answers(), "nimbers", 5)
    for heap in HEAPS:
        yield from rule_races(options, "a Python function", heap)
    yield from rule_races(one_by_one, "a Python generator", 20_000)
