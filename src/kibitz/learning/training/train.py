"""Training: rounds of a learner within a budget, measured, shown, logged and kept on disk."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.core.method import find
from kibitz.core.noun import Noun
from kibitz.core.progress import work
from kibitz.core.shelf import game as shelf_game
from kibitz.learning.training.arithmetic import small_products
from kibitz.learning.training.choose_learner import choose_learner
from kibitz.learning.training.device import on_device, suited
from kibitz.learning.training.event_log import EventLog
from kibitz.learning.training.history import History
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson, learnable
from kibitz.learning.training.model import (
    Model,
    kept_in,
    make_learner,
    naming,
    read_kept,
    refuse_nan,
    write_kept,
)

CHECKPOINT, VERSION, CHECKPOINT_ENDING = "training", 1, ".ckpt"
MINUTES = 1.0
"""The budget where none is given."""
BETWEEN = 30.0
"""Seconds between two checkpoints."""
LOOK, PART, SHARE = 0.05, 0.02, 10.0
"""Seconds between two looks, or a part of the time so far, or a multiple of what one takes."""
Watch = Callable[[History], None]


def train(
    game: Noun | str,
    method: str = "auto",
    *,
    minutes: float | None = None,
    rounds: int | None = None,
    seed: int = 0,
    output: str | PathLike[str] | None = None,
    resume: bool = False,
    log: str | PathLike[str] | None = None,
    watch: Watch | None = None,
    device: str = "auto",
    **options: Any,
) -> Model:
    """Learn to play a game.

    Parameters
    ----------
    game : Noun or str
        The game, or its name on the shelf.
    method : str, default "auto"
        The learner; ``kibitz methods`` lists them under Lesson.
    minutes : float, optional
        The time to learn for, 1 by default, without the first round, in which things are compiled;
        of a resumed run, all sessions together.
    rounds : int, optional
        Stop after this many rounds, instead.
    seed : int, default 0
        Random seed. The same rounds with the same seed on the same device learn the same.
    output : path, optional
        A file ``.kbz`` for the model, written again every half minute. A checkpoint with the same
        name and the ending ``.ckpt`` lies beside it.
    resume : bool, default False
        Go on from the checkpoint.
    log : path, optional
        A folder for logs that TensorBoard reads.
    watch : callable, optional
        Called with the history whenever something was measured.
    device : str, default "auto"
        Where networks learn: ``cpu``, ``gpu``, or what JAX prefers.
    **options
        Settings of the learner.

    Returns
    -------
    Model
        What was learned.

    Notes
    -----
    Files are written whole or not at all, so a run that is killed continues from its last
    checkpoint, bit for bit. A first Ctrl-C ends the run with what it has.

    Examples
    --------
    >>> model = train("pig 10", "q-learning", rounds=40)
    >>> model.rounds, model.measures["gap"] < 0.05
    (40, True)
    """
    noun = learnable(shelf_game(game) if isinstance(game, str) else game)
    limit, most = _budget(minutes, rounds)
    lesson = Lesson(noun, seed)
    name = choose_learner(lesson) if method == "auto" else find(lesson, method)[0].name
    target = None if output is None else Path(output)
    if target is not None and target.suffix != ".kbz":
        raise GameError(f"{target}: a model is saved as .kbz")
    if resume and target is None:
        raise GameError("resume continues from a checkpoint; give the output file beside it")
    options = suited(name, device, options, noun)
    model = Model(lesson, name, options, make_learner(lesson, name, options))
    on_device(device, name, model.learner.has_network)
    if resume and target is not None:
        model = _resumed(target.with_suffix(CHECKPOINT_ENDING), model)
    with on_device(device, name, model.learner.has_network):
        return _Run(model, limit, most, target, log, watch).finish()


class _Run:
    """A run under way."""

    def __init__(
        self,
        model: Model,
        limit: float,
        most: int | None,
        target: Path | None,
        log: str | PathLike[str] | None,
        watch: Watch | None,
    ) -> None:
        self.model = model
        self.learner = model.learner
        self.history = model.history
        self.limit, self.most = limit, most
        self.target, self.log, self.watch = target, log, watch
        self.rounds = model.rounds
        before = self.history.rows[-1].seconds if self.history.rows else 0.0
        self.began = time.monotonic() - before
        self.kept_at = time.monotonic()
        self.kept_round = model.rounds or None  # of a run that is resumed
        self.next_look = 0.0
        self.logs: EventLog | None = None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def finish(self) -> Model:
        """Learn until the budget is spent."""
        stopped = ""
        with ExitStack() as stack:
            if self.log is not None:
                self.logs = stack.enter_context(EventLog(self.log))
            stack.enter_context(small_products())
            task = stack.enter_context(work(f"learning {self.model.lesson.title}"))
            if not self.history.rows:
                self._begin()
            first = self.rounds
            while not self._is_done():
                now = time.monotonic()
                told = self._learn()
                if self.rounds == first + 1:  # compiling takes no time from learning
                    self.began += time.monotonic() - now
                self._refuse_nan(told)
                task.advance()
                self._look(told, last=self._is_done() or task.stopped)
                if task.stopped:
                    stopped = "Ctrl-C"
                    break
                if time.monotonic() - self.kept_at > BETWEEN:
                    self._keep()
        done = replace(self.model, rounds=self.rounds, stopped=stopped)
        self.model = done
        self._keep()
        return done

    def _learn(self) -> dict[str, float]:
        """One round; an error that comes from NaN in what was learned is reported as such."""
        self.rounds += 1
        try:
            return self.learner.learn()
        except (ArithmeticError, LookupError, ValueError, np.linalg.LinAlgError):
            self._refuse_nan_in(self.learner.state())
            raise

    def _begin(self) -> None:
        """Measure what is known before anything is learned; the clock starts after that."""
        found = self.learner.measure()
        self._refuse_nan(found)
        self.began = time.monotonic()
        if found:
            self.history.add(0, 0.0, found)

    def _is_done(self) -> bool:
        if self.learner.is_finished:
            return True
        if self.most is not None:
            return self.rounds >= self.most
        return self.seconds >= self.limit

    def _look(self, told: dict[str, float], last: bool) -> None:
        now = self.seconds
        if now < self.next_look and not last:
            return
        measured = self.learner.measure()
        took = self.seconds - now
        self.next_look = self.seconds + max(LOOK, PART * self.seconds, SHARE * took)
        found = {**told, **measured}
        self._refuse_nan(found)
        self.history.add(self.rounds, self.seconds, found)
        if self.logs is not None:
            self.logs.add(self.rounds, found)
        if self.watch is not None:
            self.watch(self.history)

    def _refuse_nan(self, measured: dict[str, float]) -> None:
        for name, value in measured.items():
            if not math.isfinite(value):
                self._stop(f"{name} is {value}")

    def _refuse_nan_in(self, kept: Kept) -> None:
        """What is written down must be fit to go on from, also where no measure shows it."""
        try:
            refuse_nan(kept.arrays)
        except GameError as error:
            self._stop(str(error))

    def _stop(self, why: str) -> NoReturn:
        kept = self.kept_round
        where = "nothing was kept" if kept is None else f"{self.target} holds round {kept:,}"
        raise GameError(f"{why} in round {self.rounds:,}, so learning was stopped; {where}")

    def _keep(self) -> None:
        """Write the checkpoint, then the model."""
        self.kept_at = time.monotonic()
        state = self.learner.state()
        self._refuse_nan_in(state)
        if self.target is None:
            return
        now = replace(self.model, rounds=self.rounds)
        path = self.target.with_suffix(CHECKPOINT_ENDING)
        write_kept(path, CHECKPOINT, VERSION, now, state)
        now.save(self.target)
        self.kept_round = self.rounds


def _budget(minutes: float | None, rounds: int | None) -> tuple[float, int | None]:
    if minutes is not None and rounds is not None:
        raise GameError("give minutes or rounds, not both")
    if minutes is not None and not isinstance(minutes, Real):
        raise GameError(f"minutes is {minutes!r}; it must be a number")
    if minutes is not None and not (minutes > 0 and math.isfinite(minutes)):
        raise GameError(f"minutes is {minutes:g}; the budget must be more than 0")
    if rounds is not None and (isinstance(rounds, bool) or not isinstance(rounds, Integral)):
        raise GameError(f"rounds is {rounds!r}; it must be a whole number")
    if rounds is not None and rounds < 1:
        raise GameError(f"rounds is {rounds}; the budget must be at least 1")
    return 60.0 * (MINUTES if minutes is None else minutes), rounds


def _resumed(path: Path, model: Model) -> Model:
    """The run of a checkpoint, if it is the one that was asked for."""
    about, arrays = npz_file.read(path, CHECKPOINT, VERSION)
    found = read_kept(path, about, arrays, model.game)
    pairs = (
        ("method", found.method, model.method),
        ("seed", found.lesson.seed, model.lesson.seed),
        ("options", found.options, model.options),
    )
    for what, kept, now in pairs:
        if kept != now:
            raise GameError(f"{path}: this run has {what} {kept!r}, not {now!r}; use another file")
    with naming(path):
        found.learner.restore(kept_in(path, about, arrays))
    return found
