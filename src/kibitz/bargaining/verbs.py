"""Teach the verbs about bargaining; loaded when the first verb meets a bargaining problem."""

from kibitz.bargaining import describe, draw, explain, solve

__all__ = ["describe", "draw", "explain", "solve"]
