"""The rooms of a server in which classes play: who may see which, by code and key.

Rooms live in memory. A server that was given a folder writes down every change of a room, so that a
class continues where it was when the server is started again.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.classroom.room import Room

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of codes, which are read aloud and should not form words."""
MOST = 100
"""Rooms at once; the oldest is closed for a new one."""


@dataclass
class OpenRoom:
    """A room, its code for everyone, its lecturer's key, and the key of each player."""

    code: str
    room: Room
    key: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    players: dict[str, str] = field(default_factory=dict)
    opened: float = field(default_factory=time.time)

    def join(self, name: str) -> str:
        """Let a player in, and give the key by which she is known from now on."""
        self.room.join(name)
        key = secrets.token_urlsafe(9)
        self.players[key] = self.room.players[-1]
        _write(self)
        return key

    def is_lecturer(self, key: str) -> bool:
        """Whether this is the lecturer's key."""
        return secrets.compare_digest(key.encode(), self.key.encode())

    def to_json(self) -> dict[str, Any]:
        """The record of the room, with its keys."""
        return {
            "code": self.code,
            "key": self.key,
            "keys": self.players,
            "opened": self.opened,
            "room": self.room.to_json(),
        }


_rooms: dict[str, OpenRoom] = {}
_folder: list[Path] = []
"""Where rooms are written down, if anywhere."""


def open_room(room: Room) -> OpenRoom:
    """Open a room under a new code."""
    code = ""
    while not code or code in _rooms:
        code = "".join(secrets.choice(LETTERS) for _ in range(4))
    while len(_rooms) >= MOST:
        _close(next(iter(_rooms)))
    _hold(OpenRoom(code, room))
    _write(_rooms[code])
    return _rooms[code]


def room_of(code: str) -> OpenRoom:
    """The room with this code."""
    found = _rooms.get(code.strip().upper())
    if found is None:
        raise GameError(f"there is no room {code.strip().upper()[:12] or 'without a code'}")
    return found


def keep_rooms(folder: Path | None) -> None:
    """Write rooms down in a folder from now on, and open again those that are there.

    Without a folder they are kept in memory only. A file that cannot be read is left alone.
    """
    _folder[:] = []
    _rooms.clear()
    if folder is None:
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return
    found = [room for path in folder.glob("*.json") if (room := _read(path)) is not None]
    for room in sorted(found, key=lambda room: room.opened)[-MOST:]:
        _hold(room)
    _folder[:] = [folder]


def state_folder() -> Path | None:
    """Where this user's programs keep what should outlast them: ``$KIBITZ_STATE``, if given."""
    given = os.environ.get("KIBITZ_STATE")
    if given:
        return Path(given)
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        place = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        place = home / "Library" / "Application Support"
    else:
        place = Path(os.environ.get("XDG_STATE_HOME", ""))
        if not place.is_absolute():
            place = home / ".local" / "state"
    return place / "kibitz" if place.is_absolute() else None


def _hold(room: OpenRoom) -> None:
    _rooms[room.code] = room
    room.room.on_change = lambda: _write(room)


def _close(code: str) -> None:
    room = _rooms.pop(code)
    room.room.on_change = None
    for folder in _folder:
        with suppress(OSError):
            (folder / f"{code}.json").unlink(missing_ok=True)


def _write(room: OpenRoom) -> None:
    """Write a room down: the file is the old one or the new one, never a part of either."""
    for folder in _folder:
        part = folder / f"{room.code}.part"
        with suppress(OSError):
            file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(file, "w", encoding="utf-8") as out:
                json.dump(room.to_json(), out)
            os.replace(part, folder / f"{room.code}.json")


def _read(path: Path) -> OpenRoom | None:
    from kibitz.classroom.room import read_room

    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        keys = {str(key): str(name) for key, name in data["keys"].items()}
        room = read_room(data["room"])
        return OpenRoom(str(data["code"]), room, str(data["key"]), keys, float(data["opened"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, GameError):
        return None
