"""Teach the verbs about matrix games; loaded when the first verb meets one."""

from kibitz.zero_sum import describe, draw, explain, solve
from kibitz.zero_sum.infinite import solve as infinite
from kibitz.zero_sum.parametric import verbs as parametric

__all__ = ["describe", "draw", "explain", "infinite", "parametric", "solve"]
