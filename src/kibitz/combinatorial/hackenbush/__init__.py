"""Green Hackenbush: stalks, trees and pictures with circuits, evaluated, explained and drawn."""

from kibitz.combinatorial.hackenbush.colon import colon
from kibitz.combinatorial.hackenbush.draw import draw_hackenbush
from kibitz.combinatorial.hackenbush.explain import explain_hackenbush, fused
from kibitz.combinatorial.hackenbush.game import Hackenbush
from kibitz.combinatorial.hackenbush.reading import circuits, connected, hackenbush, stalks, tree

__all__ = [
    "Hackenbush",
    "circuits",
    "colon",
    "connected",
    "draw_hackenbush",
    "explain_hackenbush",
    "fused",
    "hackenbush",
    "stalks",
    "tree",
]
