"""Cournot's oligopoly: firms choose quantities, the price follows from their sum.

Ferguson III.3.1. ``monopoly`` is the case of one firm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.expressions.assume import where_positive
from kibitz.algebra.expressions.cases import Comparison, choice
from kibitz.algebra.expressions.enclosure import enclose
from kibitz.algebra.expressions.piecewise import NotRational, pieces, ring
from kibitz.algebra.expressions.sympy_bridge import load_sympy
from kibitz.algebra.expressions.tree import Call, Expression, Symbol, expression, positive_part
from kibitz.algebra.number_field import NumberField
from kibitz.continuous.game import ContinuousGame, Interval
from kibitz.continuous.markets.any_number import MarketFamily, any_number_of_firms
from kibitz.continuous.markets.domain import choke, costs_nothing, never_pays, quantity_limit
from kibitz.continuous.markets.market import (
    Fixed,
    by_player,
    firm_names,
    firms_named,
    read_capacities,
    read_costs,
    read_demand,
    with_values,
)
from kibitz.core.errors import GameError
from kibitz.core.extension import call, extends

if TYPE_CHECKING:
    from kibitz.continuous.markets.stackelberg import Stackelberg

Q = Symbol("Q")
ROOM = 8
"""How much further leaders are looked at than firms without followers."""


@dataclass(frozen=True, repr=False)
class Cournot(ContinuousGame):
    """Firms with cost functions of q, on a market whose price is a function of the total Q.

    >>> game = cournot("17-Q", "q+9")
    >>> solution = game.solve()
    >>> print(solution)
    1 pure equilibrium
      q1 = 16/3, q2 = 16/3; total 32/3, price 19/3, profits (175/9, 175/9)
    found by the crossings of the reaction curves
    """

    demand: Expression = field(default_factory=lambda: expression(0))
    costs: tuple[Expression, ...] = ()

    model: ClassVar[str] = "cournot"
    strategy_word: ClassVar[str] = "quantities"
    payoff_word: ClassVar[str] = "profits"

    def aggregate(self, k: int, own: Expression, rest: Expression) -> Expression:
        """What firm k earns by its own quantity when all the others make ``rest`` together."""
        revenue = _revenue(self.demand, own, own + rest)
        return revenue - self.costs[k].substitute({"q": own})

    def at(self, **values: Any) -> Cournot:
        """The same market with numbers for parameters."""
        demand, *costs = with_values([self.demand, *self.costs], ["q", "Q"], values)
        return replace(
            self,
            demand=demand,
            costs=tuple(costs),
            payoffs=tuple(u.substitute(values) for u in self.payoffs),
        )

    def formulas(self) -> dict[str, Any]:
        """The total quantity and the price, as formulas of the quantities."""
        total = sum((Symbol(v) for v in self.variables[1:]), start=Symbol(self.variables[0]))
        price = self.demand.substitute({"Q": total})
        return {"price": price} if len(self.variables) == 1 else {"total": total, "price": price}

    def search_intervals(self) -> tuple[Interval, ...]:
        """Quantities up to where a firm surely earns less, or up to its capacity."""
        found: list[Interval] = []
        for (low, high), cost in zip(self.intervals, self.costs, strict=True):
            limit = self.idle_total or quantity_limit(self.demand, cost)
            ends = [e for e in (high, limit) if e is not None]
            found.append((low, min(ends, default=None)))
        return tuple(found)

    def leader_intervals(self) -> tuple[Interval, ...]:
        """The same for firms whom others answer: room for outputs that make these give way."""
        found: list[Interval] = []
        for (low, limit), cost, (_, most) in zip(
            self.search_intervals(), self.costs, self.intervals, strict=True
        ):
            if limit is not None:
                steps = (limit * k / 4 for k in range(4, 4 * ROOM))
                paying = (x for x in steps if never_pays(self.demand, cost, float(x)))
                limit = next(paying, limit * ROOM)
            ends = [e for e in (limit, most) if e is not None]
            found.append((low, min(ends, default=None)))
        return tuple(found)

    def ceilings(self) -> tuple[Expression | None, ...]:
        """What a firm would earn alone, where the price has no bound near a total of nothing."""
        if not _has_pole(self.demand):
            return super().ceilings()
        sympy = load_sympy()

        from kibitz.algebra.expressions.read import read_expression
        from kibitz.algebra.expressions.sympy_bridge import spell, sympy_of

        price = self.demand
        clipped = isinstance(price, Call) and price.function == "max"
        if clipped:
            price = next(x for x in price.children if x != expression(0))
        revenue = Symbol("q") * price.substitute({"Q": Symbol("q")})
        alone = read_expression(spell(sympy.expand(sympy_of(revenue))))
        alone = positive_part(alone) if clipped else alone
        return tuple(
            (alone - where_positive(c, "q")).substitute({"q": Symbol(v)})
            for v, c in zip(self.variables, self.costs, strict=True)
        )

    @cached_property
    def idle_total(self) -> Fraction | None:
        """The total at which the price is gone, where no one pays for making so much."""
        free = all(costs_nothing(c) for c in self.costs) and len(self.costs) > 1
        return choke(self.demand) if free else None

    def idle_remark(self) -> str:
        """Equilibria in which no one earns anything, since the others make too much."""
        if self.idle_total is None or any(high is not None for _, high in self.intervals):
            return ""
        return (
            "production costs nothing, so all profiles in which every firm's rivals make at "
            f"least {float(self.idle_total):.10g} together are also equilibria"
        )

    def monopoly(self, firm: Any = 0) -> Cournot:
        """The same market with one firm alone.

        Parameters
        ----------
        firm : str or int, default 0
            The firm that stays, by name, by variable, or by position from 0.
        """
        k = self.index(firm)
        capacity = self.intervals[k][1]
        return _market(self.demand, (self.costs[k],), (capacity,), (self.players[k],), "")

    def cartel(self) -> Any:
        """What all firms together would make as one monopoly with the first firm's cost."""
        return self.monopoly().solve()

    def cartel_shares(self) -> tuple[Any, Any]:
        """The quantity and the profit of each firm when all share a monopoly equally.

        >>> [str(x) for x in cournot("a-Q", "c*q").cartel_shares()]
        ['(a - c)/4', '(a - c)^2/8']
        """
        alone, n = self.cartel(), len(self.players)
        found = alone.strategies[0], alone.payoffs[0]
        if self.parameters:
            from kibitz.algebra.expressions.sympy_bridge import SymbolicFormula, tidy

            return SymbolicFormula(tidy(found[0].sympy / n)), SymbolicFormula(
                tidy(found[1].sympy / n)
            )
        return _divided(found[0], n), _divided(found[1], n)

    def stackelberg(self, order: Sequence[Any] | None = None) -> Stackelberg:
        """The same firms, choosing one after the other.

        Parameters
        ----------
        order : sequence, optional
            The firms, the leader first; in their own order if None.
        """
        return call(self, "stackelberg_of", order)


@dataclass(frozen=True, repr=False)
class Monopoly(Cournot):
    """One firm on a market.

    >>> print(monopoly("17-Q", "q+9").solve())
    1 pure equilibrium
      q = 8; price 9, profits (55)
    found by the maximum of one payoff
    """

    model: ClassVar[str] = "monopoly"


def cournot(
    demand: Any,
    costs: Any = 0,
    firms: int | str | None = None,
    *,
    fixed: Fixed = "sunk",
    setup: Any = 0,
    capacity: Any = None,
    players: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> Cournot:
    """Cournot's oligopoly from a price function of Q and cost functions of q.

    A cost without q is per unit. A constant in a cost is a fixed cost, which ``fixed="avoidable"``
    spares a firm that makes nothing.

    Parameters
    ----------
    demand : str or callable
        The inverse demand: the price as a function of the total quantity Q.
    costs : number, str, callable or sequence, default 0
        One cost function for all firms, or one for each.
    firms : int or str, optional
        The number of firms, two if omitted; a letter gives the closed form for every number.
    fixed : Fixed, default "sunk"
        Whether a firm that makes nothing pays the constant of its cost.
    setup : number or sequence, default 0
        An additional fixed cost.
    capacity : number or sequence, optional
        The largest quantity of a firm.
    players : sequence of str, optional
        Names of the players.
    parameters : Mapping[str, Any], optional
        Values of parameters, by name; the others stay symbolic.
    title : str, optional
        A title for output.

    Returns
    -------
    Cournot
        The game; with a letter for the number of firms a
        :class:`~kibitz.continuous.markets.any_number.MarketFamily`.

    References
    ----------
    Cournot 1838.

    Examples
    --------
    >>> [str(q) for q in cournot("17-Q", ["q+2", "3q+1"]).solve().quantities]
    ['6', '4']
    >>> print(cournot("a-Q", "c*q", firms="n").solve().quantity)
    (a - c)/(n + 1)
    """
    if isinstance(firms, str):
        if not firms.strip().isdigit():
            if fixed != "sunk" or capacity is not None or players is not None:
                raise GameError(
                    f"{firms} firms share one cost, a sunk one; leave out fixed, capacity, players"
                )
            made: Any = any_number_of_firms(
                "cournot",
                demand,
                costs,
                firms.strip(),
                setup=setup,
                parameters=parameters,
                title=title,
            )
            return made  # type: ignore[no-any-return]
        firms = int(firms)
    read = read_demand(demand, "Q", "price")
    costs, players = by_player(costs, players)
    each = read_costs(costs, firms_named(demand, costs, firms), fixed, setup)
    read, *rest = with_values([read, *each], ["q", "Q"], parameters)
    names = firm_names(players, len(rest))
    return _market(read, tuple(rest), tuple(read_capacities(capacity, len(rest))), names, title)


@extends(MarketFamily)
def of_cournot(market: MarketFamily, demand: Expression, cost: Expression, firms: int) -> Cournot:
    """The market of this many firms."""
    return cournot(demand, cost, firms, title=market.title)


def monopoly(
    demand: Any,
    cost: Any = 0,
    *,
    fixed: Fixed = "sunk",
    setup: Any = 0,
    capacity: Any = None,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> Cournot:
    """One firm alone on a market with this price function of Q.

    Parameters
    ----------
    demand : str or callable
        The inverse demand: the price as a function of the total quantity Q.
    cost : number, str or callable, default 0
        The cost function.
    fixed : Fixed, default "sunk"
        Whether a firm that makes nothing pays the constant of its cost.
    setup : number or sequence, default 0
        An additional fixed cost.
    capacity : number, optional
        The largest quantity.
    parameters : Mapping[str, Any], optional
        Values of parameters, by name; the others stay symbolic.
    title : str, optional
        A title for output.

    Returns
    -------
    Cournot
        The game.

    Examples
    --------
    >>> print(monopoly("a-Q", "c*q").solve().profits[0])
    (a - c)^2/4
    """
    if not isinstance(cost, (str, Expression)) and hasattr(cost, "__iter__"):
        cost = list(cost)
        if len(cost) != 1:
            raise GameError(f"a monopoly has one cost, not {len(cost)}")
    return cournot(
        demand,
        cost,
        1,
        fixed=fixed,
        setup=setup,
        capacity=capacity,
        parameters=parameters,
        title=title,
    )


def _revenue(demand: Expression, own: Expression, total: Expression) -> Expression:
    """Quantity times price; a firm that makes nothing gets nothing, whatever the price is there.

    >>> print(_revenue(1 / Q, Symbol("q"), Symbol("q")))
    q*1/q if q > 0 else 0
    """
    revenue = own * demand.substitute({"Q": total})
    if not _has_pole(demand):
        return revenue
    return choice(Comparison(own, ">", expression(0)), revenue, 0)


def _has_pole(demand: Expression) -> bool:
    """Is there no price at a total of nothing?"""
    try:
        parts = pieces(demand, ring(sorted(demand.symbols)))
    except NotRational:
        from flint import arb

        return not demand.symbols - {"Q"} and not enclose(demand, {"Q": arb(0)}).is_finite()
    return any(p.bottom.subs({"Q": 0}).is_zero() for p in parts if "Q" in demand.symbols)


def _divided(x: Any, n: int) -> Any:
    if isinstance(x, float):
        return x / n
    over = NumberField(x)
    return over.point(over.theta_element / n)


def _market(
    demand: Expression,
    costs: tuple[Expression, ...],
    capacities: Sequence[Fraction | None],
    names: tuple[str, ...],
    title: str,
) -> Cournot:
    n = len(costs)
    variables = ("q",) if n == 1 else tuple(f"q{k}" for k in range(1, n + 1))
    symbols: list[Expression] = [Symbol(v) for v in variables]
    total = sum(symbols[1:], start=symbols[0])
    payoffs = tuple(
        _revenue(demand, q, total) - c.substitute({"q": q})
        for q, c in zip(symbols, costs, strict=True)
    )
    intervals = tuple((Fraction(0), c) for c in capacities)
    made = Monopoly if n == 1 else Cournot
    return made(names, variables, intervals, payoffs, title, demand, costs)
