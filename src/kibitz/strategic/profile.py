"""Profiles: one strategy, pure or mixed, for each player.

A profile may be written as a list with one item for each player, a mapping from players to such
items, or text. An item is a label, a position (from 0), a list of probabilities, or a mapping from
labels to probabilities. In text, labels stand between blanks or commas (``"C, D"``) and mixtures
between semicolons (``"1/2 1/2; 1 0"``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, is_root, show
from kibitz.core.spelling import count_of
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.strategies.mixture import Mixture, mixture, pure, support

Profile = tuple[Mixture, ...]
Cell = tuple[int, ...]
"""A profile of pure strategies, as positions from 0."""


def read_profile(game: StrategicGame, given: Any) -> Profile:
    """Read a profile of mixed strategies.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    given : profile
        A strategy for each player: labels, positions from 0, or probabilities.

    Returns
    -------
    Profile
        A mixture for each player.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> game = bimatrix("3,3 0,4; 4,0 1,1", rows="C D", columns="C D")
    >>> read_profile(game, "C D") == read_profile(game, [0, [0, 1]])
    True
    >>> read_profile(game, {"I": "C", "II": {"C": "1/2", "D": "1/2"}})[1]
    (Fraction(1, 2), Fraction(1, 2))
    """
    items = _items(game, given)
    if len(items) != len(game.players):
        raise GameError(
            f"profile: {count_of(len(items), 'strategy')} for "
            f"{count_of(len(game.players), 'player')}, "
            f"{', '.join(game.players)}"
        )
    return tuple(_strategy(game, k, item) for k, item in enumerate(items))


@extends(StrategicGame)
def read_cell(game: StrategicGame, given: Any) -> Cell:
    """Read a profile of pure strategies as positions from 0."""
    profile = read_profile(game, given)
    played = [support(weights) for weights in profile]
    if any(len(p) > 1 for p in played):
        raise GameError("profile: it takes pure strategies, one for each player")
    return tuple(p[0] for p in played)


def pure_profile(game: StrategicGame, cell: Sequence[int]) -> Profile:
    """A cell (positions from 0) as a profile of mixtures."""
    return tuple(pure(i, size) for i, size in zip(cell, game.shape, strict=True))


def cell_text(game: StrategicGame, cell: Sequence[int]) -> str:
    """The labels of a cell.

    >>> from kibitz import bimatrix
    >>> cell_text(bimatrix("3,3 0,4; 4,0 1,1", rows="C D", columns="C D"), (0, 1))
    '(C, D)'
    """
    names = [labels[i] for labels, i in zip(game.strategies, cell, strict=True)]
    return "(" + ", ".join(names) + ")"


def mixture_text(labels: Sequence[str], weights: Sequence[Number]) -> str:
    """The strategies that a mixture plays, with their weights; a pure one by its name.

    >>> from fractions import Fraction
    >>> mixture_text(("L", "R"), (Fraction(1, 3), Fraction(2, 3)))
    'L: 1/3   R: 2/3'
    """
    played = support(weights)
    if len(played) == 1:
        return labels[played[0]]
    shown = [f"{labels[i]}: {show(weights[i])}" for i in played[:12]]
    return "   ".join(shown) + (f"   ... {len(played) - 12} more" if len(played) > 12 else "")


def _items(game: StrategicGame, given: Any) -> list[Any]:
    if hasattr(given, "profile"):
        given = _played(given)
    if isinstance(given, str):
        return _words(game, given)
    if isinstance(given, Mapping):
        for key in given:
            if key not in game.players:
                near = did_you_mean(str(key), game.players)
                raise GameError(f"profile: no player {key!r}{near}")
        absent = [p for p in game.players if p not in given]
        if absent:
            raise GameError(f"profile: no strategy for {', '.join(absent)}")
        return [given[p] for p in game.players]
    if not isinstance(given, (Sequence, np.ndarray)):
        raise GameError(f"profile: {given!r} is not a list with a strategy for each player")
    return list(given)


def _played(answer: Any) -> Any:
    """The strategies of an answer: exact where they are known so, else as numbers."""
    exact = getattr(answer, "strategies", ())
    if any(map(is_root, (w for side in exact for w in side))):
        return exact
    return answer.profile


def _words(game: StrategicGame, text: str) -> list[Any]:
    if ";" in text:
        return [part.strip() for part in text.split(";") if part.strip()]
    by_comma = [p.strip() for p in text.split(",")]
    return by_comma if len(by_comma) == len(game.players) else text.replace(",", " ").split()


def _strategy(game: StrategicGame, k: int, item: Any) -> Mixture:
    labels, where = game.strategies[k], f"strategy of {game.players[k]}"
    if isinstance(item, (int, np.integer)) and not isinstance(item, bool):
        if not 0 <= item < len(labels):
            raise GameError(f"{where}: no position {item}; they run from 0 to {len(labels) - 1}")
        return pure(int(item), len(labels))
    return mixture(item, labels, where)
