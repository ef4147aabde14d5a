"""Markets with a letter for the number of firms, all of which have the same cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kibitz.algebra.expressions.tree import Call, Expression, Symbol, expression
from kibitz.continuous.markets.market import read_costs, read_demand, read_function, with_values
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact
from kibitz.core.spelling import parted

OWN = {"cournot": "q", "stackelberg": "q", "bertrand": "p", "advertising": "x"}
"""What a firm chooses in each model."""
VARIABLES = ("q", "Q", "p", "R", "x")
"""Quantity, total quantity, price, the sum of the other choices, and what is spent."""
TITLES = {
    "cournot": "Cournot's oligopoly",
    "stackelberg": "Stackelberg's oligopoly",
    "bertrand": "Bertrand's oligopoly",
    "advertising": "A contest",
}


@dataclass(frozen=True)
class MarketFamily(Noun):
    """Markets of 1, 2, 3, ... equal firms.

    The demand is a price as a function of Q (Cournot, Stackelberg), a quantity as a function of
    the price p (Bertrand; of the sum R of the other prices as well where goods differ), or the
    prize of a contest. The cost is a function of q, in a contest that of a unit.

    >>> market = any_number_of_firms("cournot", "a-Q", "c*q")
    >>> [str(q) for q in market.at(n=3, a=17, c=1).solve().quantities]
    ['4', '4', '4']
    """

    kind: ClassVar[str] = "market-family"
    plural: ClassVar[str] = "markets of any number of firms"

    model: str
    demand: Expression
    cost: Expression
    letter: str = "n"
    title: str = ""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The other letters."""
        return tuple(sorted((self.demand.symbols | self.cost.symbols) - set(VARIABLES)))

    @property
    def curve(self) -> Expression:
        """The demand as one formula, where it is positive."""
        return _inside(self.demand)

    @property
    def place(self) -> str:
        """A letter for the place of a firm among those that move in turn."""
        taken = {self.letter, *self.parameters}
        return next(x for x in ("k", "i", "j", "m", "place") if x not in taken)

    @property
    def equal_goods(self) -> bool:
        """Whether buyers take the cheapest."""
        return self.model == "bertrand" and "R" not in self.demand.symbols

    def payoff(self) -> Expression:
        """What a firm earns, as a function of its own choice and R, the sum of the others'."""
        own, rest = Symbol(OWN[self.model]), Symbol("R")
        if self.model == "advertising":
            return self.demand * own / (own + rest) - self.cost * own
        if self.model == "bertrand":
            return own * self.curve - self.cost.substitute({"q": self.curve})
        return own * self.curve.substitute({"Q": own + rest}) - self.cost

    def at(self, **values: Any) -> Any:
        """The market with numbers for some letters; with one for the firms it is a game.

        Parameters
        ----------
        **values : number
            A number for each letter, by name.
        """
        firms = values.pop(self.letter, None)
        firms = None if firms is None else exact(firms, self.letter)
        demand, cost = with_values([self.demand, self.cost], VARIABLES, values)
        if firms is None:
            return replace(self, demand=demand, cost=cost)
        if firms.denominator != 1:
            raise GameError(f"{self.letter} = {firms}; the number of firms must be whole")
        return call(self, f"of_{self.model}", demand, cost, int(firms))

    def explain(self) -> Explanation:
        return call(self.solve(), "explain_any_number")

    def __str__(self) -> str:
        word = {"advertising": "prize", "bertrand": "demand"}.get(self.model, "price")
        each = f"each with cost {self.cost}"
        return f"{TITLES[self.model]} of {self.letter} firms: {word} {self.curve}, {each}"


def any_number_of_firms(
    model: str,
    demand: Any,
    costs: Any = 0,
    letter: str = "n",
    *,
    setup: Any = 0,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> MarketFamily:
    """A market of as many equal firms as a letter says.

    Parameters
    ----------
    model : str
        ``cournot``, ``stackelberg``, ``bertrand`` or ``advertising``.
    demand : str or callable
        The price as a function of the total quantity Q; for ``bertrand`` the quantity as a
        function of p, and of R, the sum of the other prices; for ``advertising`` the prize.
    costs : number, str or callable, default 0
        The cost function of each firm; for ``advertising`` the cost of a unit.
    letter : str, default "n"
        The letter for the number of firms.
    setup : number, default 0
        An additional fixed cost.
    parameters : Mapping[str, Any], optional
        Values of other parameters, by name.
    title : str, optional
        A title for output.

    Returns
    -------
    MarketFamily
        The markets.
    """
    if model not in OWN:
        raise GameError(f"model: {model!r} is not one of {', '.join(OWN)}")
    alone = isinstance(costs, (str, Expression)) or not hasattr(costs, "__iter__")
    if not letter.isidentifier():
        raise GameError(f"the number of firms is {letter!r}; it must be whole, or a letter")
    several = parted(costs) if isinstance(costs, str) else [costs] if alone else list(costs)
    if len(several) != 1:
        raise GameError(f"{letter} firms have one cost for all, not {len(several)}")
    read, cost = _read(model, demand, several, setup)
    read, cost = with_values([read, cost], VARIABLES, parameters)
    if letter in read.symbols | cost.symbols:
        raise GameError(f"{letter} is the number of firms; use another letter in {read}, {cost}")
    family = MarketFamily(model, read, cost, letter, title)
    if not (family.curve.is_rational() and cost.is_rational()):
        raise GameError(
            f"with {letter} firms, price and cost must each be one formula without roots, such as "
            f"a-Q and c*q; give {letter} a number"
        )
    return family


def _read(model: str, demand: Any, cost: Any, setup: Any) -> tuple[Expression, Expression]:
    if model == "advertising":
        prize, unit = (
            read_function(x, "x", where) for x, where in ((demand, "prize"), (cost[0], "cost"))
        )
        return prize, unit
    (spent,) = read_costs(cost, 1, "sunk", setup)
    if model != "bertrand":
        return read_demand(demand, "Q", "price"), spent
    sold = demand if isinstance(demand, Expression) else read_function(demand, "p", "demand")
    return sold if "R" in sold.symbols else read_demand(demand, "p", "quantity"), spent


def _inside(demand: Expression) -> Expression:
    """A price without the zero at which it is cut off."""
    if isinstance(demand, Call) and demand.function == "max":
        rest = [x for x in demand.children if x != expression(0)]
        return rest[0] if len(rest) == 1 else demand
    return demand
