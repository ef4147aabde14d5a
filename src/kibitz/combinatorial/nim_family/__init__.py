"""The nim family: nim and its disguises, Moore, Wythoff, Welter, chomp, and games beside them."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
