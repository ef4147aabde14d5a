"""Which function makes the encoding of a class of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kibitz.learning.encoding.encoding import Encoding

Maker = TypeVar("Maker", bound=Callable[[Any], Encoding])
MAKERS: dict[str, Callable[[Any], Encoding]] = {}
"""By the name of the class: the games of the shelf are named, not imported."""


def encodes(kind: type | str) -> Callable[[Maker], Maker]:
    """Say that a function makes the encoding of a class of games.

    Parameters
    ----------
    kind : type or str
        The class of rules, or its name.

    Returns
    -------
    callable
        A decorator of that function.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> from kibitz.learning.encoding.automatic import automatic_encoding
    >>> from kibitz.learning.encoding.encode import encode
    >>> class Sticks(TakeAway):
    ...     pass
    >>> @encodes(Sticks)
    ... def my_own(rules):
    ...     return automatic_encoding(rules)
    >>> encode(Sticks(3)).name
    'vector'
    """

    def register(maker: Maker) -> Maker:
        MAKERS[kind if isinstance(kind, str) else kind.__name__] = maker
        return maker

    return register
