"""Reading digraphs: followers by name, networkx graphs, compressed rows, lists of arrows."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

_FIRST = object()
_Arrays = tuple[Sequence[Any], dict[Any, int], Any, Any]


def digraph(
    graph: Any,
    start: Any = _FIRST,
    play: str = "normal",
    title: str = "",
    show: Callable[[Any], str] = str,
) -> Digraph:
    """A game on a digraph; the start is the first vertex unless one is named.

    ``graph`` may be text such as ``a>b a>c b>c`` or ``a:b,c b:c``, whose vertices are all that it
    names; a mapping
    or a list of pairs from vertices to their followers, each a vertex of its own; a list of arrows
    ``(tail, head)``, whose vertices are all that it names; a networkx DiGraph; a SciPy sparse
    matrix (an entry is an arrow); or a pair of arrays ``(starts, followers)`` in compressed rows,
    where the vertices are 0, 1, 2, ...

    Parameters
    ----------
    graph : str, mapping, sequence, networkx.DiGraph or sparse matrix
        The digraph.
    start : vertex, default _FIRST
        The start; the first vertex if omitted.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    title : str, optional
        A title for output.
    show : callable, default str
        How a position is printed.

    Returns
    -------
    Digraph
        The game.

    Examples
    --------
    >>> digraph({3: [2, 1], 2: [1], 1: []}).nimbers()
    {3: 2, 2: 1, 1: 0}
    >>> digraph(([0, 2, 3, 3], [1, 2, 2])).outcomes()
    {0: 'N', 1: 'N', 2: 'P'}
    >>> digraph([("a", "b"), ("a", "c"), ("b", "c")]).outcomes()
    {'a': 'N', 'b': 'N', 'c': 'P'}
    >>> digraph("a>b>c a>c").nimbers()
    {'a': 2, 'b': 1, 'c': 0}
    >>> digraph({"a": ["b"]})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: vertex 'a' has the follower 'b', which is not a vertex; add it ...
    """
    names, numbers, starts, followers = _read(graph)
    if len(names) == 0:
        raise GameError("the graph has no vertices; give at least one, such as {'end': []}")
    return Digraph(
        names[0] if start is _FIRST else start,
        starts,
        followers,
        names,
        play=play,
        title=title,
        show_position=show,
        numbers=numbers,
    )


def as_digraph(graph: Any) -> Digraph:
    """A digraph as it is, anything else read as one."""
    return graph if isinstance(graph, Digraph) else digraph(graph)


def digraph_from_edges(
    size: int, sources: Any, targets: Any, start: int = 0, play: str = "normal", title: str = ""
) -> Digraph:
    """A game on the vertices 0 to ``size`` - 1 with an arrow from each source to its target.

    Parameters
    ----------
    size : int
        The number of vertices.
    sources : sequence of int
        The tails of the arrows.
    targets : sequence of int
        The heads of the arrows.
    start : int, default 0
        The start.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    title : str, optional
        A title for output.

    Returns
    -------
    Digraph
        The game.

    Examples
    --------
    >>> digraph_from_edges(3, [0, 0, 1], [1, 2, 2]).nimbers()
    {0: 2, 1: 1, 2: 0}
    """
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise GameError(f"size is {size!r}; it must be at least 1")
    tails, heads = _integers(sources, "sources"), _integers(targets, "targets")
    if tails.shape != heads.shape:
        raise GameError(f"{tails.size} sources but {heads.size} targets; give one target for each")
    _in_range(tails, size, "source")
    _in_range(heads, size, "target")
    order = np.argsort(tails, kind="stable")
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(tails, minlength=size), out=starts[1:])
    return digraph((starts, heads[order]), start, play, title)


def _read(graph: Any) -> _Arrays:
    if isinstance(graph, str) and graph.lstrip().startswith("{"):
        graph = _from_object(graph)
    elif isinstance(graph, str) and ":" in graph:
        graph = read_followers(graph.replace(",", " ").replace(";", " ").split())
    elif isinstance(graph, str):
        for word in graph.split():
            one_tail_each(word.split(","))
        graph = read_arrows(graph.replace(",", " ").split())
    if isinstance(graph, Mapping):
        return _named(list(graph), list(graph.values()))
    if hasattr(graph, "successors") and hasattr(graph, "nodes"):
        names = list(graph.nodes)
        return _named(names, [list(graph.successors(v)) for v in names])
    if hasattr(graph, "neighbors") and hasattr(graph, "nodes"):
        raise GameError("the graph is undirected; give a DiGraph, whose arrows are the moves")
    if hasattr(graph, "tocsr"):
        rows = graph.tocsr()
        if rows.shape[0] != rows.shape[1]:
            raise GameError(f"the matrix is {rows.shape[0]} x {rows.shape[1]}; it must be square")
        return _compressed(rows.indptr, rows.indices)
    if isinstance(graph, tuple) and len(graph) == 2 and _is_numbers(graph[0]):
        return _compressed(*graph)
    try:
        pairs = [(name, below) for name, below in graph]
        arrows = _are_arrows(pairs)
        belows = [] if arrows else [list(below) for _, below in pairs]
    except (TypeError, ValueError):
        raise GameError(
            f"a {type(graph).__name__} is not a graph; write followers by name, {{'a': ['b'], "
            "'b': []}, arrows [('a', 'b')], or arrays (starts, followers)"
        ) from None
    return _named(*_followers(pairs)) if arrows else _named([name for name, _ in pairs], belows)


def _are_arrows(pairs: list[tuple[Any, Any]]) -> bool:
    """Whether each pair is a tail with its head, not a vertex with all its followers."""
    many = (list, set, frozenset, range, Mapping)
    if any(isinstance(second, many) or second in ("", ()) for _, second in pairs):
        return False
    names = {name for name, _ in pairs}
    listed = len(names) == len(pairs) and all(hasattr(below, "__iter__") for _, below in pairs)
    return not (listed and all(option in names for _, below in pairs for option in below))


def _followers(arrows: list[tuple[Any, Any]]) -> tuple[list[Any], list[list[Any]]]:
    """The vertices of arrows in the order in which they are named, with their followers."""
    followers: dict[Any, list[Any]] = {}
    for tail, head in arrows:
        followers.setdefault(tail, [])
        followers.setdefault(head, [])
        if head in followers[tail]:
            raise GameError(f"the arrow {tail!r} > {head!r} is listed twice")
        followers[tail].append(head)
    return list(followers), list(followers.values())


def one_tail_each(words: Sequence[str]) -> None:
    """Refuse arrows such as a>b,c, where c could be a follower of a or a vertex alone."""
    for before, word in pairwise(words):
        if is_arrow(before) and word and not is_arrow(word):
            tail = before.replace("->", ">").replace("→", ">").split(">")[0]
            raise GameError(
                f"{','.join(words)!r:.60}: {word!r} is not an arrow; write {tail}>{word} for a "
                f"move from {tail} to {word}, or all followers as {tail}:b,c"
            )


def is_arrow(word: str) -> bool:
    """Whether a word names a move, not a vertex alone."""
    return ">" in word or "→" in word


def read_arrows(words: Iterable[str]) -> dict[str, list[str]]:
    """Followers by name, from arrows such as ``a>b`` or ``a>b>c``; a lone name is a vertex.

    >>> read_arrows(["a>b>c", "a>c", "d"])
    {'a': ['b', 'c'], 'b': ['c'], 'c': [], 'd': []}
    """
    followers: dict[str, list[str]] = {}
    for word in words:
        names = word.replace("->", ">").replace("→", ">").split(">")
        if not all(names):
            raise GameError(f"{word!r:.40} is not an arrow; write a>b for a move from a to b")
        for name in names:
            followers.setdefault(name, [])
        for tail, head in pairwise(names):
            if head in followers[tail]:
                raise GameError(f"the arrow {tail}>{head} is listed twice")
            followers[tail].append(head)
    return followers


def read_followers(words: Sequence[str]) -> dict[str, list[str]]:
    """Followers by name, from lists such as ``a:b,c`` or an object of lists, as in JSON or Python.

    The words are those of the lists, split at commas and spaces; a vertex that is only a follower
    has none.

    >>> read_followers(["a:b", "c", "b:c"])
    {'a': ['b', 'c'], 'b': ['c'], 'c': []}
    >>> read_followers(['{"a":', '["b"', '"c"]', '"b":', '["c"]', '"c":', '[]}'])
    {'a': ['b', 'c'], 'b': ['c'], 'c': []}
    """
    if words[0].lstrip().startswith("{"):
        return _from_object(",".join(words))
    followers: dict[str, list[str]] = {}
    tail = ""
    for word in words:
        name, is_list, head = word.rpartition(":")
        if is_list:
            tail = name
            if not tail or followers.get(tail):
                raise GameError(
                    f"{word!r:.40}: write each vertex once with its followers, as a:b,c"
                )
            followers[tail] = []
        if not tail:
            raise GameError(f"{word!r:.40} follows no vertex; write a:b,c for moves from a")
        if head:
            followers[tail].append(head)
    for head in [head for below in followers.values() for head in below]:
        followers.setdefault(head, [])
    return followers


def _from_object(text: str) -> dict[str, list[str]]:
    spelled = re.sub(r"(?<=[\[{(:]),+|,+(?=[\])}:])", "", text)
    try:
        data = ast.literal_eval(spelled)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(v, list | str) for v in data.values()):
        raise GameError(
            f'{spelled:.40} is not a digraph; write an object of lists, {{"a": ["b"], "b": []}}'
        )
    return {str(tail): [str(head) for head in below] for tail, below in data.items()}


def _named(names: Sequence[Any], belows: Sequence[Iterable[Any]]) -> _Arrays:
    numbers: dict[Any, int] = {}
    for name in names:
        if name in numbers:
            raise GameError(f"the vertex {name!r} is listed twice; list its followers together")
        numbers[name] = len(numbers)
    starts, followers = [0], []
    for name, below in zip(names, belows, strict=True):
        if not hasattr(below, "__iter__"):
            raise GameError(f"the followers of {name!r} are {below!r}; give a list of vertices")
        for option in below:
            if option not in numbers:
                raise GameError(
                    f"vertex {name!r} has the follower {option!r}, which is not a vertex; add it "
                    "with its own followers, [] if the game ends there"
                )
            followers.append(numbers[option])
        starts.append(len(followers))
    return names, numbers, np.array(starts, np.int64), np.array(followers, np.int32)


def _compressed(starts: Any, followers: Any) -> _Arrays:
    rows, below = _integers(starts, "starts"), _integers(followers, "followers")
    if rows.size == 0 or rows[0] != 0 or rows[-1] != below.size:
        raise GameError(f"starts must run from 0 to the number of followers, {below.size}")
    if rows.size > 1 and (np.diff(rows) < 0).any():
        raise GameError(f"starts goes down after entry {int(np.argmax(np.diff(rows) < 0))}")
    _in_range(below, rows.size - 1, "follower")
    return range(rows.size - 1), {}, rows.astype(np.int64), below.astype(np.int32)


def _is_numbers(data: Any) -> bool:
    return isinstance(data, np.ndarray) or (
        isinstance(data, (list, tuple)) and all(isinstance(x, int) for x in data)
    )


def _integers(data: Any, what: str) -> Any:
    array = np.asarray(data)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise GameError(f"{what} must be one row of whole numbers")
    return array if array.size else array.astype(np.int64)


def _in_range(array: Any, size: int, what: str) -> None:
    if size > np.iinfo(np.int32).max:
        raise GameError(
            f"{count_of(size, 'vertex')}; at most {np.iinfo(np.int32).max:,} fit in the arrays"
        )
    if array.size and (array.min() < 0 or array.max() >= size):
        bad = int(array[(array < 0) | (array >= size)][0])
        raise GameError(f"the {what} {bad} is not a vertex; the vertices are 0 to {size - 1}")
