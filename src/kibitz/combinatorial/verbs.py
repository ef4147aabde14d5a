"""Teach the verbs about impartial games; loaded when the first verb meets one."""

from kibitz.combinatorial import describe, draw, explain, solve
from kibitz.combinatorial.nim_family import explain as nim_family
from kibitz.combinatorial.sums import draw as sum_picture

__all__ = ["describe", "draw", "explain", "nim_family", "solve", "sum_picture"]
