"""Strategic games: players choose simultaneously, and each has a payoff."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
