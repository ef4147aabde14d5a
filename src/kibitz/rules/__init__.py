"""Games with moves, written once as plain Python, and compiled together with what searches them."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
