"""Files that are written whole or not at all: everything that Kibitz writes goes through here.

A file is written under another name in the same folder, forced to the disk, and only then takes
the place of the old one, in one step. So a full disk, a cut of power or an end by ``kill -9``
leaves either the old file or the new one, never a part.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from kibitz.core.errors import GameError

PART = ".part"
HOUR = 3600.0
"""Seconds after which a part that was left behind is taken for abandoned."""


@contextmanager
def atomic_file(
    path: str | PathLike[str], permissions: int = 0o666, durable: bool = True
) -> Iterator[BinaryIO]:
    """Open a file for writing; its content takes the old one's place when the block ends well.

    Parameters
    ----------
    path
        Where the content goes. Links are followed; what is not a plain file, such as
        ``/dev/stdout``, is written to as it is.
    permissions
        Of a new file, less what the user's mask takes away; an old file keeps its own.
    durable
        Whether the content must be on the disk before the old file goes.

    Yields
    ------
    BinaryIO
        A file to write bytes to.

    Notes
    -----
    Two processes, or threads, that write the same file at once do not meet: one of them is last.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic_file(f"{folder}/a.txt") as file:
    ...         _ = file.write(b"whole")
    ...     os.listdir(folder)
    ['a.txt']
    """
    if "\0" in str(path):
        raise GameError(f"{str(path)!r} is not the name of a file")
    target = Path(os.path.realpath(path))
    try:
        old = _state(target)
        if old is not None and not stat.S_ISREG(old.st_mode):
            with open(target, "wb") as file:
                yield file
            return
        part, descriptor = _part(target, permissions)
        try:
            with open(descriptor, "wb") as file:
                yield file
                file.flush()
                if old is not None:
                    os.chmod(part, stat.S_IMODE(old.st_mode))
                if durable:
                    os.fsync(file.fileno())
            os.replace(part, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(part)
            raise
    except OSError as error:
        raise GameError(f"{path}: {_reason(error, Path(path))}") from None
    _remove_abandoned(target)


def write_text(path: str | PathLike[str], text: str) -> None:
    """Put text in a file, in UTF-8, whole or not at all.

    Parameters
    ----------
    path : str or PathLike[str]
        The path of the file.
    text : str
        The text.

    Examples
    --------
    >>> write_text("/nowhere/at/all.txt", "lost")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: /nowhere/at/all.txt: there is no directory '/nowhere/at'
    """
    write_bytes(path, text.encode())


def write_bytes(path: str | PathLike[str], content: bytes) -> None:
    """Put bytes in a file, whole or not at all.

    Parameters
    ----------
    path : str or PathLike[str]
        The path of the file.
    content : bytes
        The bytes.
    """
    with atomic_file(path) as file:
        file.write(content)


def _state(target: Path) -> os.stat_result | None:
    try:
        return target.stat()
    except FileNotFoundError:
        return None


def _part(target: Path, permissions: int) -> tuple[Path, int]:
    """A new file beside the target, with a name of its own."""
    shown = target.name.encode()[:150].decode(errors="ignore")
    part = target.with_name(f".{shown}.{secrets.token_hex(6)}{PART}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return part, os.open(part, flags, permissions)


def _remove_abandoned(target: Path) -> None:
    """Clear away what writers that were killed left beside this file long ago."""
    with suppress(OSError):
        for path in target.parent.glob(f".{_literal(target.name)}.*{PART}"):
            if path.stat().st_mtime < time.time() - HOUR:
                path.unlink(missing_ok=True)


def _literal(name: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)


def _reason(error: OSError, path: Path) -> str:
    gone = isinstance(error, (FileNotFoundError, NotADirectoryError))
    if gone and not path.parent.is_dir():
        return f"there is no directory {str(path.parent)!r}"
    if isinstance(error, IsADirectoryError):
        return "this is a directory, not a file"
    kept = "; the existing file is unchanged" if os.path.isfile(path) else ""
    return f"cannot be written: {error.strerror or error}{kept}"
