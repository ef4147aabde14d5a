"""Databases of all positions, by the ending of their name."""

from __future__ import annotations

from pathlib import Path

from kibitz.rules.game import Rules
from kibitz.search.retrograde.packed import ENDING, PackedDatabase, load_packed
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
        return load_packed(path, rules)
    return load_database(path, rules)
