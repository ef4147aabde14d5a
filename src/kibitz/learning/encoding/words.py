"""A state as a row of 64-bit words, in the order in which compiled rules write it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from numbers import Integral, Real
from typing import Any

from kibitz.core.errors import GameError

NONE = -(1 << 62)
"""Stands for None."""
_INT64 = 1 << 63


def words_of(value: Any) -> list[int]:
    """The numbers in a state, one after the other; of texts and other things a checksum.

    >>> words_of((3, (0, True), None))[:3]
    [3, 0, 1]
    """
    return list(_words(value))


def is_word(value: Any) -> bool:
    """Whether a value is one word, and what the word says is the value itself."""
    return isinstance(value, Integral) and -_INT64 <= int(value) < _INT64


def _words(value: Any) -> Iterator[int]:
    if isinstance(value, Integral):
        yield int(value) if is_word(value) else (int(value) + _INT64) % (1 << 64) - _INT64
    elif isinstance(value, Real):
        yield struct.unpack("q", struct.pack("d", float(value)))[0]
    elif value is None:
        yield NONE
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _words(part)
    elif isinstance(value, (frozenset, set)):
        yield from sorted(checksum(part) for part in value)
    elif isinstance(value, Mapping):
        for _, part in sorted(value.items(), key=repr):
            yield from _words(part)
    elif isinstance(value, str):
        yield checksum(value)
    else:
        raise GameError(f"a state has a {type(value).__name__} in it, which is not a number")


def checksum(value: Any) -> int:
    """A number that stands for a thing that is not a number, the same in every process."""
    if is_word(value):
        return int(value)
    return zlib.crc32(repr(value).encode())
