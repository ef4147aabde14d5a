"""Matrix games as JSON.

``{"kind": "matrix", "matrix": [["1", "-1"], ["-1", "1"]]}``, and if wanted ``"rows"`` and
``"columns"`` (the names of the strategies), ``"players"``, ``"title"`` and, when both players
together receive something other than zero, ``"total"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.numbers import number, plain
from kibitz.core.tensor import Tensor
from kibitz.formats.json_files.keys import array, check_keys, label, labels, nested
from kibitz.zero_sum.game import MatrixGame


def to_json(game: MatrixGame) -> dict[str, Any]:
    """Everything about a matrix game."""
    return {
        "title": game.title,
        "players": list(game.players),
        "rows": list(game.rows),
        "columns": list(game.columns),
        "matrix": nested(game.matrix.numbers()),
        **({"total": plain(game.total)} if game.total else {}),
    }


def from_json(data: dict[str, Any]) -> MatrixGame:
    """The matrix game that this data describes."""
    check_keys(data, ["matrix", "rows", "columns", "players", "title", "total"], ["matrix"])
    matrix = Tensor.read(array(data["matrix"], "matrix"))
    players = labels(data.get("players", ["I", "II"]), "players", 2)
    return MatrixGame(
        matrix,
        labels(data.get("rows"), "rows", matrix.shape[0]),
        labels(data.get("columns"), "columns", matrix.shape[1]),
        (players[0], players[1]),
        label(data.get("title", ""), "title"),
        number(data.get("total", 0), "total"),
    )
