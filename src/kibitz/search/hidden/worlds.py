"""Hidden information: the positions that a player cannot tell apart, and how likely each is."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, OVER, Position, Rules

MOST = 200_000


def worlds(
    rules: Rules, view: Hashable, player: int, most: int = MOST
) -> tuple[tuple[Any, Number], ...]:
    """All positions in which a player to move sees this, with their probabilities.

    Chance moves count with their probabilities; all moves of other players count as equally likely.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    view : Hashable
        What the player sees.
    player : int
        The index of the player.
    most : int, default MOST
        The largest number of positions.

    Returns
    -------
    tuple[tuple[Any, Number], ...]
        The positions, with their probabilities.

    Notes
    -----
    Cost: every position of the game once.

    Examples
    --------
    >>> import kibitz
    >>> kuhn = kibitz.game("kuhn-poker")
    >>> dealt = kuhn.start()
    >>> while kuhn.player(dealt) < 0:
    ...     dealt = kuhn.play(dealt, next(iter(kuhn.chance(dealt)))[0])
    >>> [str(weight) for _, weight in worlds(kuhn, kuhn.information_state(dealt, 0), 0)]
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
                f"{rules.name}: more than {count_of(most, 'position')} to enumerate; write a "
                "method alike() "
                "that lists those that look the same"
            )
        mover = rules.player(state)
        if mover == player and rules.information_state(state, player) == view:
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


def worlds_at(rules: Rules, state: Any, player: int) -> tuple[tuple[Any, Number], ...]:
    """All positions that look like this one to a player to move, with probabilities.

    >>> import kibitz
    >>> dice = kibitz.game("liars-dice 1 3")
    >>> here = dice.position("1", "2", "1x1")
    >>> [(dice.show(state), str(weight)) for state, weight in worlds_at(dice, here.state, 1)][0]
    ('I 1, II 2; bids: 1x1', '1/3')
    """
    if not rules.has("information_state"):
        return ((state, Fraction(1)),)
    if not rules.has("alike"):
        return worlds(rules, rules.information_state(state, player), player)
    listed = list(rules.alike(state, player))
    total: Any = sum(Fraction(weight) for _, weight in listed)
    if not total:
        raise GameError(f"{rules.name}: alike lists no position that looks like this one")
    return tuple((other, weight / total) for other, weight in listed)


def first_view(position: Position) -> tuple[Hashable, int, Any]:
    """What the first player to move sees, who that is, and one of the states that look so.

    Nothing but chance may have moved before; where it is still to move, all that it may do must
    look alike.

    >>> import kibitz
    >>> kibitz.game("four-card-bridge").player_name(first_view(
    ...     kibitz.game("four-card-bridge").position())[1])
    'MAX'
    """
    rules = position.rules
    _only_chance(position)
    stack, found = [position.state], None
    while stack:
        state = stack.pop()
        mover = rules.player(state)
        if mover == CHANCE:
            stack += [rules.play(state, move) for move, _ in rules.chance(state)]
        elif mover < 0:
            raise GameError(f"{rules.name}: no player is to move here")
        else:
            seen = (rules.information_state(state, mover), mover)
            if found is not None and seen != found[0]:
                raise GameError(
                    f"{rules.name}: the first player to move sees part of the chance moves; give "
                    "these moves as well"
                )
            found = found or (seen, state)
    assert found is not None
    (view, who), state = found
    return view, who, state


def _only_chance(position: Position) -> None:
    """Refuse a position after someone's move."""
    here = Position(position.rules, position.rules.start())
    for move in position.history:
        if here.player != CHANCE:
            raise GameError(
                f"{position.rules.name}: a player has already moved; values by belief apply "
                f"to the first move only"
            )
        here = here.play(move)
