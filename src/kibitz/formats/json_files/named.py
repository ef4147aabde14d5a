"""Games from the shelf: ``{"kind": "named", "game": "dresher", "parameters": {"n": 5}}``.

Parameters may also stand beside the name, ``{"game": "nim", "heaps": [3, 4, 5]}``; and a sum is
``{"components": [{"game": "nim", "heaps": [3]}, {"game": "kayles", "heaps": [5]}]}``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import plain
from kibitz.core.shelf import game, look_up
from kibitz.formats.json_files.keys import array, check_keys, label

SUM = "components"
GROUND = ("0", "g", "ground")
ALIKE = (
    ("heaps", "piles", "pile", "heap", "counters", "lengths", "squares", "steps", "regions"),
    ("coins", "row", "heads", "rows"),
    ("picture", "edges", "stalks"),
    ("play", "convention"),
)
"""Keys that stand for each other where a game knows one of them."""


def to_json(noun: Noun) -> dict[str, Any]:
    """The name and the parameters of a game that was taken from the shelf."""
    if noun.made_by is None:
        raise GameError(
            f"this {noun.kind} game was built in Python and cannot be saved; keep the Python "
            f"file instead"
        )
    name, parameters = noun.made_by
    return {"game": name, "parameters": {key: _plain(value) for key, value in parameters.items()}}


def from_json(data: dict[str, Any]) -> Noun:
    """The game of this name with these parameters, or the sum of several.

    >>> from_json({"game": "subtraction", "set": [1, 2, 3], "pile": 21}).nimber()
    1
    """
    if SUM in data:
        check_keys(data, [SUM], [])
        parts = [_component(part, k) for k, part in enumerate(array(data[SUM], SUM), 1)]
        if not parts:
            raise GameError(f"{SUM}: give at least one game")
        if any(not isinstance(part, ImpartialGame) for part in parts):
            raise GameError(f"{SUM}: only impartial games have a sum")
        return reduce(add, parts)
    check_keys(data, [*data], ["game"])
    parameters = data.get("parameters", {})
    if not isinstance(parameters, dict):
        raise GameError(f"parameters: expected an object, found {parameters!r:.40}")
    name = label(data["game"], "game")
    beside = {key: value for key, value in data.items() if key not in ("game", "parameters")}
    noun: Noun = game(name, **{**_by_their_names(name, beside), **parameters})
    return noun


def _component(part: Any, k: int) -> Noun:
    if not isinstance(part, dict):
        raise GameError(f'{SUM}, item {k}: write a game as {{"game": "nim", "heaps": [3, 4]}}')
    return from_json(part)


def _by_their_names(call: str, given: dict[str, Any]) -> dict[str, Any]:
    """The parameters under the names that the game has for them."""
    entry = look_up(call.split()[0] if call.split() else call)
    known = [p.name for p in entry.parameters]
    arguments: dict[str, Any] = {}
    for key, value in given.items():
        others = next((names for names in ALIKE if key in names), (key,))
        is_board = key == "rows" and isinstance(value, list) and "coins" in known
        fits = key in known and not is_board
        name = key if fits else next((n for n in others if n in known), key)
        if key == "ground" and name == key and "picture" in known and str(value) in GROUND:
            continue
        if key == "edges" and name == "picture":
            value = ["-".join(map(str, ends)) for ends in array(value, key)]
        if key == "stalks" and name == "picture":
            value = ["stalks", *array(value, key)]
        arguments[name] = value
    return arguments


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(x) for x in value]
    return plain(value) if isinstance(value, Fraction) else value
