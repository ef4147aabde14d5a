"""Counting what is hidden: the deals that chance can make, and what players cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, OVER, Position, Rules
from kibitz.search.walk import root_of

MOST = 2_000_000
"""Positions that are looked at."""


def deals(game: Rules | Position, most: int = MOST) -> int:
    """How many different positions chance can make before the first player chooses.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    most : int, default MOST
        The largest number of positions.

    Returns
    -------
    int
        The number of deals; 1 where nothing is dealt.

    Notes
    -----
    Cost: every deal once.

    Examples
    --------
    >>> import kibitz
    >>> deals(kibitz.game("kuhn-poker")), deals(kibitz.game("tic-tac-toe"))
    (6, 1)
    """
    position = root_of(game)
    rules = position.rules
    layer: set[Any] = {position.state}
    found: set[Any] = set()
    while layer:
        after: set[Any] = set()
        for state in layer:
            if rules.player(state) == CHANCE:
                after.update(rules.play(state, outcome) for outcome, _ in rules.chance(state))
            else:
                found.add(state)
        if len(after) + len(found) > most:
            raise GameError(f"{rules.name}: more than {count_of(most, 'deal')} to count")
        layer = after
    return len(found)


def information_sets(game: Rules | Position, most: int = MOST) -> dict[int, Counter[Hashable]]:
    """What each player may see when it has to move, with how many positions look like that.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    most : int, default MOST
        The largest number of positions.

    Returns
    -------
    dict[int, Counter]
        For each player its information sets, each with the number of its positions.

    Notes
    -----
    Cost: every position once.

    Examples
    --------
    >>> import kibitz
    >>> found = information_sets(kibitz.game("kuhn-poker"))
    >>> {player: (len(sets), max(sets.values())) for player, sets in found.items()}
    {0: (6, 2), 1: (6, 2)}
    """
    position = root_of(game)
    rules = position.rules
    found: dict[int, Counter[Hashable]] = {k: Counter() for k in range(rules.players)}
    seen: set[Any] = {position.state}
    stack: list[Any] = [position.state]
    while stack:
        state = stack.pop()
        player = rules.player(state)
        if player == OVER:
            continue
        if player == CHANCE:
            after = [rules.play(state, outcome) for outcome, _ in rules.chance(state)]
        else:
            found[player][rules.information_state(state, player)] += 1
            after = [rules.play(state, move) for move in rules.moves(state)]
        fresh = {then for then in after if then not in seen}
        seen |= fresh
        stack += fresh
        if len(seen) > most:
            raise GameError(f"{rules.name}: more than {count_of(most, 'position')} to look at")
    return found
