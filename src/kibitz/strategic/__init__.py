"""Strategic games: players choose simultaneously; matrix games, their zero-sum case, included."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
