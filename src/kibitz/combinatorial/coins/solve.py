"""Games of coins: small ones by search, large ones by their theorem alone."""

from __future__ import annotations

from kibitz.combinatorial.coins.game import CoinGame
from kibitz.combinatorial.coins.solution import CoinSolution
from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.solve import FINDS, solve_impartial
from kibitz.core.method import method


@method(CoinGame, "auto", finds=FINDS, cost="same as the chosen method")
def solve_coins(game: CoinGame, limit: int | None = None) -> ImpartialSolution:
    """Outcome, nimber and the first winning turns; large games by theorem, without search.

    Parameters
    ----------
    game : CoinGame
        Coins in a row or on a board.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    ImpartialSolution
        The outcome, the nimber and the winning moves.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.is_misere or not game.is_large:
        return solve_impartial(game, limit)
    value = LoopyValue(game.nimber())
    moves, count = game.first_winning_moves()
    return CoinSolution(game, value.outcome, value, moves, game.theorem, count)
