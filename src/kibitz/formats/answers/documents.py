"""Files of answers with their provenance.

``.json`` holds one, ``.jsonl`` one on each line, and ``.parquet`` one in each row, as the results
of experiments do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from kibitz.core.certificate import Certificate
from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_text
from kibitz.core.solution import Solution
from kibitz.formats.answers.provenance import document, names_its_game, rebuilt
from kibitz.formats.answers.solution import solution_from_json
from kibitz.formats.files import read_text
from kibitz.formats.json_files.form import layout, parse
from kibitz.formats.parquet_table import ENDING as TABLE
from kibitz.formats.parquet_table import read_columns


def read_documents(path: str | PathLike[str]) -> Iterator[tuple[str, Any]]:
    """The JSON documents of a file, each with where it stands."""
    if Path(path).suffix.lower() == TABLE:
        yield from _rows(path)
        return
    text = read_text(path)
    if Path(path).suffix.lower() != ".jsonl":
        yield str(path), parsed(text, str(path))
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            where = f"{path}, line {number}"
            yield where, parsed(line, where)


def _rows(path: str | PathLike[str]) -> Iterator[tuple[str, Any]]:
    """The answers in the rows of a table that have one, each with the game of its row."""
    columns = read_columns(path, "answer", "specification")
    if "answer" not in columns:
        raise GameError(f"{path}: it has no column named answer")
    games = columns.get("specification") or [None] * len(columns["answer"])
    for number, (text, game) in enumerate(zip(columns["answer"], games, strict=True)):
        where = f"{path}, row {number}"
        data = None if text is None else parsed(text, where)
        if isinstance(data, dict) and game is not None and "provenance" not in data:
            data["provenance"] = {"game": parsed(game, where)}
        if data is not None:
            yield where, data


def save_answer(solution: Solution, path: str | PathLike[str]) -> None:
    """Write an answer with its provenance to a ``.json`` file.

    Parameters
    ----------
    solution : Solution
        The answer.
    path : str or PathLike
        The file; ``kibitz verify`` and :func:`load_answer` read it without the game.
    """
    if Path(path).suffix.lower() != ".json":
        raise GameError(f"{path}: an answer is saved as .json")
    write_text(path, layout(document(solution)) + "\n")


def save_answers(solutions: Iterable[Solution], path: str | PathLike[str]) -> None:
    """Write answers with their provenance to a ``.jsonl`` file, one on each line."""
    if Path(path).suffix.lower() != ".jsonl":
        raise GameError(f"{path}: several answers are saved as .jsonl")
    lines = [json.dumps(document(one), ensure_ascii=False, allow_nan=False) for one in solutions]
    write_text(path, "".join(f"{line}\n" for line in lines))


def load_answer(path: str | PathLike[str]) -> Solution:
    """Read an answer that names its game; it is not believed until ``verify`` holds.

    Parameters
    ----------
    path : str or PathLike
        A ``.json`` file that ``--json``, ``--save`` or :func:`save` wrote.

    Returns
    -------
    Solution
        The answer, with its game.

    Examples
    --------
    >>> import tempfile, kibitz as kb
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "answer.json"
    ...     kb.save(kb.game("blotto 4 3 2").solve(), file)
    ...     print(kb.load_answer(file).verify().holds)
    True
    """
    documents = [*read_documents(path)] or [(str(path), None)]
    if len(documents) > 1:
        raise GameError(
            f"{path}: it holds {len(documents)} answers; `kibitz verify` checks them all"
        )
    ((where, data),) = documents
    try:
        return solution_from_json(rebuilt(data), data)
    except GameError as error:
        raise GameError(f"{where}: {error}") from None


def verify_documents(path: str | PathLike[str]) -> Iterator[tuple[str, Certificate]]:
    """Check every answer of a file, each about the game that it names."""
    for where, data in read_documents(path):
        if not names_its_game(data):
            raise GameError(f"{where}: it does not name its game")
        yield where, solution_from_json(rebuilt(data), data).verify()


def parsed(text: str, where: str) -> Any:
    """The value of JSON, or an error that says where it stands."""
    try:
        return parse(text)
    except GameError as error:
        raise GameError(f"{where}: {error}") from None
