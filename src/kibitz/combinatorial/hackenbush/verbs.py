"""Teach the verbs about Hackenbush; loaded when the first verb meets one."""

from kibitz.combinatorial import verbs
from kibitz.combinatorial.hackenbush import draw, explain

__all__ = ["draw", "explain", "verbs"]
