"""Whether rules are the same as before, by what they do: a digest of random games."""

from __future__ import annotations

import hashlib
from itertools import islice
from random import Random
from typing import Any

from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Position, Rules

POSITIONS = 300
"""Positions that are looked at,"""
MOVES = 60
"""and moves of one game."""


def fingerprint(rules: Rules) -> str:
    """A digest of players, moves, odds and payoffs in random games.

    Rules that play alike have the same one, however they are written; other rules differ as soon as
    it shows in the few hundred positions that are looked at.

    >>> from kibitz.rules.examples import TakeAway
    >>> fingerprint(TakeAway(6)) == fingerprint(TakeAway(6))
    True
    >>> fingerprint(TakeAway(6)) == fingerprint(TakeAway(7))
    False
    """
    digest = hashlib.sha256(f"{rules.name} {rules.players}".encode())
    random = Random(0)
    looked_at = 0
    while looked_at < POSITIONS:
        here = rules.position()
        for _ in range(MOVES):
            looked_at += 1
            said, here = _step(here, random)
            digest.update(repr(said).encode())
            if here.is_over:
                digest.update(repr(here.payoffs).encode())
                break
    return digest.hexdigest()[:16]


def _step(here: Position, random: Random) -> tuple[Any, Position]:
    """What the rules say at a position, and a position after it."""
    rules, state = here.rules, here.state
    if here.player == OVER:
        return OVER, here
    if here.player == SIMULTANEOUS:
        each = [sorted(rules.choices(state, seat), key=repr) for seat in range(rules.players)]
        moves = tuple(random.choice(own) for own in each)
        return each, Position(rules, rules.play_together(state, moves), (*here.history, moves))
    if here.player == CHANCE:
        odds = sorted(islice(rules.chance(state), 1000), key=repr)
        return odds, here.play(random.choice(odds)[0])
    own = sorted(here.moves, key=repr)
    return (here.player, own), here.play(random.choice(own))


def origin(rules: Rules) -> dict[str, Any]:
    """The name and the parameters of a game of the shelf, by which a file finds its rules again.

    >>> from kibitz.core.shelf import game
    >>> origin(game("checkers-ending 2 1"))
    {'made_by': ['checkers-ending', {'black': 2, 'white': 1}]}
    """
    if rules.made_by is None:
        return {}
    name, given = rules.made_by
    plain = all(isinstance(value, (int, str)) for value in given.values())
    return {"made_by": [name, given]} if plain else {}
