"""Strategic games: players choose simultaneously, and each has payoffs of their own."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
