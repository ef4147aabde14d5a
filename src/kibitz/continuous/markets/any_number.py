"""Cournot's oligopoly with a letter for the number of firms, all of which have the same cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.algebra.expressions.tree import Call, Expression, expression
from kibitz.continuous.markets.market import read_costs, read_demand, with_values
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact
from kibitz.core.spelling import parted


@dataclass(frozen=True)
class CournotFamily(Noun):
    """Markets of 1, 2, 3, ... equal firms, the price a function of Q and the cost one of q.

    >>> market = any_number_of_firms("a-Q", "c*q")
    >>> [str(q) for q in market.at(n=3, a=17, c=1).solve().quantities]
    ['4', '4', '4']
    """

    kind: ClassVar[str] = "cournot-family"
    plural: ClassVar[str] = "markets of any number of firms"
    model: ClassVar[str] = "cournot"

    demand: Expression
    cost: Expression
    letter: str = "n"
    title: str = ""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The other letters."""
        return tuple(sorted((self.demand.symbols | self.cost.symbols) - {"q", "Q"}))

    @property
    def price(self) -> Expression:
        """The price as one formula, where it is positive."""
        return _inside(self.demand)

    def at(self, **values: Any) -> Any:
        """The market with numbers for some letters; with one for the firms it is a game.

        Parameters
        ----------
        **values : number
            A number for each letter, by name.
        """
        firms = values.pop(self.letter, None)
        firms = None if firms is None else exact(firms, self.letter)
        demand, cost = with_values([self.demand, self.cost], ["q", "Q"], values)
        if firms is None:
            return CournotFamily(demand, cost, self.letter, self.title)
        if firms.denominator != 1:
            raise GameError(f"{self.letter} = {firms}; the number of firms must be whole")
        return call(self, "of_firms", demand, cost, int(firms))

    def explain(self) -> Explanation:
        return call(self.solve(), "explain_any_number")

    def __str__(self) -> str:
        price, cost = self.price, self.cost
        return f"Cournot's oligopoly of {self.letter} firms: price {price}, each with cost {cost}"


def any_number_of_firms(
    demand: Any,
    costs: Any = 0,
    letter: str = "n",
    *,
    setup: Any = 0,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> CournotFamily:
    """Cournot's oligopoly of as many equal firms as a letter says.

    Parameters
    ----------
    demand : str or callable
        The inverse demand: the price as a function of the total quantity Q.
    costs : number, str or callable, default 0
        The cost function of each firm.
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
    CournotFamily
        The markets.
    """
    alone = isinstance(costs, (str, Expression)) or not hasattr(costs, "__iter__")
    if not letter.isidentifier():
        raise GameError(f"the number of firms is {letter!r}; it must be whole, or a letter")
    several = parted(costs) if isinstance(costs, str) else [costs] if alone else list(costs)
    if len(several) != 1:
        raise GameError(f"{letter} firms have one cost for all, not {len(several)}")
    read = read_demand(demand, "Q", "price")
    (cost,) = read_costs(several, 1, "sunk", setup)
    read, cost = with_values([read, cost], ["q", "Q"], parameters)
    if letter in read.symbols | cost.symbols:
        raise GameError(f"{letter} is the number of firms; use another letter in {read}, {cost}")
    family = CournotFamily(read, cost, letter, title)
    if not (family.price.is_rational() and cost.is_rational()):
        raise GameError(
            f"with {letter} firms, price and cost must each be one formula without roots, such as "
            f"a-Q and c*q; give {letter} a number"
        )
    return family


def _inside(demand: Expression) -> Expression:
    """A price without the zero at which it is cut off."""
    if isinstance(demand, Call) and demand.function == "max":
        rest = [x for x in demand.children if x != expression(0)]
        return rest[0] if len(rest) == 1 else demand
    return demand
