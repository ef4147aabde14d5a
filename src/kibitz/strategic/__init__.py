"""Strategic games: players choose at the same time. Matrix games, and games of n players."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
