"""Counterfactual regret minimization: large games of hidden information, to a proved accuracy.

Every player keeps, at every information set, the regret of not having played each move, and plays
in proportion to positive regrets; the average of what is played approaches an equilibrium of a
zero-sum game of two. The distance is not estimated but computed, by best responses. Zinkevich,
Johanson, Bowling and Piccione (2007); Tammelin, *CFR+* (2014); Brown and Sandholm, *Discounted
regret minimization* (2019); Farina, Kroer and Sandholm, *Predictive Blackwell approachability*
(2021).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import call, find
from kibitz.core.method import method
from kibitz.core.progress import Task, work
from kibitz.core.system.limits import check_limits
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import expected_payoffs, exploitability
from kibitz.extensive.methods.zero_sum import needs_recall
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.regret.cfr_solution import VARIANTS, CFRSolution, Variant
from kibitz.learning.regret.checkpoint import restore_checkpoint, save_checkpoint
from kibitz.learning.regret.flat_game import FlatGame, flat_game
from kibitz.learning.regret.progress import Progress
from kibitz.learning.regret.subtrees import Subtrees, subtrees
from kibitz.rules.game import Rules
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

EVERY = 30.0
"""Seconds between two checkpoints."""
SMALL, ONCE = 2000, 20_000
"""Leaves and sequences that Python goes over sooner than a compiler is ready: dozens of times, and
now and then."""
WORTHWHILE = 0.5
"""Seconds of that after which it is called."""


@dataclass(eq=False)
class CFR:
    """A run that can be stopped and continued.

    >>> from kibitz.extensive import decision, extensive_game
    >>> odd = decision("II", "?", one=1, two=-1)
    >>> even = decision("II", "?", one=-1, two=1)
    >>> run = CFR(extensive_game(decision("I", one=odd, two=even)), VARIANTS["cfr+"])
    >>> run.run(iterations=10).exploitability
    0.0
    """

    game: ExtensiveGame
    variant: Variant
    dtype: Any = np.float64
    threads: int = 1
    flat: FlatGame = field(init=False)
    iterations: int = field(default=0, init=False)
    seconds: float = field(default=0.0, init=False)
    history: list[Progress] = field(default_factory=list, init=False)
    _parts: list[Subtrees] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if self.threads < 1:
            raise GameError(f"threads is {self.threads}; it must be at least 1")
        self.flat = flat_game(self.game, self.dtype)
        count = self.flat.sequences + 1
        self.strategy = np.ones(count, self.dtype)
        self.strategy[:-1] = np.repeat(1.0 / np.maximum(self.game.sizes, 1), self.game.sizes)
        self.plan = _plan(self.game, self.strategy)
        self.regret, self.instant, self.average, self.gain = (
            np.zeros(count, self.dtype) for _ in range(4)
        )

    def step(self, count: int, control: Any) -> None:
        """Run this many iterations, fewer when ``control`` asks to stop."""
        from kibitz.learning.regret import cfr_kernels as kernels

        flat, v = self.flat, self.variant
        settings = np.array([v.alpha, v.beta, v.gamma, v.plus, v.predictive, v.alternating], float)
        if self.threads > 1:
            self._step_in_threads(count, settings, control)
            return
        self._by(
            kernels.iterate,
            max(1, count),
            self.iterations + 1,
            count,
            flat.infosets,
            flat.rows,
            flat.starts,
            flat.others,
            flat.weights,
            flat.offset,
            flat.parent,
            self.gain,
            self.strategy,
            self.plan,
            self.regret,
            self.instant,
            self.average,
            settings,
            control,
        )
        self.iterations = max(self.iterations, int(control[kernels.DONE]))

    def _by(self, kernel: Any, times: int, *given: Any) -> Any:
        """Call a kernel that goes over the game this often; by Python where that takes no time.

        Times are 0 for those that are called now and then.
        """
        from kibitz.core.compiling.tiered import tiered

        steps = sum(map(len, self.flat.weights)) + self.flat.sequences
        most = SMALL if times else ONCE
        small = steps <= most and times * steps <= 50 * SMALL and self.dtype == np.float64
        return tiered(kernel, *given, small=small, worthwhile=WORTHWHILE)

    def _step_in_threads(self, count: int, settings: Any, control: Any) -> None:
        """The same iterations with the same results, leaves and subtrees shared out."""
        import numba

        from kibitz.learning.regret import cfr_kernels as kernels

        flat, config = self.flat, vars(numba.config)
        if not self._parts:
            self._parts = [subtrees(flat, k, self.threads) for k in range(len(flat.infosets))]
        numba.set_num_threads(min(self.threads, int(config["NUMBA_NUM_THREADS"])))
        for t in range(self.iterations + 1, self.iterations + count + 1):
            for player in range(len(flat.infosets)):
                kernels.gains_in_threads(
                    self.plan,
                    flat.rows[player],
                    flat.starts[player],
                    flat.others[player],
                    flat.weights[player],
                    self.gain,
                )
                part = self._parts[player]
                kernels.learn_in_threads(
                    t,
                    part.top,
                    part.below,
                    part.starts,
                    flat.offset,
                    flat.parent,
                    self.gain,
                    self.strategy,
                    self.plan,
                    self.regret,
                    self.instant,
                    self.average,
                    settings,
                )
            kernels.conclude(
                t,
                flat.infosets,
                flat.offset,
                flat.parent,
                self.strategy,
                self.plan,
                self.regret,
                self.instant,
                self.average,
                settings,
            )
            self.iterations = t

    @property
    def bytes_per_node(self) -> float:
        """What the run keeps for each node of the tree, besides the tree itself."""
        vectors = (
            self.strategy,
            self.plan,
            self.regret,
            self.instant,
            self.average,
            self.gain,
        )
        return self.flat.bytes_per_node + sum(v.nbytes for v in vectors) / len(self.game.tree)

    def exploitability(self) -> tuple[float, tuple[float, ...]]:
        """How much the average strategy can be exploited in all, and what it pays everyone."""
        from kibitz.learning.regret import cfr_kernels as kernels

        flat = self.flat
        plan = _plan(self.game, np.append(self.average_profile().weights, 1.0))
        total, paid = 0.0, []
        for player in range(len(self.game.players)):
            gain = np.zeros(len(plan))
            self._by(
                kernels.gains,
                0,
                plan,
                flat.rows[player],
                flat.starts[player],
                flat.others[player],
                flat.weights[player],
                gain,
            )
            made = (flat.infosets[player], flat.offset)
            own = self._by(kernels.expected_value, 0, *made, gain, plan)
            best = self._by(kernels.best_value, 0, *made, flat.parent, gain)
            total += best - own
            paid.append(float(own))
        return max(total, 0.0), tuple(paid)

    def average_profile(self) -> Profile:
        """The average strategy, or that of the start when there is none yet."""
        return _behavior(self.game, self.average if self.iterations else self.plan)

    def solution(self) -> CFRSolution:
        average = self.average_profile()
        gap = max(float(exploitability(self.game, average)), 0.0)
        paid = tuple(float(x) for x in expected_payoffs(self.game, average))
        last = Profile(self.game, self.strategy[:-1].astype(np.float64))
        return CFRSolution(
            self.game,
            average,
            last,
            paid,
            gap,
            self.iterations,
            self.seconds,
            self.variant,
            32 * float(np.finfo(self.dtype).eps) * self.flat.size,
            tuple(self.history),
        )

    def run(
        self,
        iterations: int | None = None,
        target: float | None = None,
        seconds: float | None = None,
        checkpoint: str | PathLike[str] | None = None,
        every: float = EVERY,
    ) -> CFRSolution:
        """Continue until a total number of iterations, an exploitability, or a time is reached.

        A ``checkpoint`` is written every this many seconds, at the end, and at Ctrl-C.
        """
        _check_limits(iterations, target, seconds, self)
        self._load_machine_code()
        began, before = time.monotonic(), self.seconds
        control = np.zeros(4, np.int64)
        goal = iterations if iterations is not None else np.iinfo(np.int64).max // 2
        batch, saved = 1, began
        with work(f"regret minimization of {self.game.title}".strip(), iterations) as task:
            while self.iterations < goal and not task.stopped and not self._reached(target):
                count = min(batch, goal - self.iterations, self._next_mark() - self.iterations)
                lap = time.monotonic()
                self.step(count, control)
                now = time.monotonic()
                self.seconds = before + now - began
                task.advance(count)
                if self.iterations == self._next_mark():
                    self._note(task)
                if seconds is not None and now - began >= seconds:
                    break
                if checkpoint is not None and now - saved >= every:
                    save_checkpoint(self, checkpoint)
                    saved = time.monotonic()
                if count == batch:
                    batch = _next_batch(batch, now - lap)
        if checkpoint is not None:
            save_checkpoint(self, checkpoint)
        return self.solution()

    def _load_machine_code(self) -> None:
        """Before the clock starts: compiling takes seconds, and loading a good part of one."""
        self.step(0, np.zeros(4, np.int64))
        self.exploitability()

    def _next_mark(self) -> int:
        """When to measure next: a tenth later than last, whatever the clock says.

        So a run that was interrupted measures, and stops, where an uninterrupted one would.
        """
        last = self.history[-1].iteration if self.history else 0
        return last + max(1, last // 10)

    def _reached(self, target: float | None) -> bool:
        return bool(
            target is not None and self.history and self.history[-1].exploitability <= target
        )

    def _note(self, task: Task) -> None:
        gap, _ = self.exploitability()
        self.history.append(Progress(self.iterations, self.seconds, gap))
        task.label = f"exploitability {gap:.2e}"


@method(
    ExtensiveGame,
    "cfr",
    finds="strategies near an equilibrium",
    cost="O(leaves) per iteration; the exploitability decreases like 1/sqrt(iterations) or faster",
    reference="Zinkevich, Johanson, Bowling and Piccione 2007; Tammelin 2014",
    applies=needs_recall,
    aliases=("counterfactual-regret-minimization",),
)
def cfr(
    game: ExtensiveGame | Rules | MatrixGame | StrategicGame,
    variant: str | Variant = "cfr+",
    iterations: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
    dtype: Any = np.float64,
    threads: int = 1,
    checkpoint: str | PathLike[str] | None = None,
    resume: bool = False,
    every: float = EVERY,
    device: str = "cpu",
) -> CFRSolution:
    """Solve a game to an accuracy: the average strategy, and how far it is from an equilibrium.

    Without limits it stops at an exploitability of a thousandth of the largest payoff. With more
    than two players, or payoffs that do not cancel, only ``exploitability`` says how good it is.

    Parameters
    ----------
    game : ExtensiveGame, Rules, MatrixGame or StrategicGame
        A game with perfect recall.
    variant : str or Variant
        cfr, cfr-simultaneous, cfr+, linear, discounted or predictive.
    iterations, target, seconds : optional
        When to stop: after this many iterations, at this exploitability, after this time.
    dtype : optional
        float64, or float32 to save memory.
    threads : int
        For large games.
    checkpoint, resume, every : optional
        Where a run is kept, whether to continue from there, and how many seconds apart it is kept.
    device : str
        cpu, or gpu, which pays from about a million nodes on.

    Returns
    -------
    CFRSolution
        Average strategies, with their exploitability.

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione 2007; Tammelin 2014.

    Examples
    --------
    >>> from kibitz import game
    >>> found = cfr(game("kuhn-poker"), target=1e-3)
    >>> found.exploitability <= 1e-3, abs(found.value + 1 / 18) <= 1e-3
    (True, True)
    """
    if isinstance(game, (MatrixGame, StrategicGame)):
        game = call(game, "to_extensive")
    if not isinstance(game, (ExtensiveGame, Rules)):
        raise GameError(
            "regret minimization takes rules, a tree or a table, such as kibitz.game('leduc'); "
            f"this is a {type(game).__name__}"
        )
    tree = _unfolded(game) if isinstance(game, Rules) else game
    chosen = variant if isinstance(variant, Variant) else _variant(variant)
    run = _run_on(device)(tree, chosen, _float(dtype), threads)
    if resume:
        if checkpoint is None:
            raise GameError("resume needs a checkpoint; give checkpoint=FILE")
        if Path(checkpoint).exists():
            restore_checkpoint(run, checkpoint)
    if iterations is None and target is None and seconds is None:
        target = 1e-3 * run.flat.size
    return run.run(iterations, target, seconds, checkpoint, every)


def _unfolded(rules: Rules) -> ExtensiveGame:
    try:
        return unfold(rules)
    except GameError as error:
        raise GameError(f"{error}; sampling, variant='external', does not unfold it") from None


def _run_on(device: str) -> type[CFR]:
    if device == "cpu":
        return CFR
    if device != "gpu":
        raise GameError(f"device is {device!r}; it must be 'cpu' or 'gpu'")
    on_gpu: Any = find(CFR, "CFROnGPU")
    kind: type[CFR] = on_gpu
    return kind


def _float(dtype: Any) -> Any:
    try:
        kind = np.dtype(dtype)
    except TypeError:
        kind = np.dtype(object)
    if kind not in (np.float32, np.float64):
        raise GameError(f"dtype is {dtype!r}; it must be float32 or float64")
    return kind.type


def _variant(name: str) -> Variant:
    if name not in VARIANTS:
        raise GameError(f"unknown variant {name!r}{did_you_mean(name, VARIANTS)}")
    return VARIANTS[name]


def _check_limits(
    iterations: int | None, target: float | None, seconds: float | None, run: CFR
) -> None:
    check_limits(iterations=iterations, target=target, seconds=seconds)
    reach = run.flat.size * float(np.finfo(run.dtype).eps)
    if target is not None and target < reach and iterations is None and seconds is None:
        raise GameError(
            f"an exploitability of {target:g} is below the accuracy of {np.dtype(run.dtype)}, "
            f"about {reach:.1g}; give a larger target"
        )


def _next_batch(batch: int, spent: float) -> int:
    """Measure rarely: a batch takes about a quarter of a second."""
    if spent < 0.125:
        return batch * 2
    return max(1, batch // 2) if spent > 0.5 else batch


def _plan(game: ExtensiveGame, strategy: Any) -> Any:
    plex = game.treeplex
    plan = strategy.copy()
    for infosets in plex.rounds:
        chosen, _ = plex.spans(infosets)
        plan[chosen] = strategy[chosen] * plan[plex.parent[plex.infoset_of[chosen]]]
    return plan


def _behavior(game: ExtensiveGame, plan: Any) -> Profile:
    """Behavior from a plan of any size; where it never comes, every move alike."""
    plan = plan.astype(np.float64)
    totals = np.add.reduceat(plan[:-1], game.offset[:-1]) if game.infosets else np.zeros(0)
    spread = np.repeat(totals, game.sizes)
    even = 1.0 / np.repeat(game.sizes, game.sizes)
    return Profile(game, np.where(spread > 0, plan[:-1] / np.where(spread > 0, spread, 1), even))
