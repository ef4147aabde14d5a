"""Regret minimization on a graphics card: the iterations of the run on a processor, in parallel.

Information sets of a player that lie behind equally many moves of its own do not depend on each
other. So an iteration is a pass over the leaves and two over the levels for each player, recorded
once as a CUDA graph and replayed. Best responses, checkpoints and answers are those of a run on
the processor. Needs CuPy (``pip install "kibitz[gpu]"``) and a card that it can use.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.learning.regret.cfr import CFR
from kibitz.learning.regret.cfr_solution import Variant
from kibitz.learning.regret.flat_game import FlatGame

BLOCK = 128
STATE = ("strategy", "plan", "regret", "instant", "average")


@extends(CFR)
@dataclass(eq=False)
class CFROnGPU(CFR):
    """A run whose iterations happen on a graphics card."""

    _card: Card | None = field(default=None, init=False)

    def step(self, count: int, control: Any) -> None:
        if self._card is None:
            self._card = Card(self.flat, self.variant, self.dtype)
        state = [getattr(self, name) for name in STATE]
        self._card.iterate(state, self.iterations, count)
        self.iterations += count


class Card:
    """A game in the memory of a graphics card, with its iteration as a CUDA graph."""

    def __init__(self, flat: FlatGame, variant: Variant, dtype: Any) -> None:
        self.cupy = _cupy()
        self.variant = variant
        self.flat = flat
        to = self.cupy.asarray
        self.levels = [[to(level) for level in player] for player in levels(flat)]
        behind, following = successors(flat)
        self.behind, self.following = to(behind), to(following)
        self.offset, self.parent = to(flat.offset), to(flat.parent)
        self.rows, self.starts, self.others, self.weights = (
            [to(np.ascontiguousarray(array)) for array in arrays]
            for arrays in (flat.rows, flat.starts, flat.others, flat.weights)
        )
        zeros = self.cupy.zeros
        self.state = [zeros(flat.sequences + 1, dtype) for _ in STATE]
        self.gain = zeros(flat.sequences + 1, dtype)
        self.value = zeros(len(flat.parent), dtype)
        self.scalars = zeros(4, np.float64)
        self.kernels = self._compiled(dtype)
        self.stream = self.cupy.cuda.Stream(non_blocking=True)
        self.graph = self._recorded()

    def iterate(self, state: list[Any], done: int, count: int) -> None:
        """``count`` iterations after the first ``done``; the arrays are changed in place."""
        with self.stream:
            for here, there in zip(self.state, state, strict=True):
                here.set(there)
            self.scalars[0] = done
            for _ in range(count):
                self.graph.launch()
            for here, there in zip(self.state, state, strict=True):
                here.get(out=there)
        self.stream.synchronize()

    def _compiled(self, dtype: Any) -> Any:
        from kibitz.learning.regret.cfr_cuda import SOURCE

        real = "double" if np.dtype(dtype) == np.float64 else "float"
        return self.cupy.RawModule(code=f"typedef {real} real;\n{SOURCE}")

    def _recorded(self) -> Any:
        with self.stream:
            self.stream.begin_capture()
            self._iteration()
            return self.stream.end_capture()

    def _iteration(self) -> None:
        v, (strategy, plan, regret, instant, average) = self.variant, self.state
        scalars = (float(v.alpha), float(v.beta), float(v.gamma))
        self._launch("tick", 1, self.scalars, *scalars)
        for player in range(len(self.levels)):
            count = len(self.rows[player])
            self._launch(
                "gains",
                32 * count,
                np.int32(count),
                self.rows[player],
                self.starts[player],
                self.others[player],
                np.int32(self.others[player].shape[1]),
                self.weights[player],
                plan,
                self.gain,
            )
            for level in reversed(self.levels[player]):
                self._launch(
                    "observe",
                    len(level),
                    np.int32(len(level)),
                    level,
                    self.offset,
                    self.behind,
                    self.following,
                    strategy,
                    plan,
                    self.scalars,
                    np.int32(v.plus),
                    self.gain,
                    self.value,
                    regret,
                    instant,
                    average,
                )
            if v.alternating:
                self._match(player)
        if not v.alternating:
            for player in range(len(self.levels)):
                self._match(player)
        self._launch("conclude", 1, self.scalars, average, np.int64(self.flat.sequences))

    def _match(self, player: int) -> None:
        strategy, plan, regret, instant, _ = self.state
        for level in self.levels[player]:
            self._launch(
                "match",
                len(level),
                np.int32(len(level)),
                level,
                self.offset,
                self.parent,
                regret,
                instant,
                np.int32(self.variant.predictive),
                strategy,
                plan,
            )

    def _launch(self, kernel: str, threads: int, *arguments: Any) -> None:
        block = 1 if threads == 1 else BLOCK
        if threads:
            self.kernels.get_function(kernel)((-(-threads // block),), (block,), arguments)


def levels(flat: FlatGame) -> list[list[Any]]:
    """Each player's information sets by how many own moves come before."""
    plex = flat.game.treeplex
    found = []
    for player in range(len(flat.infosets)):
        own = [level[plex.owner[level] == player] for level in plex.rounds]
        found.append([level.astype(np.int32) for level in own if len(level)])
    return found


def successors(flat: FlatGame) -> tuple[Any, Any]:
    """Which information sets follow upon each sequence: where its own begin, and all in a row."""
    following = np.argsort(flat.parent, kind="stable").astype(np.int32)
    begins = np.searchsorted(flat.parent[following], np.arange(flat.sequences + 2))
    return begins.astype(np.int64), following


def _cupy() -> Any:
    try:
        import cupy
    except ImportError:
        raise GameError(
            'the GPU needs the package cupy: pip install "kibitz[gpu]", or use the CPU'
        ) from None
    try:
        cards = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        cards = 0
    if not cards:
        raise GameError("CuPy finds no GPU on this machine; use the CPU")
    return cupy
