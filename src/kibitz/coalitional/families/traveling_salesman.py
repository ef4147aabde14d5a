"""The traveling salesman game: one tour from home serves a coalition of hosts.

A coalition costs its shortest tour. Potters, Curiel and Tijs, "Traveling salesman games", 1992.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import (
    Array,
    integers_within,
    members,
    subset_sums,
    tensor_difference,
    tensor_over,
)
from kibitz.coalitional.families.network import Network, read_network
from kibitz.coalitional.families.parametric import ParametricCostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.core.tensor import Tensor

MOST_CITIES = 18
"""Cities up to which all tours are found: n^2 2^n steps and n 2^n numbers."""


class TravelingSalesman(ParametricCostGame):
    """Places to be visited from home, each a player; a coalition costs its shortest tour.

    >>> game = traveling_salesman("H-A:7 H-B:8 H-C:6 A-B:2 A-C:4 B-C:4", home="H")
    >>> game.cost("A", "B"), game.tour("A", "B", "C")
    (Fraction(17, 1), ('H', 'C', 'B', 'A', 'H'))
    >>> [str(x) for x in game.visits(20).shapley()]
    ['14', '25/2', '29/2']
    """

    kind: ClassVar[str] = "traveling-salesman"

    network: Network

    @property
    def exact(self) -> bool:
        return self.network.exact

    def parameters(self) -> tuple[Any, ...]:
        return (self.network,)

    def _tabled(self) -> Tensor:
        ends, home, bottom = _paths(self.network)
        return tensor_over(_closed(ends, home), bottom)

    def tour(self, *hosts: Any) -> tuple[str, ...]:
        """A shortest tour from home through these places and back; through all when none is named.

        Cost as for the table of all tours.

        Parameters
        ----------
        *hosts : str or int
            The places to visit.

        Returns
        -------
        tuple of str
            The places in the order of the tour.
        """
        from kibitz.coalitional.names import read_coalition

        mask = read_coalition(hosts, self.players) if hosts else (1 << self.n) - 1
        ends, home, _ = _paths(self.network)
        table, _ = self.network.whole()
        route: list[int] = []
        step = home
        while mask:
            inside = members(mask)
            last = min(inside, key=lambda j: ends[mask, j] + step[j])
            route.append(last)
            mask ^= 1 << last
            step = table[1:, last + 1]
        names = [self.players[j] for j in reversed(route)]
        return (self.network.places[0], *names, self.network.places[0])

    def visits(self, value: Any) -> CoalitionalGame:
        """The game when every visit is worth something to its host, and no one need be visited.

        A coalition earns what the visits it wants are worth less the tour; ``value`` is one number
        for all, or a list or dict with one for each.

        Parameters
        ----------
        value : number, sequence or mapping
            What a visit is worth to its host.
        """
        each = _values(value, self.players)
        gains = tensor_difference(subset_sums(each), self.costs)
        return CoalitionalGame(best_within(gains), self.players, self.title)

    def __str__(self) -> str:
        return (
            f"{self.title or 'Traveling salesman'}, {self.n} places from {self.network.places[0]}"
        )


def _values(value: Any, players: tuple[str, ...]) -> tuple[Number, ...]:
    from kibitz.coalitional.names import read_payoffs

    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return (number(value, "value"),) * len(players)
    return read_payoffs(value, players, "value")


def best_within(worths: Tensor) -> Tensor:
    """For each coalition the most that a part of it is worth, the empty one 0. Cost n 2^n.

    >>> best_within(Tensor.read([0, 3, -2, 1], 1)).numbers()
    [Fraction(0, 1), Fraction(3, 1), Fraction(0, 1), Fraction(3, 1)]
    """
    array = worths.array.copy()
    array[0] = 0
    for i in range(len(array).bit_length() - 1):
        pairs = array.reshape(-1, 2, 1 << i)
        np.maximum(pairs[:, 1, :], pairs[:, 0, :], out=pairs[:, 1, :])
    return tensor_over(array, worths.denominator)


def _paths(network: Network) -> tuple[Array, Array, int]:
    """The shortest path from home through a set of cities to the last of them, for all sets.

    Held and Karp: ``ends[S, j]`` is the shortest way from home through S that ends in j, which is
    in S. Also the ways home, and the denominator.
    """
    table, bottom = network.whole()
    n = len(network.places) - 1
    table = integers_within(table, 2 * (n + 2))
    between = table[1:, 1:]
    far = table.max() * (n + 2) + 1
    ends = np.full((1 << n, n), far, dtype=table.dtype)
    for j in range(n):
        ends[1 << j, j] = table[0, j + 1]
    masks = np.arange(1 << n, dtype=np.int64)
    size = np.zeros(len(masks), np.int64)
    for j in range(n):
        size += (masks >> j) & 1
    for count in range(1, n):
        level = masks[size == count]
        for j in range(n):
            outside = level[(level >> j) & 1 == 0]
            ends[outside | (1 << j), j] = (ends[outside] + between[:, j]).min(axis=1)
    return ends, table[1:, 0], bottom


def _closed(ends: Array, home: Array) -> Array:
    tours: Array = (ends + home).min(axis=1)
    tours[0] = 0
    return tours


def traveling_salesman(
    distances: Any, home: str = "H", players: Any = None, title: str = ""
) -> TravelingSalesman:
    """The game of one tour that visits several hosts, from the distances between all places.

    Distances may differ by direction (``"A>B:3"``); the triangle inequality is not needed.

    Parameters
    ----------
    distances : str, sequence or mapping
        The distance between every two places.
    home : str, default "H"
        The name of the place where the tour begins and ends.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    TravelingSalesman
        The game.

    Notes
    -----
    Cost: O(n^2 2^n), by dynamic programming over sets of places.

    References
    ----------
    Held and Karp 1962; Potters, Curiel and Tijs 1992.

    Examples
    --------
    >>> traveling_salesman("H-A:7 H-B:8")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: distances: no value is given for A-B
    """
    network = read_network(distances, home).require_all("distances")
    hosts = network.places[1:]
    if len(hosts) > MOST_CITIES:
        raise GameError(
            f"{len(hosts)} places have {1 << len(hosts)} tours; they are computed for at most "
            f"{MOST_CITIES}"
        )
    if players is not None:
        network = _reordered(network, players)
    return TravelingSalesman(network.places[1:], title, network=network)


def _reordered(network: Network, players: Any) -> Network:
    from kibitz.coalitional.names import read_players

    names = read_players(players)
    if sorted(names) != sorted(network.places[1:]):
        raise GameError(
            f"players: {', '.join(names)} are not the places {', '.join(network.places[1:])}"
        )
    order = [0, *(network.places.index(name) for name in names)]
    costs = tuple(tuple(network.costs[i][j] for j in order) for i in order)
    return Network(tuple(network.places[k] for k in order), costs)
