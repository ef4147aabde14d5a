"""Experiments: grids of games, methods and options, solved, verified and kept, on any machines."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
