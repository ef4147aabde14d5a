"""Simple games: coalitions win or lose. Winning, minimal winning and critical, by mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.coalitions import Masks, halves, in_order, tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import (
    check_players,
    infer_players,
    read_coalition,
    read_listed,
    read_players,
)
from kibitz.coalitional.properties import is_simple
from kibitz.core.errors import GameError
from kibitz.core.extension import extends

Flags = npt.NDArray[np.bool_]


def winners(game: CoalitionalGame) -> Flags:
    """Which coalitions win, by mask; refuses games that are not simple. Cost n 2^n."""
    verdict = is_simple(game)
    if not verdict:
        raise GameError(f"the game is not simple (coalitions win or lose): {verdict.why}")
    return np.asarray(game.worths.array != 0, dtype=bool)


def minimal_winners(wins: Flags) -> Flags:
    """Which winning coalitions lose as soon as any member leaves. Cost n 2^n."""
    minimal = wins.copy()
    for i in range(len(wins).bit_length() - 1):
        without, _ = halves(wins, i)
        _, joined = halves(minimal, i)
        joined &= ~without
    return minimal


def maximal_losers(wins: Flags) -> Flags:
    """Which losing coalitions win as soon as anyone joins. Cost n 2^n."""
    maximal = ~wins
    for i in range(len(wins).bit_length() - 1):
        _, joined = halves(wins, i)
        without, _ = halves(maximal, i)
        without &= joined
    return maximal


@extends(CoalitionalGame)
def minimal_winning(game: CoalitionalGame) -> tuple[tuple[str, ...], ...]:
    """The minimal winning coalitions, by size and in order.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple[tuple[str, ...], ...]
        The coalitions, by the names of their members.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> minimal_winning(coalition(weights=[10, 20, 30, 40], quota=51))
    (('2', '4'), ('3', '4'), ('1', '2', '3'))
    """
    return _named(game, minimal_winners(winners(game)))


def maximal_losing(game: CoalitionalGame) -> tuple[tuple[str, ...], ...]:
    """The maximal losing coalitions, by size and in order.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple[tuple[str, ...], ...]
        The coalitions, by the names of their members.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> maximal_losing(coalition(weights=[10, 20, 30, 40], quota=51))
    (('1', '2'), ('1', '3'), ('1', '4'), ('2', '3'))
    """
    return _named(game, maximal_losers(winners(game)))


def _named(game: CoalitionalGame, flags: Flags) -> tuple[tuple[str, ...], ...]:
    order: Masks = in_order(game.n)
    return tuple(game.members(int(mask)) for mask in order[flags[order]])


def critical_counts(wins: Flags) -> npt.NDArray[np.int64]:
    """How many members of each winning coalition could make it lose by leaving. Cost n 2^n."""
    count = np.zeros(len(wins), np.int64)
    for i in range(len(wins).bit_length() - 1):
        without, joined = halves(wins, i)
        _, critical = halves(count, i)
        critical += joined & ~without
    return count


def simple_game(minimal: Any, players: Any = None, title: str = "") -> CoalitionalGame:
    """The simple game whose winning coalitions are those that hold one of the given coalitions.

    Parameters
    ----------
    minimal : sequence of coalitions
        Coalitions that win, as text such as ``"1,2"`` or as sequences of names.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> game = simple_game(["1,2", "3"])
    >>> game.players, minimal_winning(game)
    (('1', '2', '3'), (('3',), ('1', '2')))
    """
    given = read_listed(minimal, "winning coalitions")
    if not given:
        raise GameError("no winning coalition is given; give at least one")
    names = infer_players(given) if players is None else read_players(players)
    check_players(names)
    masks = np.arange(1 << len(names), dtype=np.int64)
    wins = np.zeros(len(masks), bool)
    for key in given:
        needed = read_coalition([key], names)
        if not needed:
            raise GameError("the empty coalition cannot win")
        wins |= (masks & needed) == needed
    return CoalitionalGame(tensor_over(wins.astype(np.int64)), names, title)
