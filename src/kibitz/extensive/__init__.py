"""Games in extensive form: trees with chance and information sets."""

from kibitz.extensive.build import chance, decision, extensive_game, leaf
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.unfold import unfold

__all__ = ["ExtensiveGame", "chance", "decision", "extensive_game", "leaf", "unfold"]
