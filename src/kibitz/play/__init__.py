"""Playing: agents that choose moves, matches between them, and the board in the terminal."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
