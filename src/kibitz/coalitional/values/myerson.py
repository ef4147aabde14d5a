"""The Myerson value: the Shapley value when only players who are linked can work together.

A coalition falls apart into its connected pieces, and is worth what the pieces are worth together.
Myerson, "Graphs and cooperation in games", 1977.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import (
    Masks,
    integers_within,
    members,
    tensor_over,
)
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import read_listed, split_coalition
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.shapley import shapley
from kibitz.core.errors import GameError
from kibitz.core.method import method

Links = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class MyersonValue(Allocation, kind="myerson-value"):
    """The Myerson value of a game on a graph, whose ``links`` are pairs of positions.

    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> value = myerson(game, ["A-B", "B-C"])
    >>> print(show_all(value))
    (2/3, 11/3, 8/3)
    >>> bool(value.verify())
    True
    """

    links: Links = ()

    concept: ClassVar[str] = "Myerson value"

    def to_json(self) -> dict[str, Any]:
        names = self.game.players
        return {**super().to_json(), "links": [[names[i], names[j]] for i, j in self.links]}

    @classmethod
    def _more(cls, game: CoalitionalGame, data: dict[str, Any]) -> dict[str, Any]:
        return {"links": read_links(game, data.get("links", []))}


@method(
    CoalitionalGame,
    "myerson",
    finds="the Myerson value",
    cost="O(n^3 2^n)",
    reference="Myerson 1977",
    applies=has_table,
    aliases=("myerson-value",),
)
def myerson(game: CoalitionalGame, links: Iterable[Any]) -> MyersonValue:
    """The Myerson value; links are pairs of players or ``"A-B"``.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    links : iterable of pairs
        Pairs of players who can talk, or text such as ``"A-B"``.

    Returns
    -------
    MyersonValue
        The Myerson value.

    Notes
    -----
    Cost: O(n^3 2^n).

    References
    ----------
    Myerson 1977.
    """
    pairs = read_links(game, links)
    restricted = _restricted(game, pairs)
    method = "the Shapley value of the game restricted to the graph"
    return MyersonValue(game, shapley(restricted).payoffs, method, restricted, pairs)


def restricted_game(game: CoalitionalGame, links: Iterable[Any]) -> CoalitionalGame:
    """The game in which a coalition earns what its connected pieces earn.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    links : iterable of pairs
        Pairs of players who can talk, or text such as ``"A-B"``.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> restricted_game(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}), ["A-B", "B-C"])
    coalition({'A': 0, 'B': 0, 'C': 0, 'A,B': 2, 'A,C': 0, 'B,C': 6, 'A,B,C': 7})
    """
    return _restricted(game, read_links(game, links))


def _restricted(game: CoalitionalGame, pairs: Links) -> CoalitionalGame:
    array = integers_within(game.worths.array, game.n)
    rest = np.arange(1 << game.n, dtype=np.int64)
    worths = np.zeros_like(array)
    near = _neighbors(game.n, pairs)
    while rest.any():
        piece = _piece(rest, near)
        worths = worths + array[piece]
        rest = rest & ~piece
    return game.with_worths(tensor_over(worths, game.worths.denominator), game.title)


def _piece(rest: Masks, near: list[int]) -> Masks:
    """In each coalition, the connected piece of its first player."""
    piece = rest & -rest
    while True:
        grown = piece.copy()
        for i, mask in enumerate(near):
            grown |= np.where((piece >> i) & 1, mask, 0)
        grown &= rest
        if (grown == piece).all():
            return piece
        piece = grown


def components(n: int, links: Links) -> tuple[int, ...]:
    """The connected components of a graph, as masks.

    >>> components(4, ((0, 2),))
    (5, 2, 8)
    """
    near = _neighbors(n, links)
    rest, pieces = (1 << n) - 1, []
    while rest:
        piece, grown = 0, rest & -rest
        while grown != piece:
            piece = grown
            for i in members(piece):
                grown |= near[i]
        pieces.append(piece)
        rest &= ~piece
    return tuple(pieces)


def _neighbors(n: int, links: Links) -> list[int]:
    """For each player the mask of those they are linked with."""
    near = [0] * n
    for i, j in links:
        near[i] |= 1 << j
        near[j] |= 1 << i
    return near


def read_links(game: CoalitionalGame, links: Iterable[Any]) -> Links:
    """Links as pairs of positions, from pairs of names or ``"A-B"``, or all in one text."""
    pairs: list[tuple[int, int]] = []
    for link in read_listed(links, "links"):
        ends = _ends(game, link)
        if len(ends) != 2 or ends[0] == ends[1]:
            raise GameError(f"the link {link!r} must join two different players, such as 'A-B'")
        pair = (min(ends), max(ends))
        if pair not in pairs:
            pairs.append(pair)
    return tuple(pairs)


def _ends(game: CoalitionalGame, link: Any) -> list[int]:
    if isinstance(link, str) and "," not in link:
        return [game.position(name.strip()) for name in link.split("-")]
    return [game.position(name) for name in split_coalition(link)]
