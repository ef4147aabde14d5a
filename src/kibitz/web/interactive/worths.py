"""The coalitional game that a page is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.coalitional.game import CoalitionalGame


def worths_of(noun: Any) -> CoalitionalGame | None:
    """The worths of coalitions; of a game of costs its savings, None for other forms."""
    from kibitz.coalitional.cost_game import CostGame
    from kibitz.coalitional.game import CoalitionalGame

    if isinstance(noun, CostGame):
        return noun.savings()
    return noun if isinstance(noun, CoalitionalGame) else None
