"""Logs that TensorBoard reads: records of protocol buffers with a check sum each.

A file is a row of records, each its length, a check sum of that, the content, and a check sum of
the content. The content is an ``Event`` of TensorFlow: the time, the step, and named scalars.
"""

from __future__ import annotations

import os
import struct
import time
from functools import cache
from pathlib import Path
from types import TracebackType

from kibitz.core.errors import GameError

_CASTAGNOLI = 0x82F63B78
_MASK = 0xA282EAD8


@cache
def _table() -> tuple[int, ...]:
    found = []
    for byte in range(256):
        rest = byte
        for _ in range(8):
            rest = (rest >> 1) ^ (_CASTAGNOLI if rest & 1 else 0)
        found.append(rest)
    return tuple(found)


def crc32c(data: bytes) -> int:
    """The cyclic redundancy check of Castagnoli.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    table, rest = _table(), 0xFFFFFFFF
    for byte in data:
        rest = (rest >> 8) ^ table[(rest ^ byte) & 0xFF]
    return rest ^ 0xFFFFFFFF


def _masked(data: bytes) -> bytes:
    sum_ = crc32c(data)
    turned = ((sum_ >> 15) | (sum_ << 17)) & 0xFFFFFFFF
    return struct.pack("<I", (turned + _MASK) & 0xFFFFFFFF)


def _record(content: bytes) -> bytes:
    length = struct.pack("<Q", len(content))
    return length + _masked(length) + content + _masked(content)


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def _text(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _event(at: float, step: int, what: bytes) -> bytes:
    return b"\x09" + struct.pack("<d", at) + b"\x10" + _varint(step) + what


class EventLog:
    """A file of events in a folder, to which scalars are added as they come.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, EventLog(folder) as log:
    ...     log.add(10, {"loss": 0.25})
    ...     len(list(Path(folder).glob("events.out.tfevents.*")))
    1
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        name = f"events.out.tfevents.{time.time():.0f}.kibitz.{os.getpid()}"
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self._file = open(Path(folder) / name, "ab")  # noqa: SIM115
        except OSError as error:
            raise GameError(f"{folder}: cannot write a log here: {error.strerror}") from None
        self._file.write(_record(_event(time.time(), 0, _text(3, b"brain.Event:2"))))

    def add(self, step: int, measures: dict[str, float]) -> None:
        """Write scalars, each under its name."""
        values = b"".join(
            _text(1, _text(1, name.encode()) + b"\x15" + struct.pack("<f", value))
            for name, value in measures.items()
        )
        self._file.write(_record(_event(time.time(), step, _text(5, values))))
        self._file.flush()

    def __enter__(self) -> EventLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
