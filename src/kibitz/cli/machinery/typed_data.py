"""What a command is given to work on: text, JSON, or a file or standard input that holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError

FILES = (".json", ".txt", ".sdk")


def typed_data(words: str) -> Any:
    """Lists and objects where this is JSON, otherwise text; ``-`` stands for standard input.

    >>> typed_data("1 2 / 3 0"), typed_data("[[1, 2], [3, 0]]")
    ('1 2 / 3 0', [[1, 2], [3, 0]])
    """
    import sys

    from kibitz.formats import read_text
    from kibitz.formats.json_files.form import parse

    source, text = words.strip(), words
    if source == "-":
        text = sys.stdin.read()
    elif Path(source).suffix.lower() in FILES:
        text = read_text(source)
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return parse(text)
    except GameError as error:
        where = source if text != words else f"{source:.40}"
        raise GameError(f"{where}: {error}") from None
