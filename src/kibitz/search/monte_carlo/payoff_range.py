"""Between which bounds payoffs lie: what Monte Carlo searches scale rewards by."""

from __future__ import annotations

import math
from copy import copy
from functools import lru_cache
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.rules.game import Position, Rules
from kibitz.search.monte_carlo.random_game import PLIES, random_payoffs

GAMES = 200


def with_bounds(position: Position, proved: bool = False) -> Position:
    """The position under rules that say between which bounds payoffs lie.

    Where they do not, the bounds are those seen in random games, which is enough for rewards but
    proves nothing: with ``proved`` such rules are refused. Bounds of what the first of two
    opponents gets are widened to those of both.

    >>> from kibitz.rules.examples import TakeAway
    >>> game = TakeAway(5)
    >>> game.payoff_bounds = None
    >>> with_bounds(game.position()).rules.payoff_bounds
    (-1, 1)
    """
    rules = position.rules
    if rules.payoff_bounds is not None and rules.payoff_bounds[0] < rules.payoff_bounds[1]:
        if not rules.is_opposed or rules.payoff_bounds[0] == -rules.payoff_bounds[1]:
            return position
        return Position(_of_both(rules), position.state, position.history)
    if proved:
        raise GameError(
            f"{rules.name}: proofs in the tree need payoff_bounds = (least, greatest) in the rules"
        )
    return Position(_sampled(rules), position.state, position.history)


@lru_cache(maxsize=32)
def _of_both(rules: Rules) -> Rules:
    assert rules.payoff_bounds is not None
    least, greatest = rules.payoff_bounds
    most: Any = max(-least, greatest)
    made = copy(rules)
    made.payoff_bounds = (-most, most)
    return made


@lru_cache(maxsize=32)
def _sampled(rules: Rules) -> Rules:
    random = Random(0)
    seen: list[Number] = []
    for _ in range(GAMES):
        seen += random_payoffs(rules, rules.start(), random)
    if not seen:
        raise GameError(
            f"{rules.name}: no random game ends within {PLIES:,} moves; Monte Carlo search needs "
            "payoff_bounds = (least, greatest) in the rules"
        )
    if not all(map(math.isfinite, seen)):
        raise GameError(f"{rules.name}: a payoff is infinite or NaN; payoffs must be finite")
    least: Any = min(seen)
    most: Any = max(seen)
    made = copy(rules)
    made.payoff_bounds = (least, most) if least < most else (least - 1, most + 1)
    return made
