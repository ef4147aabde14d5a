"""Markets of few firms, and contests."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from kibitz.continuous.markets.advertising import Contest, advertising
from kibitz.continuous.markets.bertrand import Bertrand, bertrand
from kibitz.continuous.markets.cournot import Cournot, cournot, monopoly
from kibitz.continuous.markets.entry import Entry, entry
from kibitz.continuous.markets.stackelberg import Stackelberg, stackelberg
from kibitz.core.numbers import Number
from kibitz.core.registry import named

Fixed = Literal["sunk", "avoidable"]


@named("cournot", family="duopoly")
def cournot_oligopoly(
    demand: str = "17-Q",
    costs: tuple[str, ...] = ("q+9",),
    *,
    firms: str | None = None,
    fixed: Fixed = "sunk",
) -> Cournot:
    """Cournot's oligopoly: quantities; the price is a function of Q, costs are functions of q.

    Parameters
    ----------
    demand : str, default "17-Q"
        The demand function.
    costs : tuple of str, default ('q+9',)
        The costs.
    firms : str, optional
        The number of firms, or a letter for it.
    fixed : Fixed, default "sunk"
        Whether fixed costs are sunk or avoidable.

    Returns
    -------
    Cournot
        The game.

    Examples
    --------
    >>> str(cournot_oligopoly().solve().price)
    '19/3'
    """
    return cournot(demand, list(costs), firms, fixed=fixed, title="Cournot's oligopoly")


@named("monopoly", family="duopoly")
def monopoly_market(demand: str = "17-Q", cost: str = "q+9") -> Cournot:
    """A single firm, which produces less and charges more than competing ones.

    Parameters
    ----------
    demand : str, default "17-Q"
        The demand function.
    cost : str, default "q+9"
        The cost function.

    Returns
    -------
    Cournot
        The game.

    Examples
    --------
    >>> str(monopoly_market().solve().profits[0])
    '55'
    """
    return monopoly(demand, cost, title="Monopoly")


@named("bertrand", family="duopoly")
def bertrand_oligopoly(
    demand: str = "10-p", costs: tuple[str, ...] = ("2",), *, firms: str | None = None
) -> Bertrand:
    """Bertrand's price war: the cheapest firm sells everything, so prices fall to the cost.

    Parameters
    ----------
    demand : str, default "10-p"
        The demand function.
    costs : tuple of str, default ('2',)
        The costs.
    firms : str, optional
        The number of firms, or a letter for it.

    Returns
    -------
    Bertrand
        The game.

    Examples
    --------
    >>> [str(p) for p in bertrand_oligopoly().solve().prices]
    ['2', '2']
    """
    return bertrand(demand, list(costs), firms, title="Bertrand's price war")


@named("differentiated-bertrand", family="duopoly")
def differentiated_bertrand(
    a: Number | str = Fraction(10), b: Number | str = Fraction(1, 2), c: Number | str = Fraction(2)
) -> Bertrand:
    """Bertrand with differentiated goods, q1 = a - p1 + b p2: p = (a+c)/(2-b) if b < 2.

    Parameters
    ----------
    a : number, default 10
        The intercept of demand.
    b : number, default 1/2
        The effect of the other's price.
    c : number, default 2
        The cost of a unit.

    Returns
    -------
    Bertrand
        The game.

    Examples
    --------
    >>> [str(p) for p in differentiated_bertrand().solve().prices]
    ['8', '8']
    """
    return bertrand(a=a, b=b, costs=c, title="Prices of goods that differ")


@named("stackelberg", family="duopoly")
def stackelberg_oligopoly(
    demand: str = "17-Q",
    costs: tuple[str, ...] = ("q",),
    *,
    firms: str | None = None,
    fixed: Fixed = "sunk",
) -> Stackelberg:
    """Stackelberg's oligopoly: quantities, chosen one after the other.

    Parameters
    ----------
    demand : str, default "17-Q"
        The demand function.
    costs : tuple of str, default ('q',)
        The costs.
    firms : str, optional
        The number of firms, or a letter for it.
    fixed : Fixed, default "sunk"
        Whether fixed costs are sunk or avoidable.

    Returns
    -------
    Stackelberg
        The game.

    Examples
    --------
    >>> [str(q) for q in stackelberg_oligopoly().solve().quantities]
    ['8', '4']
    """
    return stackelberg(demand, list(costs), firms, fixed=fixed, title="Stackelberg's oligopoly")


@named("price-leadership", family="duopoly")
def price_leadership(
    a: Number | str = Fraction(10), b: Number | str = Fraction(1, 2), c: Number | str = Fraction(2)
) -> Stackelberg:
    """One firm sets its price first, q1 = a - p1 + b p2; the follower earns more.

    Parameters
    ----------
    a : number, default 10
        The intercept of demand.
    b : number, default 1/2
        The effect of the other's price.
    c : number, default 2
        The cost of a unit.

    Returns
    -------
    Stackelberg
        The game.

    Examples
    --------
    >>> price_leadership().solve().profits[1] > price_leadership().solve().profits[0]
    True
    """
    return stackelberg(a=a, b=b, costs=c, prices=True, title="Price leadership")


@named("entry-deterrence", family="duopoly")
def entry_deterrence(
    demand: str = "17-Q", costs: tuple[str, ...] = ("q+9",), *, fixed: Fixed = "avoidable"
) -> Entry:
    """An incumbent produces enough to keep out an entrant whose fixed cost is avoidable.

    Parameters
    ----------
    demand : str, default "17-Q"
        The demand function.
    costs : tuple of str, default ('q+9',)
        The costs.
    fixed : Fixed, default "avoidable"
        Whether fixed costs are sunk or avoidable.

    Returns
    -------
    Entry
        The game.

    Examples
    --------
    >>> str(entry_deterrence().solve().deterring_quantity)
    '10'
    """
    return entry(demand, list(costs), fixed=fixed, title="Entry deterrence")


@named("advertising", family="duopoly")
def advertising_contest(
    prize: Number | str = Fraction(9),
    costs: tuple[Number | str, ...] = (Fraction(1), Fraction(2)),
    *,
    firms: str | None = None,
) -> Contest:
    """Firms spend for shares of a prize in proportion: x1 = V c2/(c1+c2)^2 for two firms.

    Parameters
    ----------
    prize : number, default 9
        The prize.
    costs : tuple of numbers, default (Fraction(1), Fraction(2))
        The cost of a unit for each firm.
    firms : str, optional
        The number of firms, or a letter for it.

    Returns
    -------
    Contest
        The game.

    Examples
    --------
    >>> [str(x) for x in advertising_contest().solve().strategies]
    ['2', '1']
    """
    return advertising(prize, list(costs), title="An advertising contest")
