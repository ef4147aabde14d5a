"""The thresholds of the models with one bet size, from their indifference equations.

At every threshold two actions pay the same. With the bet β in antes these are linear equations in
the thresholds, whose solutions are the formulas here; that they are optimal is proved afterwards by
best responses on the whole interval. Ferguson II.7.
"""

from __future__ import annotations

from fractions import Fraction

from kibitz.continuous.poker.game import ContinuousPoker, continuous_poker
from kibitz.continuous.poker.newman import NewmanSolution, newman
from kibitz.continuous.poker.solution import PokerSolution
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number

KNOWN = ("la-relance", "von-neumann", "check-call")


def _one_bet(game: ContinuousPoker) -> str | None:
    return None if game.model in (*KNOWN, "newman") else "it needs a model with one bet size"


@method(
    ContinuousPoker,
    "thresholds",
    finds="the value and a good strategy for each player",
    cost="O(1)",
    reference="Ferguson II.7; Newman 1959",
    applies=_one_bet,
)
def thresholds(game: ContinuousPoker) -> PokerSolution | NewmanSolution:
    """The solution of the indifference equations, by the formulas of the model.

    Parameters
    ----------
    game : ContinuousPoker
        The game.

    Returns
    -------
    PokerSolution or NewmanSolution
        The value and a good strategy of each player.

    Notes
    -----
    Cost: O(1).

    References
    ----------
    Ferguson II.7; Newman 1959.
    """
    if game.model == "newman":
        return newman(game)
    if game.model == "la-relance":
        return la_relance(game)
    return von_neumann(game) if game.model == "von-neumann" else check_call(game)


def la_relance(game: ContinuousPoker) -> PokerSolution:
    """Bet or fold: 2b = β(1-b); I bets above b^2, II calls above b; the value is -b^2. Borel 1938.

    All optimal strategies of I bet above b and fold a mass of b^2 below it; this one alone is
    admissible.
    """
    b = game.beta / (2 + game.beta)
    found: dict[str, Number] = {
        "b": b,
        "fold_below": b * b,
        "II_calls_above": b,
        "I_fold_probability": b * b,
        "I_bluff_probability": b - b * b,
    }
    return _solution(game, -b * b, found)


def von_neumann(game: ContinuousPoker) -> PokerSolution:
    """Bet or check: (β+2)a = β(1-b), 2c - β(1-c) = 2a, 2b - c = 1; the value is a."""
    beta = game.beta
    under = (beta + 1) * (beta + 4)
    a, b = beta / under, (beta * beta + 4 * beta + 2) / under
    return _solution(game, a, {"a": a, "b": b, "c": beta * (beta + 3) / under})


def check_call(game: ContinuousPoker) -> PokerSolution:
    """Bet or check, and a check may be passed or called: four thresholds.

    (β+2)a = β(1-b), d = (a+b)/2, c - (β+1)(1-c) = -(1-d), c + (β+1)(2b-c-1) = 2b-d-1.
    """
    beta = game.beta
    under = 2 * (beta + 1) * (beta * beta + 3 * beta + 1)
    found: dict[str, Number] = {
        "a": beta * (2 * beta + 1) / under,
        "b": beta * (2 * beta * beta + 6 * beta + 3) / under,
        "c": beta * (beta + 2) * (2 * beta + 1) / under,
        "d": beta * (beta * beta + 4 * beta + 2) / under,
    }
    value = -(beta**3) / (4 * (beta + 1) * (beta * beta + 3 * beta + 1))
    return _solution(game, value, found)


def _solution(game: ContinuousPoker, value: Number, found: dict[str, Number]) -> PokerSolution:
    """``value`` is in antes."""
    return PokerSolution(game, value * game.ante, found)


def best_bet(model: str = "von-neumann") -> tuple[Fraction, Fraction]:
    """The bet in antes that is best for the first player of von Neumann's model, and its value.

    The derivative of β/((β+1)(β+4)) vanishes where β^2 = 4.

    >>> bet, value = best_bet()
    >>> print(bet, value)
    2 1/9
    """
    if model != "von-neumann":
        raise GameError(f"{model}: the best bet is defined for von Neumann's model only")
    bet = Fraction(2)
    value = von_neumann(continuous_poker("von-neumann", bet)).value
    assert isinstance(value, Fraction)
    return bet, value
