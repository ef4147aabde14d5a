"""One game of a tournament as a task: who sits where, in which round, with which luck."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from kibitz.experiments.limits import time_limit
from kibitz.experiments.rebuild import game_of
from kibitz.play.adapters.forms import as_rules
from kibitz.play.store import record
from kibitz.play.tournament import play_game


def play_row(task: Mapping[str, Any], row: dict[str, Any]) -> None:
    """Play the game of a task, and tell it in its row."""
    said = task["options"]
    seats, round_ = tuple(said["seats"]), int(said["round"])
    with time_limit(task.get("seconds")):
        rules = as_rules(game_of(task["specification"]))
        played = play_game(
            rules, seats, round_, said["seed"], said.get("per_move"), said.get("longest")
        )
    kept = record(seats, round_, played)
    row.update(form="match", status="solved", answer=json.dumps(astuple(kept)))
    row.update(seats=list(seats), round=round_, moves=list(kept.moves), ending=kept.ending)
    row.update(payoffs=[float(x) for x in played.payoffs], thought=list(kept.seconds))
    if kept.forfeited is not None:
        row["forfeited"] = kept.forfeited
