"""A game played to its end by chance alone: the sample that Monte Carlo methods rest on."""

from __future__ import annotations

from random import Random
from typing import Any

from kibitz.core.numbers import Number
from kibitz.rules.fault import chances, mover
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.search.legal import legal_moves

PLIES = 4096
"""Moves after which a game counts as drawn."""


def random_rewards(
    rules: Rules, state: Any, random: Random, longest: int = PLIES
) -> tuple[float, ...]:
    """What every player gets from a random game, from 0 (the least payoff) to 1 (the greatest).

    >>> from kibitz.rules.examples import TakeAway
    >>> random_rewards(TakeAway(1), TakeAway(1).start(), Random(0))
    (1.0, 0.0)
    """
    assert rules.payoff_bounds is not None
    least, most = rules.payoff_bounds
    paid = random_payoffs(rules, state, random, longest)
    if not paid:
        return (0.5,) * rules.players
    return tuple(float((x - least) / (most - least)) for x in paid)


def random_payoffs(
    rules: Rules, state: Any, random: Random, longest: int = PLIES
) -> tuple[Number, ...]:
    """What every player gets from a random game; nothing if it lasts too long."""
    for _ in range(longest):
        player = mover(rules, state)
        if player == OVER:
            return tuple(rules.payoffs(state))
        if player == SIMULTANEOUS:
            both = [list(rules.choices(state, k)) for k in range(rules.players)]
            state = rules.play_together(state, tuple(map(random.choice, both)))
        elif player == CHANCE:
            state = rules.play(state, random_outcome(rules, state, random))
        else:
            state = rules.play(state, random.choice(legal_moves(rules, state)))
    return ()


def random_outcome(rules: Rules, state: Any, random: Random) -> Any:
    """What chance does, by its probabilities."""
    outcomes = chances(rules, state)
    return random.choices([move for move, _ in outcomes], [float(p) for _, p in outcomes])[0]
