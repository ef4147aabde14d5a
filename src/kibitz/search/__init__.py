"""Search: from minimax to Monte Carlo, over games written as rules.

The module can be called: ``kibitz.search("connect-four")`` is a search of that game.

>>> from kibitz.search import alpha_beta, game_tree
>>> alpha_beta(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value
3
"""

from kibitz.core.lazy_package import CallablePackage, make_lazy

__all__ = make_lazy(__name__, CallablePackage)
