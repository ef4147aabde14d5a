"""The encoding of a game: that of its class, or an automatic one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kibitz.core.errors import GameError
from kibitz.learning.encoding import backgammon, boards
from kibitz.learning.encoding.automatic import automatic_encoding
from kibitz.learning.encoding.encodes import MAKERS
from kibitz.learning.encoding.encoding import Encoding
from kibitz.rules.game import Rules

SHELF = (boards.__name__, backgammon.__name__)
"""The modules that hold the encodings of the shelf."""


def encode(rules: Rules) -> Encoding:
    """What a learner sees of a game: planes for boards that are known, else a vector.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    Encoding
        The encoding that ``@encodes`` gives to its class or the nearest one above; else one made
        from random games.

    Examples
    --------
    >>> import kibitz
    >>> encode(kibitz.game("connect-four")).shape
    (2, 6, 7)
    """
    if not isinstance(rules, Rules):
        raise GameError(f"learners play games with moves, given as rules; this is {rules!r:.60}")
    for kind in type(rules).__mro__:
        if kind.__name__ in MAKERS:
            return _made(rules, MAKERS[kind.__name__])
    return _made(rules, automatic_encoding)


@lru_cache(maxsize=32)
def _made(rules: Rules, maker: Callable[[Any], Encoding]) -> Encoding:
    return maker(rules)
