"""Games in extensive form: trees with chance and information sets."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
