"""The shelf: every game with a name, by family; what ``kibitz games`` lists.

>>> from kibitz import game, shelf
>>> print(game("blotto 4 3 2").solve().value)
14/9
>>> [entry.name for entry in shelf("search")]
['battleship', 'dresher']
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.noun import Noun
from kibitz.core.registry import SHELF, Entry, make

__all__ = ["game", "shelf"]


def game(call: str, *args: Any, **kwargs: Any) -> Noun:
    """Take a game from the shelf: its name and parameters in words, as arguments, or both.

    >>> game("mendelsohn 5 win=2 loss=1") == game("mendelsohn", 5, 2, loss=1)
    True
    >>> game("bloto")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: no game is called 'bloto'; did you mean 'blotto' ...
    """
    _stock()
    return make(call, *args, **kwargs)


def shelf(family: str | None = None) -> list[Entry]:
    """What stands on the shelf, by family and name, or the part of it in one family.

    >>> print(shelf("zero-sum")[0].usage)
    adjacent-numbers [n=4]
    """
    _stock()
    families = sorted({entry.family for entry in SHELF.values()})
    if family is not None and family not in families:
        raise GameError(f"no family is called {family!r}{did_you_mean(family, families)}")
    found = [entry for entry in SHELF.values() if family in (None, entry.family)]
    return sorted(found, key=lambda entry: (entry.family, entry.name))


@cache
def _stock() -> None:
    for module in iter_modules(__path__, f"{__name__}."):
        import_module(module.name)
