"""Games that may cycle: Fraenkel-Smith values, their sums, and a winner's progress.

A value is a nimber or infinite with the set K of nimbers it can move to. C. A. B. Smith (1966);
A. S. Fraenkel and U. Tassa (1975).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.read import as_digraph
from kibitz.combinatorial.errors import CycleError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.errors import GameError
from kibitz.core.extension import extends


@dataclass(frozen=True)
class LoopyValue:
    """A nimber, or infinity with the nimbers that one move leads to.

    >>> print(LoopyValue(3), LoopyValue(None, frozenset({0, 2})))
    3 inf{0,2}
    >>> LoopyValue(None, frozenset({0, 2})).outcome, LoopyValue(None, frozenset({2})).outcome
    ('N', 'T')
    """

    finite: int | None
    reach: frozenset[int] = frozenset()

    @property
    def outcome(self) -> str:
        """Infinite values are N when 0 can be reached, and tied otherwise."""
        if self.finite is not None:
            return "N" if self.finite else "P"
        return "N" if 0 in self.reach else "T"

    def __add__(self, other: LoopyValue) -> LoopyValue:
        """The value of the sum: nimbers add by nim-sum, two infinities leave nothing in reach."""
        if self.finite is not None and other.finite is not None:
            return LoopyValue(self.finite ^ other.finite)
        if self.finite is None and other.finite is None:
            return LoopyValue(None)
        shift = self.finite if self.finite is not None else other.finite
        endless = other if self.finite is not None else self
        return LoopyValue(None, frozenset(k ^ (shift or 0) for k in endless.reach))

    def __str__(self) -> str:
        if self.finite is not None:
            return str(self.finite)
        return "inf{" + ",".join(map(str, sorted(self.reach))) + "}"


def loopy_sum(values: Iterable[LoopyValue | ImpartialGame | int]) -> LoopyValue:
    """The value of a sum of games from the values of its parts.

    Parameters
    ----------
    values : iterable of LoopyValue, int or ImpartialGame
        The values of the parts, or the parts.

    Returns
    -------
    LoopyValue
        A nimber, or infinity with the nimbers that can be reached.

    References
    ----------
    Fraenkel and Yesha 1986.

    Examples
    --------
    >>> str(loopy_sum([LoopyValue(3), LoopyValue(None, frozenset({3, 5}))]))
    'inf{0,6}'
    """
    total = LoopyValue(0)
    for part in values:
        if isinstance(part, ImpartialGame):
            total = total + part.loopy_value()
        else:
            total = total + (part if isinstance(part, LoopyValue) else LoopyValue(part))
    return total


@extends(ImpartialGame)
def loopy_value(game: ImpartialGame, limit: int | None = None) -> LoopyValue:
    """The Fraenkel-Smith value of a game's start; its nimber where play must end.

    Parameters
    ----------
    game : ImpartialGame
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    LoopyValue
        A nimber, or infinity with the nimbers that can be reached.

    References
    ----------
    Smith 1966; Fraenkel and Perl 1975.

    Examples
    --------
    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> graph = digraph({"a": "b", "b": "c", "c": "ad", "d": "e", "e": ""})
    >>> [str(graph.at(v).loopy_value()) for v in "abcde"]
    ['inf{}', 'inf{}', 'inf{1}', '1', '0']
    """
    try:
        return LoopyValue(game.nimber(limit))
    except CycleError:
        return _value_of(game._graph_around(game.position, limit), game.position)


def counter(game: ImpartialGame, position: Any, limit: int | None = None) -> int:
    """The place of a finite position in the order of labeling; a winner keeps it falling."""
    graph = game._graph_around(position, limit)
    _, counters = labeled(graph)
    return int(counters[graph.number(position)])


@extends(Digraph)
def fraenkel_smith_values(graph: Any) -> dict[Any, LoopyValue]:
    """The value of every vertex of a digraph.

    Parameters
    ----------
    graph : Digraph, str or mapping
        A digraph, or anything that :func:`~kibitz.combinatorial.digraphs.read.digraph` reads.

    Returns
    -------
    dict[Any, LoopyValue]
        The value of each vertex.

    Notes
    -----
    Cost: O((V + E) * number of nimbers).

    References
    ----------
    Smith 1966; Fraenkel and Perl 1975.

    Examples
    --------
    >>> {v: str(value) for v, value in fraenkel_smith_values("a>b b>a b>c").items()}
    {'a': '0', 'b': '1', 'c': '0'}
    """
    graph = as_digraph(graph)
    return {name: _value_of(graph, name) for name in graph.names}


def labeled(graph: Digraph) -> tuple[Any, Any]:
    """The labels of a digraph in normal play, -1 where infinite, and the counters."""
    if graph.is_misere:
        raise GameError(
            "Fraenkel-Smith values are defined for normal play only; in misère play use outcome()"
        )
    return graph.analysis.loopy


def _value_of(graph: Digraph, position: Any) -> LoopyValue:
    values, _ = labeled(graph)
    v = graph.number(position)
    if values[v] >= 0:
        return LoopyValue(int(values[v]))
    reach = np.unique(values[graph.heads[graph.starts[v] : graph.starts[v + 1]]])
    return LoopyValue(None, frozenset(reach[reach >= 0].tolist()))
