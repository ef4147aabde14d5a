"""Bargaining: what two players can reach together, and which of it they should agree on.

The package can be called like its constructor, so that ``kibitz.bargaining`` is both:

>>> import kibitz as kb
>>> kb.bargaining([(0, 0), (0, 1), (3, 0)], (0, 0)).nash().point
(Fraction(3, 2), Fraction(1, 2))
"""

from kibitz.core.lazy_package import CallablePackage, make_lazy

__all__ = make_lazy(__name__, CallablePackage)
