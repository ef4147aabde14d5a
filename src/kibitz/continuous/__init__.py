"""Games whose strategies fill intervals: duopolies, contests, and any game given by formulas."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
