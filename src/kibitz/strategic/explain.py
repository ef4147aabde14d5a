"""What explain, draw and describe do with strategic games."""

from __future__ import annotations

from typing import Any

from kibitz.core.explanation import Explanation
from kibitz.core.verbs import explain
from kibitz.strategic import describe, draw
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential import repeated

__all__ = ["describe", "draw", "repeated"]


@explain.register
def _(game: StrategicGame, **options: Any) -> Explanation:
    explanation: Explanation = game.solve(**options).explain()
    return explanation
