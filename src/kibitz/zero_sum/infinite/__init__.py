"""Infinite games: both players name a positive integer. What is proved holds for all of them."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
