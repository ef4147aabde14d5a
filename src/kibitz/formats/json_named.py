"""Games from the shelf: ``{"kind": "named", "game": "dresher", "parameters": {"n": 5}}``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import kibitz
from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import plain
from kibitz.formats.json_keys import check_keys, label


def to_json(noun: Noun) -> dict[str, Any]:
    """The name and the parameters of a game that was taken from the shelf."""
    if noun.made_by is None:
        raise GameError(
            f"this {noun.kind} game was made in Python and has no name on the shelf, so no file "
            "can hold it; keep the Python file instead"
        )
    name, parameters = noun.made_by
    return {"game": name, "parameters": {key: _plain(value) for key, value in parameters.items()}}


def from_json(data: dict[str, Any]) -> Noun:
    """The game of this name with these parameters."""
    check_keys(data, ["game", "parameters"], ["game"])
    parameters = data.get("parameters", {})
    if not isinstance(parameters, dict):
        raise GameError(f"parameters: expected an object, found {parameters!r:.40}")
    return kibitz.game(label(data["game"], "game"), **parameters)


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(x) for x in value]
    return plain(value) if isinstance(value, Fraction) else value
