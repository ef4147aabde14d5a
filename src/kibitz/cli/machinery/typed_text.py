"""A game on the command line, as one text that says it without a file."""

from __future__ import annotations

import shlex

from kibitz.cli.machinery.resolve import resolve
from kibitz.formats.typed import in_words, is_typed, on_shelf


def text_of_words(words: list[str]) -> str:
    """The text from which the game can be read again: as it was typed, or what its file holds.

    >>> text_of_words(["nim", "3", "4", "5"]), text_of_words(["matrix", "1 2; 3 4"])
    ('nim 3 4 5', "matrix '1 2; 3 4'")
    """
    words = [word.strip() for word in words]
    read = in_words(words)
    noun = resolve(words)
    if is_typed(read) or on_shelf("".join(read[0].split()[:1])):
        return words[0] if len(words) == 1 else shlex.join(words)
    from kibitz.formats.files import dumps

    return dumps(noun, "json")
