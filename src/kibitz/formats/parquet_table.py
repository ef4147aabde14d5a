"""Columns of Parquet files, by pyarrow; what cannot be read is one line of error."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError

ENDING = ".parquet"


def parquet() -> Any:
    """The module that reads and writes tables."""
    if find_spec("pyarrow") is None:
        raise GameError("Parquet needs the package pyarrow: pip install 'kibitz[batch]'")
    return import_module("pyarrow.parquet")


def read_columns(path: str | PathLike[str], *names: str) -> dict[str, list[Any]]:
    """The columns of a file that have these names.

    Parameters
    ----------
    path : str or PathLike
        The file.
    *names : str
        The columns that are wanted; those that are not there are left out.

    Returns
    -------
    dict
        By name, a list with an entry for each row.
    """
    reader = parquet()
    if not Path(path).is_file():
        raise GameError(f"{path}: no such file")
    try:
        with reader.ParquetFile(path) as file:
            known = [name for name in names if name in file.schema_arrow.names]
            columns: dict[str, list[Any]] = file.read(columns=known).to_pydict()
    except (OSError, ValueError):
        raise GameError(f"{path}: not a Parquet file, or truncated") from None
    return columns
