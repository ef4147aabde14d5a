"""Monte Carlo counterfactual regret minimization: games too large to write out, by sampling.

The rules themselves are played, compiled together with the loop; nothing is unfolded. Regrets stand
in a table of the information sets that were met. Lanctot, Waugh, Zinkevich and Bowling, *Monte
Carlo sampling for regret minimization in extensive games* (2009).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.core.spelling import count_of
from kibitz.core.system.limits import check_limits
from kibitz.extensive.arrows.unfold import RulesLabels, tree_size, unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import expected_payoffs, exploitability
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.kernels import (
    chance_sampling,
    external_sampling,
    outcome_sampling,
    positions,
)
from kibitz.learning.kernels import regret_table as kernels
from kibitz.learning.regret.cfr import EVERY
from kibitz.learning.regret.cfr_solution import CFRSolution, Variant
from kibitz.learning.regret.sampling_checkpoint import restore_sampling, save_sampling
from kibitz.pictures import Picture
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.compile.run import run
from kibitz.rules.game import Rules
from kibitz.rules.kernels import hash_table

SAMPLINGS: dict[str, ModuleType] = {
    "external": external_sampling,
    "chance": chance_sampling,
    "outcome": outcome_sampling,
}
MEMORY = 2_000_000_000
"""Bytes that the table may take unless more are allowed."""
KEPT = 128_000_000
"""Bytes for positions that need not be worked out again, at most a quarter of the memory."""
SMALL = 2_000_000
"""Trees of up to this many nodes are unfolded to measure a strategy."""
DEEPEST = 1024
FIRST_ENTRIES = 1 << 14
EXPLORE = 0.6
LEARNING = 0.5
PLACE_WORDS = 5
LINKS_A_PLACE = 8
LAP = 0.25
"""Seconds after which a run looks whether a checkpoint is due."""
GRACE = 2.0
"""Seconds that an iteration may go on beyond its time before it is broken off."""
_GLANCE = 1 << 40


@dataclass(eq=False)
class MCCFR:
    """A run by sampling that can be continued.

    ``power`` is how iterations weigh, t^power; ``explore`` how often outcome sampling tries
    something else, and ``learning`` how fast its baselines follow (0 keeps them at zero).
    """

    rules: Rules
    sampling: str = "external"
    seed: int = 0
    power: float = 1.0
    explore: float = EXPLORE
    learning: float = LEARNING
    memory: int = MEMORY
    machine: Machine = field(init=False)
    seconds: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        if self.sampling not in SAMPLINGS:
            hint = did_you_mean(self.sampling, SAMPLINGS)
            raise GameError(f"unknown sampling {self.sampling!r}{hint}")
        if not 0 < self.explore <= 1:
            raise GameError(f"explore={self.explore} must be a probability above 0 and at most 1")
        self.machine = machine(self.rules, hash_table, kernels, positions, SAMPLINGS[self.sampling])
        plies = min(DEEPEST, self.rules.longest or DEEPEST) + 2
        self.floats = np.zeros((plies, 2 * self.rules.most_moves))
        self.path = np.zeros((plies + 1, 2), np.int64)
        self.values = np.zeros((plies + 1, 2 * self.rules.players))
        self.control = np.zeros(10, np.int64)
        self.control[kernels.RANDOM] = _scrambled(self.seed)
        self.places, self.states, self.links, self.odds = self._keep(plies)
        self.sets, self.heads, self.table = self._room(FIRST_ENTRIES, 4 * FIRST_ENTRIES)

    def _keep(self, plies: int) -> tuple[Any, Any, Any, Any]:
        """Empty rooms for positions, of which only what is used takes memory."""
        width = PLACE_WORDS + self.machine.STATE_WORDS
        passing = plies * max(self.rules.most_moves, self.rules.players)
        many = min(KEPT, self.memory // 4) // (8 * (width + 3 * LINKS_A_PLACE))
        self.control[kernels.PLACES], self.control[kernels.LINKS] = plies, passing
        links = passing + LINKS_A_PLACE * many
        return (
            np.zeros((plies + many, PLACE_WORDS), np.int64),
            self.machine.room_for_states(plies + many),
            np.zeros((2, links), np.int64),
            np.zeros(links),
        )

    def _room(self, entries: int, rows: int) -> tuple[Any, Any, Any]:
        """Empty tables of this size; refused when they would take more than ``memory``."""
        width = self.machine.VIEW_WORDS + 3
        columns = kernels.EARNED + (self.rules.players if self.sampling == "outcome" else 0)
        needed = 8 * (2 * entries + entries * width + rows * columns)
        if needed > self.memory:
            raise GameError(
                f"{self.rules.name}: more than "
                f"{count_of(self.information_sets, 'information set')}; the "
                f"next table takes {needed:,} bytes, and the limit is {self.memory:,}; give more "
                "memory, or let players see less in information_state()"
            )
        return (
            np.full(2 * entries, -1, np.int32),
            np.zeros((entries, width), np.int64),
            np.zeros((rows, columns)),
        )

    @property
    def iterations(self) -> int:
        return int(self.control[kernels.ITERATIONS])

    @property
    def information_sets(self) -> int:
        """How many have been met."""
        return int(self.control[kernels.ENTRIES])

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        checkpoint: str | PathLike[str] | None = None,
        every: float = EVERY,
    ) -> SampledSolution:
        """Continue until a total number of iterations, or a time, or Ctrl-C.

        A ``checkpoint`` is written between iterations, every this many seconds and at the end; one
        that is broken off in the middle is not written down.
        """
        check_limits(iterations=iterations, seconds=seconds)
        goal = _GLANCE if iterations is None else iterations
        began, before = time.monotonic(), self.seconds
        batch, saved = goal if checkpoint is None else 1, began
        self.control[kernels.STOP] = 0
        while self.iterations < goal:
            self._grow()
            lap = time.monotonic()
            left = None if seconds is None else seconds - (lap - began)
            if left is not None and left <= 0:
                break
            patience = left if left is None or checkpoint is None else left + GRACE
            until = min(goal, self.iterations + batch)
            run(self._kernel(until), self.control, patience, f"sampling {self.rules.name}")
            now = time.monotonic()
            self.seconds = before + now - began
            self._refuse_trouble()
            if self.control[kernels.STOP]:
                return self.solution()
            if now - lap < LAP and checkpoint is not None:
                batch *= 2
            if checkpoint is not None and now - saved >= every:
                save_sampling(self, checkpoint)
                saved = time.monotonic()
        if checkpoint is not None:
            save_sampling(self, checkpoint)
        return self.solution()

    def make_room(self, entries: int, rows: int) -> None:
        """Larger tables when so much would fill them by more than half."""
        many, long = len(self.heads), len(self.table)
        while 2 * entries > many:
            many *= 2
        while 2 * rows > long:
            long *= 2
        if (many, long) != (len(self.heads), len(self.table)):
            self.sets, self.heads, self.table = self._room(many, long)

    def _kernel(self, goal: int) -> Callable[[], Any]:
        made = self.machine
        start = made.encode(self.rules.start())
        arrays = (
            self.places,
            self.states,
            self.links,
            self.odds,
            self.floats,
            self.sets,
            self.heads,
            self.table,
            self.control,
        )
        if self.sampling == "external":
            return lambda: made.run_external(start, goal, self.power, self.path, *arrays)
        if self.sampling == "chance":
            return lambda: made.run_chance(start, goal, self.power, self.values, *arrays)
        return lambda: made.run_outcome(
            start, goal, self.power, self.explore, self.learning, *arrays
        )

    def _grow(self) -> None:
        """Twice the room when half of it is taken."""
        heads, table = self.heads, self.table
        self.make_room(self.information_sets, int(self.control[kernels.ROWS]))
        if self.heads is heads:
            return
        self.heads[: len(heads)], self.table[: len(table)] = heads, table
        with np.errstate(over="ignore"):
            self.machine.refill(self.sets, self.heads, self.control)

    def _refuse_trouble(self) -> None:
        trouble, name = self.control[kernels.TROUBLE], self.rules.name
        if trouble == positions.TOO_DEEP:
            raise GameError(f"{name}: a game lasts more than {count_of(len(self.floats), 'move')}")
        if trouble == positions.MOVES_AT_ONCE:
            raise GameError(
                f"{name}: players move simultaneously; write the moves one after another, hidden "
                "from the others by information_state()"
            )
        if trouble == kernels.DIFFERENT_MOVES:
            raise GameError(
                f"{name}: a player sees the same at two positions, yet the moves there differ; "
                "`kibitz check` shows one"
            )

    def solution(self) -> SampledSolution:
        entries, rows = self.information_sets, int(self.control[kernels.ROWS])
        sums = self.table[:rows, kernels.AVERAGE].copy()
        return SampledSolution(
            self.rules,
            self.machine,
            self.sampling,
            self.iterations,
            self.seconds,
            self.heads[:entries].copy(),
            sums,
        )


@dataclass(frozen=True, eq=False)
class SampledSolution(Solution, kind="mccfr"):
    """Average strategies at the information sets that were met."""

    rules: Rules
    machine: Machine
    sampling: str
    iterations: int
    seconds: float
    heads: Any
    sums: Any

    @cached_property
    def _where(self) -> dict[bytes, tuple[int, int]]:
        views = self.machine.VIEW_WORDS
        keys = np.ascontiguousarray(self.heads[:, : views + 1])
        return {
            key.tobytes(): (int(start), int(start + count))
            for key, (start, count) in zip(keys, self.heads[:, views + 1 :], strict=True)
        }

    def strategy_at(self, state: Any) -> dict[Any, float]:
        """How likely each move is at a position, by what its player sees; all alike if unknown."""
        moves = tuple(self.rules.moves(state))
        return dict(zip(moves, self._row(state, len(moves)).tolist(), strict=True))

    def _row(self, state: Any, count: int) -> Any:
        who, views = self.rules.player(state), self.machine.VIEW_WORDS
        key = np.zeros(views + 1, np.int64)
        self.machine.write_view(self.machine.encode(state), who, key[:views])
        key[views] = who
        start, stop = self._where.get(key.tobytes(), (0, 0))
        sums = self.sums[start:stop]
        return sums / sums.sum() if sums.sum() > 0 else np.full(count, 1 / count)

    @cached_property
    def is_small(self) -> bool:
        """Whether the tree can be written out, and the strategy measured."""
        return tree_size(self.rules, SMALL).is_complete

    @cached_property
    def game(self) -> ExtensiveGame:
        return unfold(self.rules, SMALL)

    @cached_property
    def profile(self) -> Profile:
        """The strategies at all information sets of the tree, which must be small."""
        labels = self.game.labels
        assert isinstance(labels, RulesLabels)
        weights = np.zeros(int(self.game.offset[-1]))
        for k, nodes in enumerate(self.game.members):
            start, stop = self.game.offset[k : k + 2]
            state = labels.state(self.game.tree, int(nodes[0]))
            weights[start:stop] = self._row(state, int(stop - start))
        return Profile(self.game, weights)

    @cached_property
    def exploitability(self) -> float | Any:
        """What could be gained by best responses in the whole tree; None when it is too large."""
        return float(exploitability(self.game, self.profile)) if self.is_small else None

    def measured(self) -> CFRSolution:
        """The same as a solution of the tree, which can be saved, drawn and played."""
        gap = self.exploitability
        if gap is None:
            raise GameError(f"{self.rules.name}: the tree has more than {SMALL:,} nodes")
        paid = tuple(float(x) for x in expected_payoffs(self.game, self.profile))
        size = float(abs(self.game.amounts).max(initial=1))
        return CFRSolution(
            self.game,
            self.profile,
            self.profile,
            paid,
            gap,
            self.iterations,
            self.seconds,
            Variant(f"{self.sampling} sampling"),
            1e-12 * size,
        )

    @property
    def method(self) -> str:
        return f"{self.sampling} sampling"

    @property
    def exact(self) -> bool:
        return False

    def verify(self) -> Certificate:
        """Measure it in the whole tree, when that is small; otherwise nothing is proved."""
        if self.is_small:
            return super().verify()
        check = Check("the tree is small enough to measure", False, f"over {SMALL:,} nodes")
        return Certificate("a strategy of a measured quality", "best responses", (check,))

    def explain(self) -> Explanation:
        """How the run went."""
        return Explanation(self.rules.name, (Step("The run", str(self)),))

    def draw(self) -> Picture:
        """The strategies as a grid of hands and situations, of a small game."""
        return self.measured().draw()

    def __str__(self) -> str:
        gap = self.exploitability
        known = "not measured, the tree is too large" if gap is None else f"{gap:.3g}"
        rate = self.iterations / max(self.seconds, 1e-9)
        return (
            f"{self.rules.name}: {count_of(len(self.heads), 'information set')} met\n"
            f"  exploitability {known}\n"
            f"found by {self.sampling} sampling: {count_of(self.iterations, 'iteration')} in "
            f"{self.seconds:.3g} s, {rate:,.0f} a second"
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.game.title if self.is_small else self.rules.name,
            "sampling": self.sampling,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "information_sets": len(self.heads),
            "exploitability": self.exploitability,
            "method": self.method,
            **self._strategies(),
        }

    def _strategies(self) -> dict[str, Any]:
        """The strategies themselves, where the tree is small."""
        if not self.is_small:
            return {}
        paid = expected_payoffs(self.game, self.profile)
        return {"payoffs": [float(x) for x in paid], "strategies": self.profile.to_json()}


@method(
    Rules,
    "mccfr",
    finds="strategies near an equilibrium, by sampling",
    cost="one path or part of the tree per iteration",
    reference="Lanctot, Waugh, Zinkevich and Bowling 2009",
    applies=lambda rules: (
        None if rules.has("information_state") else "nothing is hidden in this game"
    ),
    aliases=("monte-carlo-cfr",),
)
def mccfr(
    rules: Rules,
    sampling: str = "external",
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    checkpoint: str | PathLike[str] | None = None,
    resume: bool = False,
    **options: Any,
) -> SampledSolution:
    """Sample a game for a number of iterations or seconds; small trees are measured afterwards.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    sampling : {"external", "outcome", "chance"}, default "external"
        What is sampled.
    iterations : int, optional
        The number of iterations.
    seconds : float, optional
        The time limit.
    seed : int, default 0
        Random seed.
    checkpoint : str or PathLike[str], optional
        A file in which the state is saved now and then.
    resume : bool, default False
        Whether to continue from the checkpoint, if there is one.
    **options : object
        Options of the sampling scheme.

    Returns
    -------
    SampledSolution
        Strategies near an equilibrium, by sampling.

    Notes
    -----
    Cost: one path or part of the tree per iteration.

    References
    ----------
    Lanctot, Waugh, Zinkevich and Bowling 2009.

    Examples
    --------
    >>> from kibitz import game
    >>> found = mccfr(game("kuhn-poker"), iterations=20_000)
    >>> found.exploitability < 0.1
    True
    """
    if iterations is seconds is None:
        seconds = 5.0
    if not isinstance(rules, Rules):
        raise GameError(
            f"sampling takes rules, such as kibitz.game('leduc'); this is a {type(rules).__name__}"
        )
    begun = MCCFR(rules, sampling, seed, **options)
    if resume:
        if checkpoint is None:
            raise GameError("resume needs a checkpoint; give checkpoint=FILE")
        if Path(checkpoint).exists():
            restore_sampling(begun, checkpoint)
    return begun.run(iterations, seconds, checkpoint)


def _scrambled(seed: int) -> Any:
    """A state of the generator, never zero, that differs from those of neighboring seeds."""
    state = np.random.SeedSequence(abs(seed)).generate_state(1, np.uint64)
    return (state | np.uint64(1)).view(np.int64)[0]
