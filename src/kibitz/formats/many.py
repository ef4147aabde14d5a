"""Several games at once: files by their names or wildcards, and files that hold many games.

``.jsonl`` holds a game, or an answer that names its game, on each line; ``.parquet`` the rows of an
experiment, or any table with a column ``specification``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import glob, has_magic
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import atomic_file, write_text
from kibitz.core.noun import Noun
from kibitz.formats.answers.documents import parsed, read_documents
from kibitz.formats.answers.provenance import names_its_game, rebuilt
from kibitz.formats.files import ARRAYS, ENDINGS, load
from kibitz.formats.json_files.form import read
from kibitz.formats.parquet_table import parquet, read_columns

LINES, TABLE = ".jsonl", ".parquet"
"""Endings of files that hold many games or answers."""


def game_files(words: Sequence[str]) -> list[str]:
    """The files that words stand for, where they are several games; none where they are one.

    Parameters
    ----------
    words : sequence of str
        Words of a command line.

    Returns
    -------
    list of str
        Names of files; empty where the words say something else, or a single game.

    Examples
    --------
    >>> game_files(["chicken"]), game_files(["a.nfg"]), game_files(["a.nfg", "b.efg"])
    ([], [], ['a.nfg', 'b.efg'])
    """
    known = (*ENDINGS, ARRAYS, LINES, TABLE)
    names = [word.strip() for word in words]
    if not names or not all(Path(name).suffix.lower() in known for name in names):
        return []
    files = [file for name in names for file in _found(name)]
    many = len(names) > 1 or has_magic(names[0]) or names[0].lower().endswith((LINES, TABLE))
    return files if many else []


def _found(name: str) -> list[str]:
    if not has_magic(name) or Path(name).exists():
        return [name]
    files = sorted(glob(name, recursive=True))
    if not files:
        raise GameError(f"{name}: no file matches")
    return files


def read_games(file: str | PathLike[str]) -> Iterator[tuple[str, Noun]]:
    """The games of a file, each with where it stands.

    Parameters
    ----------
    file : str or PathLike
        A file of one game or of many.

    Returns
    -------
    iterator of (str, Noun)
        The games.
    """
    ending = Path(file).suffix.lower()
    if ending == LINES:
        for where, data in read_documents(file):
            yield where, _game(data, where)
    elif ending == TABLE:
        yield from _rows(Path(file))
    else:
        yield str(file), load(file)


def _game(data: Any, where: str) -> Noun:
    try:
        return rebuilt(data) if names_its_game(data) else read(json.dumps(data))
    except GameError as error:
        raise GameError(f"{where}: {error}") from None


def _rows(path: Path) -> Iterator[tuple[str, Noun]]:
    columns = read_columns(path, "specification")
    if not columns:
        raise GameError(
            f"{path}: it has no column named specification, from which games are rebuilt"
        )
    for number, specification in enumerate(columns["specification"]):
        where = f"{path}, row {number}"
        if specification is not None:
            yield where, _game({"provenance": {"game": parsed(specification, where)}}, where)


def write_documents(documents: Iterable[Mapping[str, Any]], path: str | PathLike[str]) -> None:
    """Write answers or games as JSON: ``.jsonl`` one on each line, ``.parquet`` one in each row.

    Parameters
    ----------
    documents : iterable of mapping
        What is written; ``file`` says where each comes from.
    path : str or PathLike
        The file.
    """
    ending = Path(path).suffix.lower()
    if ending == LINES:
        lines = (json.dumps(one, ensure_ascii=False, allow_nan=False) for one in documents)
        write_text(path, "".join(f"{line}\n" for line in lines))
        return
    if ending != TABLE:
        raise GameError(f"{path}: several are written as {LINES} or {TABLE}")
    names = ("file", "kind", "method", "exact", "value", "specification", "answer")
    _write_table(path, names, [_row(one) for one in documents])


def write_games(games: Iterable[Mapping[str, Any]], path: str | PathLike[str]) -> None:
    """Write games, given as JSON, to one file: ``.jsonl`` a line each, ``.parquet`` a row each.

    Parameters
    ----------
    games : iterable of mapping
        The games as JSON.
    path : str or PathLike
        The file.
    """
    if Path(path).suffix.lower() != TABLE:
        write_documents(games, path)
        return
    rows = [
        {"kind": one.get("kind"), "specification": json.dumps(one, ensure_ascii=False)}
        for one in games
    ]
    _write_table(path, ("kind", "specification"), rows)


def _write_table(
    path: str | PathLike[str], names: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> None:
    writer = parquet()
    pyarrow: Any = import_module("pyarrow")
    columns = {name: [row.get(name) for row in rows] for name in names}
    with atomic_file(path) as file:
        writer.write_table(pyarrow.table(columns), file)


def _row(document: Mapping[str, Any]) -> dict[str, Any]:
    game = document.get("provenance", {}).get("game")
    value = document.get("value")
    return {
        "file": document.get("file"),
        "kind": document.get("kind"),
        "method": str(document["method"]) if "method" in document else None,
        "exact": document.get("exact"),
        "value": None if value is None else str(value),
        "specification": json.dumps(game) if game else None,
        "answer": json.dumps(dict(document), ensure_ascii=False),
    }
