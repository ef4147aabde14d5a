"""The Shapley value: what a player adds on average, when all orders of arrival are as likely.

Three routes lead to it. By marginals, coalitions are weighted by their size; by dividends, every
coalition splits its dividend equally among its members; by orders, each order of arrival pays the
players what they add. Shapley, "A value for n-person games", 1953.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import ClassVar

from kibitz.coalitional.coalitions import subsets
from kibitz.coalitional.conditions import has_table, up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.dividends import dividends
from kibitz.coalitional.values.sums import Weights, linear_value
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of

MOST_ORDERED = 9
"""Players up to which all orders are walked through."""


@dataclass(frozen=True)
class ShapleyValue(Allocation, kind="shapley-value"):
    """The Shapley value of a game.

    >>> from kibitz import coalition
    >>> value = shapley(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))
    >>> print(value)
    Shapley value
      A  4/3
      B  7/3
      C  10/3
    found by marginal contributions, weighted by size
    >>> print(value.verify())
    the Shapley value is (4/3, 7/3, 10/3): proved by the average over all orders of arrival
      ✓ every player gets what the definition gives
      ✓ the remaining fields follow from these
    """

    concept: ClassVar[str] = "Shapley value"


@method(
    CoalitionalGame,
    "shapley",
    finds="the Shapley value",
    cost="O(2^n)",
    reference="Shapley 1953",
    applies=has_table,
    aliases=(
        "shapley-value",
        "shapley-shubik",
    ),
)
def shapley(game: CoalitionalGame) -> ShapleyValue:
    """The Shapley value, by marginal contributions. Exact for exact worths.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    ShapleyValue
        The Shapley value.

    Notes
    -----
    Cost: O(2^n).

    References
    ----------
    Shapley 1953.
    """
    return shapley_by_marginals(game)


@method(
    CoalitionalGame,
    "shapley-by-marginals",
    finds="the Shapley value",
    cost="O(2^n)",
    reference="Shapley 1953",
    applies=has_table,
    aliases=("marginals",),
)
def shapley_by_marginals(game: CoalitionalGame) -> ShapleyValue:
    """A coalition of size s weighs (s-1)!(n-s)!/n! for its members, s!(n-s-1)!/n! against others.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    ShapleyValue
        The Shapley value.

    Notes
    -----
    Cost: O(2^n).

    References
    ----------
    Shapley 1953.

    Examples
    --------
    >>> from kibitz import coalition
    >>> [str(x) for x in shapley_by_marginals(coalition({"1": 1, "2": 3, "1,2": 6}))]
    ['2', '4']
    """
    payoffs = linear_value(game.worths, _by_size(game.n))
    return ShapleyValue(game, payoffs, "marginal contributions, weighted by size")


@cache
def _by_size(n: int) -> Weights:
    """The weights of marginal contributions."""
    f, ways = math.factorial, math.factorial(n)
    within = [Fraction(f(s - 1) * f(n - s), ways) for s in range(1, n + 1)]
    beyond = [Fraction(-f(s) * f(n - s - 1), ways) for s in range(1, n)]
    return Weights(tuple(within), (*beyond, Fraction(0)))


@cache
def _equal_shares(n: int) -> Weights:
    """Each member's share of a dividend."""
    return Weights(tuple(Fraction(1, s) for s in range(1, n + 1)), (Fraction(0),) * n)


@method(
    CoalitionalGame,
    "shapley-by-dividends",
    finds="the Shapley value",
    cost="O(n 2^n)",
    reference="Harsanyi 1959",
    applies=has_table,
)
def shapley_by_dividends(game: CoalitionalGame) -> ShapleyValue:
    """Every coalition shares its Harsanyi dividend equally among its members.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    ShapleyValue
        The Shapley value.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Harsanyi 1959.

    Examples
    --------
    >>> from kibitz import coalition
    >>> [str(x) for x in shapley_by_dividends(coalition({"1": 1, "2": 3, "1,2": 6}))]
    ['2', '4']
    """
    payoffs = linear_value(dividends(game).values, _equal_shares(game.n))
    return ShapleyValue(game, payoffs, "Harsanyi dividends, shared equally")


@method(
    CoalitionalGame,
    "shapley-by-orders",
    finds="the Shapley value",
    cost="O(n n!)",
    reference="Shapley 1953",
    applies=up_to(MOST_ORDERED),
    aliases=("orders",),
)
def shapley_by_orders(game: CoalitionalGame) -> ShapleyValue:
    """The average over all n! orders of arrival, for up to 9 players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    ShapleyValue
        The Shapley value.

    Notes
    -----
    Cost: O(n n!).

    References
    ----------
    Shapley 1953.

    Examples
    --------
    >>> from kibitz import coalition
    >>> [str(x) for x in shapley_by_orders(coalition({"1": 1, "2": 3, "1,2": 6}))]
    ['2', '4']
    """
    if game.n > MOST_ORDERED:
        raise GameError(
            f"{game.n} players arrive in {count_of(math.factorial(game.n), 'order')}; they "
            "are listed for at "
            f"most {MOST_ORDERED} players; use shapley, which sums by size"
        )
    totals: list[Number] = [Fraction(0)] * game.n
    worths = game.worths.array.tolist()
    for order in permutations(range(game.n)):
        mask, before = 0, worths[0]
        for i in order:
            mask |= 1 << i
            totals[i] += worths[mask] - before
            before = worths[mask]
    scale = math.factorial(game.n) * game.worths.denominator
    return ShapleyValue(game, tuple(t / scale for t in totals), "all orders of arrival")


def marginals_by_order(
    game: CoalitionalGame,
) -> Iterator[tuple[tuple[int, ...], tuple[Number, ...]]]:
    """Each order of arrival, as positions, with what every player adds in it.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Yields
    ------
    tuple[tuple[int, ...], tuple[Number, ...]]
        An order of arrival, and what each player adds in it.

    Notes
    -----
    Cost: O(n n!).

    Examples
    --------
    >>> from kibitz import coalition
    >>> for order, added in marginals_by_order(coalition({"1": 1, "2": 3, "1,2": 6})):
    ...     print(order, [str(x) for x in added])
    (0, 1) ['1', '5']
    (1, 0) ['3', '3']
    """
    for order in permutations(range(game.n)):
        yield order, marginals_in_order(game, order)


def marginals_in_order(game: CoalitionalGame, order: tuple[int, ...]) -> tuple[Number, ...]:
    """What every player adds when they arrive in this order of positions: a marginal vector.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    order : tuple of int
        The positions of the players, in the order in which they arrive.

    Returns
    -------
    tuple of numbers
        What each player adds.
    """
    added: dict[int, Number] = {}
    mask, before = 0, game.value(0)
    for i in order:
        mask |= 1 << i
        after = game.value(mask)
        added[i] = after - before
        before = after
    return tuple(added[i] for i in range(game.n))


@dataclass(frozen=True, slots=True)
class MarginalRow:
    """A coalition with a player, its weight (s-1)!(n-s)!, and what the player adds to it."""

    mask: int
    weight: int
    added: Number

    @property
    def product(self) -> Number:
        return self.weight * self.added


def marginal_rows(game: CoalitionalGame, player: str) -> tuple[MarginalRow, ...]:
    """The terms of the marginal formula for one player, by size; they add up to n! times it.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    player : str
        The name of a player.

    Returns
    -------
    tuple of MarginalRow
        One row for each coalition that contains the player.

    Examples
    --------
    >>> from kibitz import coalition
    >>> rows = marginal_rows(coalition({"1": 1, "2": 3, "1,2": 6}), "1")
    >>> [(row.mask, row.weight, str(row.added)) for row in rows]
    [(1, 1, '1'), (3, 1, '3')]
    """
    bit = 1 << game.position(player)
    joined = [s | bit for s in subsets(game.grand ^ bit)]
    place = {mask: k for k, mask in enumerate(game.coalitions())}
    rows = []
    for mask in sorted(joined, key=place.__getitem__):
        size = mask.bit_count()
        weight = math.factorial(size - 1) * math.factorial(game.n - size)
        rows.append(MarginalRow(mask, weight, game.value(mask) - game.value(mask ^ bit)))
    return tuple(rows)
