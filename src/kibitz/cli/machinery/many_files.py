"""Commands over several games: a failure is one line, and exit status 1 at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.noun import Noun


def several(words: Sequence[str]) -> list[str]:
    """The files that words name, where these are several games."""
    from kibitz.formats.many import game_files

    return game_files(words)


def for_each(
    files: Sequence[str],
    do: Callable[[str, Noun], None],
    exact: bool | None = None,
    seed: int | None = None,
) -> None:
    """Do something with every game; the others continue where one fails."""
    import sys

    failed = 0  # a line each, and the others go on
    for file in files:
        try:
            for where, noun in _games(file, exact, seed):
                try:
                    do(where, noun)
                except GameError as error:
                    failed += 1
                    sys.stderr.write(_text(where, error))
        except GameError as error:
            failed += 1
            sys.stderr.write(_text(file, error))
    if failed:
        raise typer.Exit(1)


def _text(where: str, error: Exception) -> str:
    said = " ".join(str(error).split())
    return f"kibitz: {said}\n" if said.startswith(where) else f"kibitz: {where}: {said}\n"


def _games(file: str, exact: bool | None, seed: int | None) -> Iterator[tuple[str, Noun]]:
    from kibitz.cli.machinery.provenance import note_game
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.formats.many import LINES, TABLE, read_games

    if not file.lower().endswith((LINES, TABLE)):
        yield file, resolve([file], exact, seed)
        return
    for where, noun in read_games(file):
        note_game(noun)
        yield where, noun
