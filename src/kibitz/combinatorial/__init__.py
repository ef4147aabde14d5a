"""Impartial games: who wins, nimbers, sums, games that can cycle, and the families by name.

All names are to be had from here; what stands behind a name is loaded when it is first used.

>>> from kibitz.combinatorial import kayles, nim, nim_product, stalks
>>> nim([3, 4, 5]).nimber(), (kayles(5) + stalks(4)).nimber(), nim_product(8, 8)
(2, 0, 13)
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
