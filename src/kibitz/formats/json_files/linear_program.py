"""Linear programs as JSON.

``{"kind": "linear-program", "c": ["2", "1"], "A": [["0", "3"], ["1", "1"]], "b": ["5", "10"]}``,
and if wanted ``"sense"`` (``"max"`` or ``"min"``), ``"rel"`` (``"<="``, ``">="`` or ``"="``, one
for all rows or a list), ``"lower"`` and ``"upper"`` (null for no bound; without them variables are
nonnegative), ``"constant"``, ``"variables"`` and ``"rows"`` (names) and ``"title"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.formats.json_files.keys import array, check_keys, label
from kibitz.linear.program import LinearProgram

_NEEDED = ["c", "A", "b"]
_NAMES = ["variables", "rows"]
_KNOWN = [*_NEEDED, *_NAMES, "sense", "rel", "lower", "upper", "constant", "title"]


def to_json(program: LinearProgram) -> dict[str, Any]:
    """Everything about a linear program."""
    return {key: value for key, value in program.to_json().items() if key != "kind"}


def from_json(data: dict[str, Any]) -> LinearProgram:
    """The linear program that this data describes."""
    check_keys(data, _KNOWN, _NEEDED)
    for key in _NEEDED:
        array(data[key], key)
    if not isinstance(data.get("rel", "<="), str):
        array(data["rel"], "rel")
    for key in ("lower", "upper"):
        if isinstance(data.get(key), dict):
            raise GameError(f"{key}: expected a number, null or a list of these")
    names = {
        key: [label(name, f"{key}[{i}]") for i, name in enumerate(array(data[key], key))]
        for key in _NAMES
        if key in data
    }
    title = label(data.get("title", ""), "title")
    return LinearProgram.from_json({**data, **names, "title": title})
