"""Markets with few goods: one seller, many horses, gloves, machines and workers, one commodity."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import Array, subset_sums, tensor_over
from kibitz.coalitional.families.assignment import AssignmentGame, assignment_game
from kibitz.coalitional.families.parametric import (
    name_players,
    names_of,
    read_amounts,
    whole_number,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import MOST_PLAYERS, check_players
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact, show
from kibitz.core.tensor import Tensor


def one_seller(
    valuations: Any, reserve: Any = 0, players: Any = None, title: str = ""
) -> AssignmentGame:
    """One seller with one object, and buyers who value it differently.

    The core pays the seller a price between the second highest and the highest valuation.

    Parameters
    ----------
    valuations : sequence of numbers
        What the object is worth to each buyer.
    reserve : number, default 0
        What it is worth to the seller.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    AssignmentGame
        The game.

    Examples
    --------
    >>> game = one_seller([500, 1000], players=["S", "B", "F"])
    >>> game.worth("S", "B"), game.worth("S", "F"), game.worth("S", "B", "F")
    (Fraction(500, 1), Fraction(1000, 1), Fraction(1000, 1))
    >>> [show(x) for x in price_interval([0], [500, 1000])]
    ['500', '1000']
    """
    values = read_amounts(valuations, "valuations", "buyer")
    if players is None:
        buyers = names_of(valuations, None) or [f"B{k}" for k in range(1, len(values) + 1)]
        players = ["S", *buyers]
    return horse_market([reserve], values, players, title)


def one_seller_shapley(valuations: Sequence[Number]) -> tuple[Number, ...]:
    """The Shapley value of one seller, who has no use for the object, and many buyers.

    In falling order, the step from one valuation to the next is earned by the seller with any of
    the k buyers above it: k/(k+1) of it goes to the seller, 1/(k(k+1)) to each of these.

    Parameters
    ----------
    valuations : sequence of numbers
        What the object is worth to each buyer.

    Returns
    -------
    tuple of numbers
        The value of the seller, then of each buyer.

    Notes
    -----
    Cost: O(n log n).

    Examples
    --------
    >>> [str(x) for x in one_seller_shapley(tuple(map(Fraction, (500, 1000))))]
    ['1750/3', '250/3', '1000/3']
    """
    order = sorted(range(len(valuations)), key=lambda i: valuations[i], reverse=True)
    below = [*(valuations[i] for i in order[1:]), Fraction(0)]
    seller: Number = Fraction(0)
    gains: list[Number] = [Fraction(0)] * len(valuations)
    for k, i in enumerate(order, 1):
        step = valuations[i] - below[k - 1]
        seller = seller + step * k / (k + 1)
        for j in order[:k]:
            gains[j] = gains[j] + step / (k * (k + 1))
    return (seller, *gains)


def horse_market(
    reserves: Any, valuations: Any, players: Any = None, title: str = ""
) -> AssignmentGame:
    """Sellers with one horse each, all alike, and buyers who want one each: Böhm-Bawerk's market.

    Parameters
    ----------
    reserves : sequence of numbers
        The lowest price at which each seller sells.
    valuations : sequence of numbers
        The highest price at which each buyer buys.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    AssignmentGame
        The game.

    References
    ----------
    Böhm-Bawerk 1888; Shapley and Shubik 1971.

    Examples
    --------
    >>> game = horse_market([10, 11, 15], [30, 28, 12])
    >>> str(game.total), [show(x) for x in price_interval([10, 11, 15], [30, 28, 12])]
    ('37', ['12', '15'])
    """
    asks = read_amounts(reserves, "reserves", "seller")
    bids = read_amounts(valuations, "valuations", "buyer")
    gains = [[max(b - a, Fraction(0)) for b in bids] for a in asks]
    if players is None:
        sellers, buyers = names_of(reserves, None), names_of(valuations, None)
        return assignment_game(gains, sellers, buyers, title)
    names = name_players(players, len(asks) + len(bids))
    return assignment_game(gains, names[: len(asks)], names[len(asks) :], title)


def price_interval(reserves: Any, valuations: Any) -> tuple[Number, Number]:
    """The prices that clear a market of single units: those of the core.

    With k trades the price is at least the k-th lowest reserve and the (k+1)-st highest valuation,
    and at most the k-th highest valuation and the (k+1)-st lowest reserve.

    Parameters
    ----------
    reserves : sequence of numbers
        The lowest price at which each seller sells.
    valuations : sequence of numbers
        The highest price at which each buyer buys.

    Returns
    -------
    tuple[Number, Number]
        The lowest and the highest price that clear the market.

    Examples
    --------
    >>> price_interval([5], [3])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: there is no trade: the highest valuation is 3, the lowest ...
    """
    asks = sorted(read_amounts(reserves, "reserves", "seller"))
    bids = sorted(read_amounts(valuations, "valuations", "buyer"), reverse=True)
    trades = sum(b > a for a, b in zip(asks, bids, strict=False))
    if trades == 0:
        raise GameError(
            f"there is no trade: the highest valuation is {show(bids[0])}, the lowest reserve "
            f"{show(asks[0])}"
        )
    low = [asks[trades - 1], *bids[trades : trades + 1]]
    high = [bids[trades - 1], *asks[trades : trades + 1]]
    return max(low), min(high)


def gloves(left: int, right: int, title: str = "") -> CoalitionalGame:
    """Some players hold a left glove, others a right one; a pair is worth 1.

    Parameters
    ----------
    left : int
        The number of players with a left glove.
    right : int
        The number of players with a right glove.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.

    References
    ----------
    Shapley 1959.

    Examples
    --------
    >>> game = gloves(1, 2)
    >>> game.players, [str(x) for x in game.shapley()]
    (('L1', 'R1', 'R2'), ['2/3', '1/6', '1/6'])
    """
    left = whole_number(left, "left", 0, MOST_PLAYERS)
    right = whole_number(right, "right", 0, MOST_PLAYERS)
    if left + right < 1:
        raise GameError(f"{left} left and {right} right gloves; there must be at least one")
    names = [f"L{i}" for i in range(1, left + 1)] + [f"R{i}" for i in range(1, right + 1)]
    title = title or f"{left} left and {right} right gloves"
    return two_sided([Fraction(1)] * left, [Fraction(1)] * right, names, title)


def machines_and_workers(machines: Any, workers: int, title: str = "") -> CoalitionalGame:
    """Owners with several machines each, and workers, each of whom makes 1 with a machine.

    Parameters
    ----------
    machines : sequence of int
        How many machines each owner has.
    workers : int
        The number of workers.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> game = machines_and_workers([2, 2], 3)
    >>> game.players, game.worth("O1", "W1", "W2", "W3")
    (('O1', 'O2', 'W1', 'W2', 'W3'), Fraction(2, 1))
    """
    owned = read_amounts(machines, "machines", "owner")
    for k, count in enumerate(owned, 1):
        if count != int(count):
            raise GameError(f"machines: owner {k} has {show(count)}; it must be a whole number")
    workers = whole_number(workers, "workers", 0, MOST_PLAYERS)
    names = [f"O{i}" for i in range(1, len(owned) + 1)]
    names += [f"W{i}" for i in range(1, workers + 1)]
    return two_sided(list(owned), [Fraction(1)] * workers, names, title or "Machines and workers")


def one_commodity(
    supplies: Any, demands: Any, players: Any = None, title: str = ""
) -> CoalitionalGame:
    """Sellers with some quantity each and buyers who want some each; a unit traded is worth 1.

    Parameters
    ----------
    supplies : sequence of numbers
        What each seller offers.
    demands : sequence of numbers
        What each buyer wants.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.
    """
    offered = read_amounts(supplies, "supplies", "seller")
    wanted = read_amounts(demands, "demands", "buyer")
    default = [f"S{i}" for i in range(1, len(offered) + 1)]
    default += [f"B{i}" for i in range(1, len(wanted) + 1)]
    names = name_players(default if players is None else players, len(offered) + len(wanted))
    return two_sided(list(offered), list(wanted), names, title or "One commodity")


def balanced_market(
    supplies: Any, demands: Any, players: Any = None, title: str = ""
) -> CoalitionalGame:
    """A market in which supply equals demand: the Shapley value is half of each quantity.

    Parameters
    ----------
    supplies : sequence of numbers
        What each seller offers.
    demands : sequence of numbers
        What each buyer wants; in total as much as is offered.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> game = balanced_market([4, 6], [3, 5, 2])
    >>> [str(x) for x in game.shapley()]
    ['2', '3', '3/2', '5/2', '1']
    >>> balanced_market([4], [3])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: 4 is offered and 3 is wanted; in a balanced market they are equal
    """
    offered = sum(read_amounts(supplies, "supplies", "seller"))
    wanted = sum(read_amounts(demands, "demands", "buyer"))
    if offered != wanted:
        raise GameError(
            f"{show(offered)} is offered and {show(wanted)} is wanted; in a balanced market they "
            "are equal"
        )
    return one_commodity(supplies, demands, players, title or "Balanced market")


def two_sided(
    first: Sequence[Number], second: Sequence[Number], names: Sequence[str], title: str
) -> CoalitionalGame:
    """The game in which a coalition is worth the smaller of what its two sides hold.

    >>> two_sided([Fraction(2)], [Fraction(1)], ["A", "B"], "").total
    Fraction(1, 1)
    """
    players = tuple(names)
    check_players(players)
    zero: list[Number] = [Fraction(0)]
    one = subset_sums([*first, *zero * len(second)])
    other = subset_sums([*zero * len(first), *second])
    if not (one.exact and other.exact):
        return CoalitionalGame(
            tensor_over(np.minimum(one.floats(), other.floats())), players, title
        )
    _, bottom = common_denominator([exact(x) for x in (*first, *second)] or [Fraction(1)])
    smaller = np.minimum(_over(one, bottom), _over(other, bottom))
    return CoalitionalGame(tensor_over(smaller, bottom), players, title)


def _over(tensor: Tensor, bottom: int) -> Array:
    scaled: Array = tensor.array * (bottom // tensor.denominator)
    return scaled
