"""Linear production: players bring resources, and coalitions make the most of what they have.

v(S) = max c.x with A x <= b(S), x >= 0, where b(S) is what the members hold together. The prices
that are optimal for all players together pay everyone the worth of their resources; such payoffs
are in the core. Owen, "On the core of linear production games", 1975.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import Array, subset_sums, tensor_over
from kibitz.coalitional.families.parametric import ParametricCoalitionalGame, name_players
from kibitz.coalitional.solution import DefinedAnswer
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import Number, common_denominator, exact, plain, show, show_all
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.linear.polyhedra.vertices import vertices
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Infeasible, Optimum, Unbounded

Point = tuple[Number, ...]


class LinearProduction(ParametricCoalitionalGame):
    """What the players hold, what the products need of each resource, and what they sell for.

    >>> game = linear_production([[4, 0], [0, 6], [2, 2]], [[1, 2], [3, 1]], [5, 4])
    >>> game.worth(1, 2), game.total
    (Fraction(64, 5), Fraction(18, 1))
    """

    kind: ClassVar[str] = "linear-production"

    resources: Tensor
    needs: Tensor
    prices: Tensor

    @property
    def exact(self) -> bool:
        return True

    @property
    def total(self) -> Number:
        return self.optimum.value

    def parameters(self) -> tuple[Any, ...]:
        return self.resources, self.needs, self.prices

    def program(self, *players: Any) -> LinearProgram:
        """The program of a coalition, of all players when none is named.

        Parameters
        ----------
        *players : str or int
            The players who pool their resources.
        """
        mask = self.mask(*players) if players else self.grand
        rows = self.resources.numbers()
        held = [
            sum((row[r] for i, row in enumerate(rows) if mask >> i & 1), Fraction(0))
            for r in range(self.resources.shape[1])
        ]
        return LinearProgram.read(self.prices, self.needs, "<=", held)

    @cached_property
    def optimum(self) -> Optimum:
        """The best production of all players, with the prices of the resources."""
        return _require(self.program().solve())

    def _tabled(self) -> Tensor:
        """The least worth of the resources over all vertices of the prices that cover the products.

        These prices do not depend on the coalition, so their vertices are found once.
        """
        held = [subset_sums(column) for column in zip(*self.resources.numbers(), strict=True)]
        needs, prices = self.needs.numbers(), self.prices.numbers()
        cover = [[-a for a in column] for column in zip(*needs, strict=True)]
        signs = [[-int(r == k) for k in range(len(needs))] for r in range(len(needs))]
        corners = vertices([*cover, *signs], [*(-c for c in prices), *[0] * len(needs)]).vertices
        bottom = lcm(*(tensor.denominator for tensor in held))
        stock = [t.array.astype(object) * (bottom // t.denominator) for t in held]
        scaled, scale = common_denominator([y for corner in corners for y in corner])
        best: Array | None = None
        for k in range(len(corners)):
            row = scaled[k * len(stock) : (k + 1) * len(stock)]
            worth = sum((y * s for y, s in zip(row, stock, strict=True)), 0 * stock[0])
            best = worth if best is None else np.minimum(best, worth)
        assert best is not None, "the prices of a bounded program have a vertex"
        return tensor_over(best, bottom * scale)

    def owen_set(self) -> OwenSet:
        """The payoffs by all optimal prices."""
        return owen_set(self)

    def __str__(self) -> str:
        resources, products = self.needs.shape
        head = self.title or "Linear production"
        return f"{head}, {count_of(self.n, 'player')}, {resources} resources, {products} products"


@dataclass(frozen=True)
class OwenSet(DefinedAnswer, kind="owen-set"):
    """The payoffs that optimal prices of the resources give, by their extreme points.

    >>> owen = linear_production([[4, 0], [0, 6], [2, 2]], [[1, 2], [3, 1]], [5, 4]).owen_set()
    >>> print(owen)
    Owen set, worth 18: prices (7/5, 6/5) pay (28/5, 36/5, 26/5)
    >>> owen.verify().holds
    True
    """

    game: LinearProduction
    prices: tuple[Point, ...]
    payoffs: tuple[Point, ...]

    @property
    def exact(self) -> bool:
        return True

    def explain(self) -> Explanation:
        """The production of all players, its prices, and what they pay."""
        game = self.game
        made = ", ".join(f"{show(x)} of product {j}" for j, x in enumerate(game.optimum.x, 1) if x)
        rows = tuple(
            (p, *map(show, row), *(show(paid[i]) for paid in self.payoffs))
            for i, (p, row) in enumerate(zip(game.players, game.resources.numbers(), strict=True))
        )
        header = (
            "player",
            *(f"resource {r}" for r in range(1, game.needs.shape[0] + 1)),
            *("payoff" for _ in self.payoffs),
        )
        shown = "; ".join(show_all(y) for y in self.prices)
        steps = (
            Step(
                "All together",
                f"The best production is {made or 'nothing'}, worth {show(game.total)}.",
            ),
            Step(
                "Prices of the resources",
                f"The dual program prices the resources at {shown}. No coalition earns more than "
                "its resources are worth at these prices, so paying each player that amount is in "
                "the core.",
                Table(header, rows),
            ),
        )
        return Explanation(game.title or "Linear production", steps)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "worth": plain(self.game.total),
            "prices": [[plain(x) for x in y] for y in self.prices],
            "payoffs": [[plain(x) for x in paid] for paid in self.payoffs],
            "production": [plain(x) for x in self.game.optimum.x],
            "exact": True,
        }

    @classmethod
    def from_json(cls, game: LinearProduction, data: dict[str, Any]) -> OwenSet:
        prices, paid = (
            tuple(tuple(exact(x) for x in row) for row in data.get(key, []))
            for key in ("prices", "payoffs")
        )
        return cls(game, prices, paid)

    def __str__(self) -> str:
        pairs = "; ".join(
            f"prices {show_all(y)} pay {show_all(x)}"
            for y, x in zip(self.prices, self.payoffs, strict=True)
        )
        return f"Owen set, worth {show(self.game.total)}: {pairs}"


def owen_set(game: LinearProduction) -> OwenSet:
    """The extreme points of the Owen set, from all vertices of the optimal prices.

    Parameters
    ----------
    game : LinearProduction
        The game.

    Returns
    -------
    OwenSet
        The core payoffs that optimal prices of the resources give.

    Notes
    -----
    Cost: a linear program and the enumeration of its optimal vertices.

    References
    ----------
    Owen 1975.
    """
    dual = game.program().dual().solve()
    assert isinstance(dual, Optimum), "a bounded program has optimal prices"
    prices = dual.vertices()
    rows = game.resources.numbers()
    points: dict[Point, Point] = {}
    for y in prices:
        paid = tuple(sum((b * p for b, p in zip(row, y, strict=True)), Fraction(0)) for row in rows)
        points.setdefault(paid, tuple(y))
    return OwenSet(game, tuple(points.values()), tuple(points))


def linear_production(
    resources: Any, needs: Any, prices: Any, players: Any = None, title: str = ""
) -> LinearProduction:
    """The game in which coalitions pool their resources and make what sells best.

    Floats are taken as decimals.

    Parameters
    ----------
    resources : sequence of rows
        A row for each player, a column for each resource.
    needs : sequence of rows
        A row for each resource, a column for each product.
    prices : sequence of numbers
        What one unit of each product sells for.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    LinearProduction
        The game.

    References
    ----------
    Owen 1975.

    Examples
    --------
    >>> linear_production([[1]], [[0]], [5])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: prices: the worth is unbounded; every product with a positive ...
    """
    held = Tensor.read(resources, 2, "resources").rational()
    used = Tensor.read(needs, 2, "needs").rational()
    sold = Tensor.read(prices, 1, "prices").rational()
    if held.shape[1] != used.shape[0]:
        raise GameError(
            f"resources: {count_of(held.shape[1], 'kind')}, but needs has "
            f"{count_of(used.shape[0], 'row')}, one for each"
        )
    if used.shape[1] != sold.shape[0]:
        raise GameError(f"prices: {sold.shape[0]} for the {used.shape[1]} products of needs")
    for name, tensor in (("resources", held), ("needs", used)):
        if (tensor.array < 0).any():
            raise GameError(f"{name}: amounts must not be negative")
    names = name_players(players, held.shape[0])
    game = LinearProduction(names, title, resources=held, needs=used, prices=sold)
    _require(game.program().solve())
    return game


def _require(answer: Optimum | Infeasible | Unbounded) -> Optimum:
    if not isinstance(answer, Optimum):
        raise GameError(
            "prices: the worth is unbounded; every product with a positive price must need some "
            "resource"
        )
    return answer
