"""Teach the verbs about coin-turning games; loaded when the first verb meets one."""

from kibitz.combinatorial import verbs
from kibitz.combinatorial.coins import draw, explain

__all__ = ["draw", "explain", "verbs"]
