"""The size of a tree that is too large to count, by games played at random."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Position, Rules
from kibitz.search.walk import root_of

LONGEST = 1_000
"""Moves after which a random game is left alone."""


@dataclass(frozen=True)
class RandomGames:
    """What random games show of a tree that is too large to count."""

    digits: float
    """The mean over games of the logarithms of their numbers of choices."""
    plies: float
    """Moves and outcomes of chance in a game, on average."""
    move_factor: float
    """Moves on average where somebody chooses."""
    chance_factor: float
    """Outcomes on average where chance moves; 0 where it never does."""
    ended: int
    """Games that ended within the limit."""


def random_games(game: Rules | Position, games: int = 20, seed: int = 0) -> RandomGames:
    """Play at random and count what there is to choose from.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    games : int, default 20
        How many games are played.
    seed : int, default 0
        Random seed.

    Returns
    -------
    RandomGames
        The averages.

    References
    ----------
    Knuth 1975.

    Examples
    --------
    >>> import kibitz
    >>> round(random_games(kibitz.game("backgammon"), games=2).chance_factor)
    21
    """
    position = root_of(game)
    rules, random = position.rules, Random(seed)
    total, ended = 0.0, 0
    met: dict[bool, list[int]] = {False: [], True: []}
    for _ in range(games):
        state = position.state
        for _ in range(LONGEST):
            player = rules.player(state)
            if player == OVER:
                ended += 1
                break
            choices = _choices(rules, state)
            if not choices:
                break
            total += math.log10(len(choices))
            met[player == CHANCE].append(len(choices))
            chosen = random.choice(choices)
            together = player == SIMULTANEOUS
            state = rules.play_together(state, chosen) if together else rules.play(state, chosen)
    means = {chance: sum(found) / len(found) if found else 0.0 for chance, found in met.items()}
    plies = (len(met[False]) + len(met[True])) / games
    return RandomGames(total / games, plies, means[False], means[True], ended)


def _choices(rules: Rules, state: Any) -> list[Any]:
    """The moves, outcomes or simultaneous moves of a position."""
    if rules.player(state) == SIMULTANEOUS:
        return list(product(*(rules.choices(state, who) for who in range(rules.players))))
    return list(Position(rules, state).moves)


def tree_digits(game: Rules | Position, games: int = 20, seed: int = 0) -> float:
    """The number of leaves of a tree as a power of ten, estimated by random games.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    games : int, default 20
        How many games are played.
    seed : int, default 0
        Random seed.

    Returns
    -------
    float
        The mean over games of the logarithms of their numbers of moves.

    References
    ----------
    Knuth 1975.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> 5 < tree_digits(TakeAway(30)) < 9
    True
    """
    return random_games(game, games, seed).digits
