"""Guess it!, the card game of questions and bluffs, solved stage by stage."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.zero_sum.build import whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

MOST_BITS = 300_000
"""The longest denominator that is computed; the lengths grow exponentially with the hands."""
SHOWN_BITS = 14_000
"""The longest payoff of a game, within what Python reads and prints without being asked."""
ROUNDED_TO = 1 << 256
"""The denominator to which values are rounded where payoffs are floats, to less than one unit."""
MOST_CARDS = 500


@dataclass(frozen=True, slots=True)
class GuessItStrategy:
    """How to play with m cards of one's own against n: win probability, bluffs, calls."""

    value: Fraction
    bluff: Fraction
    call: Fraction


@named("guess-it", family="zero-sum")
def guess_it(m: int = 5, n: int = 5) -> MatrixGame:
    """Guess it! with m cards against n and one face down: ask honestly or bluff, ignore or call.

    The player to move asks for a card. If the other has it, it is thrown away. If not, it is the
    hidden card or a bluff: calling it wins or loses the game on the spot, ignoring it lets the
    mover win when it was honest and exposes a bluffed card. Later stages enter by their values;
    payoffs are the mover's probability of winning. They are floats for large hands, whose
    fractions are too long to be written.

    Parameters
    ----------
    m : int, default 5
        The cards of the player to move.
    n : int, default 5
        The cards of the other player.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(guess_it(1, 1).solve().value, guess_it(5, 5).solve().value)
    1/2 4449543596704824979/8257467066769766146
    """
    mine, theirs = whole(m, "m", 0), whole(n, "n", 0)
    title = f"Guess it! with {count_of(mine, 'card')} against {theirs}"
    if theirs == 0 or mine == 0:
        return zero_sum(title, [[Fraction(1, theirs + 1)]], ("guess",), ("wait",))
    if max(mine, theirs) > MOST_CARDS:
        raise GameError(f"guess-it: hands of {mine} and {theirs} cards; the most is {MOST_CARDS}")
    try:
        values, is_exact = _values(mine, theirs, SHOWN_BITS), True
    except GameError:
        values, is_exact = _values(mine, theirs), False
    honest_ignored, honest_called, bluff_ignored = _outcomes(mine, theirs, values)
    payoffs = [[honest_ignored, honest_called], [bluff_ignored, Fraction(1)]]
    shown = payoffs if is_exact else [[float(x) for x in row] for row in payoffs]
    return zero_sum(title, shown, ("honest", "bluff"), ("ignore", "call"))


def guess_it_table(m: int, n: int) -> dict[tuple[int, int], GuessItStrategy]:
    """Value, bluffing and calling probability for 1..m cards against 1..n.

    V(m, n) = (1 + n (1 - V(n-1, m)) V(n, m-1)) / (1 + (n+1) V(n, m-1)), with V(m, 0) = 1 and
    V(0, n) = 1/(n+1). Both players mix at every stage. Cost O(mn) operations on
    fractions whose length grows by a factor of about 5/2 with each card of both hands.

    Parameters
    ----------
    m : int
        The most cards of the mover.
    n : int
        The most cards of the other.

    Returns
    -------
    dict
        A stage for each pair of numbers of cards.

    Examples
    --------
    >>> table = guess_it_table(3, 4)
    >>> print(table[3, 4].value, table[3, 4].bluff, table[3, 4].call)
    20786/40551 456/1931 3333/13517
    """
    most = whole(m, "m", 1), whole(n, "n", 1)
    values = _values(*most, MOST_BITS)
    table = {}
    for mine in range(1, most[0] + 1):
        for theirs in range(1, most[1] + 1):
            a, b, c = _outcomes(mine, theirs, values)
            spread = a - b + 1 - c
            table[mine, theirs] = GuessItStrategy(
                values[mine, theirs], (a - b) / spread, (a - c) / spread
            )
    return table


def guess_it_value(m: int, n: int) -> Fraction:
    """The mover's probability of winning with m cards against n.

    Parameters
    ----------
    m : int
        The cards of the mover.
    n : int
        The cards of the other.

    Returns
    -------
    Fraction
        The probability.

    Examples
    --------
    >>> print(guess_it_value(4, 2), guess_it_value(0, 4))
    295/456 1/5
    """
    mine, theirs = whole(m, "m", 0), whole(n, "n", 0)
    if mine == 0 or theirs == 0:
        return _value(mine, theirs, {})
    return _values(mine, theirs, MOST_BITS)[mine, theirs]


def _outcomes(
    m: int, n: int, values: dict[tuple[int, int], Fraction]
) -> tuple[Fraction, Fraction, Fraction]:
    """Honest and ignored, honest and called, bluffed and ignored; a bluff that is called wins."""
    found = Fraction(n, n + 1) * (1 - values[n - 1, m])
    return found + Fraction(1, n + 1), found, 1 - values[n, m - 1]


def _values(m: int, n: int, bits: int | None = None) -> dict[tuple[int, int], Fraction]:
    """Values of all stages up to (m, n), and of the exchanged ones up to (n, m).

    They are refused where they have more binary digits than ``bits``, or rounded without it.
    """
    values: dict[tuple[int, int], Fraction] = {}
    for total in range(m + n + 1):
        hands = {*range(max(0, total - n), min(m, total) + 1)}
        hands |= {*range(max(0, total - m), min(n, total) + 1)}
        for mine in hands:
            value = _value(mine, total - mine, values)
            if bits is None:
                value = Fraction(round(value * ROUNDED_TO), ROUNDED_TO)
            elif value.denominator.bit_length() > bits:
                raise GameError(
                    f"guess-it: the exact value with {count_of(mine, 'card')} against "
                    f"{total - mine} has more "
                    f"than {bits:,} binary digits; use fewer cards than {m} and {n}"
                )
            values[mine, total - mine] = value
    return values


def _value(m: int, n: int, values: dict[tuple[int, int], Fraction]) -> Fraction:
    if n == 0 or m == 0:
        return Fraction(1, n + 1)
    exposed = values[n, m - 1]
    return (1 + n * (1 - values[n - 1, m]) * exposed) / (1 + (n + 1) * exposed)
