"""Coin-turning games on rows and boards, for any rule; the named ones; products of row games."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
