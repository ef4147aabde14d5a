"""The basic endgame in poker: one player knows who has won, the other must decide whether to call.

Both have put an ante into the pot. Player I draws a winning card with probability p, looks at it,
and bets or checks; after a bet player II calls or folds. Cutler (1976); Ferguson, *Game Theory*,
II.5.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show
from kibitz.rules import CHANCE, OVER, Rules

NOT_YET, NO, YES = -1, 0, 1


class Endgame(NamedTuple):
    """Whether the card wins, whether I has bet, and whether II has called."""

    wins: int
    bet: int
    called: int


class PokerEndgame(Rules):
    """Bet or check a winning or losing card; call or fold.

    >>> print(PokerEndgame().solve().value)
    -1/4
    """

    title = "Basic endgame in poker"
    names = ("I", "II")
    most_moves = 2
    longest = 3

    def __init__(self, p: Any = "1/4", bet: Any = 2, ante: Any = 1) -> None:
        chance = number(p, "p")
        if not 0 <= chance <= 1:
            raise GameError(f"p is {show(chance)}; it must lie between 0 and 1")
        self.p, self.bet, self.ante = chance, number(bet, "the bet"), number(ante, "the ante")
        for amount, what in ((self.bet, "the bet"), (self.ante, "the ante")):
            if amount <= 0:
                raise GameError(f"{what} is {show(amount)}; it must be positive")

    def start(self) -> Endgame:
        return Endgame(NOT_YET, NOT_YET, NOT_YET)

    def player(self, state: Endgame) -> int:
        if state.wins == NOT_YET:
            return CHANCE
        if state.bet == NOT_YET:
            return 0
        return 1 if state.bet == YES and state.called == NOT_YET else OVER

    def chance(self, state: Endgame) -> Iterator[tuple[int, Number]]:
        if self.p:
            yield YES, self.p
        if self.p != 1:
            yield NO, 1 - self.p

    def moves(self, state: Endgame) -> tuple[int, int]:
        return (YES, NO)

    def play(self, state: Endgame, move: int) -> Endgame:
        if state.wins == NOT_YET:
            return Endgame(move, NOT_YET, NOT_YET)
        if state.bet == NOT_YET:
            return Endgame(state.wins, move, NOT_YET)
        return Endgame(state.wins, state.bet, move)

    def payoffs(self, state: Endgame) -> tuple[Number, Number]:
        if state.called == NO:
            return (self.ante, -self.ante)
        stake = self.ante + self.bet if state.called == YES else self.ante
        return (stake, -stake) if state.wins == YES else (-stake, stake)

    def information_state(self, state: Endgame, player: int) -> tuple[int, int]:
        return (state.wins if player == 0 else NOT_YET, state.bet)

    def show_view(self, state: Endgame, player: int) -> str:
        if player == 1:
            return "bet"
        return "win" if state.wins == YES else "lose"

    def show_move(self, state: Endgame, move: int) -> str:
        if state.wins == NOT_YET:
            return "win" if move == YES else "lose"
        if state.bet == NOT_YET:
            return "bet" if move == YES else "check"
        return "call" if move == YES else "fold"

    def show(self, state: Endgame) -> str:
        card = {NOT_YET: "no card yet", YES: "a winning card", NO: "a losing card"}[state.wins]
        act = {NOT_YET: "", YES: ", I bets", NO: ", I checks"}[state.bet]
        answer = {NOT_YET: "", YES: ", II calls", NO: ", II folds"}[state.called]
        return card + act + answer


def endgame_value(p: Any, bet: Any, ante: Any = 1) -> Number:
    """The value in closed form: a (4p (a + b)/(2a + b) - 1), or a once that is reached.

    Parameters
    ----------
    p : number
        The chance of a winning card.
    bet : number
        The bet.
    ante : number, default 1
        What both put in first.

    Returns
    -------
    Number
        The value.

    Examples
    --------
    >>> print(endgame_value("1/4", 2), endgame_value(1, 2))
    -1/4 1
    """
    game = PokerEndgame(p, bet, ante)
    mixed: Any = game.ante * (
        4 * game.p * (game.ante + game.bet) / (2 * game.ante + game.bet) - Fraction(1)
    )
    return mixed if mixed < game.ante else game.ante
