"""Names of players and strategies: read, numbered where none are given, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

PLAYERS = ("I", "II")
"""The row and the column player, where they have no names."""


@cache
def numbered(size: int) -> tuple[str, ...]:
    """The labels 1, 2, ... that stand where none were given."""
    return tuple(map(str, range(1, size + 1)))


def read_labels(given: Sequence[Any] | None, size: int) -> tuple[str, ...]:
    """Labels from a list or from text such as ``"up down"``; numbers when there are none.

    >>> read_labels("up, down", 2), read_labels("stay home, go", 2), read_labels(None, 2)
    (('up', 'down'), ('stay home', 'go'), ('1', '2'))
    """
    if given is None:
        return numbered(size)
    if isinstance(given, str):
        apart = [label.strip() for label in given.split(",") if label.strip()]
        given = apart if len(apart) == size else given.replace(",", " ").split()
    if not isinstance(given, Iterable):
        raise GameError(f"{given!r} is not a list of {count_of(size, 'label')}")
    return tuple(map(str, given))


def player_names(given: Sequence[Any] | None, count: int) -> tuple[str, ...]:
    """The names given, or I and II, or numbers for more than two."""
    if given is None and count == 2:
        return PLAYERS
    names = read_labels(given, count)
    check_labels(names, count, "players")
    return names


def check_labels(labels: tuple[str, ...], size: int, what: str) -> None:
    """Refuse labels that are too many, too few, or used twice."""
    if labels is numbered(size):
        return
    if len(labels) != size:
        raise GameError(f"{what}: {count_of(len(labels), 'label')} for {size}")
    if len(set(labels)) != size:
        twice = next(x for x in labels if labels.count(x) > 1)
        raise GameError(f"{what}: the label {twice!r} is used twice")


def check_positions(positions: Sequence[int], size: int, what: str) -> None:
    """Refuse positions (from 0) that are not there, and an empty list."""
    if not len(positions):
        raise GameError(f"no {what} are left; a game needs at least one")
    for k in positions:
        if not 0 <= k < size:
            raise GameError(f"{what}: there is no position {k}; they run from 0 to {size - 1}")
