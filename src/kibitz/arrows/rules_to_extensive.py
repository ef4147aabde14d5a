"""The tree of a game that is given by its rules."""

from __future__ import annotations

from kibitz.arrows.to_extensive import to_extensive
from kibitz.core.extension import extends
from kibitz.extensive.arrows.unfold import MOST_NODES, unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.rules.game import Rules


@extends(Rules)
@to_extensive.register
def rules_to_extensive(rules: Rules, most: int = MOST_NODES) -> ExtensiveGame:
    """The game in extensive form, unfolded whole; refused with more than ``most`` nodes."""
    return unfold(rules, most)
