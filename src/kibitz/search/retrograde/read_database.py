"""Databases of all positions, by the ending of their name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.rules.game import Rules
from kibitz.search.retrograde.layered import layered_database, load_layered
from kibitz.search.retrograde.packed import (
    ENDING,
    HEAD,
    PackedDatabase,
    load_packed,
    packed_database,
)
from kibitz.search.retrograde.retrograde import Database, load_database

DATABASES = (".kbdb", ENDING)
"""How the names of databases end: in memory, and on disk."""


def read_database(path: str | Path, rules: Rules) -> Database | PackedDatabase:
    """Read a database: ``.kbdb`` into memory, ``.kbpd`` from the disk as positions are asked for.

    Parameters
    ----------
    path : str or Path
        The file or folder.
    rules : Rules
        The rules of the game.

    Returns
    -------
    Database or PackedDatabase
        The database.
    """
    if str(path).endswith(ENDING):
        return load_layered(path, rules) if rules.has("layers") else load_packed(path, rules)
    return load_database(path, rules)


def disk_database(rules: Rules, folder: str | Path) -> PackedDatabase:
    """Solve every position in a file: by layers where the game numbers its positions.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    folder : str or Path
        The folder that keeps the database; its name ends in ``.kbpd``.

    Returns
    -------
    PackedDatabase
        The database.
    """
    if rules.has("layers"):
        return layered_database(rules, folder)
    return packed_database(rules, folder)


def made_by(path: str | Path) -> tuple[str, dict[str, Any]] | None:
    """The name and the parameters of the game of a database; None where it was built from rules.

    Parameters
    ----------
    path : str or Path
        The file or folder.
    """
    place = Path(path)
    if not place.exists():
        raise GameError(f"{place}: no such file")
    try:
        if place.suffix == ENDING:
            head = json.loads((place / HEAD).read_text(encoding="utf-8"))
        else:
            arrays = npz_file.read_arrays(place, "not a database, or truncated")
            head = json.loads(str(arrays["head"]))
        origin = head.get("made_by")
    except (OSError, ValueError, KeyError, AttributeError):
        raise GameError(f"{place}: not a database, or truncated") from None
    return None if origin is None else (str(origin[0]), dict(origin[1]))
