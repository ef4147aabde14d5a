"""Plain minimax with memory: the definition of the value, used to check everything else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Position, Rules
from kibitz.search.legal import legal_moves


def plain_value(
    position: Position, most: int, ties: Literal["first", "last"] = "first"
) -> Number | tuple[Number, ...] | None:
    """The value of perfect play, or None when more than ``most`` positions would be looked at.

    In a zero-sum game of two it is the first player's; otherwise all players' payoffs, where
    everyone takes the first (or last) of the moves that are best for them. Where positions can
    recur there is no such value.

    >>> from kibitz.rules.examples import TakeAway
    >>> plain_value(TakeAway(8).position(), 1000), plain_value(TakeAway(7).position(), 1000)
    (-1, 1)
    """
    rules = position.rules
    values: dict[Any, tuple[Number, ...]] = {}
    open_: set[Any] = set()
    stack: list[tuple[Any, bool]] = [(position.state, False)]
    while stack:
        state, ready = stack.pop()
        if state in values:
            continue
        if ready:
            values[state] = _backed_up(rules, state, values, ties)
            open_.discard(state)
            continue
        player = rules.player(state)
        if player == OVER:
            values[state] = tuple(rules.payoffs(state))
            continue
        if state in open_:
            raise GameError(f"{rules.name}: positions can repeat, so minimax would not terminate")
        if len(values) + len(open_) >= most:
            return None
        open_.add(state)
        stack.append((state, True))
        stack += [(rules.play(state, move), False) for move in _outcomes(rules, state, player)]
    paid = values[position.state]
    return paid[0] if rules.is_opposed else paid


def _outcomes(rules: Rules, state: Any, player: int) -> list[Any]:
    if player == SIMULTANEOUS:
        raise GameError(f"{rules.name}: players move simultaneously, which minimax does not cover")
    if player == CHANCE:
        return [move for move, _ in rules.chance(state)]
    return legal_moves(rules, state)


def _backed_up(rules: Rules, state: Any, values: dict[Any, tuple[Number, ...]], ties: str) -> Any:
    player = rules.player(state)
    if player == CHANCE:
        total: list[Any] = [Fraction(0)] * rules.players
        for move, weight in rules.chance(state):
            after = values[rules.play(state, move)]
            total = [t + weight * a for t, a in zip(total, after, strict=True)]
        return tuple(total)
    options = [values[rules.play(state, move)] for move in rules.moves(state)]
    if ties == "last":
        options.reverse()
    return max(options, key=lambda paid: paid[player])
