"""Search: from minimax to Monte Carlo, over games written as rules.

The module can be called: ``kibitz.search("connect-four")`` is a search of that game.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.rules.game import Position, Rules
    from kibitz.search.search import Search


class _Callable(ModuleType):
    def __call__(self, game: Rules | Position | str, *moves: Any) -> Search:
        """Search a game: rules, a position, or a name from the shelf; and moves made already."""
        from kibitz.search.search import search

        return search(game, *moves)


sys.modules[__name__].__class__ = _Callable
