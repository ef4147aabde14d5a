"""Files: ``load`` and ``save`` choose the format by the ending of the name.

| ending | format | holds |
| :-- | :-- | :-- |
| .nfg | nfg | strategic games, as Gambit writes them |
| .efg | efg | extensive games, as Gambit writes them |
| .json | json | every form, see :mod:`kibitz.formats.json_files.form` |
| .txt | text | one matrix game, a row on each line, no labels |
| .csv | csv | a table of payoffs for two players as spreadsheets write it, with labels |
| .npz | | payoffs as NumPy arrays, see :mod:`kibitz.formats.arrays` |
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.files.atomic_file import write_text

if TYPE_CHECKING:
    from kibitz.core.noun import AnyNoun, Noun
    from kibitz.core.solution import Solution

STDIN = "-"
ARRAYS = ".npz"
"""The ending of files that are not text."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a game is spelled; reader and writer are ``module:function``, imported when used."""

    name: str
    endings: tuple[str, ...]
    reader: str
    writer: str

    def read(self, text: str) -> AnyNoun:
        """The game that a text of this format describes.

        Parameters
        ----------
        text : str
            The content of a file.
        """
        noun: AnyNoun = _fetch(self.reader)(text)
        return noun

    def write(self, noun: Noun) -> str:
        """A game as a text of this format.

        Parameters
        ----------
        noun : Noun
            The game; one that the format cannot express is refused.
        """
        text: str = _fetch(self.writer)(noun)
        return text


_TABLE = (
    Format("nfg", (".nfg",), "kibitz.formats.nfg:read", "kibitz.formats.nfg:write"),
    Format("nfg-outcomes", (), "kibitz.formats.nfg:read", "kibitz.formats.nfg:write_outcomes"),
    Format("efg", (".efg",), "kibitz.formats.efg:read", "kibitz.formats.efg:write"),
    Format(
        "json",
        (".json",),
        "kibitz.formats.json_files.form:read",
        "kibitz.formats.json_files.form:write",
    ),
    Format("text", (".txt",), "kibitz.formats.text:read", "kibitz.formats.text:write"),
    Format("csv", (".csv",), "kibitz.formats.csv_table:read", "kibitz.formats.csv_table:write"),
)
FORMATS = {form.name: form for form in _TABLE}
ENDINGS = {ending: form for form in _TABLE for ending in form.endings}


def load(path: str | PathLike[str]) -> AnyNoun:
    """Read a game from a file, or from standard input when the path is ``-``.

    Parameters
    ----------
    path : str or PathLike[str]
        The path of the file; ``-`` is standard input.

    Returns
    -------
    Noun
        The game.

    Examples
    --------
    >>> load("nowhere.nfg")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: nowhere.nfg: no such file
    """
    if not isinstance(path, (str, PathLike)):
        raise GameError(f"{path!r} is not the name of a file")
    if str(path) == STDIN:
        return _named("standard input", _read_stdin(), None)
    if Path(path).suffix.lower() == ARRAYS:
        noun: AnyNoun = _fetch("kibitz.formats.arrays:read")(path)
        return noun
    form = by_ending(path)
    return _named(str(path), read_text(path), form.name)


def save(noun: Noun | Solution, path: str | PathLike[str]) -> None:
    """Write a game to a file, or an answer with its provenance to a ``.json`` file.

    Parameters
    ----------
    noun : Noun
        The game, or any other noun that can be saved; or an answer about one.
    path : str or PathLike[str]
        The path of the file.
    """
    from kibitz.core.noun import Noun
    from kibitz.core.solution import Solution

    if isinstance(noun, Solution):
        _fetch("kibitz.formats.answers.documents:save_answer")(noun, path)
        return
    if not isinstance(noun, Noun):
        raise GameError(f"{noun!r} is not a game and cannot be saved")
    if Path(path).suffix.lower() == ARRAYS:
        _fetch("kibitz.formats.arrays:write")(noun, path)
        return
    form = by_ending(path)
    write_text(path, form.write(noun))


def loads(text: str, kind: str | None = None) -> AnyNoun:
    """Read a game from text.

    Parameters
    ----------
    text : str
        The game as text.
    kind : str, optional
        The name of the format; recognized from the text if omitted.

    Returns
    -------
    Noun
        The game.

    Examples
    --------
    >>> loads("-2 3; 3 -4", "text").shape
    (2, 2)
    >>> loads('{"matrix": [[1, -1], [-1, 1]]}') == loads("1 -1; -1 1")
    True
    """
    return by_name(kind if kind is not None else sniff(text)).read(text)


def dumps(noun: Noun, kind: str) -> str:
    """A game as text in the format called ``kind``.

    Parameters
    ----------
    noun : Noun
        The game, or any other noun that can be saved.
    kind : str
        The name of the format, such as ``"nfg"`` or ``"json"``.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> from kibitz import matrix
    >>> print(dumps(matrix("1 1/2; 0 3"), "text"), end="")
    1 1/2
    0 3
    """
    return by_name(kind).write(noun)


def sniff(text: str) -> str:
    """The name of the format a text seems to be in.

    Parameters
    ----------
    text : str
        The beginning of a file, or all of it.

    Returns
    -------
    str
        The name of a format.

    Examples
    --------
    >>> sniff('NFG 1 R "chicken"'), sniff('{"matrix": []}'), sniff("1 2; 3 4")
    ('nfg', 'json', 'text')
    """
    start = text.lstrip()
    if start[:3].upper() == "NFG":
        return "nfg"
    if start[:3].upper() == "EFG":
        return "efg"
    return "json" if start.startswith(("{", "[[")) else "text"


def by_name(kind: str) -> Format:
    """The format with this name.

    Parameters
    ----------
    kind : str
        The name of the format, such as ``"nfg"`` or ``"json"``.

    Returns
    -------
    Format
        The format.
    """
    if kind not in FORMATS:
        raise GameError(f"unknown format {kind!r}{did_you_mean(kind, FORMATS)}")
    return FORMATS[kind]


def by_ending(path: str | PathLike[str]) -> Format:
    """The format that belongs to the ending of a file name.

    Parameters
    ----------
    path : str or PathLike[str]
        The path of the file.

    Returns
    -------
    Format
        The format.
    """
    ending = Path(path).suffix.lower()
    if ending.startswith(".py"):
        raise GameError(f"{path}: rules in Python are imported: from {Path(path).stem} import ...")
    if ending not in ENDINGS:
        given = f"unknown ending {ending!r}" if ending else "no ending"
        raise GameError(f"{path}: {given}; use one of {', '.join(ENDINGS)}")
    return ENDINGS[ending]


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file; what cannot be read is one line of error.

    Parameters
    ----------
    path : str or PathLike[str]
        The path of the file.

    Returns
    -------
    str
        The text.
    """
    if "\0" in str(path):
        raise GameError(f"{str(path)!r}: no such file")
    try:
        return _decode(Path(path).read_bytes(), str(path))
    except OSError as error:
        raise GameError(f"{path}: {_reason(error)}") from None


def _named(source: str, text: str, kind: str | None) -> AnyNoun:
    try:
        return loads(text, kind)
    except GameError as error:
        raise GameError(f"{source}: {error}") from None


def _read_stdin() -> str:
    stream: Any = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if stream is None else _decode(stream.read(), "standard input")


def _decode(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError(
            f"{source}: this is not text (byte {error.start + 1} is "
            f"0x{data[error.start]:02x}, not UTF-8)"
        ) from None


def _reason(error: OSError) -> str:
    known = {
        FileNotFoundError: "no such file",
        IsADirectoryError: "this is a directory, not a file",
        NotADirectoryError: "no such file",
        PermissionError: "permission denied",
    }
    return known.get(type(error), (error.strerror or str(error)).lower())


def _fetch(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
