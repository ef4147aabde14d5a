"""Teach the verbs about impartial games; loaded when the first verb meets one."""

from kibitz.combinatorial import describe, draw, explain, solve
from kibitz.combinatorial.sums import draw as sum_picture

__all__ = ["describe", "draw", "explain", "solve", "sum_picture"]
