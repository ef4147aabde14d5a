"""One row of an experiment: a task, run within its limits, and what came out of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

from kibitz.core.certificate import Certificate, check
from kibitz.core.errors import GameError
from kibitz.core.method import find
from kibitz.core.noun import Noun
from kibitz.core.system.machine import moment
from kibitz.experiments.columns import form_of, measures
from kibitz.experiments.limits import OutOfTime, time_limit
from kibitz.experiments.rebuild import game_of
from kibitz.formats.answers.provenance import specification

SOLVED, REFUSED, TIME, MEMORY, DIED, DEFECT = (
    "solved",
    "refused",
    "time",
    "memory",
    "died",
    "defect",
)
"""How a row ends: with an answer, or with one line of reason why not."""
clock = time.perf_counter
"""What rows are timed by; benchmarks put the processor's clock in its place."""
written = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_sorted = json.JSONEncoder(sort_keys=True, check_circular=False).encode


def run(task: Mapping[str, Any]) -> dict[str, Any]:
    """Run a task; whatever happens is recorded in the row.

    >>> row = run({"row": 0, "key": "k", "game": "blotto 4 3 2", "method": "auto", "options": {},
    ...            "specification": {"kind": "typed", "words": "blotto 4 3 2"}, "verify": True})
    >>> row["status"], row["verified"], row["value_exact"]
    ('solved', True, '14/9')
    """
    do = _doing(task.get("do"))
    row: dict[str, Any] = {
        "row": task["row"],
        "key": task["key"],
        "game": task["game"],
        "method": task["method"],
        "options": _sorted(task["options"]),
        "form": "other",
        "status": DEFECT,
    }
    try:
        do(task, row)
    except OutOfTime:
        row.update(status=TIME, reason=f"no answer within {task['seconds']:g} seconds")
    except MemoryError:
        row.update(status=MEMORY, reason=f"more than {task.get('memory') or 0:g} MB of memory")
    except GameError as error:
        row.update(status=REFUSED, reason=one_line(error))
    except Exception as error:
        row.update(status=DEFECT, reason=f"{type(error).__name__}: {one_line(error)}")
    row["at"] = moment(time.time())
    return row


def _doing(what: str | None) -> Callable[[Mapping[str, Any], dict[str, Any]], None]:
    """What is to be done with a task besides solving."""
    if what == "match":
        from kibitz.experiments.matches import play_row as do
    elif what == "block":
        from kibitz.experiments.blocks import block_row as do
    elif what == "sample":
        from kibitz.experiments.samples import sample_row as do
    elif what == "train":
        from kibitz.experiments.lessons import train_row as do
    else:
        do = _solve
    return do


def failed(task: Mapping[str, Any], status: str, reason: str) -> dict[str, Any]:
    """The row of a task whose process ended before it could tell one."""
    return {
        "row": task["row"],
        "key": task["key"],
        "game": task["game"],
        "method": task["method"],
        "options": _sorted(task["options"]),
        "form": "other",
        "status": status,
        "reason": reason,
        "at": moment(time.time()),
    }


def one_line(error: BaseException) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split())[:500]


def _solve(task: Mapping[str, Any], row: dict[str, Any]) -> None:
    with time_limit(task.get("seconds")):
        game = game_of(task["specification"])
        row["form"] = form_of(game)
        said = specification(game)
        row["specification"] = written(said)
        if said and game.made_by is not None:
            row["parameters"] = written(said["parameters"])
        options = _seeded(game, task, row)
        began = clock()
        data = game.solve(task["method"], **options).to_json()  # which may compute what it tells
        row["seconds"] = clock() - began
    row.update(status=SOLVED, kind=data.get("kind"), found=data.get("method"))
    row["exact"] = data.get("exact")
    row.update(measures(game, data, row["form"]))
    if task.get("keep", True):
        row["answer"] = written(data)
    if task.get("verify", True):
        _verify(game, data, task, row)


def _seeded(game: Noun, task: Mapping[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    """The options, with a seed of the task's own where the method takes one and none is given.

    The seed follows from the task alone, so that neither the number of workers nor the order in
    which they finish matters.
    """
    options = dict(task["options"])
    with suppress(GameError):
        method, _ = find(game, task["method"])
        if any(p.name == "seed" for p in method.options) and "seed" not in options:
            text = f"{task.get('seed', 0)} {task['key']}"
            options["seed"] = int.from_bytes(sha256(text.encode()).digest()[:4], "big") >> 1
    if "seed" in options:
        row["seed"] = options["seed"]
    return options


def _verify(game: Noun, data: dict[str, Any], task: Mapping[str, Any], row: dict[str, Any]) -> None:
    began = clock()
    try:
        with time_limit(task.get("seconds")):
            proof: Certificate = check(game, data)
    except OutOfTime:
        row["reason"] = f"not verified within {task['seconds']:g} seconds"
        return
    except GameError as error:
        row["reason"] = f"not verified: {one_line(error)}"
        return
    finally:
        row["verify_seconds"] = clock() - began
    row["verified"] = proof.holds
    if not proof.holds:
        wrong = next(c for c in proof.checks if not c.passed)
        row["reason"] = f"not proved: {wrong.what} {wrong.found}".strip()
