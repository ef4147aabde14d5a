"""Guessing games: II thinks of a number from 1 to n, I guesses it and is paid by how near he is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import between, digits, fits, positive, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

HALF = Fraction(1, 2)
NOTHING = Fraction(0)
_BASE = Fraction(2)


@named("guess-exact", family="zero-sum")
def guess_exact(n: int = 4, base: Number = _BASE) -> MatrixGame:
    """Guess a number from 1 to n: a right guess of j wins base^j, a wrong one nothing.

    A diagonal game: for base 2 the value is 2^n / (2^n - 1).

    Parameters
    ----------
    n : int, default 4
        The largest number.
    base : number, optional
        The base of the payoffs.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(guess_exact(4).solve().value)
    16/15
    """
    b = positive(base, "base")
    title = f"Guess the number, {show(b)}^j for a hit"
    return _guess(title, n, lambda i, j: b**j if i == j else NOTHING, digits(b))


@named("guess-overestimate", family="zero-sum")
def guess_overestimate(n: int = 4, credit: Number = HALF) -> MatrixGame:
    """Guess a number from 1 to n: right wins 1, too high still wins a part, too low nothing.

    For half credit the value is 2^(n-1) / (2^n - 1).

    Parameters
    ----------
    n : int, default 4
        The largest number.
    credit : number, optional
        What a guess that is too high wins.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(guess_overestimate(4).solve().value)
    8/15
    """
    part = between(credit, "credit", 0, 1)
    return _guess(
        "Guess the number, credit for an overestimate",
        n,
        lambda i, j: Fraction(1) if i == j else part if i > j else NOTHING,
    )


@named("guess-too-high", family="zero-sum")
def guess_too_high(n: int = 4) -> MatrixGame:
    """Guess a number from 1 to n: right wins 1, too high loses 1, too low costs nothing.

    The value is 1 / (2^n - 1).

    Parameters
    ----------
    n : int, default 4
        The largest number.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(guess_too_high(4).solve().value)
    1/15
    """
    return _guess("Guess the number, not too high", n, lambda i, j: (i == j) - (i > j))


@named("guess-decay", family="zero-sum")
def guess_decay(n: int = 4, b: Number = HALF) -> MatrixGame:
    """Guess a number from 1 to n: right wins 1, too high by k wins b^k, too low nothing.

    For b < 1 the value is 1 / (n - (n - 1) b).

    Parameters
    ----------
    n : int, default 4
        The largest number.
    b : number, optional
        The decay of the payoff for each unit too high.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(guess_decay(4).solve().value)
    2/5
    """
    ratio = number(b, "b")
    if ratio >= 1:
        raise GameError(f"b is {show(ratio)}; it must be below 1, or guessing n is always best")
    return _guess(
        f"Guess the number, {show(ratio)}^k for k too high",
        n,
        lambda i, j: ratio ** (i - j) if i > j else Fraction(i == j),
        digits(ratio),
    )


@named("guess-near-miss", family="zero-sum")
def guess_near_miss(n: int = 4) -> MatrixGame:
    """Guess a number from 1 to n: a hit wins 2, a miss by one loses 1, other misses nothing.

    The value is 12 / (n (n + 1) (n + 2)).

    Parameters
    ----------
    n : int, default 4
        The largest number.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(guess_near_miss(4).solve().value)
    1/10
    """
    by_distance = {0: 2, 1: -1}
    size = whole(n, "n", 2)
    return _guess("Hit or near miss", size, lambda i, j: by_distance.get(abs(i - j), 0))


@named("adjacent-numbers", family="zero-sum")
def adjacent_numbers(n: int = 4) -> MatrixGame:
    """Both name a number from 1 to n; I wins 1 when the two numbers are adjacent.

    The value is 1/(2k), 1/(2k+1), 1/(2k+2), 1/(2k+2) for n = 4k, 4k+1, 4k+2, 4k+3.

    Parameters
    ----------
    n : int, default 4
        The largest number.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> [str(adjacent_numbers(n).solve().value) for n in (4, 5, 6, 7)]
    ['1/2', '1/3', '1/4', '1/4']
    """
    size = whole(n, "n", 2)
    return _guess("Adjacent numbers", size, lambda i, j: int(abs(i - j) == 1))


@named("larger-integer", family="zero-sum")
def larger_integer(n: int = 10) -> MatrixGame:
    """Each names a number from 1 to n and the larger wins 1; without a bound the game has no value.

    Parameters
    ----------
    n : int, default 10
        The largest number.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> solution = larger_integer(10).solve()
    >>> print(solution.value, solution.row[-1])
    0 1
    """
    return _guess("The larger integer, cut off", n, lambda i, j: (i > j) - (i < j))


def _guess(title: str, n: int, payoff: Callable[[int, int], Number], growth: int = 0) -> MatrixGame:
    """``growth`` says by how many binary digits the payoffs grow with each number."""
    size = whole(n, "n", 1)
    fits(size, size, title.lower(), "take a smaller n", size * growth)
    numbers = range(1, size + 1)
    try:
        payoffs = [[payoff(i, j) for j in numbers] for i in numbers]
    except OverflowError:
        raise GameError(f"{title.lower()}: the payoffs overflow; take a smaller n") from None
    return zero_sum(f"{title}, 1..{size}", payoffs, numbers, numbers)
