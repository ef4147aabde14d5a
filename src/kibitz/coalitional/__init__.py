"""Coalitional games: a worth for every coalition, and how to share what all earn together."""

from kibitz.coalitional.cost_game import CostGame, cost_game
from kibitz.coalitional.game import CoalitionalGame, additive_game, coalition, unanimity_game
from kibitz.coalitional.superadditive_cover import superadditive_cover

__all__ = [
    "CoalitionalGame",
    "CostGame",
    "additive_game",
    "coalition",
    "cost_game",
    "superadditive_cover",
    "unanimity_game",
]
