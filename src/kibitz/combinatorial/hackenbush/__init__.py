"""Green Hackenbush: stalks, trees and pictures with circuits, evaluated, explained and drawn."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
