"""The vertex-deletion game: take a vertex that still has an edge, with all its edges."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

from kibitz.combinatorial.errors import LimitError, require_hashable
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.limits import CHUNK, read_limit
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import whole
from kibitz.core.errors import GameError
from kibitz.core.progress import Task, work
from kibitz.core.spelling import count_of
from kibitz.core.system.memory import free_memory

LARGE, LONG = 18, 26
"""Vertices from which all sets are listed in a table, and from which that is announced."""
LARGEST = 30
"""Vertices up to which a table of all sets is made, with a byte for each."""
SETS = 1 << 22
"""Sets of vertices between two looks at the keyboard."""
LONGEST_PATH = 5000
"""Vertices of a path whose nimbers are found; the cost grows with the square."""
MOST_VERTICES = 200
"""Of a path, a cycle or a star that is written out as a graph."""


@dataclass(frozen=True)
class VertexDeletion(ImpartialGame):
    """The position is the set of vertices that still have an edge; the graph is ``edges``.

    A move deletes such a vertex; isolated vertices are dead. Components add, so values are found
    component by component, each once; stars, double stars, paths and cycles have rules of their
    own (a path is the octal game 0.6). Connected graphs of 18 to 30 vertices are valued by a table
    of all their sets of vertices, a second for 25 of them; larger ones by searching the connected
    sets. Ferguson ex. I.4.5.11. Exponential in general.

    >>> game = vertex_deletion([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    >>> game.nimber(), [str(move) for move in game.winning_moves()]
    (3, ['delete d'])
    """

    theorem: ClassVar[str] = "adding the nimbers of the components"
    edges: tuple[tuple[Hashable, Hashable], ...]
    title: str = field(default="vertex deletion", kw_only=True)

    def check(self, position: Any) -> None:
        if not isinstance(position, frozenset) or not position <= set(self._index):
            raise GameError(f"{position!r} is not a set of vertices of the graph")
        if self._alive(self._mask(position)) != self._mask(position):
            raise GameError("a position holds no isolated vertices; leave them out")

    def show(self, position: Any) -> str:
        names = sorted(map(str, position), key=lambda name: (len(name), name))
        shown = " ".join(names[:40]) + (" ..." if len(names) > 40 else "")
        return "vertices " + shown if names else "no edges"

    def options(self, position: Any) -> Iterator[Any]:
        mask = self._mask(position)
        return (self._set(self._alive(mask & ~(1 << v))) for v in _bits(mask))

    def _moves(self, position: Any) -> Iterator[Move]:
        mask = self._mask(position)
        for v in _bits(mask):
            left = self._set(self._alive(mask & ~(1 << v)))
            yield Move(f"delete {self._names[v]}", left)

    def components(self, position: Any) -> tuple[frozenset[Hashable], ...]:
        """The connected parts of a position, each a set of vertices.

        Parameters
        ----------
        position : set
            The vertices that remain.

        Examples
        --------
        >>> vertex_deletion([(1, 2), (3, 4)]).components(frozenset([1, 2, 3, 4]))
        (frozenset({1, 2}), frozenset({3, 4}))
        """
        return tuple(self._set(part) for part in self._components(self._mask(position)))

    def _nimber(self, position: Any) -> int | None:
        return self._worth(self._mask(position), None)

    def nimber_at(self, position: Any, limit: int | None = None) -> int:
        self._refuse_misere()
        return self._worth(self._mask(position), limit)

    def at(self, position: Any) -> Self:
        other = super().at(position)
        for shared in ("_names", "_index", "_neighbors", "_values", "_tables"):
            if shared in self.__dict__:
                other.__dict__[shared] = self.__dict__[shared]
        return other

    @property
    def long_search(self) -> str:
        """What must be searched, where that takes more than a few seconds."""
        parts = self._components(self._mask(self.position))
        large = [part for part in parts if self._is_long(part) and not self._is_known(part)]
        return f"a search through {_most_sets(max(large, key=int.bit_count))}" if large else ""

    def _is_long(self, part: int) -> bool:
        """Whether the search of a connected set takes more than a few seconds."""
        size = part.bit_count()
        return size >= LONG or (size >= LARGE and not _fits(size, None))

    def _is_known(self, part: int) -> bool:
        return part in self._values or self._by_shape(part) is not None

    # The graph as bits: vertex number v is bit v.

    @cached_property
    def _names(self) -> tuple[Hashable, ...]:
        return tuple(dict.fromkeys(v for edge in self.edges for v in edge))

    @cached_property
    def _index(self) -> Mapping[Hashable, int]:
        return {name: v for v, name in enumerate(self._names)}

    @cached_property
    def _neighbors(self) -> tuple[int, ...]:
        masks = [0] * len(self._names)
        for a, b in self.edges:
            masks[self._index[a]] |= 1 << self._index[b]
            masks[self._index[b]] |= 1 << self._index[a]
        return tuple(masks)

    @cached_property
    def _values(self) -> dict[int, int]:
        """Nimbers of connected sets of vertices that have been found."""
        return {}

    @cached_property
    def _tables(self) -> list[tuple[tuple[int, ...], int, Any]]:
        """Vertices, the set of them, and the nimbers of all their subsets."""
        return []

    def _mask(self, vertices: Iterable[Hashable]) -> int:
        return sum(1 << self._index[v] for v in vertices)

    def _set(self, mask: int) -> frozenset[Hashable]:
        return frozenset(self._names[v] for v in _bits(mask))

    def _alive(self, mask: int) -> int:
        """The vertices of a set that have a neighbor in it."""
        return sum(1 << v for v in _bits(mask) if self._neighbors[v] & mask)

    def _components(self, mask: int) -> Iterator[int]:
        """The connected parts of a set, isolated vertices left out."""
        while mask:
            part, edge = 0, mask & -mask
            while edge:
                part |= edge
                reached = 0
                for v in _bits(edge):
                    reached |= self._neighbors[v]
                edge = reached & mask & ~part
            mask &= ~part
            if part & (part - 1):
                yield part

    def _worth(self, mask: int, limit: int | None) -> int:
        total = 0
        for part in self._components(mask):
            if part not in self._values and part.bit_count() >= LARGE:
                self._tabulate(part, limit)
            total ^= self._part_worth(part, read_limit(limit))
        return total

    def _tabulate(self, part: int, limit: int | None) -> None:
        """Value all subsets of a connected set, where that fits into memory and the limit."""
        size = part.bit_count()
        covered = any(part & ~other == 0 for _, other, _ in self._tables)
        if covered or self._is_known(part) or not _fits(size, limit):
            return
        import numpy as np

        from kibitz.combinatorial.nim_family.kernels import deletion_nimbers

        vertices = tuple(_bits(part))
        places = {v: k for k, v in enumerate(vertices)}
        near = [sum(1 << places[w] for w in _bits(self._neighbors[v] & part)) for v in vertices]
        table, neighbors = np.zeros(1 << size, np.uint8), np.array(near, np.int64)
        with work(f"of {count_of(1 << size, 'set')} of vertices") as task:
            for start in range(0, 1 << size, SETS):
                deletion_nimbers(table, neighbors, start, min(start + SETS, 1 << size))
                task.advance(SETS)
                if task.stopped:
                    raise GameError(f"stopped after {start + SETS:,} sets of vertices")
        self._tables.append((vertices, part, table))

    def _by_table(self, part: int) -> int | None:
        """The nimber of a set that lies within one whose subsets were valued."""
        for vertices, everything, table in self._tables:
            if part & ~everything == 0:
                return int(table[sum(1 << k for k, v in enumerate(vertices) if part >> v & 1)])
        return None

    def _part_worth(self, start: int, most: int) -> int:
        """The nimber of a connected set, by depth-first search without recursion."""
        with work(f"of {_most_sets(start)}") as task:
            return self._searched_part(start, most, task)

    def _searched_part(self, start: int, most: int, task: Task) -> int:
        values = self._values
        stack = [start]
        while stack:
            part = stack[-1]
            if part in values:
                stack.pop()
                continue
            known = self._by_table(part)
            if known is None:
                known = self._by_shape(part)
            if known is None:
                splits = [list(self._components(part & ~(1 << v))) for v in _bits(part)]
                missing = {p for parts in splits for p in parts if p not in values}
                if missing:
                    stack += missing
                    continue
                known = least_absent({_xor(values, parts) for parts in splits})
            values[part] = known
            if len(values) % CHUNK == 0:
                task.advance(CHUNK)
                if task.stopped:
                    raise GameError(
                        f"stopped after {len(values):,} connected sets of vertices; ask again to "
                        "continue"
                    )
            if len(values) > most:
                raise LimitError(
                    f"more than {most:,} connected sets of vertices are needed; give a larger "
                    "limit= if memory allows"
                )
        return values[start]

    def _by_shape(self, part: int) -> int | None:
        """The nimber of a path, cycle, star or double star."""
        degrees = [(self._neighbors[v] & part).bit_count() for v in _bits(part)]
        size, edges = len(degrees), sum(degrees) // 2
        if edges == size and max(degrees) == 2:
            return int(path_value(size - 1) == 0) if size - 1 <= LONGEST_PATH else None
        if edges != size - 1:
            return None
        if max(degrees) <= 2:
            return path_value(size) if size <= LONGEST_PATH else None
        inner = sum(degree > 1 for degree in degrees)
        if inner == 1:
            return 2 - (size - 1) % 2
        return 3 * (size % 2) if inner == 2 else None


def vertex_deletion(graph: Any, play: str = "normal") -> VertexDeletion:
    """The game on a graph: a list of edges, a mapping from vertices to neighbors, or networkx.

    Parameters
    ----------
    graph : sequence of edges, mapping or networkx.Graph
        The graph.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_deletion([("a", "a")])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the edge a-a is a loop; the game is for graphs without loops
    """
    edges = tuple(_read_edges(graph))
    everyone = frozenset(v for edge in edges for v in edge)
    return VertexDeletion(everyone, edges, play=play)


def path_value(vertices: int) -> int:
    """The nimber of a path with this many vertices: the octal game 0.6, of unknown period.

    Parameters
    ----------
    vertices : int
        The number of vertices.

    Returns
    -------
    int
        The nimber.

    Examples
    --------
    >>> [path_value(n) for n in range(1, 13)]
    [0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0]
    """
    if whole(vertices, "the number of vertices") > LONGEST_PATH:
        raise LimitError(
            f"a path of {count_of(vertices, 'vertex')}; values are computed up to {LONGEST_PATH}"
        )
    return _path_values(max(64, 1 << vertices.bit_length()))[vertices]


def path_graph(vertices: int) -> list[tuple[int, int]]:
    """The edges of a path on vertices 1, 2, ..., n.

    Parameters
    ----------
    vertices : int
        The number of vertices.

    Returns
    -------
    list[tuple[int, int]]
        The edges.
    """
    n = _graph_size(vertices, "the number of vertices", 1)
    return [(v, v + 1) for v in range(1, n)]


def _graph_size(value: int, what: str, least: int = 0) -> int:
    """A whole number of vertices, if a graph of that size can be written out."""
    if whole(value, what, least) > MOST_VERTICES:
        raise GameError(f"{what} is {value:,}; graphs are written out up to {MOST_VERTICES:,}")
    return value


def cycle_graph(vertices: int) -> list[tuple[int, int]]:
    """The edges of a cycle on vertices 1, 2, ..., n.

    Parameters
    ----------
    vertices : int
        The number of vertices.

    Returns
    -------
    list[tuple[int, int]]
        The edges.
    """
    n = _graph_size(vertices, "the number of vertices", 3)
    return [(v, v % n + 1) for v in range(1, n + 1)]


def star_graph(leaves: int) -> list[tuple[int, int]]:
    """The edges of a star: vertex 0 joined to vertices 1, ..., n.

    Parameters
    ----------
    leaves : int
        The number of leaves.

    Returns
    -------
    list[tuple[int, int]]
        The edges.
    """
    return [(0, v) for v in range(1, _graph_size(leaves, "the number of leaves") + 1)]


def double_star_graph(first: int, second: int) -> list[tuple[str, str]]:
    """The edges of two stars with their centers joined.

    Parameters
    ----------
    first : int
        The number of leaves of the first star.
    second : int
        The number of leaves of the second star.

    Returns
    -------
    list[tuple[str, str]]
        The edges.
    """
    m = _graph_size(first, "the leaves of the first star")
    n = _graph_size(second, "the leaves of the second star")
    left = [("a", f"a{v}") for v in range(1, m + 1)]
    return [("a", "b"), *left, *(("b", f"b{v}") for v in range(1, n + 1))]


def grid_graph(rows: int, columns: int) -> list[tuple[str, str]]:
    """The edges of a grid of vertices, named row.column from 1.

    Parameters
    ----------
    rows : int
        The number of rows.
    columns : int
        The number of columns.

    Returns
    -------
    list[tuple[str, str]]
        The edges.
    """
    m, n = whole(rows, "the number of rows", 1), whole(columns, "the number of columns", 1)
    across = [(f"{r}.{c}", f"{r}.{c + 1}") for r in range(1, m + 1) for c in range(1, n)]
    return across + [(f"{r}.{c}", f"{r + 1}.{c}") for r in range(1, m) for c in range(1, n + 1)]


def _read_edges(graph: Any) -> Iterator[tuple[Hashable, Hashable]]:
    if hasattr(graph, "edges") and not isinstance(graph, (list, tuple)):
        if getattr(graph, "is_directed", bool)():
            raise GameError("the graph is directed; the game is for graphs without directions")
        given = list(graph.edges())
    elif isinstance(graph, Mapping):
        given = list(dict.fromkeys(_sorted(v, w) for v, below in graph.items() for w in below))
    else:
        given = list(graph)
    seen: set[frozenset[Hashable]] = set()
    for edge in given:
        if not isinstance(edge, (tuple, list)) or len(edge) != 2:
            raise GameError(f"the edge {edge!r} is not a pair of vertices")
        a, b = edge
        require_hashable(a)
        require_hashable(b)
        if a == b:
            raise GameError(f"the edge {a}-{b} is a loop; the game is for graphs without loops")
        if frozenset((a, b)) in seen:
            raise GameError(f"the edge {a}-{b} is listed twice; the game is for simple graphs")
        seen.add(frozenset((a, b)))
        yield a, b


def _sorted(a: Hashable, b: Hashable) -> tuple[Hashable, Hashable]:
    return (a, b) if repr(a) <= repr(b) else (b, a)


def _fits(size: int, limit: int | None) -> bool:
    """Whether a table of all sets of this many vertices can be made."""
    room = free_memory() // 4 if limit is None else limit
    return size <= LARGEST and 1 << size <= room


def _most_sets(part: int) -> str:
    """How many sets of vertices a search looks through at most, in words."""
    size = part.bit_count()
    count = f"{2**size:,}" if size < 64 else f"2^{size}"
    return f"at most {count} sets of vertices"


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _xor(values: dict[int, int], parts: Iterable[int]) -> int:
    total = 0
    for part in parts:
        total ^= values[part]
    return total


@lru_cache(maxsize=1)
def _path_values(size: int) -> list[int]:
    values = [0, 0]
    for n in range(2, size + 1):
        values.append(least_absent({values[a] ^ values[n - 1 - a] for a in range((n + 1) // 2)}))
    return values
