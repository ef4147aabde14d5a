"""Rows instead of heaps: which pins of Kayles to knock down, which squares of Dawson's to mark."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from kibitz.combinatorial.heaps.take_and_break import dawsons_chess, kayles
from kibitz.core.errors import GameError

STANDING, DOWN = "x", "."


def pins(row: str | int) -> str:
    """A row of pins, standing ``x`` or down ``.``; a number is a row with all of them standing.

    >>> pins(5), pins("X.XX")
    ('xxxxx', 'x.xx')
    """
    if isinstance(row, int) and not isinstance(row, bool) and row >= 0:
        return STANDING * row
    if not isinstance(row, str):
        raise GameError(
            f"{row!r} is not a row of pins; write a number, or x for pins and . for gaps"
        )
    for place, pin in enumerate(row, 1):
        if pin.lower() not in (STANDING, DOWN):
            raise GameError(f"row {row!r}: {pin!r} at {place} is neither a pin x nor a gap .")
    return row.lower()


def groups(row: str | int) -> tuple[int, ...]:
    """The heaps of Kayles that a row of pins is: its groups of neighbors.

    Parameters
    ----------
    row : str or int
        The row of pins, as text or as its length.

    Returns
    -------
    tuple of int
        The sizes of the groups.

    Examples
    --------
    >>> groups("x.xxxxxxxxxxx")
    (1, 11)
    """
    return tuple(len(list(group)) for pin, group in groupby(pins(row)) if pin == STANDING)


def knock_down(row: str | int, *places: int) -> str:
    """The row after one pin or two neighbors are knocked down; pins are counted from 1.

    Parameters
    ----------
    row : str or int
        The row of pins, as text or as its length.
    *places : int
        The places of the pins, from 1.

    Returns
    -------
    str
        The row afterwards.

    Examples
    --------
    >>> knock_down(5, 2, 3)
    'x..xx'
    >>> knock_down("x..xx", 2)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: pin 2 is already down in 'x..xx'
    """
    standing = pins(row)
    if len(places) == 1 and isinstance(places[0], (list, tuple)):
        places = tuple(places[0])
    if any(isinstance(place, bool) or not isinstance(place, int) for place in places):
        raise GameError(f"pins {places}: pins are counted 1, 2, 3, ...")
    if len(places) not in (1, 2) or (len(places) == 2 and abs(places[0] - places[1]) != 1):
        raise GameError(f"pins {places}: a ball knocks down one pin or two neighbors")
    for place in places:
        if not 1 <= place <= len(standing):
            raise GameError(f"there is no pin {place} in a row of {len(standing)}")
        if standing[place - 1] == DOWN:
            raise GameError(f"pin {place} is already down in {standing!r}")
    return "".join(DOWN if i in places else pin for i, pin in enumerate(standing, 1))


def winning_pins(row: str | int, play: str = "normal") -> list[tuple[int, ...]]:
    """The pins to knock down in Kayles, every way that wins.

    Parameters
    ----------
    row : str or int
        The row of pins, as text or as its length.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    list[tuple[int, ...]]
        The winning moves, each as one or two places.

    Examples
    --------
    >>> winning_pins("x.xxxxxxxxxxx")
    [(6,), (10,)]
    """
    standing = pins(row)
    game = kayles(play=play)
    return [
        places
        for places in _throws(standing)
        if game.outcome_at(groups(knock_down(standing, *places))) == "P"
    ]


def winning_marks(length: int) -> list[int]:
    """The squares to mark in Dawson's chess on an empty line, every one that wins.

    A mark takes its own square and the neighbors out of the game.

    Parameters
    ----------
    length : int
        The number of squares.

    Returns
    -------
    list of int
        The squares, from 1.

    Examples
    --------
    >>> winning_marks(18)
    [5, 7, 12, 14]
    """
    if isinstance(length, bool) or not isinstance(length, int) or length < 0:
        raise GameError(f"a line of {length!r} squares; it must be a whole number, at least 0")
    value = dawsons_chess().heap_nimber
    return [
        square
        for square in range(1, length + 1)
        if value(max(0, square - 2)) == value(max(0, length - square - 1))
    ]


def _throws(standing: str) -> Iterator[tuple[int, ...]]:
    """One standing pin, or two neighbors."""
    for place, pin in enumerate(standing, 1):
        if pin == STANDING:
            yield (place,)
    for place in range(1, len(standing)):
        if standing[place - 1 : place + 1] == 2 * STANDING:
            yield (place, place + 1)
