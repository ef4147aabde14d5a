"""Bertrand's oligopoly: firms choose prices.

Of equal goods the buyers take the cheapest, and share themselves among equal prices; payoffs jump
there, and against most prices no best response exists. Of differentiated goods each firm sells
according to all prices. Ferguson III.3.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.expressions.cases import Comparison, choice
from kibitz.algebra.expressions.piecewise import NotRational, ring
from kibitz.algebra.expressions.tree import (
    ONE,
    Constant,
    Expression,
    Symbol,
    expression,
    positive_part,
)
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.any_number import MarketFamily, any_number_of_firms
from kibitz.continuous.markets.market import (
    Fixed,
    by_player,
    firm_names,
    read_costs,
    read_demand,
    read_function,
    with_values,
)
from kibitz.core.errors import GameError
from kibitz.core.extension import call, extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.continuous.markets.stackelberg import Stackelberg

MOST_EQUAL = 8
"""Firms that can share a price in one formula."""


@dataclass(frozen=True, repr=False)
class Bertrand(ContinuousGame):
    """Firms that name prices; ``sales`` says how much each one sells."""

    sales: tuple[Expression, ...] = ()
    costs: tuple[Expression, ...] = ()
    demand: Expression = field(default_factory=lambda: expression(0))
    """The market demand for equal goods; 0 when goods differ."""

    model: ClassVar[str] = "bertrand"
    strategy_word: ClassVar[str] = "prices"
    payoff_word: ClassVar[str] = "profits"

    def at(self, **values: Any) -> Bertrand:
        """The same market with numbers for parameters."""
        n = len(self.players)
        parts = with_values(
            [*self.sales, *self.costs, self.demand], [*self.variables, "q", "p"], values
        )
        if self.differentiated:
            check_slopes(parts[:n], self.variables)
        return replace(
            self,
            sales=parts[:n],
            costs=parts[n : 2 * n],
            demand=parts[-1],
            payoffs=tuple(u.substitute(values) for u in self.payoffs),
        )

    @property
    def differentiated(self) -> bool:
        return self.demand == expression(0)

    def formulas(self) -> dict[str, Any]:
        """How much each firm sells."""
        return {"quantities": self.sales}

    def aggregate(self, k: int, own: Expression, rest: Expression) -> Expression:
        """What firm k earns when only the sum of the other prices matters to it."""
        if len(self.players) == 2:
            return super().aggregate(k, own, rest)
        others = [v for v in self.variables if v != self.variables[k]]
        if not self.differentiated or not self._sums(k, others):
            raise GameError("these demands depend on more than the sum of the other prices")
        places = {v: expression(0) for v in others} | {others[0]: rest, self.variables[k]: own}
        return self.payoffs[k].substitute(places)

    def _sums(self, k: int, others: Sequence[str]) -> bool:
        """Does the demand of a firm treat all other prices alike?"""
        row = _linear_coefficients(self.sales[k], self.variables)
        return row is not None and len({row[self.variables.index(v)] for v in others}) == 1

    def stackelberg(self, order: Sequence[Any] | None = None) -> Stackelberg:
        """The same firms, naming prices one after the other.

        Parameters
        ----------
        order : sequence, optional
            The firms, the leader first; in their own order if None.
        """
        return call(self, "stackelberg_of", order)


def bertrand(
    demand: Any = None,
    costs: Any = 0,
    firms: int | str | None = None,
    *,
    a: Any = None,
    b: Any = None,
    fixed: Fixed = "sunk",
    setup: Any = 0,
    players: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> Bertrand:
    """Bertrand's oligopoly.

    A demand that is a function of p is for equal goods. Differentiated goods are given by a demand
    for each firm, functions of p1, p2, ..., or by ``a`` and ``b``: q1 = a - p1 + b p2.

    Parameters
    ----------
    demand : str, callable or sequence, optional
        A demand function of the price p, or one of p1, p2, ... for each firm.
    costs : number, str, callable or sequence, default 0
        One cost function for all firms, or one for each.
    firms : int or str, optional
        The number of firms, or a letter for it; two if omitted.
    a : number, optional
        The intercept of a linear demand for differentiated goods.
    b : number, optional
        The effect of the other's price.
    fixed : Fixed, default "sunk"
        Whether a firm that makes nothing pays the constant of its cost.
    setup : number or sequence, default 0
        An additional fixed cost.
    players : sequence of str, optional
        Names of the players.
    parameters : Mapping[str, Any], optional
        Values of parameters, by name; the others stay symbolic.
    title : str, optional
        A title for output.

    Returns
    -------
    Bertrand
        The game; with a letter for the number of firms a
        :class:`~kibitz.continuous.markets.any_number.MarketFamily`.

    References
    ----------
    Bertrand 1883.

    Examples
    --------
    >>> print(bertrand("10-p", 2).solve())
    1 pure equilibrium
      p1 = 2, p2 = 2; quantities (4, 4), profits (0, 0)
    found by the crossings of the reaction curves
    >>> [str(p) for p in bertrand(a=10, b="1/2", costs=2).solve().prices]
    ['8', '8']
    """
    if isinstance(firms, str) and not firms.strip().isdigit():
        if fixed != "sunk" or players is not None:
            raise GameError(f"{firms} firms share one cost, a sunk one; leave out fixed, players")
        sold = _for_each(demand, a, b)
        letters: Any = any_number_of_firms(
            "bertrand", sold, costs, firms.strip(), setup=setup, parameters=parameters, title=title
        )
        return letters  # type: ignore[no-any-return]
    firms = int(firms) if isinstance(firms, str) else firms
    costs, players = by_player(costs, players)
    if demand is None:
        if a is None or b is None:
            raise GameError("give a demand such as '10-p', or a and b of q1 = a - p1 + b p2")
        return _linear(a, b, costs, firms, fixed, setup, players, parameters, title)
    if a is not None or b is not None:
        raise GameError("give either a demand or a and b, not both")
    several = not isinstance(demand, (str, Expression)) and hasattr(demand, "__iter__")
    if several or _names_firms(demand):
        given = list(demand) if several else _mirrored(demand, firms or 2)
        return _differentiated(given, costs, firms, fixed, setup, players, parameters, title)
    return _equal_goods(demand, costs, firms, fixed, setup, players, parameters, title)


def _for_each(demand: Any, a: Any, b: Any) -> Any:
    """The demand for the good of one of many firms; R is the sum of the other prices."""
    if demand is not None and (a is not None or b is not None):
        raise GameError("give either a demand or a and b, not both")
    if demand is not None:
        if _names_firms(demand):
            raise GameError(
                "with a letter for the number of firms, give a and b of q1 = a - p1 + b(p2 + ...)"
            )
        return demand
    if a is None or b is None:
        raise GameError("give a demand such as '10-p', or a and b of q1 = a - p1 + b p2")
    top, slope = (read_function(x, "p", name) for x, name in ((a, "a"), (b, "b")))
    return top - Symbol("p") + slope * Symbol("R")


@extends(MarketFamily)
def of_bertrand(market: MarketFamily, demand: Expression, cost: Expression, firms: int) -> Bertrand:
    """The market of this many firms."""
    if "R" not in demand.symbols:
        return bertrand(demand, cost, firms, title=market.title)
    prices = [Symbol(f"p{k}") for k in range(1, firms + 1)]
    sales = []
    for k, p in enumerate(prices):
        rest: Expression = expression(0)
        for other in prices[:k] + prices[k + 1 :]:
            rest = rest + other
        sales.append(demand.substitute({"p": p, "R": rest}))
    return bertrand(sales, cost, firms, title=market.title)


def _names_firms(demand: Any) -> bool:
    if callable(demand):
        import inspect

        return len(inspect.signature(demand).parameters) > 1
    found = read_function(demand, "p", "demand").symbols
    return "p1" in found or "p2" in found


def _mirrored(demand: Any, count: int) -> list[Any]:
    """The demand of firm 1 given: those of the others with the names exchanged."""
    first = read_function(demand, "p", "demand")
    return [
        first.substitute({"p1": Symbol(f"p{k}"), f"p{k}": Symbol("p1")})
        for k in range(1, count + 1)
    ]


def _linear(
    a: Any,
    b: Any,
    costs: Any,
    firms: int | None,
    fixed: Fixed,
    setup: Any,
    players: Sequence[str] | None,
    parameters: Mapping[str, Any] | None,
    title: str,
) -> Bertrand:
    made = read_costs(costs, firms, fixed, setup)
    top, slope = (read_function(x, "p", name) for x, name in ((a, "a"), (b, "b")))
    prices = [Symbol(f"p{k}") for k in range(1, len(made) + 1)]
    sales = []
    for k, p in enumerate(prices):
        others: Expression = expression(0)
        for other in prices[:k] + prices[k + 1 :]:
            others = others + other
        sales.append(top - p + slope * others)
    return _differentiated(sales, made, None, "sunk", 0, players, parameters, title)


def _differentiated(
    demands: Sequence[Any],
    costs: Any,
    firms: int | None,
    fixed: Fixed,
    setup: Any,
    players: Sequence[str] | None,
    parameters: Mapping[str, Any] | None,
    title: str,
) -> Bertrand:
    n = len(demands)
    made = read_costs(costs, firms if firms is not None else n, fixed, setup)
    if len(made) != n:
        raise GameError(f"{n} demands for {count_of(len(made), 'firm')}; give one for each")
    variables = tuple(f"p{k}" for k in range(1, n + 1))
    from kibitz.algebra.expressions.trace import trace

    sales = [
        trace(d, variables, f"demand of firm {k}")
        if callable(d) and not isinstance(d, Expression)
        else read_function(d, "p", f"demand of firm {k}")
        for k, d in enumerate(demands, 1)
    ]
    parts = with_values([*sales, *made], [*variables, "q"], parameters)
    sales, made = list(parts[:n]), parts[n:]
    check_slopes(sales, variables)
    return _market(
        tuple(s if _clipped(s) else positive_part(s) for s in sales),
        tuple(made),
        variables,
        firm_names(players, n),
        title,
        expression(0),
    )


def _clipped(x: Expression) -> bool:
    from kibitz.algebra.expressions.cases import Conditional
    from kibitz.algebra.expressions.tree import Call

    return isinstance(x, Conditional) or (isinstance(x, Call) and x.function == "max")


def _equal_goods(
    demand: Any,
    costs: Any,
    firms: int | None,
    fixed: Fixed,
    setup: Any,
    players: Sequence[str] | None,
    parameters: Mapping[str, Any] | None,
    title: str,
) -> Bertrand:
    read = read_demand(demand, "p", "quantity")
    made = read_costs(costs, firms, fixed, setup)
    n = len(made)
    if n < 2:
        raise GameError("a price war needs two firms; for one firm use monopoly")
    if n > MOST_EQUAL:
        raise GameError(f"{count_of(n, 'firm')} with equal goods; the limit is {MOST_EQUAL}")
    read, *rest = with_values([read, *made], ["p", "q"], parameters)
    variables = tuple(f"p{k}" for k in range(1, n + 1))
    sales = tuple(_share(read, k, variables) for k in range(n))
    return _market(sales, tuple(rest), variables, firm_names(players, n), title, read)


def _share(demand: Expression, k: int, variables: Sequence[str]) -> Expression:
    """All of the demand below every other price, a part of it at equal least prices."""
    own = Symbol(variables[k])
    rest: list[Expression] = [Symbol(v) for j, v in enumerate(variables) if j != k]
    whole = demand.substitute({"p": own})
    if len(rest) == 1:
        dearer = choice(Comparison(own, ">", rest[0]), 0, whole / 2)
        return choice(Comparison(own, "<", rest[0]), whole, dearer)
    equal: Expression = ONE
    for other in rest:
        equal = equal + choice(Comparison(own, "==", other), 1, 0)
    share = whole / equal
    for other in rest:
        share = choice(Comparison(own, ">", other), 0, share)
    return share


def _market(
    sales: tuple[Expression, ...],
    costs: tuple[Expression, ...],
    variables: tuple[str, ...],
    names: tuple[str, ...],
    title: str,
    demand: Expression,
) -> Bertrand:
    payoffs = tuple(
        Symbol(p) * s - c.substitute({"q": s})
        for p, s, c in zip(variables, sales, costs, strict=True)
    )
    intervals = tuple((Fraction(0), None) for _ in variables)
    return Bertrand(names, variables, intervals, payoffs, title, sales, costs, demand)


def check_slopes(sales: Sequence[Expression], variables: Sequence[str]) -> None:
    """Refuse demands that rise with one's own price, and linear ones with reactions too steep."""
    rows = [_linear_coefficients(s, variables) for s in sales]
    steep: list[list[Fraction]] = []
    for k, row in enumerate(rows):
        if row is None:
            return
        if row[k] >= 0:
            raise GameError(
                f"demand of firm {k + 1}, {sales[k]}: it does not fall with {variables[k]}; its "
                f"own price needs a minus sign, as in a - {variables[k]} + b p"
            )
        steep.append([x / (-2 * row[k]) for x in row])
    if len(steep) != 2 or min(steep[0][1], steep[1][0]) <= 0:
        return
    product = steep[0][1] * steep[1][0]
    if product >= 1:
        b = 2 * steep[0][1]
        which = f"b = {show(b)}" if steep[0][1] == steep[1][0] else "these demands"
        raise GameError(
            f"{which}: there is no equilibrium, since each firm answers a price increase by one at "
            "least as large, and prices rise without bound; b must be below 2"
        )


def _linear_coefficients(sale: Expression, variables: Sequence[str]) -> list[Fraction] | None:
    """The coefficients of the prices in a linear demand, cut off at zero or not; else None."""
    from kibitz.algebra.expressions.tree import Call

    if (
        isinstance(sale, Call)
        and sale.function == "max"
        and Constant(Fraction(0)) in sale.arguments
    ):
        sale = next(x for x in sale.arguments if x != Constant(Fraction(0)))
    if sale.symbols - set(variables):
        return None
    try:
        found = Payoff.of(sale, ring(variables)).pieces
    except NotRational:
        return None
    if len(found) != 1 or found[0].top.total_degree() > 1 or not found[0].bottom.is_constant():
        return None
    row = []
    for v in variables:
        d = found[0].top.derivative(v)
        row.append(Fraction(0))
        if d:
            c = d.leading_coefficient()
            row[-1] = Fraction(int(c.p), int(c.q))
    return row
