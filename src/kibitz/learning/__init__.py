"""Learning and evolution: rules by which players change what they do, and where they lead.

>>> from kibitz import matrix
>>> from kibitz.learning import fictitious_play
>>> print(fictitious_play(matrix("1 -1; -1 1"), rounds=200).value_bounds[1] < 0.1)
True
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
