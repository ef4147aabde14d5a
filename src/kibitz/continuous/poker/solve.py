"""Poker on [0, 1] by the method that suits it: formulas where they are known, else a deck."""

from __future__ import annotations

from kibitz.continuous.poker.betting_tree import BettingGame
from kibitz.continuous.poker.deck import (
    HANDS,
    BettingSolution,
    DiscretizedPoker,
    discretized,
    solve_betting,
)
from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.continuous.poker.newman import NewmanSolution
from kibitz.continuous.poker.solution import PokerSolution
from kibitz.continuous.poker.thresholds import thresholds
from kibitz.core.errors import GameError
from kibitz.core.method import method


@method(
    ContinuousPoker,
    "auto",
    finds="the value or proved bounds on it, and a good strategy for each player",
    cost="same as the chosen method",
)
def automatic(
    game: ContinuousPoker, hands: int | None = None
) -> PokerSolution | NewmanSolution | DiscretizedPoker:
    """Thresholds for models with one bet size, a finite deck for several.

    Parameters
    ----------
    game : ContinuousPoker
        The game.
    hands : int, optional
        The number of hands of the deck, for models with several bet sizes.

    Returns
    -------
    PokerSolution, NewmanSolution or DiscretizedPoker
        The value or proved bounds of it, and a good strategy of each player.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.model == "bet-sizes":
        return discretized(game, 2 * HANDS if hands is None else hands)
    if hands is not None:
        raise GameError("hands: this model is solved by formulas; give method='discretized'")
    return thresholds(game)


@method(
    BettingGame,
    "auto",
    finds="proved bounds on the value, and a plan for each player",
    cost="same as a deck with this number of hands",
)
def automatic_tree(game: BettingGame, hands: int = HANDS) -> BettingSolution:
    """The linear program of a finite deck.

    Parameters
    ----------
    game : BettingGame
        The game.
    hands : int, default HANDS
        How many hands the deck has.

    Returns
    -------
    BettingSolution
        Proved bounds of the value, and a plan of each player.

    Notes
    -----
    Cost: that of a deck with this number of hands.
    """
    return solve_betting(game, hands)
