"""How the shelf calls a game: its name and parameters on one line."""

from __future__ import annotations

import shlex
from fractions import Fraction
from typing import Any

from kibitz.core.noun import Noun
from kibitz.core.numbers import show


def shelf_call(game: Noun) -> str:
    """The words that take a game from the shelf again; empty when it does not come from there.

    >>> import kibitz
    >>> shelf_call(kibitz.game("pig 20"))
    'pig goal=20'
    """
    if game.made_by is None:
        return ""
    name, parameters = game.made_by
    return shlex.join([name, *(f"{key}={_spell(v)}" for key, v in parameters.items())])


def _spell(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(_spell, value))
    return show(value) if isinstance(value, Fraction) else str(value)
