"""Heap games: subtraction, take-and-break codes, one-pile families, periods, misère quotients."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
