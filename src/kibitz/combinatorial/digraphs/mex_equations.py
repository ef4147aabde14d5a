"""Which functions satisfy the mex equation on a digraph: none, one or several.

Without cycles there is exactly one. With cycles the equation may have any number of solutions, and
even a single one need not tell who wins: only the Fraenkel-Smith values do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.loopy import labeled
from kibitz.combinatorial.digraphs.read import as_digraph
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.spelling import count_of

MOST_STEPS = 2_000_000
"""Domains narrowed before a search is refused; the question is NP-complete."""


@dataclass(frozen=True)
class GrundyFunctions:
    """The answer: ``number`` is "none", "one" or "several", with up to two of the functions.

    ``decides`` says whether the one function is also the true value of every vertex, so that a
    nonzero value means a win.

    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> found = digraph({"x": "y", "y": "xz", "z": "x"}).grundy_functions()
    >>> found.number, found.examples[0], found.decides
    ('one', {'x': 0, 'y': 2, 'z': 1}, False)
    """

    number: str
    examples: tuple[dict[Any, int], ...]
    decides: bool

    @property
    def exists(self) -> bool:
        return self.number != "none"

    def __str__(self) -> str:
        if not self.exists:
            return "no function satisfies the mex equation"
        if self.number == "several":
            return "several functions satisfy the mex equation, so it decides nothing"
        if self.decides:
            return "one function satisfies the mex equation, and it decides who wins"
        return "one function satisfies the mex equation, but it does not decide who wins"


@extends(Digraph)
def grundy_functions(graph: Any) -> GrundyFunctions:
    """Decide whether the mex equation has no solution, one or several.

    Parameters
    ----------
    graph : Digraph, str or mapping
        A digraph, or anything that :func:`~kibitz.combinatorial.digraphs.read.digraph` reads.

    Returns
    -------
    GrundyFunctions
        Whether there is none, one or several, with up to two of them.

    Examples
    --------
    >>> grundy_functions({"x": "y", "y": "xz", "z": "x"}).number
    'one'
    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> print(digraph({1: [2], 2: [3], 3: [1]}).grundy_functions())
    no function satisfies the mex equation
    >>> print(digraph({1: [2], 2: [3], 3: [4], 4: [1]}).grundy_functions())
    several functions satisfy the mex equation, so it decides nothing
    """
    graph = as_digraph(graph)
    examples = tuple(islice(mex_functions(graph), 2))
    number = ("none", "one", "several")[len(examples)]
    decides = False
    if number == "one":
        values, _ = labeled(graph.normal())
        decides = bool((values >= 0).all())
    return GrundyFunctions(number, examples, decides)


def mex_functions(graph: Digraph) -> Iterator[dict[Any, int]]:
    """Every function with g(v) = mex of g over the followers of v, by backtracking.

    Vertices that cannot reach a cycle have their nimber; the others keep a set of values that are
    still possible, narrowed after every guess.

    Parameters
    ----------
    graph : Digraph
        The digraph.

    Yields
    ------
    dict[Any, int]
        A function from vertices to values.

    Notes
    -----
    Cost: exponential in the worst case.
    """
    below = [graph.heads[graph.starts[v] : graph.starts[v + 1]].tolist() for v in range(len(graph))]
    above: list[list[int]] = [[] for _ in below]
    for v, options in enumerate(below):
        for w in set(options):
            above[w].append(v)
    known = graph.normal().nimber_array.tolist()
    domains = [
        1 << g if g >= 0 else (1 << (len(set(options)) + 1)) - 1
        for g, options in zip(known, below, strict=True)
    ]
    steps = [0]
    stack = [(domains, list(range(len(graph))))]
    while stack:
        domains, changed = stack.pop()
        if not _narrow(domains, changed, below, above, steps):
            continue
        wide = [v for v, d in enumerate(domains) if d & (d - 1)]
        if not wide:
            yield {name: d.bit_length() - 1 for name, d in zip(graph.names, domains, strict=True)}
            continue
        v = min(wide, key=lambda u: domains[u].bit_count())
        for value in reversed(list(_bits(domains[v]))):
            guess = domains.copy()
            guess[v] = 1 << value
            stack.append((guess, [v]))


def _narrow(
    domains: list[int],
    changed: list[int],
    below: list[list[int]],
    above: list[list[int]],
    steps: list[int],
) -> bool:
    """Strike out values that no choice of the neighbors allows; False when a set runs empty.

    A value k of v needs every smaller number possible among the followers and k not certain there;
    a value that v certainly has is impossible for its followers.
    """
    todo = set(changed)
    while todo:
        v = todo.pop()
        steps[0] += 1
        if steps[0] > MOST_STEPS:
            raise GameError(
                f"{count_of(len(domains), 'vertex')}: after {MOST_STEPS:,} steps the number "
                "of solutions of "
                "the mex equation is not known; use loopy_values(), which decide every sum"
            )
        for u in (v, *above[v]):
            possible = certain = 0
            for w in below[u]:
                possible |= domains[w]
                if not domains[w] & (domains[w] - 1):
                    certain |= domains[w]
            reachable = (possible ^ (possible + 1)) & ~certain
            if not _keep(domains, u, reachable, todo):
                return False
        if not domains[v] & (domains[v] - 1):
            for w in below[v]:
                if not _keep(domains, w, ~domains[v], todo):
                    return False
    return True


def _keep(domains: list[int], v: int, allowed: int, todo: set[int]) -> bool:
    narrowed = domains[v] & allowed
    if narrowed != domains[v]:
        domains[v] = narrowed
        todo.add(v)
    return narrowed != 0


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
