"""One block of a database as a task: which layer, and which numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kibitz.experiments.rebuild import game_of
from kibitz.search.retrograde.layered import run_block


def block_row(task: Mapping[str, Any], row: dict[str, Any]) -> None:
    """Solve the block of a task."""
    job = task["options"]
    rules = _rules(json.dumps(task["specification"], sort_keys=True))
    row.update(status="solved", answer=json.dumps(run_block(rules, job["folder"], job)))


@lru_cache(maxsize=4)
def _rules(said: str) -> Any:
    return game_of(json.loads(said))
