"""Links: the state of a page, written into its address, so that another browser sees the same.

A game that is short stands in the address as it was typed; a longer one is packed.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from urllib.parse import urlencode

from kibitz.core.errors import GameError

PLAIN = 400
"""Characters of a game that stand in an address as they were typed."""
LONGEST = 30_000
"""Characters of a packed game that browsers and servers still take in an address."""


def link(path: str, text: str = "", **state: str) -> str:
    """The address of a page about a game, in a state.

    >>> link("/game", "nim 3 4 5", tab="solve", method="")
    '/game?g=nim+3+4+5&tab=solve'
    >>> words = text_of({"z": link("/game", "1 2; " * 200).partition("z=")[2]})
    >>> words == "1 2; " * 200
    True
    """
    query = {key: value for key, value in state.items() if value}
    if text:
        query = {**_spelled(text), **query}
    return f"{path}?{urlencode(query)}" if query else path


def _spelled(text: str) -> dict[str, str]:
    if len(text) <= PLAIN and "\0" not in text:
        return {"g": text}
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(packed) > LONGEST:
        raise GameError("this game is too large for a link; download it as a file")
    return {"z": packed}


def text_of(query: Mapping[str, str], most: int = 400_000) -> str:
    """The game that an address holds; empty if there is none.

    >>> text_of({"g": "chicken"}), text_of({})
    ('chicken', '')
    >>> text_of({"z": "!"})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: this link is damaged: the game in it cannot be read
    """
    if "z" not in query:
        return query.get("g", "")
    packed = query["z"]
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        stream = zlib.decompressobj()
        text = stream.decompress(data, 4 * most + 4).decode(errors="ignore")
        if stream.unused_data or (not stream.eof and len(text) <= most):
            raise ValueError
    except (binascii.Error, zlib.error, ValueError):
        raise GameError("this link is damaged: the game in it cannot be read") from None
    if len(text) > most:
        raise GameError(f"the game in this link is longer than {most:,} characters")
    return text
