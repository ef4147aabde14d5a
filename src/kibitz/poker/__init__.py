"""Poker: cards and rankings, betting, small games as rules, and abstraction measured exactly."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
