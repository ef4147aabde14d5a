"""Where an answer comes from: enough to find it again, a year later and elsewhere.

The JSON of an answer is what it claims. A document is that claim with ``"provenance"``: the version
of this shape (``schema``) and of Kibitz, the ``command`` where one was typed, the ``game`` in a
form that rebuilds it, the ``method`` and ``options`` that were asked for, the ``seed``, the
``seconds`` it took, when (``at``), and on what class of ``machine``. What is claimed is checked of
the game that is named, or given; the rest says how the answer was found and is listed as not
proved. Where the variable ``SOURCE_DATE_EPOCH`` is set, as for builds that must repeat, no times
are given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import plain
from kibitz.core.run import Run, run_of
from kibitz.core.solution import Solution
from kibitz.formats.json_files.form import from_json, to_json

SCHEMA = 1
"""The version of the shape of documents: higher where a reader of the one before would fail."""
KEYS = (
    "schema",
    "kibitz",
    "command",
    "game",
    "method",
    "options",
    "seed",
    "seconds",
    "at",
    "machine",
)
PYTHON = "python"
"""The kind of a game that only the Python file that made it can rebuild."""


def document(solution: Solution, seed: int | None = None) -> dict[str, Any]:
    """An answer as JSON, with its provenance.

    Parameters
    ----------
    solution : Solution
        The answer.
    seed : int, optional
        The random seed that was given, where it is not an option of the method.

    Returns
    -------
    dict
        What ``to_json`` of the answer says, and ``"provenance"``.

    Examples
    --------
    >>> import kibitz as kb
    >>> found = document(kb.game("chicken").solve("lemke-howson"))["provenance"]
    >>> found["game"], found["method"]
    ({'kind': 'named', 'game': 'chicken', 'parameters': {}}, 'lemke-howson')
    """
    run = run_of(solution)
    game = subject(run.game if run else None, getattr(solution, "game", None))
    return {**solution.to_json(), "provenance": provenance(game, run, seed)}


def subject(asked: Any, game: Any) -> Any:
    """The game that was asked about, unless the answer is about another that was made of it.

    The first is shorter, and leads to the second where its form has the other's methods, or where
    nothing else would rebuild that.
    """
    if asked is None or game is None or isinstance(asked, Mapping):
        return game if asked is None else asked
    forms = {cls.__name__ for cls in type(game).__mro__}
    if type(game) is type(asked):
        if game == asked:
            return asked
    elif forms & set(getattr(asked, "also", ())):
        return asked
    specified = specification(game)
    return asked if specified is None or specified.get("kind") == PYTHON else game


def provenance(
    game: Any, run: Run | None, seed: int | None = None, command: str = ""
) -> dict[str, Any]:
    """Where an answer about a game comes from.

    Parameters
    ----------
    game : Any
        What the answer is about; None for claims that say it themselves.
    run : Run, optional
        What was asked for, and how long it took.
    seed : int, optional
        The random seed that was given, where it is not an option of the method.
    command : str
        The command that was typed, where it was one.

    Returns
    -------
    dict
        The object under ``"provenance"``, with all of :data:`KEYS`.
    """
    import kibitz
    from kibitz.core.system.machine import machine_class, moment

    options = dict(run.options) if run else {}
    timed = run is not None and "SOURCE_DATE_EPOCH" not in os.environ
    return {
        "schema": SCHEMA,
        "kibitz": kibitz.__version__,
        "command": command,
        "game": specification(game),
        "method": run.method if run else "",
        "options": {key: _plainly(value) for key, value in options.items() if key != "seed"},
        "seed": options.get("seed", seed),
        "seconds": round(run.seconds, 6) if run is not None and timed else None,
        "at": moment(run.at) if run is not None and timed else None,
        "machine": machine_class(),
    }


def specification(game: Any) -> dict[str, Any] | None:
    """What rebuilds a game: its name on the shelf and its parameters, or all of it.

    What is a specification already stays as it is. A game that was written in Python is named by
    the name of its class alone, and :func:`rebuilt` says that it must be given.

    >>> import kibitz as kb
    >>> specification(kb.matrix("1 -1; -1 1"))["matrix"]
    [['1', '-1'], ['-1', '1']]
    """
    if isinstance(game, Mapping):
        return dict(game)
    game = getattr(game, "__dict__", {}).get("form", game)  # rules that play a game of another form
    if not isinstance(game, Noun):
        return None if game is None else {"kind": PYTHON, "class": type(game).__qualname__}
    if game.made_by is not None:
        name, parameters = game.made_by
        return {"kind": "named", "game": name, "parameters": _plainly(parameters)}
    try:
        return to_json(game)
    except GameError:
        return {"kind": PYTHON, "class": type(game).__qualname__}


def rebuilt(data: Any) -> Noun:
    """The game of an answer, from its provenance.

    Parameters
    ----------
    data : Any
        The JSON of an answer, with provenance.

    Returns
    -------
    Noun
        The game.

    Examples
    --------
    >>> rebuilt({"kind": "matrix-solution", "provenance": {"game": {"matrix": [[1, 2]]}}})
    matrix('1 2')
    """
    provenance = data.get("provenance") if isinstance(data, Mapping) else None
    if not isinstance(provenance, Mapping) or not isinstance(provenance.get("game"), Mapping):
        raise GameError("the answer does not name its game; give the game before the file")
    game = provenance["game"]
    if game.get("kind") == PYTHON:
        raise GameError(
            f"the answer is about {game.get('class', 'a game')}, which was written in Python; "
            "give the game before the file, as file.py:NAME"
        )
    try:
        return from_json(dict(game))
    except GameError as error:
        raise GameError(f"provenance.game: {error}") from None


def names_its_game(data: Any) -> bool:
    """Whether the JSON is an answer that says which game it is about, in a form to rebuild."""
    provenance = data.get("provenance") if isinstance(data, Mapping) else None
    game = provenance.get("game") if isinstance(provenance, Mapping) else None
    return isinstance(game, Mapping) and game.get("kind") != PYTHON


def is_about(data: Mapping[str, Any], game: Any) -> bool:
    """Whether the game that an answer names is this one; so where it names none.

    >>> import kibitz as kb
    >>> claim = {"provenance": {"game": {"kind": "named", "game": "nim", "heaps": [3, 4]}}}
    >>> is_about(claim, kb.game("nim 3 4")), is_about(claim, kb.game("nim 3 5"))
    (True, False)
    """
    if not names_its_game(data) or data["provenance"]["game"] == specification(game):
        return True
    try:
        other = rebuilt(data)
    except GameError:
        return False
    return bool(other == game) or specification(other) == specification(game)


_PLAIN = (int, str, float, bool, type(None))


def _plainly(value: Any) -> Any:
    """A value of an option or a parameter in plain lists, strings and numbers."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Mapping):
        return {str(key): _plainly(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(_plainly, value))
    if isinstance(value, (list, tuple, range)):
        return [_plainly(item) for item in value]
    if isinstance(value, Enum):
        return _plainly(value.value)
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, (int, float, str)):
        return value
    return value.tolist() if hasattr(value, "tolist") else str(value)
