"""Puzzles for one player: search for a goal instead of against someone."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
