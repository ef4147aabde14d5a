"""Checkpoints of sampling: the table as far as it is filled, to continue from there bit for bit."""

from __future__ import annotations

from hashlib import sha256
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.learning.kernels import regret_table as kernels

if TYPE_CHECKING:
    from kibitz.learning.regret.mccfr import MCCFR

KIND = "sampling checkpoint"
VERSION = 1
_KEPT = (kernels.ITERATIONS, kernels.ENTRIES, kernels.ROWS, kernels.MISSED, kernels.RANDOM)
"""What of the control array is worth keeping; positions are met again."""
_SETTINGS = ("sampling", "power", "explore", "learning")


def save_sampling(run: MCCFR, path: str | PathLike[str]) -> None:
    """Write a run to a file, atomically: until it is written, the previous one stays."""
    entries, rows = run.information_sets, int(run.control[kernels.ROWS])
    npz_file.write(
        path,
        {"kind": KIND, "version": VERSION, **_about(run), "seconds": run.seconds},
        {
            "control": run.control[list(_KEPT)],
            "heads": run.heads[:entries],
            "table": run.table[:rows],
        },
    )


def restore_sampling(run: MCCFR, path: str | PathLike[str]) -> None:
    """Put a run where the checkpoint stands; refused when it is of another game or kind of run."""
    about, arrays = npz_file.read(path, KIND, VERSION)
    wanted = _about(run)
    if about.get("game") != wanted["game"]:
        raise GameError(f"{path}: this is a checkpoint of another game, {about.get('title')}")
    for name in _SETTINGS:
        if about.get(name) != wanted[name]:
            raise GameError(
                f"{path}: the checkpoint is of {name} {about.get(name)!r}, and the run has "
                f"{wanted[name]!r}; use the same, or start a new run"
            )
    heads, table, control = (arrays.get(name) for name in ("heads", "table", "control"))
    if heads is None or table is None or control is None or len(control) != len(_KEPT):
        raise GameError(f"{path}: not a complete Kibitz {KIND} file")
    if heads.shape[1:] != run.heads.shape[1:] or table.shape[1:] != run.table.shape[1:]:
        raise GameError(f"{path}: the checkpoint does not have the information sets of this game")
    run.make_room(len(heads), len(table))
    run.heads[: len(heads)], run.table[: len(table)] = heads, table
    run.control[list(_KEPT)] = control
    run.seconds = float(npz_file.fact(path, about, "seconds", (int, float)))
    with np.errstate(over="ignore"):
        run.machine.refill(run.sets, run.heads, run.control)


def _about(run: MCCFR) -> dict[str, Any]:
    rules = run.rules
    digest = sha256(f"{rules.name} {rules.made_by or ''} {rules.start()}".encode()).hexdigest()
    settings = {setting: getattr(run, setting) for setting in _SETTINGS}
    return {"game": digest[:32], "title": rules.name, **settings}
