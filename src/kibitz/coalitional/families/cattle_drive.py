"""The cattle drive: a rancher needs the leave of neighbors to take cattle to the market.

Each way to the market crosses some ranches and costs something; a coalition that holds the rancher
and all the ranches on a way earns the profit less what that way costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import mask_of, tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import check_players, read_listed
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show
from kibitz.core.tensor import Tensor


def cattle_drive(profit: Any, routes: Any, rancher: str = "A", title: str = "") -> CoalitionalGame:
    """The game of passing through the land of others.

    ``routes`` are ways to the market with their costs: a dict ``{"B+C": 0, "B": 500}``, or text
    ``"B+C:0 B:500"``; a way that crosses no land is written ``none:900``.

    Parameters
    ----------
    profit : number
        What the cattle earn at the market.
    routes : dict or str
        Routes to the market with their costs.
    rancher : str, default "A"
        The name of the player who drives the cattle.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> print(cattle_drive(1200, "B+C:0 B:500 C:700"))
    coalitional game, 3 players: A, B, C
    v(A) = 0   v(B) = 0   v(C) = 0
    v(A,B) = 700   v(A,C) = 500   v(B,C) = 0
    v(A,B,C) = 1200
    """
    gain = number(profit, "profit")
    if gain < 0:
        raise GameError(f"the profit is {show(gain)}; it must not be negative")
    ways = _read_routes(routes)
    names = tuple(dict.fromkeys((rancher, *(name for crossed, _ in ways for name in crossed))))
    check_players(names)
    masks = np.arange(1 << len(names), dtype=np.int64)
    best: list[Number] = [Fraction(0)] * len(masks)
    for crossed, cost in ways:
        needed = 1 | mask_of([names.index(name) for name in crossed])
        for mask in masks[(masks & needed) == needed].tolist():
            best[mask] = max(best[mask], gain - cost)
    return CoalitionalGame(tensor_over(*_parts(best)), names, title)


def _parts(values: list[Number]) -> tuple[Any, int]:
    tensor = Tensor.read(values, 1, "worths")
    return tensor.array, tensor.denominator


def _read_routes(given: Any) -> list[tuple[tuple[str, ...], Number]]:
    if isinstance(given, str):
        given = given.replace(",", " ").split()
    if not isinstance(given, Mapping):
        words = [str(word).rpartition(":") for word in read_listed(given, "routes")]
        if any(not colon for _, colon, _ in words):
            raise GameError("routes: write each as the ranches it crosses and its cost, B+C:300")
        given = {route: cost for route, _, cost in words}
    routes = []
    for route, cost in given.items():
        spelled = route if isinstance(route, str) else "+".join(map(str, route))
        crossed = [x.strip() for x in spelled.replace(",", "+").split("+")] if spelled else []
        if not all(crossed):
            raise GameError(f"routes: {route!r} has a ranch without a name; write it as B+C:300")
        value = number(cost, f"routes, {route}")
        if value < 0:
            raise GameError(f"routes: {route} costs {show(value)}; it must not be negative")
        routes.append((() if crossed == ["none"] else tuple(crossed), value))
    if not routes:
        raise GameError("routes: give at least one route to the market")
    return routes
