"""The road game: farms along rough trails share the paving of a way to the highway.

A coalition paves what serves it best, over any trails and past any farm, or nothing: it earns what
the served farms gain less the cheapest network that connects them. That network is a Steiner tree,
found by Dreyfus and Wagner's method for all coalitions at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import (
    Array,
    subset_sums,
    tensor_difference,
    tensor_over,
)
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.families.network import Network, read_network
from kibitz.coalitional.families.parametric import name_players
from kibitz.coalitional.families.traveling_salesman import best_within
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import read_payoffs
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import common_denominator, exact, show

MOST_FARMS = 12
"""Farms up to which all networks are found: 3^n steps for every place."""
MOST_PLACES = 200


def road(trails: Any, benefits: Any, highway: str = "highway", title: str = "") -> CoalitionalGame:
    """The game of paving trails; ``benefits`` says what a paved way is worth to each farm.

    ``trails`` has links with their costs, as ``"highway-A:12 A-B:5"``; places without a benefit
    are junctions.

    Parameters
    ----------
    trails : str or mapping
        Links with their costs.
    benefits : mapping
        What a paved way to the highway is worth to each farm.
    highway : str, default "highway"
        The name of the highway.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> game = road("H-A:12 H-B:10 A-B:5 A-C:9 B-C:6", {"A": 10, "B": 9, "C": 8}, "H")
    >>> print(game)
    coalitional game, 3 players: A, B, C
    v(A) = 0   v(B) = 0   v(C) = 0
    v(A,B) = 4   v(A,C) = 0   v(B,C) = 1
    v(A,B,C) = 6
    """
    farms = _farms(benefits)
    gains = read_payoffs(benefits, farms, "benefits")
    for farm, gain in zip(farms, gains, strict=True):
        if gain < 0:
            raise GameError(f"the benefit of {farm} is {show(gain)}; it must not be negative")
    costs = road_costs(trails, farms, highway)
    net = tensor_difference(subset_sums(gains), costs.costs)
    return CoalitionalGame(best_within(net), farms, title)


def road_costs(
    trails: Any, farms: Any = None, highway: str = "highway", title: str = ""
) -> CostGame:
    """The cost game behind it: the cheapest paving that connects each coalition of farms.

    Parameters
    ----------
    trails : str or mapping
        Links with their costs.
    farms : sequence of str, optional
        The places that are players; every place but the highway if omitted.
    highway : str, default "highway"
        The name of the highway.
    title : str, optional
        A title for output.

    Returns
    -------
    CostGame
        The game.

    Examples
    --------
    >>> game = road_costs("H-A:12 H-B:10 A-B:5 A-C:9 B-C:6", highway="H")
    >>> game.cost("A", "C"), game.cost("A", "B", "C")
    (Fraction(21, 1), Fraction(21, 1))
    """
    network = read_network(trails, highway, "trails")
    names = network.places[1:] if farms is None else name_players(farms, len(farms), "farms")
    for farm in names:
        if farm not in network.places[1:]:
            raise GameError(f"no trail touches {farm!r}{did_you_mean(farm, network.places[1:])}")
    if len(names) > MOST_FARMS or len(network.places) > MOST_PLACES:
        raise GameError(
            f"{len(names)} farms and {len(network.places)} places; networks are computed for at "
            f"most {MOST_FARMS} farms and {MOST_PLACES} places"
        )
    distance, bottom = shortest_paths(network)
    places = [network.places.index(farm) for farm in names]
    return CostGame(tensor_over(steiner_costs(distance, places), bottom), names, title)


def _farms(benefits: Any) -> tuple[str, ...]:
    if not isinstance(benefits, dict) or not benefits:
        raise GameError("benefits: give what a road is worth to each farm, as {'A': 10, 'B': 9}")
    return name_players(list(benefits), len(benefits), "farms")


def shortest_paths(network: Network) -> tuple[Array, int]:
    """The cheapest way between any two places (Floyd and Warshall), over one denominator.

    >>> shortest_paths(read_network("H-A:12 A-B:5", "H"))[0].tolist()
    [[0, 12, 17], [12, 0, 5], [17, 5, 0]]
    """
    known = [x for row in network.costs for x in row if x is not None]
    if network.exact:
        numerators, bottom = common_denominator([exact(x) for x in known])
        far = sum(numerators) + 1
        kind: Any = np.int64 if far * len(network.places) < 2**60 else object
        given: list[Any] = list(numerators)
    else:
        given, bottom, kind = [float(x) for x in known], 1, float
        far = sum(given) + 1
    values = iter(given)
    table = np.array(
        [[far if x is None else next(values) for x in row] for row in network.costs], kind
    )
    for k in range(len(table)):
        table = np.minimum(table, table[:, k, None] + table[None, k, :])
    unreached = np.flatnonzero(table[0] >= far)
    if len(unreached):
        lost = network.places[int(unreached[0])]
        raise GameError(f"trails: no trail leads from {lost} to {network.places[0]}")
    return table, bottom


def steiner_costs(distance: Array, places: list[int]) -> Array:
    """What it costs to connect each set of places with place 0, by mask. Cost 3^n |V| + 2^n |V|^2.

    ``best[S, v]`` is the cheapest tree that holds the places of S and v: two trees that meet in v,
    or a tree elsewhere and the way from there to v.
    """
    n, size = len(places), len(distance)
    best = np.zeros((1 << n, size), distance.dtype)
    for mask in range(1, 1 << n):
        if mask & (mask - 1) == 0:
            best[mask] = distance[places[mask.bit_length() - 1]]
            continue
        low = mask & -mask
        rest = mask ^ low
        part = rest
        meet = None
        while part:
            joined = best[part] + best[mask ^ part]
            meet = joined if meet is None else np.minimum(meet, joined)
            part = (part - 1) & rest
        assert meet is not None, "two places or more can be split"
        best[mask] = (meet[:, None] + distance).min(axis=0)
    costs: Array = best[:, 0].copy()
    return costs
