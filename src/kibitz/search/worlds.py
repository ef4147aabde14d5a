"""Hidden information: the positions that a player cannot tell apart, and how likely each is."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.rules.game import CHANCE, OVER, Rules

MOST = 200_000


def worlds(
    rules: Rules, view: Hashable, player: int, most: int = MOST
) -> tuple[tuple[Any, Number], ...]:
    """All positions in which a player to move sees this, with probabilities that add up to 1.

    Chance weighs by its probabilities; of what others did nothing is assumed, all their moves
    counting alike. Looks through the game from the start.

    >>> import kibitz
    >>> kuhn = kibitz.game("kuhn-poker")
    >>> dealt = kuhn.start()
    >>> while kuhn.player(dealt) < 0:
    ...     dealt = kuhn.play(dealt, next(iter(kuhn.chance(dealt)))[0])
    >>> [str(weight) for _, weight in worlds(kuhn, kuhn.sees(dealt, 0), 0)]
    ['1/2', '1/2']
    """
    found: dict[Any, Any] = {}
    stack: list[tuple[Any, Any]] = [(rules.start(), Fraction(1))]
    looked = 0
    while stack:
        state, weight = stack.pop()
        looked += 1
        if looked > most:
            raise GameError(
                f"{rules.name}: more than {most:,} positions to look through; give the deals"
            )
        mover = rules.player(state)
        if mover == player and rules.sees(state, player) == view:
            found[state] = found.get(state, 0) + weight
            continue
        if mover == OVER:
            continue
        if mover == CHANCE:
            stack += [(rules.play(state, m), weight * p) for m, p in rules.chance(state)]
        else:
            moves = list(rules.moves(state))
            stack += [(rules.play(state, m), weight / len(moves)) for m in moves]
    total: Any = sum(found.values())
    if not found:
        raise GameError(f"{rules.name}: no position looks like {view!r} to player {player}")
    return tuple((state, weight / total) for state, weight in found.items())
