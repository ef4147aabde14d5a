"""Families of coalitional games that are known by a few numbers, with their closed forms."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
