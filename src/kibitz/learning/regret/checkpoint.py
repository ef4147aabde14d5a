"""Checkpoints: where a run of regret minimization stands, to continue from there bit for bit."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.files import npz_file

if TYPE_CHECKING:
    from kibitz.learning.regret.cfr import CFR

KIND = "checkpoint"
VERSION = 1
_ARRAYS = ("strategy", "plan", "regret", "instant", "average")


def save_checkpoint(run: CFR, path: str | PathLike[str]) -> None:
    """Write a run to a file, atomically: until it is written, the previous one stays."""
    about = {
        "kind": KIND,
        "version": VERSION,
        "game": run.flat.fingerprint,
        "title": run.game.title,
        "variant": run.variant.name,
        "dtype": np.dtype(run.dtype).name,
        "iterations": run.iterations,
        "seconds": run.seconds,
    }
    history = [[p.iteration, p.seconds, p.exploitability] for p in run.history]
    arrays = {name: getattr(run, name) for name in _ARRAYS}
    npz_file.write(path, about, {**arrays, "history": np.array(history, float).reshape(-1, 3)})


def restore_checkpoint(run: CFR, path: str | PathLike[str]) -> None:
    """Put a run where the checkpoint stands; refused when it is of another game or kind of run."""
    from kibitz.learning.regret.progress import Progress

    about, arrays = npz_file.read(path, KIND, VERSION)
    wanted: dict[str, Any] = {
        "game": run.flat.fingerprint,
        "variant": run.variant.name,
        "dtype": np.dtype(run.dtype).name,
    }
    if about.get("game") != wanted["game"]:
        raise GameError(
            f"{path}: this is a checkpoint of another game, {about.get('title') or 'without name'}"
        )
    for name in ("variant", "dtype"):
        if about.get(name) != wanted[name]:
            raise GameError(
                f"{path}: the checkpoint is of {name} {about.get(name)!r}, and the run has "
                f"{wanted[name]!r}; use the same, or start a new run"
            )
    for name in _ARRAYS:
        here, there = getattr(run, name), arrays.get(name)
        if there is None or there.shape != here.shape or there.dtype != here.dtype:
            raise GameError(f"{path}: the checkpoint has no {name} that fits this game")
        here[:] = there
    run.iterations = npz_file.fact(path, about, "iterations", int)
    run.seconds = float(npz_file.fact(path, about, "seconds", (int, float)))
    table = npz_file.array(path, arrays, "history", (None, 3))
    run.history = [Progress(int(t), float(s), float(e)) for t, s, e in table]
