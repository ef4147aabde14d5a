"""Linear programming: programs with proved answers, exact where the numbers are.

>>> from kibitz.linear import LinearProgram
>>> print(LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6]).solve())
optimal, max 14/5
x      x1 = 8/5   x2 = 6/5
dual   row 1: 2/5   row 2: 1/5
found by the exact simplex method
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
