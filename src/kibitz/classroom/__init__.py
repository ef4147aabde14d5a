"""Experiments for a class: many players, several rounds, and the results against theory."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
