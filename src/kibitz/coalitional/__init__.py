"""Coalitional games: a worth for every coalition, and how to share what all earn together."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
