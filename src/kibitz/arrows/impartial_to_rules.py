"""An impartial game as rules for two players in turn."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.in_turns import InTurns
from kibitz.core.extension import extends


@extends(ImpartialGame)
def impartial_to_rules(game: ImpartialGame) -> InTurns:
    """The same game as rules for two players in turn, for searches and agents."""
    return InTurns(game)
