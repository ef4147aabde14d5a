"""Games with moves, written once as plain Python, and compiled together with what searches them."""

from kibitz.rules.bits import (
    highest,
    lowest,
    mirrored_bits,
    popcount,
    replaced,
    shift_left,
    shift_right,
    without_lowest,
)
from kibitz.rules.game import CHANCE, OVER, TOGETHER, Position, Rules

__all__ = [
    "CHANCE",
    "OVER",
    "TOGETHER",
    "Position",
    "Rules",
    "highest",
    "lowest",
    "mirrored_bits",
    "popcount",
    "replaced",
    "shift_left",
    "shift_right",
    "without_lowest",
]
