"""Choosing a method for games written as rules: who moves, and what is seen, decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.options import refuse_unknown
from kibitz.rules.game import Rules

if TYPE_CHECKING:
    from kibitz.search.alpha_beta.memo_value import Recurs

RECURRING = 1_000_000
"""Positions that are listed where they recur, unless the rules ask for it."""


@method(
    Rules,
    "auto",
    finds="the value of perfect play and a best move",
    cost="same as the chosen method",
)
def solve_rules(rules: Rules, **options: Any) -> Any:
    """Perfect play; an equilibrium of the whole tree where information is hidden.

    Where players move simultaneously, the equilibrium of the stochastic game, or of the tree where
    that has no value.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    **options : object
        Options of the method that is chosen.

    Returns
    -------
    Solution
        The value and a best move, or an equilibrium.

    Notes
    -----
    Cost: that of the method chosen.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> solve_rules(TakeAway(8)).value
    -1
    """
    if rules.has("information_state"):
        return rules.as_tree().solve(**options)
    if rules.has("choices"):
        return in_other_form(rules).solve(**options)
    refuse_unknown(_value, options, "solve")
    return _value(rules, **options)


def _value(rules: Rules, seconds: float | None = None) -> Any:
    from kibitz.search.alpha_beta.memo_value import Recurs
    from kibitz.search.perfect import Perfect

    perfect = Perfect(rules, seconds)
    if perfect.plan is not None:
        return perfect.plan
    try:
        return perfect.solve(rules.position())
    except Recurs as recurs:
        return _recurring(rules, recurs)


def _recurring(rules: Rules, recurs: Recurs) -> Any:
    """Chance and positions that repeat: a stochastic game."""
    if rules.players > 2 or not rules.zero_sum:
        raise recurs
    try:
        return rules.solve("value-iteration", most=RECURRING)
    except GameError as error:
        from kibitz.search.alpha_beta.exact import NotSolved

        raise NotSolved(f"{recurs} ({error})") from None


def in_other_form(rules: Rules) -> Any:
    """Moves made at the same time: the stochastic game with a matrix game in each position.

    A tree where more than two play, or not against each other.
    """
    if rules.players > 1 and not rules.is_opposed:
        return rules.as_tree()
    return rules.as_stochastic()
