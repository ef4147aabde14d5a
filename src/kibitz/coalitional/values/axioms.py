"""The axioms that values are characterized by, as checks of given payoffs."""

from __future__ import annotations

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import agree
from kibitz.core.numbers import Number
from kibitz.core.solution import Check

Payoffs = tuple[Number, ...]


def efficiency(game: CoalitionalGame, payoffs: Payoffs, tolerance: Number) -> Check:
    """Everything that all players earn together is handed out."""
    return agree("efficient: the payoffs add up to v(N)", sum(payoffs), game.total, tolerance)
