"""Matrix games: two players, and what one wins the other loses."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
