"""The rooms of a server in which classes play: who may see which, by code and key.

Rooms are kept in memory while the server runs; a lecturer takes the session away as a file.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.classroom.room import Room

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Of codes, which are read aloud and are not to be words."""
MOST = 100
"""Rooms at once; the oldest is closed for a new one."""


@dataclass
class OpenRoom:
    """A room, its code for everybody, its lecturer's key, and the key of each player."""

    code: str
    room: Room
    key: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    players: dict[str, str] = field(default_factory=dict)

    def join(self, name: str) -> str:
        """Let a player in, and give the key by which she is known from now on."""
        self.room.join(name)
        key = secrets.token_urlsafe(9)
        self.players[key] = self.room.players[-1]
        return key

    def is_lecturer(self, key: str) -> bool:
        """Whether this is the lecturer's key."""
        return secrets.compare_digest(key.encode(), self.key.encode())


_rooms: dict[str, OpenRoom] = {}


def open_room(room: Room) -> OpenRoom:
    """Open a room under a new code."""
    code = ""
    while not code or code in _rooms:
        code = "".join(secrets.choice(LETTERS) for _ in range(4))
    while len(_rooms) >= MOST:
        _rooms.pop(next(iter(_rooms)))
    _rooms[code] = OpenRoom(code, room)
    return _rooms[code]


def room_of(code: str) -> OpenRoom:
    """The room with this code."""
    found = _rooms.get(code.strip().upper())
    if found is None:
        raise GameError(f"there is no room {code.strip().upper()[:12] or 'without a code'}")
    return found
