"""Games of matching and not matching: pennies, rock-paper-scissors, pursuits, drinks."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import fits, not_negative, several, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

WEAPONS = {3: ("paper", "scissors", "rock"), 5: ("rock", "paper", "scissors", "spock", "lizard")}
_CAUGHT, _ESCAPED, _DRAW = Fraction(100), Fraction(-50), Fraction(0)
_DRINK, _MISS, _SIDE = Fraction(55), Fraction(10), Fraction(42)


@named("matching-pennies", family="zero-sum")
def matching_pennies(sides: int = 2) -> MatrixGame:
    """Both show a side of a coin, or of a die; I wins 1 when they match and loses 1 otherwise.

    Parameters
    ----------
    sides : int, default 2
        The number of sides.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(matching_pennies().solve().value, matching_pennies(6).solve().value)
    0 -2/3
    """
    n = whole(sides, "sides", 1)
    fits(n, n, "matching-pennies", "take fewer sides")
    names = ("heads", "tails") if n == 2 else tuple(range(1, n + 1))
    payoffs = [[1 if i == j else -1 for j in range(n)] for i in range(n)]
    return zero_sum("Matching pennies", payoffs, names, names)


@named("rock-paper-scissors", family="zero-sum")
def rock_paper_scissors(weapons: int = 3, stakes: tuple[Number, ...] = ()) -> MatrixGame:
    """Rock-paper-scissors, with any odd number of weapons; stakes are the payoffs of their wins.

    Weapon i beats weapon j when i - j is odd modulo the number of weapons. A symmetric game.

    Parameters
    ----------
    weapons : int, default 3
        The number of weapons, odd.
    stakes : tuple of numbers, optional
        What a win with each weapon pays; 1 if omitted.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(rock_paper_scissors().solve().row[0], rock_paper_scissors(5).solve().row[0])
    1/3 1/5
    """
    n = whole(weapons, "weapons", 3)
    if n % 2 == 0:
        raise GameError(f"weapons is {n}; it must be odd, so that each beats half of the others")
    fits(n, n, "rock-paper-scissors", "take fewer weapons")
    wins = several(stakes, "stakes", n) if stakes else (Fraction(1),) * n
    if len(wins) != n:
        raise GameError(f"stakes: {len(wins)} given for {n} weapons")
    for i, stake in enumerate(wins, 1):
        not_negative(stake, f"stakes, item {i}")
    names = WEAPONS.get(n, tuple(range(1, n + 1)))
    payoffs = [[_duel(i, j, n, wins) for j in range(n)] for i in range(n)]
    return zero_sum("Rock, paper, scissors", payoffs, names, names)


def _duel(i: int, j: int, n: int, wins: tuple[Number, ...]) -> Number:
    if i == j:
        return Fraction(0)
    return wins[i] if (i - j) % n % 2 else -wins[j]


@named("holmes-moriarty", family="zero-sum")
def holmes_moriarty(
    caught: Number = _CAUGHT, escaped: Number = _ESCAPED, draw: Number = _DRAW
) -> MatrixGame:
    """Moriarty pursues Holmes, who leaves the train at Canterbury or continues to Dover.

    The payoffs are Moriarty's: Holmes caught at either station, Holmes on the boat, and Holmes
    at Canterbury while Moriarty waits at Dover.

    Parameters
    ----------
    caught : number, optional
        The payoff when Holmes is caught.
    escaped : number, optional
        The payoff when Holmes reaches the boat.
    draw : number, optional
        The payoff when Holmes is at Canterbury and Moriarty at Dover.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(holmes_moriarty().solve().value)
    40
    """
    caught, escaped, draw = number(caught), number(escaped), number(draw)
    stations = ("Canterbury", "Dover")
    payoffs = [[caught, escaped], [draw, caught]]
    return zero_sum("Holmes and Moriarty", payoffs, stations, stations, ("Moriarty", "Holmes"))


@named("daiquiri", family="zero-sum")
def daiquiri(drink: Number = _DRINK, miss: Number = _MISS, side: Number = _SIDE) -> MatrixGame:
    """Alex and Olaf show one or two fingers; a match pays that many drinks, a mismatch a dime.

    In cents, to Alex: k drinks when both show k fingers, a dime when they differ; before each game
    Alex pays the side payment.

    Parameters
    ----------
    drink : number, optional
        The price of a drink, in cents.
    miss : number, optional
        The payoff of a miss.
    side : number, optional
        The side payment.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(daiquiri().solve().value, daiquiri(side=0).solve().value)
    -28/29 1190/29
    """
    drink, miss, side = number(drink), number(miss), number(side)
    payoffs = [[drink - side, miss - side], [miss - side, 2 * drink - side]]
    fingers = ("one", "two")
    return zero_sum("The daiquiri game", payoffs, fingers, fingers, ("Alex", "Olaf"))
