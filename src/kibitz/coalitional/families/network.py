"""Places and what it costs to get from one to another, as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import Array
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, common_denominator, exact, number, show

FAR = None
"""Where there is no link."""


@dataclass(frozen=True)
class Network:
    """Places, the first of which is home, and the costs of links; None where there is none.

    >>> net = read_network("H-A:7 H-B:8 A-B:2", "H")
    >>> net.places, net.cost("A", "B"), net.cost("B", "A")
    (('H', 'A', 'B'), Fraction(2, 1), Fraction(2, 1))
    """

    places: tuple[str, ...]
    costs: tuple[tuple[Number | None, ...], ...]

    @property
    def exact(self) -> bool:
        return not any(isinstance(x, float) for row in self.costs for x in row)

    def cost(self, start: str, end: str) -> Number | None:
        """What the link from one place to another costs."""
        return self.costs[self.places.index(start)][self.places.index(end)]

    def links(self) -> list[tuple[Number, int, int]]:
        """The links between different places, each once, cheapest first."""
        n = len(self.places)
        links = []
        for i in range(n):
            for j in range(i + 1, n):
                cost = self.costs[i][j]
                if cost is not None:
                    links.append((cost, i, j))
        return sorted(links)

    def missing(self) -> list[str]:
        """Pairs of places without a link, in words."""
        return [
            f"{a}-{b}"
            for i, a in enumerate(self.places)
            for j, b in enumerate(self.places)
            if i < j and (self.costs[i][j] is None or self.costs[j][i] is None)
        ]

    def whole(self) -> tuple[Array, int]:
        """All costs as integers over one denominator, or as floats over 1; all links are there."""
        flat = [x for row in self.costs for x in row if x is not None]
        n = len(self.places)
        if not self.exact:
            return np.array([float(x) for x in flat]).reshape(n, n), 1
        numerators, bottom = common_denominator([exact(x) for x in flat])
        small = sum(map(abs, numerators)) < 2**62
        return np.array(numerators, np.int64 if small else object).reshape(n, n), bottom

    def require_all(self, what: str) -> Network:
        """Itself when every link is there; otherwise an error that lists the missing ones."""
        absent = self.missing()
        if absent:
            more = f" and {len(absent) - 8} more" if len(absent) > 8 else ""
            raise GameError(f"{what}: no value is given for {', '.join(absent[:8])}{more}")
        return self


def read_network(given: Any, home: str, what: str = "distances") -> Network:
    """A network from text such as ``"H-A:7 H-B:8 A-B:2"``, a list of such links, or a dict.

    Links go both ways; ``"A>B:3"`` goes one way only. Keys of a dict are ``"A-B"`` or pairs.
    """
    home = str(home)
    links = _links(_from_table(given, home, what), what)
    if not links:
        raise GameError(f"{what}: no link is given; write links such as {home}-A:7")
    names = dict.fromkeys(name for start, end, _, _ in links for name in (start, end))
    if home not in names:
        raise GameError(f"{what}: no link touches {home!r}{did_you_mean(home, names)}")
    if len(names) < 2:
        raise GameError(f"{what}: {home} is the only place; give at least two")
    places = (home, *(name for name in names if name != home))
    table: list[list[Number | None]] = [[FAR] * len(places) for _ in places]
    for k in range(len(places)):
        table[k][k] = Fraction(0)
    for start, end, cost, both in links:
        i, j = places.index(start), places.index(end)
        for a, b in ((i, j), (j, i)) if both else ((i, j),):
            if table[a][b] is not None and table[a][b] != cost:
                raise GameError(f"{what}: the link {start}-{end} is given twice")
            table[a][b] = cost
    return Network(places, tuple(map(tuple, table)))


def _from_table(given: Any, home: str, what: str) -> Any:
    """Links from a square table of costs, home first and the others 1, 2, ...; or as they are.

    >>> _from_table([[0, 7], [8, 0]], "H", "distances")
    {'H>1': 7, '1>H': 8}
    """
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        return given
    rows = list(given)
    if not rows or any(isinstance(r, str) or not isinstance(r, Iterable) for r in rows):
        return rows
    table = [list(row) for row in rows]
    if any(len(row) != len(table) for row in table):
        raise GameError(f"{what}: a table of {len(table)} places needs rows of {len(table)}")
    names = [home, *(str(k) for k in range(1, len(table)))]
    return {
        f"{a}>{b}": table[i][j]
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i != j and table[i][j] is not None
    }


def _links(given: Any, what: str) -> list[tuple[str, str, Number, bool]]:
    if isinstance(given, str):
        given = given.replace(",", " ").replace(";", " ").split()
    if isinstance(given, Mapping):
        return [_link(key, value, what) for key, value in given.items()]
    if not isinstance(given, Iterable):
        raise GameError(f"{what}: {given!r} is not a list of links such as H-A:7")
    links = []
    for word in given:
        key, colon, cost = str(word).rpartition(":")
        if not colon:
            raise GameError(f"{what}: {word!r} is not a link; write it as H-A:7")
        links.append(_link(key, cost, what))
    return links


def _link(key: Any, cost: Any, what: str) -> tuple[str, str, Number, bool]:
    both = True
    if isinstance(key, str):
        both = ">" not in key
        ends = [part.strip() for part in key.replace(">", "-").split("-")]
    else:
        ends = [str(part).strip() for part in key]
    if len(ends) != 2 or not all(ends) or ends[0] == ends[1]:
        raise GameError(f"{what}: {key!r} is not a link; write two places, as H-A")
    value = number(cost, f"{what}, {ends[0]}-{ends[1]}")
    if value < 0:
        raise GameError(f"{what}: {ends[0]}-{ends[1]} is {show(value)}; it must not be negative")
    return ends[0], ends[1], value, both
