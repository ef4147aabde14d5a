"""Finitely repeated games as JSON.

``{"kind": "repeated", "rounds": 100, "stage": {...}}`` where the stage is a strategic game in any
spelling, or ``"stage_bimatrix"`` with a pair in each cell; if wanted ``"discount"`` and
``"title"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number, plain
from kibitz.formats.json_files import strategic as json_strategic
from kibitz.formats.json_files.keys import check_keys, label, one_of
from kibitz.strategic.sequential.repeated import RepeatedGame, repeated


def to_json(game: RepeatedGame) -> dict[str, Any]:
    """Everything about a repeated game."""
    return {
        "title": game.title,
        "rounds": game.rounds,
        "discount": plain(game.discount),
        "stage": {"kind": "strategic", **json_strategic.to_json(game.stage)},
    }


def from_json(data: dict[str, Any]) -> RepeatedGame:
    """The repeated game that this data describes."""
    check_keys(data, ["stage", "stage_bimatrix", "rounds", "discount", "title"], ["rounds"])
    if one_of(data, ("stage", "stage_bimatrix")) == "stage_bimatrix":
        stage: Any = {"bimatrix": data["stage_bimatrix"]}
    else:
        stage = data.get("stage")
    if not isinstance(stage, dict):
        raise GameError("stage: expected an object with a strategic game")
    game = json_strategic.from_json({k: v for k, v in stage.items() if k != "kind"})
    rounds = number(data["rounds"], "rounds")
    if rounds != int(rounds):
        raise GameError(f"rounds: {data['rounds']!r} is not a whole number")
    title = label(data.get("title", ""), "title")
    return repeated(game, int(rounds), data.get("discount", 1), title)


def completed(game: RepeatedGame, data: dict[str, Any]) -> dict[str, Any]:
    """A claim about a repeated game, with the rounds and the discount where it leaves them out."""
    said = {"rounds": game.rounds, "discount": plain(game.discount)}
    return {**said, **data, "kind": data.get("kind", game.usual_answer)}
