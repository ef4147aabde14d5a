"""A folder of things that take long to make, kept from one run to the next: compiled code.

An entry is named by a digest of all that it was made from. So it is never out of date, and every
process and every copy of the sources shares it. What is kept here is run as code, therefore

- nothing is read unless the folder belongs to the user (or to the administrator) and nobody else
  can write to it;
- an entry counts only if it agrees with the digest that is written in front of it;
- an entry is written beside its place and put there in one step.

Where nothing can be kept, because the home is read-only or the disk is full, things are made again.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple
from warnings import warn

from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import HOUR, PART, atomic_file

if sys.platform != "win32":
    import fcntl

MOST_BYTES = 1 << 30
"""What all entries together may take; beyond, those that were not used for longest are removed."""
PATIENCE = 120.0
"""Seconds to wait for another process that makes the same entry."""
SUFFIX, LOCK = ".kept", "lock"
_SEAL = hashlib.sha256().digest_size


class CacheEntry(NamedTuple):
    """One thing that is kept."""

    name: str
    bytes: int
    used: float
    """When it was last used, in the seconds of ``time.time()``."""


class Cache:
    """What is kept in one folder; nothing when there is none.

    Parameters
    ----------
    folder
        Made when it is missing, for the user alone.
    most
        Bytes that the entries may take.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     cache = Cache(folder)
    ...     cache.write("square-of-12", b"144")
    ...     cache.read("square-of-12"), cache.read("square-of-13"), len(cache.entries())
    (b'144', None, 1)
    """

    def __init__(self, folder: str | os.PathLike[str] | None, most: int = MOST_BYTES) -> None:
        self.folder = Path(os.path.realpath(folder)) if folder else None
        self.most = most

    def trouble(self) -> str:
        """Why nothing can be kept, in a few words; empty when all is well."""
        if self.folder is None:
            return "there is no home folder"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            about = self.folder.lstat()
        except OSError as error:
            return f"{self.folder}: {error.strerror}"
        if sys.platform != "win32":
            if about.st_uid not in (os.geteuid(), 0):
                return f"{self.folder} belongs to another user"
            if about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                return f"other users can write to {self.folder}; run `chmod 700` on it"
        return ""

    def read(self, name: str) -> bytes | None:
        """What is kept under a name; None if there is nothing, or it is damaged."""
        folder = self._trusted()
        if folder is None:
            return None
        path = folder / f"{name}{SUFFIX}"
        try:
            whole = path.read_bytes()
        except OSError:
            return None
        if whole[:_SEAL] != _seal(name, whole[_SEAL:]):
            return None
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - HOUR:
                os.utime(path)
        return whole[_SEAL:]

    def write(self, name: str, content: bytes) -> None:
        """Keep something under a name, if that is possible."""
        folder = self._trusted()
        if folder is None:
            return
        path = folder / f"{name}{SUFFIX}"
        try:
            with atomic_file(path, permissions=0o600, durable=False) as file:
                file.write(_seal(name, content) + content)
        except GameError:
            return
        self._make_room(folder, len(content))

    @contextmanager
    def alone(self, name: str, patience: float = PATIENCE) -> Iterator[bool]:
        """Keep other processes from making the same entry; wait for one that does already.

        Parameters
        ----------
        name
            The entry.
        patience
            Seconds to wait.

        Yields
        ------
        bool
            False where the wait was in vain, or nothing can be locked here.

        Notes
        -----
        Each entry has a byte of one file, which is locked and never written. The system opens the
        locks of a process that ends, however it ends.
        """
        folder = self._trusted()
        file = _lock_file(folder) if folder else None
        place = int.from_bytes(_seal(name, b"")[:7], "big")
        locked = file is not None and _lock(file, place, time.monotonic() + patience)
        try:
            yield locked
        finally:
            if file is not None and locked:
                _unlock(file, place)

    def entries(self) -> list[CacheEntry]:
        """All that is kept, what was not used for longest first."""
        entries = []
        for path in self._files(SUFFIX):
            with suppress(OSError):
                about = path.stat()
                entries.append(
                    CacheEntry(path.name.removesuffix(SUFFIX), about.st_size, about.st_mtime)
                )
        return sorted(entries, key=lambda entry: entry.used)

    def size(self) -> int:
        """How many bytes the entries take."""
        return sum(entry.bytes for entry in self.entries())

    def clear(self) -> int:
        """Remove all entries; how many there were."""
        paths = self._files(SUFFIX)
        for path in [*paths, *self._files(PART)]:
            path.unlink(missing_ok=True)
        return len(paths)

    def _trusted(self) -> Path | None:
        """The folder, if what is in it may be run; warns once where someone else may write."""
        trouble = self.trouble()
        if trouble and self.folder and os.path.isdir(self.folder) and trouble not in _TOLD:
            _TOLD.add(trouble)
            warn(f"compiled code is not cached: {trouble}", stacklevel=3)
        return None if trouble else self.folder

    def _files(self, suffix: str) -> list[Path]:
        if self.folder is None:
            return []
        with suppress(OSError):
            return [path for path in self.folder.iterdir() if path.name.endswith(suffix)]
        return []

    def _make_room(self, folder: Path, added: int) -> None:
        """Remove what was not used for longest, when there is too much; looks now and then."""
        since = added + _ADDED.get(folder, self.most)
        _ADDED[folder] = since
        if since < self.most // 20:
            return
        _ADDED[folder] = 0
        entries = self.entries()
        left = sum(entry.bytes for entry in entries)
        enough = self.most if left <= self.most else self.most * 4 // 5
        with suppress(OSError):
            for entry in entries:
                if left <= enough:
                    break
                (folder / f"{entry.name}{SUFFIX}").unlink(missing_ok=True)
                left -= entry.bytes
            for path in self._files(PART):
                if path.stat().st_mtime < time.time() - HOUR:
                    path.unlink(missing_ok=True)


def user_cache() -> Cache:
    """What this user keeps: in ``$KIBITZ_CACHE``, or ``kibitz`` in the system's cache folder."""
    return Cache(os.environ.get("KIBITZ_CACHE") or _usual_folder())


def _usual_folder() -> str | None:
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        place = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        place = os.path.join(home, "Library", "Caches")
    else:
        place = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(place):
            place = os.path.join(home, ".cache")
    return os.path.join(place, "kibitz") if os.path.isabs(place) else None


def _seal(name: str, content: bytes) -> bytes:
    return hashlib.sha256(b"%s\0%s" % (name.encode(), content)).digest()


def _lock_file(folder: Path) -> int | None:
    """The file whose bytes are locked; opened once, since closing it would open all locks."""
    with _GUARD:
        if folder not in _LOCK_FILES:
            try:
                flags = os.O_RDWR | os.O_CREAT
                _LOCK_FILES[folder] = os.open(folder / LOCK, flags, 0o600)
            except OSError:
                return None
        return _LOCK_FILES[folder]


def _lock(file: int, place: int, stop: float) -> bool:
    """Lock a byte, trying until then; whether that went well."""
    if sys.platform == "win32":
        return False
    pause = 0.005
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            return True
        except (BlockingIOError, PermissionError):
            if time.monotonic() > stop:
                return False
        except OSError:
            return False
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def _unlock(file: int, place: int) -> None:
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


_GUARD = Lock()
_LOCK_FILES: dict[Path, int] = {}
_TOLD: set[str] = set()
_ADDED: dict[Path, int] = {}
"""Bytes written to a folder by this process since it last looked for room."""
