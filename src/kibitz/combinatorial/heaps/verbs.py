"""Teach the verbs about heap games; loaded when the first verb meets one."""

from kibitz.combinatorial import verbs
from kibitz.combinatorial.heaps import draw, explain

__all__ = ["draw", "explain", "verbs"]
