"""One way to say which player is meant, for every form of game."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from kibitz.core.errors import GameError, nearest

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
"""What players are called by default."""


def player_names(count: int) -> list[str]:
    """Default names for this number of players.

    >>> player_names(3), player_names(9)[-2:]
    (['I', 'II', 'III'], ['VIII', '9'])
    """
    return [ROMAN[k] if k < len(ROMAN) else str(k + 1) for k in range(count)]


def next_player(names: Sequence[str]) -> str:
    """A name for one more player.

    >>> next_player(["I", "II"]), next_player(["I", "III"]), next_player(ROMAN)
    ('III', 'II', '9')
    """
    return next(name for name in player_names(len(names) + 1) if name not in names)


def which_player(who: Any, names: Sequence[str], first: int = 1) -> int:
    """The position of a player, from 0.

    A whole number is the position itself, from 0, as everywhere in Python. Text is a name or, as
    people count, a number from 1; a game whose description counts its players from 0 says so by
    ``first``.

    >>> which_player(1, ("I", "II")), which_player("I", ("I", "II")), which_player("1", ("I", "II"))
    (1, 0, 0)
    >>> which_player("0", ("I", "II"))
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown player '0'; they are I, II, or by number 1 to 2
    """
    if isinstance(who, str):
        for spelled in (names, [name.lower() for name in names]):
            word = who.strip() if spelled is names else who.strip().lower()
            if word in spelled:
                return list(spelled).index(word)
        if who.strip().isdecimal() and 0 <= int(who) - first < len(names):
            return int(who) - first
        near = nearest(who, names) if not who.strip().isdecimal() else ""
        shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
        last = first + len(names) - 1
        words = f"they are {shown}, or by number {first} to {last}"
        raise GameError(f"unknown player {who!r}{near or ';'} {words}")
    try:
        position = None if isinstance(who, bool) else operator.index(who)
    except TypeError:
        position = None
    if position is None or not 0 <= position < len(names):
        raise GameError(f"unknown player {who!r}; positions run from 0 to {len(names) - 1}")
    return position
