"""Where a command is to write: looked at before its work begins, so that none is lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError

WRITTEN = frozenset(("--output", "--save", "--draw", "--curve", "--grid", "--checkpoint", "--db"))
"""Options that name what a command writes."""
FOLDER = "FOLDER"
"""What stands for the value of an option whose folder is made with all that leads to it."""


def refuse_missing_folders(parameters: Iterable[Any], values: Mapping[str, Any]) -> None:
    """Refuse an output file whose folder does not exist.

    Parameters
    ----------
    parameters : iterable of click.Parameter
        The parameters of a command.
    values : mapping
        What was given for them.
    """
    for parameter in parameters:
        given = values.get(parameter.name)
        if not isinstance(given, (str, Path)) or WRITTEN.isdisjoint(parameter.opts):
            continue
        folder = Path(given).parent
        if parameter.metavar != FOLDER and "\0" not in str(given) and not folder.is_dir():
            raise GameError(f"{given}: there is no directory {str(folder)!r}")


def refuse_ending(path: Path | None, endings: Collection[str], what: str) -> None:
    """Refuse a file whose name does not end as what is written there does.

    >>> refuse_ending(Path("a.json"), (".json", ".kbz"), "answers are saved")
    >>> refuse_ending(Path("a.foo"), (".json", ".kbz"), "answers are saved")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: a.foo: answers are saved as .json or .kbz
    """
    if path is not None and path.suffix.lower() not in endings:
        *most, last = endings
        listed = f"{', '.join(most)} or {last}" if most else last
        raise GameError(f"{path}: {what} as {listed}")
