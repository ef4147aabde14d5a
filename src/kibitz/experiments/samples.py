"""One run of sampling as a task: what it adds up at each information set."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np

from kibitz.experiments.rebuild import game_of
from kibitz.learning.regret.mccfr import mccfr


def sample_row(task: Mapping[str, Any], row: dict[str, Any]) -> None:
    """Do the run of a task."""
    said = task["options"]
    rules: Any = game_of(task["specification"])
    found = mccfr(rules, said["sampling"], said["iterations"], seed=said["seed"], **said["options"])
    with BytesIO() as file:
        np.savez_compressed(file, heads=found.heads, sums=found.sums, count=found.iterations)
        encoded = base64.b64encode(file.getvalue()).decode()
    row.update(status="solved", answer=json.dumps(encoded))
