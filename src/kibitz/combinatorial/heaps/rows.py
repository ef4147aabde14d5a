"""Rows instead of heaps: which pins of Kayles to knock down, which squares of Dawson's to mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from kibitz.combinatorial.heaps.take_and_break import NAMES, TakeAndBreak, dawsons_chess, kayles
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import number

STANDING, DOWN = "x", "."
KAYLES, CHESS = "0.77", "0.137"
"""The codes of the games that are played on rows, besides Dawson's Kayles."""
MOST_TOLD = 12
"""The most winning moves that are listed by place."""


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
        if pin.lower() not in (STANDING, DOWN, "_"):
            raise GameError(f"row {row!r}: {pin!r} at {place} is neither a pin x nor a gap .")
    return row.lower().replace("_", DOWN)


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


def rows_of(game: str, words: Sequence[Any]) -> tuple[tuple[int, ...], str]:
    """The heaps that numbers and rows of pins or squares stand for, and the row if it is one.

    In Dawson's chess ``x`` is a mark, and squares beside marks are out of the game.

    >>> rows_of("0.77", ["xx.xxx"]), rows_of("0.137", ["...x...."]), rows_of("0.77", ["3", "5"])
    (((2, 3), 'xx.xxx'), ((2, 3), '...x....'), ((3, 5), ''))
    """
    heaps: list[int] = []
    rows = []
    for word in (str(word).replace("_", DOWN) for word in words):
        if any(c.isdigit() for c in word):
            size = number(word, f"{NAMES[game]}: heap")
            if size != int(size):
                raise GameError(f"{NAMES[game]}: a heap of {word}; it must be a whole number")
            heaps.append(int(size))
            continue
        if not word or set(word.lower()) - {STANDING, DOWN}:
            raise GameError(
                f"{NAMES[game]}: {word!r} is neither a number nor a row such as xx.xxx, with . for "
                + ("a free square" if game == CHESS else "a gap")
            )
        rows.append(word.lower())
        heaps += free_squares(word) if game == CHESS else groups(word)
    return tuple(heaps), rows[0] if len(rows) == len(words) == 1 else ""


def free_squares(line: str) -> tuple[int, ...]:
    """The lengths of the runs of squares that are neither marked nor beside a mark.

    >>> free_squares("...x....")
    (2, 3)
    """
    marked = line.lower()
    near = [STANDING in marked[max(0, k - 1) : k + 2] for k in range(len(marked))]
    return tuple(len(list(run)) for taken, run in groupby(near) if not taken)


@extends(TakeAndBreak)
def winning_places(game: TakeAndBreak) -> str:
    """Which pins or squares of its row win, in words.

    >>> winning_places(kayles(1, 11, row="x.xxxxxxxxxxx"))
    'in the row x.xxxxxxxxxxx: knock down pin 6, pin 10'
    >>> winning_places(dawsons_chess(18))
    'in a row of 18: mark square 5, square 7, square 12, square 14'
    """
    code = str(game.code)
    row = game.row or (DOWN if code == CHESS else STANDING) * game.position[0]
    where = f"in the row {row}" if game.row else f"in a row of {len(row)}"
    winning = []
    for places in _plays(row, code):
        made = STANDING if code == CHESS else DOWN
        left = "".join(made if k in places else pin for k, pin in enumerate(row, 1))
        heaps = free_squares(left) if code == CHESS else groups(left)
        if game.outcome_at(tuple(sorted(heaps))) == "P":
            winning.append(places)
    verb, what = ("mark", "square") if code == CHESS else ("knock down", "pin")
    listed = ", ".join(
        f"{what} {p[0]}" if len(p) == 1 else f"{what}s {p[0]} and {p[1]}"
        for p in winning[:MOST_TOLD]
    )
    more = f", and {len(winning) - MOST_TOLD} more ways" if len(winning) > MOST_TOLD else ""
    if not winning:
        return f"{where}: no move wins" if game.row else ""
    return f"{where}: {verb} {listed}{more}"


def _plays(row: str, code: str) -> Iterator[tuple[int, ...]]:
    """The places that one move takes: a pin, two neighbors, or a free square."""
    if code == CHESS:
        for k in range(1, len(row) + 1):
            if STANDING not in row[max(0, k - 2) : k + 1]:
                yield (k,)
        return
    yield from (p for p in _throws(row) if code == KAYLES or len(p) == 2)


def winning_marks(length: int | str) -> list[int]:
    """The squares to mark in Dawson's chess on a line, every one that wins.

    A mark takes its own square and the neighbors out of the game.

    Parameters
    ----------
    length : int or str
        The number of squares of an empty line, or the line, with ``x`` for a mark and ``.`` for a
        free square.

    Returns
    -------
    list of int
        The squares, from 1.

    Examples
    --------
    >>> winning_marks(18), winning_marks("..x......")
    ([5, 7, 12, 14], [6, 8])
    """
    if isinstance(length, str):
        line = pins(length)
        marked = {p: line[: p - 1] + STANDING + line[p:] for (p,) in _plays(line, CHESS)}
        lost = dawsons_chess().outcome_at
        return [p for p, after in marked.items() if lost(free_squares(after)) == "P"]
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
