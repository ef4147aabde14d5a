"""What every coalition can make sure of in a tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.arrows.strategic_to_coalitional import strategic_to_coalitional
from kibitz.arrows.to_coalitional import to_coalitional
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.extensive.game import ExtensiveGame


@to_coalitional.register
def extensive_to_coalitional(
    game: ExtensiveGame, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    """The coalitional form of a tree, as of its normal form."""
    if order is not None:
        raise GameError("order: a tree says itself who moves when; leave it out")
    return strategic_to_coalitional(game.strategic(), reading)
