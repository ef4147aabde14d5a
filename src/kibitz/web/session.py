"""A session as a program or a notebook that asks the same questions and gets the same answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.web.own_rules import called, is_python, source_of

HEAD = "from fractions import Fraction  # noqa: F401\n\nfrom kibitz.formats import read_game"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a game: the game as text, what was asked, and the line that asks it."""

    text: str
    verb: str
    code: str


def script(session: list[Asked]) -> str:
    """The session as a program.

    >>> print(script([Asked("chicken", "solve", "game.solve()")]))
    from fractions import Fraction  # noqa: F401
    <BLANKLINE>
    from kibitz.formats import read_game
    <BLANKLINE>
    game = read_game('chicken')
    <BLANKLINE>
    answer = game.solve()
    print(answer)
    <BLANKLINE>
    """
    return "\n\n".join([HEAD, *_cells(session, "print({})")]) + "\n"


def notebook(session: list[Asked]) -> str:
    """The session as a Jupyter notebook."""
    cells = [HEAD, *_cells(session, "{}")]
    made: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{k}",
            "metadata": {},
            "outputs": [],
            "source": source.splitlines(keepends=True),
        }
        for k, source in enumerate(cells)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    meta = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps(
        {"cells": made, "metadata": meta, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )


def _game(text: str) -> str:
    """The lines that make a game."""
    if not is_python(text):
        return f"game = read_game({text!r})"
    name, given = called(text)
    return f"{source_of(text)}\n\n\ngame = {name}({', '.join(given)})"


def _cells(session: list[Asked], show: str) -> Iterator[str]:
    """One piece of program for each question, and one where the game changes."""
    text = None
    pictures = 0
    for asked in session:
        if asked.text != text:
            text = asked.text
            yield _game(text)
        if asked.verb == "solve":
            yield f"answer = {asked.code}\n{show.format('answer')}"
        elif asked.verb == "verify":
            yield show.format(f"{asked.code}.verify()")
        elif asked.verb == "draw" and "print" in show:
            pictures += 1
            yield f'{asked.code}.save("picture-{pictures}.svg")'
        else:
            yield show.format(asked.code)
