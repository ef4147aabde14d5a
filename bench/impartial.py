"""Impartial games: the nim field in arrays, large graphs, and a user's own Python function."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from bench.harness import Job, Race, race
from bench.own_rules import GAMES, cold_races
from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.read import digraph_from_edges
from kibitz.combinatorial.nimbers.arrays import nim_product_array
from kibitz.combinatorial.nimbers.field import nim_product

CLOCK = time.process_time
PAIRS = 100_000
POSITIONS, MOVES = 1_000_000, 10_000_000


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
        return Digraph(graph.position, graph.starts, graph.heads, graph.names)

    return {
        "nimbers": lambda: fresh().nimber_array,
        "outcomes and remoteness": lambda: fresh().remoteness_array,
    }


def own_races() -> Iterator[Race]:
    """A user's rule in Python, searched by Kibitz and by hand; no machine code is loaded for it."""
    for name, game in GAMES.items():
        for question in ("nimber", "outcome"):
            jobs = {"by hand": game.hand(question), "Kibitz": game.kibitz(question)}
            yield race(f"{question}: {name}", jobs, "by hand", clock=CLOCK)


def races() -> Iterator[Race]:
    yield race(f"{PAIRS:,} nim products of 64 bits", products(), "arrays", clock=CLOCK)
    graph = "a graph of 1,000,000 positions, 10,000,000 moves"
    yield race(graph, graph_answers(), "nimbers", 5, clock=CLOCK)
    yield from own_races()
    yield from cold_races()
