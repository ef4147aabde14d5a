"""One learner as a task: what it learns, and the file that its model goes to."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz.experiments.rebuild import game_of
from kibitz.learning.training.train import train


def train_row(task: Mapping[str, Any], row: dict[str, Any]) -> None:
    """Train the learner of a task; put the model in its place in one step."""
    said = task["options"]
    file = Path(said["file"])
    if not file.exists():
        model = train(
            game_of(task["specification"]),
            said["learner"],
            rounds=said["rounds"],
            seed=said["seed"],
            **said["options"],
        )
        making = file.with_name(f".{os.getpid()}-{file.name}")
        model.save(making)
        os.replace(making, file)
    row.update(status="solved", answer=json.dumps(file.name))
