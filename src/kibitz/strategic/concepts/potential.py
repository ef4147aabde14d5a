"""Potentials: one function of the cell that moves as every deviating player's payoff does.

With an exact potential, a deviation changes both by the same amount; with an ordinal one, in the
same direction. Either way improvement comes to an end, in a pure equilibrium.
Monderer and Shapley (1996).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import plain
from kibitz.core.solution import Solution
from kibitz.core.tensor import Array, Tensor
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Cell, cell_text

MOST_EDGES = 4_000_000


@dataclass(frozen=True)
class Potential(Solution, kind="potential"):
    """A potential, exact or ordinal; its largest cells are equilibria.

    >>> from kibitz import bimatrix
    >>> print(exact_potential(bimatrix("3,3 0,4; 4,0 1,1")))
    an exact potential, greatest at (2, 2)
    """

    game: StrategicGame
    values: Tensor
    exact_differences: bool

    @property
    def maxima(self) -> tuple[Cell, ...]:
        """The cells (from 0) where it is greatest."""
        best = self.values.array.max()
        return tuple(tuple(c) for c in np.argwhere(self.values.array == best).tolist())

    def _name(self) -> str:
        return "an exact potential" if self.exact_differences else "an ordinal potential"

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "exact": self.exact_differences,
            "values": _nested(self.values.numbers()),
            "maxima": [list(cell) for cell in self.maxima],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> Potential:
        claim = Claim(data)
        values = Tensor.read(claim.items("values"), len(game.players), "values")
        return cls(game, values, claim.flag("exact"))

    def __str__(self) -> str:
        where = ", ".join(cell_text(self.game, cell) for cell in self.maxima[:8])
        return f"{self._name()}, greatest at {where}"


@method(
    StrategicGame,
    "potential",
    finds="an exact or ordinal potential",
    cost="O(n) times the cells; pairs of strategies as well for an ordinal one",
    reference="Monderer and Shapley 1996",
)
def potential(game: StrategicGame) -> Potential:
    """An exact potential, or else an ordinal one; an error where there is none.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Potential
        The potential.

    Notes
    -----
    Cost: O(n) times the cells; pairs of strategies as well for an ordinal one.

    References
    ----------
    Monderer and Shapley 1996.
    """
    answer = exact_potential(game) or ordinal_potential(game)
    if answer is None:
        raise GameError("this game has no potential, exact or ordinal")
    return answer


@extends(StrategicGame)
def exact_potential(game: StrategicGame) -> Potential | None:
    """The exact potential that is 0 in the first cell, or None. Cost O(n) times the cells.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Potential or None
        The potential, or None.

    References
    ----------
    Monderer and Shapley 1996.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> exact_potential(bimatrix("1,-1 -1,1; -1,1 1,-1")) is None
    True
    """
    total: Tensor | None = None
    for k in range(len(game.players)):
        front = _others_at_first(game.payoffs[k], k + 1)
        step = front + (-_others_at_first(front, k))
        total = step if total is None else total + step
    assert total is not None
    slack = _slack(game)
    for k in range(len(game.players)):
        if not _constant_along(game.payoffs[k] + (-total), k, slack):
            return None
    return Potential(game, total, True)


@extends(StrategicGame)
def ordinal_potential(game: StrategicGame) -> Potential | None:
    """An ordinal potential, or None when some round of improvements returns to its start.

    Cells that deviations without loss lead round are put on one level; there is a potential when no
    gain lies within a level.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Potential or None
        The potential, or None.

    Notes
    -----
    Cost: the strong components of the graph of deviations.

    References
    ----------
    Monderer and Shapley 1996.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(ordinal_potential(bimatrix("3,3 0,9; 7,0 1,1")))
    an ordinal potential, greatest at (2, 2)
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    cells = int(np.prod(game.shape))
    edges = cells * sum(size - 1 for size in game.shape)
    if edges > MOST_EDGES:
        raise GameError(f"{edges:,} deviations; the limit is {MOST_EDGES:,}")
    starts, ends, strict = _deviations(game)
    ones = np.ones(len(starts), np.int8)
    graph = coo_matrix((ones, (starts, ends)), (cells, cells)).tocsr()
    _, level = connected_components(graph, directed=True, connection="strong")
    if (level[starts[strict]] == level[ends[strict]]).any():
        return None
    rank = _heights(level, starts, ends)
    return Potential(game, Tensor(rank[level].reshape(game.shape)), False)


def _deviations(game: StrategicGame) -> tuple[Array, Array, Array]:
    """Start, end and whether it gains, of every deviation that does not lose."""
    order = np.arange(int(np.prod(game.shape))).reshape(game.shape)
    starts, ends, gains = [], [], []
    for k, size in enumerate(game.shape):
        array = game.payoffs[k].array
        for a in range(size):
            for b in range(size):
                if a == b:
                    continue
                own, other = np.take(array, a, axis=k), np.take(array, b, axis=k)
                keep = np.asarray(other >= own, bool).ravel()
                starts.append(np.take(order, a, axis=k).ravel()[keep])
                ends.append(np.take(order, b, axis=k).ravel()[keep])
                gains.append(np.asarray(other > own, bool).ravel()[keep])
    if not starts:
        return np.zeros(0, int), np.zeros(0, int), np.zeros(0, bool)
    return np.concatenate(starts), np.concatenate(ends), np.concatenate(gains)


def _heights(level: Array, starts: Array, ends: Array) -> Array:
    """The longest way up to each level, in the order that deviations give them."""
    count = int(level.max()) + 1
    between = level[starts] != level[ends]
    edges = np.unique(np.stack([level[starts][between], level[ends][between]], axis=1), axis=0)
    height = np.zeros(count, np.int64)
    waiting = np.bincount(edges[:, 1], minlength=count) if len(edges) else np.zeros(count, int)
    following: dict[int, list[int]] = {}
    for start, end in edges.tolist():
        following.setdefault(start, []).append(end)
    ready = [k for k in range(count) if not waiting[k]]
    while ready:
        start = ready.pop()
        for end in following.get(start, ()):
            height[end] = max(height[end], height[start] + 1)
            waiting[end] -= 1
            if not waiting[end]:
                ready.append(end)
    return height


def _others_at_first(tensor: Tensor, start: int) -> Tensor:
    """The array with every axis from ``start`` on held at its first place, at full size."""
    held: tuple[Any, ...] = (slice(None),) * start + (slice(0, 1),) * (len(tensor.shape) - start)
    array = np.ascontiguousarray(np.broadcast_to(tensor.array[held], tensor.shape))
    return Tensor(array, tensor.denominator)


def _constant_along(tensor: Tensor, axis: int, slack: float) -> bool:
    spread = tensor.array.max(axis=axis) - tensor.array.min(axis=axis)
    return bool((spread <= (0 if tensor.exact else slack)).all())


def _slack(game: StrategicGame) -> float:
    if game.exact:
        return 0.0
    return 1e-10 * max(float(np.abs(t.floats()).max()) for t in game.payoffs)


def _nested(numbers: Any) -> Any:
    return [_nested(x) for x in numbers] if isinstance(numbers, list) else plain(numbers)
