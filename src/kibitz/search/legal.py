"""The moves of a position, which must have some while the game continues."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.rules.fault import each
from kibitz.rules.game import Move, Position, Rules


def legal_moves(rules: Rules, state: Any) -> list[Move]:
    """The moves of the player to move; a GameError when there are none.

    >>> from kibitz.rules.examples import TakeAway
    >>> legal_moves(TakeAway(2), (2, 0))
    [1, 2]
    """
    moves = list(each(rules, "moves", rules.moves(state), state))
    if not moves:
        raise GameError(f"{rules.name}: no move at {rules.show(state)!r}, but the game is not over")
    return moves


def require_moves(position: Position) -> None:
    """Refuse a position whose player has no move although the game is not over."""
    if position.player >= 0:
        legal_moves(position.rules, position.state)
