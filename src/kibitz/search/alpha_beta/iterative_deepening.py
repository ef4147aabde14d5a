"""Iterative deepening: depth 1, then 2, then 3, with an answer to be had at any moment.

Each depth begins with the best line of the one before, so that the shallow searches pay for
themselves. A depth that the budget cuts short is thrown away. Korf (1985).
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.rules.game import Position, Rules
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation, Pruning
from kibitz.search.budget import MEMORY, Budget
from kibitz.search.result import SearchResult
from kibitz.search.walk import root_of


def iterative_deepening(
    game: Rules | Position,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    pruning: Pruning | None = None,
    memory: int = MEMORY,
    compiled: bool = True,
) -> Iterator[SearchResult]:
    """The answer of every depth as soon as it is finished; the last one is the best.

    It ends when the whole game is searched or a limit is reached; depth 1 is always finished.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    seconds : float, optional
        The time limit.
    nodes : int, optional
        The limit of nodes.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    pruning : Pruning, optional
        Which prunings and extensions to use.
    memory : int, default MEMORY
        The memory for tables, in bytes.
    compiled : bool, default True
        Whether compiled rules may be used.

    Yields
    ------
    SearchResult
        The answer of one depth.

    References
    ----------
    Korf 1985.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> found = list(iterative_deepening(TakeAway(6), compiled=False))
    >>> [answer.depth for answer in found], found[-1].move, found[-1].is_exact
    ([1, 2, 3, 4, 5], 2, True)
    """
    position = root_of(game)
    budget = Budget(seconds, nodes, depth, memory)
    engine = PrincipalVariation(position.rules, memory, pruning, compiled)
    return engine.deepening(position, budget)
