"""Normal and misère play: whether the player who cannot move loses or wins."""

from __future__ import annotations

from typing import Literal, get_args

from kibitz.core.errors import GameError, did_you_mean

Play = Literal["normal", "misere"]
"""Whether the player who cannot move loses or wins."""

PLAYS = get_args(Play)


def read_play(play: str) -> str:
    """Normal or misere, however it is spelled.

    >>> read_play("Misère")
    'misere'
    """
    spelled = str(play).replace("è", "e").lower()
    if spelled not in PLAYS:
        raise GameError(f"play is {play!r}{did_you_mean(spelled, PLAYS)}")
    return spelled
