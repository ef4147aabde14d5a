"""Games with no fixed end: states, in each a matrix game that pays now and moves on."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
