"""Small functions for boards of bits and of squares, the same in Python and in machine code.

Bits live in integers of 64 bits. Python's own ``<<`` grows without end and its ``>>`` drags the
sign along; :func:`shift_left` and :func:`shift_right` behave as the machine does, so that a board
of all 64 squares works in both.
"""

from __future__ import annotations

import struct
from typing import Any, TypeVar

from kibitz.core.lazy_package import handed_out_as_is

Square = TypeVar("Square")

_ALL = (1 << 64) - 1
_SIGN = 1 << 63


def popcount(bits: int) -> int:
    """How many bits are set.

    Parameters
    ----------
    bits : int
        Up to 64 bits.

    Returns
    -------
    int
        The number of bits set.

    Examples
    --------
    >>> popcount(0b1011), popcount(-1)
    (3, 64)
    """
    return (bits & _ALL).bit_count()


def lowest(bits: int) -> int:
    """The position of the lowest bit that is set; 64 when there is none.

    Parameters
    ----------
    bits : int
        Up to 64 bits.

    Returns
    -------
    int
        A position from 0, or 64.

    Examples
    --------
    >>> lowest(0b1000), lowest(0)
    (3, 64)
    """
    bits &= _ALL
    return (bits & -bits).bit_length() - 1 if bits else 64


def highest(bits: int) -> int:
    """The position of the highest bit that is set; -1 when there is none.

    Parameters
    ----------
    bits : int
        Up to 64 bits.

    Returns
    -------
    int
        A position from 0, or -1.

    Examples
    --------
    >>> highest(0b1011), highest(0)
    (3, -1)
    """
    return (bits & _ALL).bit_length() - 1


def without_lowest(bits: int) -> int:
    """The same bits without the lowest that is set, for loops over a board.

    Parameters
    ----------
    bits : int
        Up to 64 bits.

    Returns
    -------
    int
        The remaining bits.

    Examples
    --------
    >>> without_lowest(0b1100), without_lowest(-(1 << 63))
    (8, 0)
    """
    bits &= _ALL
    left = bits & (bits - 1)
    return left - (1 << 64) if left & _SIGN else left


def shift_left(bits: int, places: int) -> int:
    """Shift 64 bits to the left; what leaves is lost.

    Parameters
    ----------
    bits : int
        Up to 64 bits.
    places : int
        By how many places, from 0 to 63.

    Returns
    -------
    int
        The shifted bits.

    Examples
    --------
    >>> shift_left(3, 63) == -(1 << 63)
    True
    """
    moved = (bits << places) & _ALL
    return moved - (1 << 64) if moved & _SIGN else moved


def shift_right(bits: int, places: int) -> int:
    """Shift 64 bits to the right; zeros come in.

    Parameters
    ----------
    bits : int
        Up to 64 bits.
    places : int
        By how many places, from 0 to 63.

    Returns
    -------
    int
        The shifted bits.

    Examples
    --------
    >>> shift_right(-1, 60)
    15
    """
    moved = (bits & _ALL) >> places
    return moved - (1 << 64) if moved & _SIGN else moved


def mirrored_bits(bits: int) -> int:
    """The 64 bits in reverse: a board of 8 by 8 turned by half a turn.

    Parameters
    ----------
    bits : int
        Up to 64 bits.

    Returns
    -------
    int
        The reversed bits.

    Examples
    --------
    >>> mirrored_bits(1) == -(1 << 63), mirrored_bits(mirrored_bits(12345))
    (True, 12345)
    """
    turned = int(f"{bits & _ALL:064b}"[::-1], 2)
    return turned - (1 << 64) if turned & _SIGN else turned


def bits_of(number: float) -> int:
    """The 64 bits that a number with a point is kept in.

    >>> bits_of(0.0), bits_of(1.0) == 0x3FF << 52
    (0, True)
    """
    bits: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return bits


def number_of(bits: int) -> float:
    """The number with a point that is kept in 64 bits.

    >>> number_of(bits_of(-0.25))
    -0.25
    """
    number: float = struct.unpack("<d", struct.pack("<q", bits))[0]
    return number


def prefetch(table: Any, row: int) -> None:
    """Say that a row of a table will be read soon, so that the machine can fetch it meanwhile."""


def replaced(squares: tuple[Square, ...], index: int, value: Square) -> tuple[Square, ...]:
    """The same tuple with one entry replaced.

    Parameters
    ----------
    squares : tuple[Square, ...]
        A tuple, such as the squares of a board.
    index : int
        The position of the entry, from 0.
    value : Square
        The new entry.

    Returns
    -------
    tuple[Square, ...]
        The changed tuple.

    Examples
    --------
    >>> replaced((0, 0, 0), 1, 7)
    (0, 7, 0)
    """
    place = index + len(squares) if index < 0 else index
    if not 0 <= place < len(squares):
        raise IndexError("a place beyond the end of a tuple")
    return (*squares[:place], value, *squares[place + 1 :])


handed_out_as_is(popcount, lowest, highest, without_lowest, shift_left, shift_right)
handed_out_as_is(mirrored_bits, replaced)
