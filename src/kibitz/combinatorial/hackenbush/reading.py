"""Pictures from edges, from a graph, or from a line of text."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from kibitz.combinatorial.hackenbush.game import (
    MOST_EDGES,
    Edge,
    Hackenbush,
    checked_edges,
    checked_ground,
)
from kibitz.combinatorial.hackenbush.pictures import PICTURES
from kibitz.combinatorial.hackenbush.standing import depth_first, incidence
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of

TITLE = "Green Hackenbush"
FORMS = "stalks 3 4 5, tree (3 2 6), circuits 3 4, edges such as 0-a a-b b-0, or a named picture"
_WALK = re.compile(r"[\w.']+(?:-[\w.']+)+")
_GROUND = ("0", "g", "ground")
_POINT = re.compile(r"g\d+")


def hackenbush(picture: Any, ground: Any = 0, play: str = "normal", title: str = "") -> Hackenbush:
    """Green Hackenbush on a picture: a line of text, a list of edges, or a networkx graph.

    As text: ``stalks 3 4 5``, or numbers alone; ``tree (3 2 6)``, where a pair of parentheses is an
    edge with what grows on it inside, and a number a stalk; ``circuits 3 4`` through the ground;
    edges ``0-a a-b b-0 b-b``, or walks ``0-a-b-0``, where 0 (or g, or ground) is the ground, and
    g1, g2, ... are separate points on it; or the name of a picture, such as ``house``. ``ground``
    names the vertex, or the vertices, on the ground in a list or graph.

    Parameters
    ----------
    picture : str, sequence of edges or networkx.Graph
        The picture.
    ground : vertex or sequence, default 0
        The vertices on the ground, in a list or graph.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    title : str, optional
        A title for output.

    Returns
    -------
    Hackenbush
        The game.

    Examples
    --------
    >>> hackenbush("stalks 3 4 5").nimber(), hackenbush("0-a-b-0 b-c").nimber()
    (2, 0)
    >>> hackenbush([(0, 1), (1, 2), (1, 3), (3, 4), (3, 5)]).winning_moves()
    (Move(description='chop 0-1', position=(0,)),)
    >>> hackenbush([("ground", "a"), ("a", "b")]).nimber()
    2
    >>> hackenbush("0-a b-c")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: edge b-c (number 1) is not connected to the ground (0); join ...
    """
    if isinstance(picture, str):
        game = _from_text(picture, play)
        return replace(game, title=title) if title else game
    edges: Any = list(picture.edges()) if callable(getattr(picture, "edges", None)) else picture
    if ground == 0 and isinstance(edges, (list, tuple)):
        ends = [end for edge in edges if isinstance(edge, (list, tuple)) for end in edge]
        ground = 0 if 0 in ends else next((name for name in _GROUND if name in ends), 0)
    return Hackenbush((), edges, ground, play=play, title=title or TITLE)


def stalks(*lengths: int, play: str = "normal") -> Hackenbush:
    """Bamboo stalks side by side: nim with stalks for heaps.

    Parameters
    ----------
    *lengths : int
        The numbers of edges of the stalks.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Hackenbush
        The game.

    Examples
    --------
    >>> stalks(3, 4, 5).winning_moves()
    (Move(description='chop a1-a2', position=(1,)),)
    """
    if len(lengths) == 1 and isinstance(lengths[0], (list, tuple)):
        lengths = tuple(lengths[0])
    for k, length in enumerate(lengths, 1):
        if isinstance(length, bool) or not isinstance(length, int) or length < 0:
            raise GameError(f"stalk {k} has length {length!r}; lengths are 0, 1, 2, ...")
    _refuse_many(sum(lengths), "stalks", "a stalk of n edges is a nim heap of n: play nim instead")
    edges: list[Edge] = []
    for name, length in zip(_letters(), lengths, strict=False):
        below: Hashable = 0
        for height in range(1, length + 1):
            vertex = f"{name}{height}"
            edges.append((below, vertex))
            below = vertex
    return Hackenbush((), tuple(edges), (0,), play=play, title=TITLE, spelling="stalks")


def tree(text: str | Sequence[Any], play: str = "normal") -> Hackenbush:
    """A rooted tree, or several, in parentheses: a pair is an edge, with what grows on it inside.

    A number is a stalk of that many edges. Vertices are numbered from 1, as they come.

    Parameters
    ----------
    text : str or sequence
        The tree; in lists as well, where a list is an edge with what grows on it inside.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Hackenbush
        The game.

    Examples
    --------
    >>> tree("((())())").nimber(), tree("(2 1)") == tree("((())())")
    (4, True)
    >>> tree([[[[]], []]]) == tree("((())())")
    True
    >>> tree("(()")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: tree: the parenthesis at place 1 of '(()' is never closed; ...
    """
    if isinstance(text, (list, tuple)):
        text = repr(list(text))[1:-1].translate(str.maketrans("[]", "()", ","))
    if not isinstance(text, str):
        raise GameError(f"tree: {text!r:.60} is not text; write parentheses such as '((())())'")
    edges: list[Edge] = []
    path: list[tuple[int, int]] = []
    for token in re.finditer(r"\(|\)|-?\d+|[^\s,]", text):
        word, place = token[0], token.start() + 1
        below = path[-1][0] if path else 0
        if word == "(":
            edges.append((below, len(edges) + 1))
            path.append((len(edges), place))
        elif word == ")":
            if not path:
                raise GameError(
                    f"tree: the parenthesis at place {place} of {text!r:.60} has no opening "
                    "parenthesis"
                )
            path.pop()
        else:
            edges += _stalk(word, below, len(edges), f"at place {place} of {text!r:.60}")
    if path:
        raise GameError(
            f"tree: the parenthesis at place {path[-1][1]} of {text!r:.60} is never closed; close "
            "it with )"
        )
    return Hackenbush((), tuple(edges), (0,), play=play, title=TITLE, spelling="tree")


def circuits(*lengths: int, play: str = "normal") -> Hackenbush:
    """Circuits of these lengths through the ground; one of length 1 is a loop.

    Parameters
    ----------
    *lengths : int
        The numbers of edges of the circuits.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Hackenbush
        The game.

    Examples
    --------
    >>> [circuits(n).nimber() for n in range(1, 8)]
    [1, 0, 1, 0, 1, 0, 1]
    """
    if len(lengths) == 1 and isinstance(lengths[0], (list, tuple)):
        lengths = tuple(lengths[0])
    for k, length in enumerate(lengths, 1):
        if isinstance(length, bool) or not isinstance(length, int) or length < 1:
            raise GameError(f"circuit {k} has length {length!r}; lengths are 1, 2, 3, ...")
    _refuse_many(sum(lengths), "circuits", "even circuits through the ground are worth 0, odd 1")
    edges: list[Edge] = []
    for name, length in zip(_letters(), lengths, strict=False):
        ring: list[Hashable] = [0, *(f"{name}{k}" for k in range(1, length)), 0]
        edges += pairwise(ring)
    return Hackenbush((), tuple(edges), (0,), play=play, title=TITLE)


def connected(edges: Iterable[Edge], ground: Any = 0) -> list[Edge]:
    """The edges that are connected to the ground, without those that float.

    Parameters
    ----------
    edges : iterable of Edge
        The edges.
    ground : vertex or sequence, default 0
        The vertices on the ground.

    Returns
    -------
    list of Edge
        The edges that stay.

    Examples
    --------
    >>> connected([(0, 1), (2, 3), (1, 4)])
    [(0, 1), (1, 4)]
    """
    pairs = checked_edges(edges)
    picture = incidence(pairs, checked_ground(ground))
    return [pairs[edge] for edge in depth_first(picture).edges()]


def _from_text(text: str, play: str) -> Hackenbush:
    words = text.replace(",", " ").split()
    if not words:
        raise GameError(f"hackenbush: no picture is given; write {FORMS}")
    first, rest = words[0].lower(), words[1:]
    if all(map(str.isdecimal, words)):
        return stalks(*_whole_numbers(words, "stalks 3 4 5"), play=play)
    if first in ("stalk", "stalks"):
        return stalks(*_whole_numbers(rest, "stalks 3 4 5"), play=play)
    if first in ("circuit", "circuits"):
        return circuits(*_whole_numbers(rest, "circuits 3 4"), play=play)
    if first == "tree" or first[0] in "()":
        return _read_tree(text.partition("tree")[2] if first == "tree" else text, play)
    if first in PICTURES:
        return _drawn(first, rest, play)
    if "-" not in text:
        known = did_you_mean(first, ["stalks", "tree", "circuits", *PICTURES])
        raise GameError(
            f"hackenbush: {words[0]!r:.40} is not a picture{known or '; write ' + FORMS}"
        )
    return _read_edges(words, play)


def _read_tree(text: str, play: str) -> Hackenbush:
    if not text.strip():
        raise GameError("hackenbush: tree needs parentheses, such as tree (3 2 6) or tree ((())())")
    return tree(text.strip(), play)


def _read_edges(words: list[str], play: str) -> Hackenbush:
    edges: list[Edge] = []
    points: list[Hashable] = [0]
    for word in words:
        if not _WALK.fullmatch(word):
            raise GameError(
                f"hackenbush: {word!r:.40} is not an edge; write two vertices with a hyphen "
                "between them, such as 0-a"
            )
        walk = [_vertex(name) for name in word.split("-")]
        points += [v for v in walk if isinstance(v, str) and _POINT.fullmatch(v)]
        edges += pairwise(walk)
    ground = tuple(dict.fromkeys(points))
    return Hackenbush((), tuple(edges), ground, play=play, title=TITLE)


def _vertex(name: str) -> Hashable:
    if name in _GROUND:
        return 0
    return int(name) if name.isdecimal() and name.isascii() and len(name) < 10 else name


def _drawn(name: str, rest: list[str], play: str) -> Hackenbush:
    if rest:
        raise GameError(f"hackenbush: the picture {name} takes no {rest[0]!r}; write it alone")
    places, lines = PICTURES[name]
    edges = [pair for line in lines for pair in pairwise(line)]
    ground = tuple(vertex for vertex, (_, height) in places.items() if height == 0)
    return Hackenbush(
        (), tuple(edges), ground, play=play, title=TITLE, spelling=name, places=places
    )


def _whole_numbers(words: list[str], example: str) -> list[int]:
    if not words:
        raise GameError(f"hackenbush: the lengths are missing; write {example}")
    for word in words:
        if not re.fullmatch(r"[-+]?\d{1,12}", word, re.ASCII):
            raise GameError(f"hackenbush: {word!r:.40} is not a whole number; write {example}")
    return [int(word) for word in words]


def _stalk(word: str, below: int, count: int, where: str) -> list[Edge]:
    """A stalk inside a tree, on vertex ``below``, when this many edges came before."""
    if not re.fullmatch(r"\d{1,12}", word, re.ASCII):
        raise GameError(
            f"tree: {word!r} {where} has no meaning; write parentheses, and numbers for stalks"
        )
    length = int(word)
    _refuse_many(count + length, "a tree", "take shorter stalks")
    if length == 0:
        return []
    first = count + 1
    return [(below, first), *((v, v + 1) for v in range(first, count + length))]


def _letters() -> Iterator[str]:
    """a, b, c, ... without g, which means ground; then aa, ab, ..."""
    alphabet = "abcdefhijklmnopqrstuvwxyz"
    yield from alphabet
    for prefix in _letters():
        for letter in alphabet:
            yield prefix + letter


def _refuse_many(count: int, what: str, instead: str) -> None:
    if count > MOST_EDGES:
        raise GameError(
            f"{what} with {count_of(count, 'edge')}; the limit is {MOST_EDGES:,}; {instead}"
        )
