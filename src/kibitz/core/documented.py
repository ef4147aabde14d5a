"""What a docstring says, section by section."""

from __future__ import annotations

import re


def described(documentation: str) -> dict[str, str]:
    """What the section of parameters says of each, by its name.

    >>> text = "Play.\\n\\nParameters\\n----------\\nplayer, other : int\\n    Who\\n    plays."
    >>> described(text)
    {'player': 'Who plays.', 'other': 'Who plays.'}
    """
    section = re.search(r"^Parameters\n-+\n(.*?)(?:\n\n|\Z)", documentation, re.M | re.S)
    words_of: dict[str, list[str]] = {}
    names: list[str] = []
    for line in section[1].splitlines() if section else ():
        if line.startswith(" "):
            for name in names:
                words_of[name].append(line.strip())
        else:
            names = [name.strip(" *") for name in line.partition(" : ")[0].split(",")]
            words_of |= {name: [] for name in names}
    return {name: " ".join(lines) for name, lines in words_of.items()}
