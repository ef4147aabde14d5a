"""What every coalition can guarantee in a game with moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.arrows.extensive_to_coalitional import extensive_to_coalitional
from kibitz.arrows.to_coalitional import to_coalitional
from kibitz.coalitional.game import CoalitionalGame
from kibitz.rules.game import Rules

MOST_NODES = 50_000
"""Larger trees are not unfolded for it."""


@to_coalitional.register
def rules_to_coalitional(
    game: Rules, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    """The coalitional form of the tree of some rules.

    >>> from kibitz.rules.examples import TakeAway
    >>> rules_to_coalitional(TakeAway(4))
    coalition({'player 1': -1, 'player 2': 1, 'player 1,player 2': 0})
    """
    return extensive_to_coalitional(game.as_tree(MOST_NODES), reading, order)
