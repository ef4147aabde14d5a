"""Utility theory: lotteries, expected utility, elicitation, and the axioms behind them.

>>> from kibitz.utility import elicit, expected_utility
>>> u = elicit(["C ~ 1/3 A + 2/3 B"], zero="B", one="A")
>>> print(expected_utility("1/2 A + 1/2 C", u))
2/3
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
