"""Flat Monte Carlo: as many random games after each move, and the best mean wins.

It looks no deeper than one move, and can prefer a wrong one for ever: it assumes that the other
plays at random. ``flat_ucb`` shares the games out by upper confidence bounds instead.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.rules.game import Move, Position, Rules
from kibitz.search.bandit_history import ucb_score
from kibitz.search.legal import require_moves
from kibitz.search.payoff_range import with_bounds
from kibitz.search.random_game import random_rewards
from kibitz.search.result import SearchResult
from kibitz.search.walk import root_of


def flat_monte_carlo(game: Rules | Position, games: int = 1000, seed: int = 0) -> SearchResult:
    """The move of the best mean over ``games`` random games after each.

    >>> from kibitz.rules.examples import TakeAway
    >>> flat_monte_carlo(TakeAway(3), games=100).move
    3
    """
    position, random = _root(game, games), Random(seed)
    began = time.monotonic()
    sums = dict.fromkeys(position.moves, 0.0)
    for move in sums:
        after = position.rules.play(position.state, move)
        sums[move] = sum(random_reward(position, after, random) for _ in range(games))
    means = {move: total / games for move, total in sums.items()}
    best = max(means, key=lambda move: means[move])
    counts = {"games": games * len(means)}
    return _result(position, means, best, "flat Monte Carlo", counts, time.monotonic() - began)


def flat_ucb(game: Rules | Position, games: int = 1000, seed: int = 0) -> SearchResult:
    """The same with ``games`` in all, each given to the move of the highest confidence bound.

    >>> from kibitz.rules.examples import TakeAway
    >>> flat_ucb(TakeAway(3), games=300).move
    3
    """
    position, random = _root(game, games), Random(seed)
    began = time.monotonic()
    moves = list(position.moves)
    totals, visits = [0.0] * len(moves), [0] * len(moves)
    for played in range(games):
        scores = [ucb_score(totals[k], visits[k], played) for k in range(len(moves))]
        chosen = scores.index(max(scores))
        after = position.rules.play(position.state, moves[chosen])
        totals[chosen] += random_reward(position, after, random)
        visits[chosen] += 1
    means = {m: totals[k] / visits[k] if visits[k] else 0.0 for k, m in enumerate(moves)}
    best = max(means, key=lambda move: means[move])
    return _result(position, means, best, "flat UCB", {"games": games}, time.monotonic() - began)


def random_reward(position: Position, state: Any, random: Random) -> float:
    """What the player to move at ``position`` gets from a random game, between 0 and 1."""
    return random_rewards(position.rules, state, random)[position.player]


def _root(game: Rules | Position, games: int) -> Position:
    position = root_of(game)
    if games < 1:
        raise GameError(f"{games} games are none; give 1 or more")
    if position.player < 0:
        raise GameError(f"{position.rules.name}: nobody is to move here")
    require_moves(position)
    return with_bounds(position)


def _result(
    position: Position, means: dict[Move, float], best: Move, method: str, counts: dict[str, int],
    spent: float,
) -> SearchResult:  # fmt: skip
    rules = position.rules
    assert rules.payoff_bounds is not None
    least, most = (float(b) for b in rules.payoff_bounds)
    turn = -1 if position.player == 1 and rules.players == 2 and rules.zero_sum else 1
    values: dict[Move, Any] = {m: turn * (least + x * (most - least)) for m, x in means.items()}
    return SearchResult(
        position, values[best], best, (best,), method, False, None, counts, spent, values
    )
