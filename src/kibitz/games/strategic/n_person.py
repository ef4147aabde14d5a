"""Games of any number of players with a name: fingers, goods, volunteers, minorities, roads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.games.zero_sum.build import not_negative, positive, several, whole
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.symmetric_two_action import (
    SymmetricTwoAction,
    few_enough,
    finger_game,
)
from kibitz.zero_sum.labels import player_names
from kibitz.zero_sum.read_payoffs import fits

MOST_PLAYERS = 30
"""Of games that are written out, where each player doubles the table."""


@named("finger-game", family="general-sum")
def fingers(n: int = 3, a: Number = Fraction(1), b: Number = Fraction(2)) -> StrategicGame:
    """All show one or two fingers: a lone one finger wins a, a lone two fingers win b.

    Parameters
    ----------
    n : int, default 3
        The number of players.
    a : number, default 1
        What a lone finger wins.
    b : number, default 2
        What a lone pair of fingers wins.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(fingers(3).symmetric_two_action().equilibria()[0].x)
    0.4142136 (root of t^2 + 2t - 1)
    """
    return finger_game(n, a, b).strategic()


@named("odd-man-out", family="general-sum")
def odd_man_out() -> StrategicGame:
    """Three show heads or tails; if one differs from the others, that one pays 1 to each of them.

    >>> odd_man_out().constant_sum()
    Fraction(0, 1)
    """

    def paid(cell: tuple[int, ...], k: int) -> int:
        others = [c for i, c in enumerate(cell) if i != k]
        if others[0] == others[1]:
            return 0 if cell[k] == others[0] else -2
        return 1

    return _written(3, ("heads", "tails"), paid, "Odd man out")


@named("public-goods", family="general-sum")
def public_goods(n: int = 3, factor: Number = Fraction(2)) -> StrategicGame:
    """Each keeps a coin or gives it; what is given is multiplied and shared by all.

    For 1 < factor < n it is best not to give, though all would gain if all gave.

    Parameters
    ----------
    n : int, default 3
        The number of players.
    factor : number, default 2
        The factor of what is given.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> public_goods(4).dominant_strategies().strict
    (1, 1, 1, 1)
    """
    size, rate = few_enough(whole(n, "n", 2)), positive(factor, "factor")
    give = tuple(rate * (k + 1) / size for k in range(size))
    keep = tuple(1 + rate * k / size for k in range(size))
    return _two_action(size, give, keep, ("give", "keep"), "Public goods")


@named("volunteers-dilemma", family="general-sum")
def volunteers_dilemma(
    n: int = 3, benefit: Number = Fraction(2), cost: Number = Fraction(1)
) -> StrategicGame:
    """One volunteer is enough to help all, and pays for it; without one nobody gains.

    Parameters
    ----------
    n : int, default 3
        The number of players.
    benefit : number, default 2
        What help is worth to each player.
    cost : number, default 1
        The cost of volunteering.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> len(volunteers_dilemma(3).pure_equilibria())
    3
    """
    size = few_enough(whole(n, "n", 2))
    b, c = positive(benefit, "benefit"), positive(cost, "cost")
    if c >= b:
        raise GameError(f"cost is {show(c)}; it must be below the benefit, {show(b)}")
    nothing = Fraction(0)
    help_ = (b - c,) * size
    wait = (nothing, *((b,) * (size - 1)))
    return _two_action(size, help_, wait, ("help", "wait"), "The volunteer's dilemma")


@named("minority-game", family="general-sum")
def minority_game(n: int = 3) -> StrategicGame:
    """An odd number of players choose a side, and those on the smaller side win 1.

    Parameters
    ----------
    n : int, default 3
        The number of players, odd.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> len(minority_game(3).pure_equilibria())
    6
    """
    size = few_enough(whole(n, "n", 3))
    if size % 2 == 0:
        raise GameError(f"n is {size}; it must be odd, so that there is a minority")
    wins = tuple(Fraction(int(2 * (k + 1) < size)) for k in range(size))
    other = tuple(Fraction(int(2 * (size - k) < size)) for k in range(size))
    return _two_action(size, wins, other, ("left", "right"), "The minority game")


@named("beauty-contest", family="general-sum")
def beauty_contest(
    n: int = 3, numbers: int = 4, fraction: Number = Fraction(2, 3)
) -> StrategicGame:
    """Guess a number, at least 0; those nearest to a fraction of the average share a prize of 1.

    Parameters
    ----------
    n : int, default 3
        The number of players.
    numbers : int, default 4
        How many numbers there are to choose from.
    fraction : number, default 2/3
        The fraction of the average.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> (0, 0, 0) in beauty_contest(3).pure_equilibria()
    True
    """
    size, most, part = (
        whole(n, "n", 2),
        whole(numbers, "numbers", 1),
        positive(fraction, "fraction"),
    )
    if part >= 1:
        raise GameError(f"fraction is {show(part)}; it must be below 1")

    def paid(cell: tuple[int, ...], k: int) -> Number:
        target = part * sum(cell) / size
        gaps = [abs(c - target) for c in cell]
        nearest = min(gaps)
        return Fraction(1, gaps.count(nearest)) if gaps[k] == nearest else Fraction(0)

    return _written(size, range(most + 1), paid, "The beauty contest")


@named("weakest-link", family="general-sum")
def weakest_link(
    n: int = 3, levels: int = 2, benefit: Number = Fraction(2), cost: Number = Fraction(1)
) -> StrategicGame:
    """Every player chooses an effort; all benefit from the smallest one and pay for their own.

    Parameters
    ----------
    n : int, default 3
        The number of players.
    levels : int, default 2
        The number of effort levels.
    benefit : number, default 2
        The benefit of a unit of effort.
    cost : number, default 1
        The cost of a unit of effort.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> len(weakest_link(3, 3).pure_equilibria())
    3
    """
    size, most = whole(n, "n", 2), whole(levels, "levels", 1)
    b, c = positive(benefit, "benefit"), positive(cost, "cost")

    def paid(cell: tuple[int, ...], k: int) -> Number:
        return b * (min(cell) + 1) - c * (cell[k] + 1)

    return _written(size, range(1, most + 1), paid, "The weakest link")


@named("congestion", family="general-sum")
def congestion(
    n: int = 3,
    slopes: tuple[Number, ...] = (Fraction(1), Fraction(2)),
    fixed: tuple[Number, ...] = (Fraction(0), Fraction(0)),
) -> StrategicGame:
    """n drivers choose a road; each road costs a fixed time plus a slope for every driver on it.

    Costs, to be kept low. There is always an equilibrium in pure strategies.

    Parameters
    ----------
    n : int, default 3
        The number of drivers.
    slopes : tuple of numbers, default (Fraction(1), Fraction(2))
        The time that each driver adds, for each road.
    fixed : tuple of numbers, default (Fraction(0), Fraction(0))
        The time of an empty road, for each road.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(congestion(3).pure_equilibria().payoffs[0])
    (Fraction(2, 1), Fraction(2, 1), Fraction(2, 1))
    """
    size, rates = whole(n, "n", 1), several(slopes, "slopes")
    times = several(fixed, "fixed")
    if len(times) != len(rates):
        raise GameError(
            f"{len(rates)} slopes and {len(times)} fixed times; give one of each for every road"
        )
    for k, rate in enumerate(rates, 1):
        not_negative(rate, f"slopes, item {k}")

    def paid(cell: tuple[int, ...], k: int) -> Number:
        road = cell[k]
        return times[road] + rates[road] * cell.count(road)

    labels = [f"road {k}" for k in range(1, len(rates) + 1)]
    return _written(size, labels, paid, "Congestion", cost=True)


def _two_action(
    n: int,
    first: Sequence[Number],
    second: Sequence[Number],
    labels: tuple[str, str],
    title: str,
) -> StrategicGame:
    one, two = (tuple(Fraction(x) for x in line) for line in (first, second))
    return SymmetricTwoAction(n, one, two, labels, title).strategic()


def _written(
    n: int,
    labels: Sequence[Any],
    paid: Callable[[tuple[int, ...], int], Number],
    title: str,
    cost: bool = False,
) -> StrategicGame:
    """A game with the same strategies for all, cell by cell."""
    size = len(labels)
    if n > MOST_PLAYERS:
        raise GameError(
            f"{title}: {count_of(n, 'player')}, and payoffs are written out for {MOST_PLAYERS}"
        )
    fits([size] * n)
    cells = list(product(range(size), repeat=n))
    tensors = []
    for k in range(n):
        flat = Tensor.read([paid(cell, k) for cell in cells], 1)
        tensor = Tensor(flat.array.reshape((size,) * n), flat.denominator)
        tensors.append(-tensor if cost else tensor)
    names = tuple(map(str, labels))
    return StrategicGame(tuple(tensors), player_names(None, n), (names,) * n, title, cost)
