"""Search: from minimax to Monte Carlo, over games written as rules.

The module can be called: ``kibitz.search("connect-four")`` is a search of that game.

>>> from kibitz.search import alpha_beta, game_tree
>>> alpha_beta(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value
3
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from kibitz.core.lazy_package import LazyPackage, make_lazy

if TYPE_CHECKING:
    from kibitz.rules.game import Position, Rules
    from kibitz.search.search import Search


class _Callable(LazyPackage):
    def __call__(self, game: Rules | Position | str, *moves: Any, **options: Any) -> Search:
        """Search a game: rules, a position, or a name from the shelf; and moves made already."""
        from kibitz.core.options import with_known_parameters
        from kibitz.search.search import search

        return with_known_parameters(search)(game, *moves, **options)


__all__ = make_lazy(__name__)
sys.modules[__name__].__class__ = _Callable
