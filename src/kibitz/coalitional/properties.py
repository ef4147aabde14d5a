"""Properties of games, each tested over all coalitions at once, with a witness when it fails.

Worths of floating-point games are compared up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from kibitz.coalitional.coalitions import (
    Array,
    Masks,
    halves,
    integers_within,
    sizes,
    subset_sums,
    subsets,
    tensor_difference,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import margin
from kibitz.coalitional.verdict import PropertyVerdict, refuted, worth_of
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of

PAIRED = 11
"""Players up to which all pairs of disjoint coalitions are held in memory."""
MOST_PAIRED = 20
MOST_LONG = 14
"""Players up to which pairs of coalitions with very long worths are looked at."""


@extends(CoalitionalGame)
def is_superadditive(game: CoalitionalGame) -> PropertyVerdict:
    """No two disjoint coalitions earn more apart than together.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: 3^n, unless it is convex.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_superadditive(coalition({"A": 2, "B": 3, "A,B": 4})))
    superadditive: no, v(A) + v(B) = 5 > v(A,B) = 4
    """
    name = "superadditive"
    first, second = _superadditivity_gap(game)
    if not first:
        return PropertyVerdict(name, True)
    why = f"{worth_of(game, first, second)} > {worth_of(game, first | second)}"
    return refuted(name, game, why, first, second)


def _superadditivity_gap(game: CoalitionalGame) -> tuple[int, int]:
    array, close = integers_within(game.worths.array, 4), margin(game)
    if game.n <= PAIRED:
        first, second = _disjoint_pairs(game.n)
        bad = array[first] + array[second] - array[first | second] > close
        k = _first(bad)
        return (0, 0) if k is None else (int(first[k]), int(second[k]))
    if is_convex(game):
        return 0, 0
    most = MOST_LONG if array.dtype == object else MOST_PAIRED
    if game.n > most:
        raise GameError(
            f"{game.n} players have {3**game.n:.1e} pairs of disjoint coalitions; superadditivity "
            f"is tested for at most {count_of(most, 'player')}, convexity for more"
        )
    from kibitz.coalitional.kernels import superadditivity_gap

    look = superadditivity_gap.py_func if array.dtype == object else superadditivity_gap
    one, other = look(array, array.dtype.type(close) if array.dtype != object else close)
    return int(one), int(other)


@lru_cache(maxsize=2)
def _disjoint_pairs(n: int) -> tuple[Masks, Masks]:
    first, second = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for i in range(n):
        first, second = (
            np.concatenate([first, first | (1 << i), first]),
            np.concatenate([second, second, second | (1 << i)]),
        )
    ordered = (first != 0) & (first < second)
    return first[ordered], second[ordered]


def superadditivity_checks(
    game: CoalitionalGame,
) -> Iterator[tuple[int, int, Number, Number]]:
    """Every pair of disjoint coalitions with the worth of their union and the sum of their own.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Yields
    ------
    tuple[int, int, Number, Number]
        The two coalitions as bitmasks, the worth of the union, and the sum of the worths.

    Examples
    --------
    >>> from kibitz import coalition
    >>> for s, t, together, apart in superadditivity_checks(coalition({"A": 2, "B": 0, "A,B": 4})):
    ...     print(s, t, together, apart)
    1 2 4 2
    """
    for union in game.coalitions():
        low = union & -union
        for part in subsets(union ^ low):
            if part != union ^ low:
                first, second = part | low, union ^ part ^ low
                apart = game.value(first) + game.value(second)
                yield first, second, game.value(union), apart


@extends(CoalitionalGame)
def is_monotone(game: CoalitionalGame) -> PropertyVerdict:
    """No player makes a coalition poorer by joining it.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_monotone(coalition({"A": 2, "B": 0, "A,B": 1})))
    monotone: no, v(A) = 2 > v(A,B) = 1
    """
    name = "monotone"
    witness = _falling(game, np.zeros(game.n, np.int64))
    if witness is None:
        return PropertyVerdict(name, True)
    mask, bit = witness
    why = f"{worth_of(game, mask)} > {worth_of(game, mask | bit)}"
    return refuted(name, game, why, mask, mask | bit)


@extends(CoalitionalGame)
def is_zero_monotone(game: CoalitionalGame) -> PropertyVerdict:
    """Every player adds to every coalition at least what they earn alone.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_zero_monotone(coalition({"A": 2, "B": 1, "A,B": 2})))
    zero-monotone: no, v(B) + v(A) = 3 > v(A,B) = 2
    """
    name = "zero-monotone"
    witness = _falling(game, game.worths.array[[1 << i for i in range(game.n)]])
    if witness is None:
        return PropertyVerdict(name, True)
    mask, bit = witness
    why = f"{worth_of(game, mask, bit)} > {worth_of(game, mask | bit)}"
    return refuted(name, game, why, mask, bit)


def _falling(game: CoalitionalGame, least: Array) -> tuple[int, int] | None:
    """A coalition, and a player's bit, such that the player adds less than they should."""
    array, close = integers_within(game.worths.array, 4), margin(game)
    for i in range(game.n):
        without, joined = halves(array, i)
        k = _first(joined - without - least[i] < -close)
        if k is not None:
            return _widened(k, i), 1 << i
    return None


@extends(CoalitionalGame)
def is_convex(game: CoalitionalGame) -> PropertyVerdict:
    """Players add the more, the larger the coalition they join.

    It is enough to look at two players i, j: v(S,i,j) - v(S,j) >= v(S,i) - v(S).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(n^2 2^n).

    References
    ----------
    Shapley 1971.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_convex(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})))
    convex: no, B adds 6 to C but only 3 to A,C
    """
    name = "convex"
    array, close = integers_within(game.worths.array, 4), margin(game)
    for j in range(game.n):
        without, joined = halves(array, j)
        added = np.ascontiguousarray(joined - without).reshape(-1)
        for i in range(j):
            low, high = halves(added, i)
            k = _first(high - low < -close)
            if k is not None:
                return _not_convex(game, name, _widened(_widened(k, i), j), 1 << i, 1 << j)
    return PropertyVerdict(name, True)


def _not_convex(
    game: CoalitionalGame, name: str, base: int, one: int, other: int
) -> PropertyVerdict:
    small, large = base, base | one
    player = game.spell(other)
    gains = [show(game.value(s | other) - game.value(s)) for s in (small, large)]
    to = [game.spell(s) if s else "nobody" for s in (small, large)]
    why = f"{player} adds {gains[0]} to {to[0]} but only {gains[1]} to {to[1]}"
    return refuted(name, game, why, base | one, base | other)


@extends(CoalitionalGame)
def is_additive(game: CoalitionalGame) -> PropertyVerdict:
    """Every coalition earns what its members earn alone.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(2^n).
    """
    name = "additive"
    sums = subset_sums([game.value(1 << i) for i in range(game.n)])
    gap = tensor_difference(game.worths, sums).array
    k = _first(abs(gap) > margin(game))
    if k is None:
        return PropertyVerdict(name, True)
    alone = show(sums[k,])
    return refuted(name, game, f"{worth_of(game, k)}, but its members earn {alone} alone", k)


@extends(CoalitionalGame)
def is_constant_sum(game: CoalitionalGame) -> PropertyVerdict:
    """Each coalition and those outside earn together what all earn.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_constant_sum(coalition({"A": 2, "B": 1, "A,B": 4})))
    constant-sum: no, v(A) + v(B) = 3, but v(A,B) = 4
    """
    name = "constant-sum"
    array = integers_within(game.worths.array, 4)
    k = _first(abs(array + array[::-1] - array[-1]) > margin(game))
    if k is None:
        return PropertyVerdict(name, True, f"{show(game.total)}")
    other = game.grand ^ k
    why = f"{worth_of(game, k, other)}, but {worth_of(game, game.grand)}"
    return refuted(name, game, why, k, other)


@extends(CoalitionalGame)
def is_symmetric(game: CoalitionalGame) -> PropertyVerdict:
    """Coalitions of the same size are worth the same.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_symmetric(coalition({"A": 2, "B": 1, "A,B": 4})))
    symmetric: no, v(A) = 2, but v(B) = 1
    """
    name = "symmetric"
    array = game.worths.array
    example = np.array([(1 << s) - 1 for s in range(game.n + 1)])[sizes(game.n)]
    k = _first(abs(array - array[example]) > margin(game))
    if k is None:
        return PropertyVerdict(name, True)
    like = int(example[k])
    return refuted(name, game, f"{worth_of(game, like)}, but {worth_of(game, k)}", like, k)


@extends(CoalitionalGame)
def is_essential(game: CoalitionalGame) -> PropertyVerdict:
    """All players together earn more than each for themselves.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_essential(coalition({"A": 2, "B": 2, "A,B": 4})))
    essential: no, v(A) + v(B) = 4, and v(A,B) = 4
    """
    name = "essential"
    singles = [1 << i for i in range(game.n)]
    if game.total - sum(game.value(s) for s in singles) > margin(game):
        return PropertyVerdict(name, True)
    shown = worth_of(game, *singles)
    return refuted(name, game, f"{shown}, and {worth_of(game, game.grand)}", *singles)


@extends(CoalitionalGame)
def is_simple(game: CoalitionalGame) -> PropertyVerdict:
    """Coalitions win 1 or lose 0, all players win, and joining never makes a coalition lose.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_simple(coalition({"A": 2, "B": 0, "A,B": 4})))
    simple: no, v(A) = 2 is neither 0 nor 1
    """
    name = "simple"
    worths, unit = game.worths.array, game.worths.denominator
    k = _first((worths != 0) & (worths != unit))
    if k is not None:
        return refuted(name, game, f"{worth_of(game, k)} is neither 0 nor 1", k)
    if game.total == 0:
        return refuted(name, game, f"{worth_of(game, game.grand)}: no coalition wins", game.grand)
    rising = is_monotone(game)
    if not rising:
        return PropertyVerdict(name, False, f"it is not monotone: {rising.why}", rising.witness)
    return PropertyVerdict(name, True)


@extends(CoalitionalGame)
def is_proper(game: CoalitionalGame) -> PropertyVerdict:
    """In a simple game: a coalition and those outside it never both win.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_proper(coalition(weights=[1, 1, 1], quota=1)))
    proper: no, 1 wins and 2,3 wins
    """
    return _by_complements(game, "proper", 1, "wins")


@extends(CoalitionalGame)
def is_strong(game: CoalitionalGame) -> PropertyVerdict:
    """In a simple game: a coalition and those outside it never both lose.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_strong(coalition(weights=[1, 1], quota=2)))
    strong: no, 1 loses and 2 loses
    """
    return _by_complements(game, "strong", 0, "loses")


def _by_complements(game: CoalitionalGame, name: str, side: int, word: str) -> PropertyVerdict:
    simple = is_simple(game)
    if not simple:
        return PropertyVerdict(name, False, f"it is not simple: {simple.why}", simple.witness)
    here = game.worths.array == side
    bad = here & here[::-1]
    bad[0] = bad[-1] = False
    k = _first(bad)
    if k is None:
        return PropertyVerdict(name, True)
    other = game.grand ^ k
    why = f"{game.spell(k)} {word} and {game.spell(other)} {word}"
    return refuted(name, game, why, k, other)


TESTS: dict[str, Callable[[CoalitionalGame], PropertyVerdict]] = {
    "superadditive": is_superadditive,
    "monotone": is_monotone,
    "zero-monotone": is_zero_monotone,
    "convex": is_convex,
    "additive": is_additive,
    "constant-sum": is_constant_sum,
    "symmetric": is_symmetric,
    "essential": is_essential,
    "simple": is_simple,
    "proper": is_proper,
    "strong": is_strong,
}
"""The tests that need no linear programming, by name."""


def _first(bad: Array) -> int | None:
    """Where the first True is, in reading order."""
    flat = np.asarray(bad, dtype=bool).reshape(-1)
    k = int(flat.argmax()) if flat.size else 0
    return k if flat.size and flat[k] else None


def _widened(k: int, i: int) -> int:
    """The mask at place k among the coalitions without player i."""
    low = k & ((1 << i) - 1)
    return ((k ^ low) << 1) | low
