"""The indifference equations of a support profile, over any ring, with proofs in ball arithmetic.

Every strategy in a player's support must pay the same against what the others do. The unknowns are
the weights of all strategies in the supports but the first of each player; there are as many
equations. Payoffs are integers over a common positive denominator, which does not matter here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.strategic.game import StrategicGame

Objects = npt.NDArray[Any]
Supports = tuple[tuple[int, ...], ...]
Weights = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class IndifferenceSystem:
    """The equations of one support profile of a game with rational payoffs."""

    game: StrategicGame
    supports: Supports

    @cached_property
    def arrays(self) -> tuple[Objects, ...]:
        """Payoff numerators on the support profile: all own strategies first, then the others."""
        tables = []
        for i, tensor in enumerate(self.game.payoffs):
            kept: list[Any] = [np.array(s) for s in self.supports]
            kept[i] = np.arange(self.game.shape[i])
            part = tensor.rational().array[np.ix_(*kept)].astype(object)
            tables.append(np.moveaxis(part, i, 0))
        return tuple(tables)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each player's unknowns begin, and their number at the end."""
        sizes = [len(s) - 1 for s in self.supports]
        return tuple(int(x) for x in np.cumsum([0, *sizes]))

    @property
    def unknowns(self) -> int:
        return self.starts[-1]

    def weights(self, unknowns: Sequence[Any], one: Any = 1) -> Weights:
        """The weights over the supports; the first one is what the others leave."""
        weights = []
        for i in range(len(self.supports)):
            rest = tuple(unknowns[self.starts[i] : self.starts[i + 1]])
            weights.append((one - sum(rest, one * 0), *rest))
        return tuple(weights)

    def lines(self, weights: Weights) -> list[Objects]:
        """For each player, the payoff of every strategy against the others' weights."""
        return [
            _contract(array, [_vector(weights[j]) for j in self._others(i)])
            for i, array in enumerate(self.arrays)
        ]

    def _others(self, i: int) -> list[int]:
        return [j for j in range(len(self.supports)) if j != i]

    def residual(self, weights: Weights) -> list[Any]:
        """Payoffs of the supports less that of the first strategy; zero at an equilibrium."""
        values = []
        for line, played in zip(self.lines(weights), self.supports, strict=True):
            values += [line[s] - line[played[0]] for s in played[1:]]
        return values

    def gains(self, weights: Weights) -> list[tuple[int, int, Any]]:
        """What each player would gain by each strategy outside the support."""
        return [
            (i, s, line[s] - line[played[0]])
            for i, (line, played) in enumerate(zip(self.lines(weights), self.supports, strict=True))
            for s in range(len(line))
            if s not in played
        ]

    def jacobian(self, weights: Weights) -> list[list[Any]]:
        """Derivatives of the residual in the unknowns."""
        rows: list[list[Any]] = []
        for i, played in enumerate(self.supports):
            if len(played) == 1:
                continue
            block: list[list[Any]] = [[0] * self.unknowns for _ in played[1:]]
            for j in self._others(i):
                if len(self.supports[j]) == 1:
                    continue
                by_pair = self._by_pair(i, j, weights)
                for k, s in enumerate(played[1:]):
                    slope = by_pair[s] - by_pair[played[0]]
                    for a in range(1, len(self.supports[j])):
                        block[k][self.starts[j] + a - 1] = slope[a] - slope[0]
            rows += block
        return rows

    def _by_pair(self, i: int, j: int, weights: Weights) -> Objects:
        """Player i's payoffs by own strategy and by that of j, in whose support it is."""
        others = self._others(i)
        array = np.moveaxis(self.arrays[i], 1 + others.index(j), 1)
        return _contract(array, [_vector(weights[k]) for k in others if k != j])

    def newton(self, start: Sequence[float], bits: int) -> list[Any] | None:
        """Balls of about this many bits around the one root near ``start``, or None.

        Newton's method finds it; Krawczyk's test proves that it is there and alone.
        """
        from flint import arb, ctx

        size = self.unknowns
        point = [arb(float(x)) for x in start]
        precision = 64
        while True:
            precision = min(2 * precision, bits + 64)
            with ctx.workprec(precision):
                for _ in range(2):
                    step = _solve(self, [x.mid() for x in point])
                    if step is None:
                        return None
                    point = [(x - d).mid() for x, d in zip(point, step, strict=True)]
            if precision >= bits + 64:
                break
        with ctx.workprec(bits + 64):
            scale = arb(2) ** (-bits)
            for _ in range(6):
                root = self._krawczyk(point, [scale] * size)
                if root is not None:
                    return root
                scale = scale * 2**8
        return None

    def _krawczyk(self, point: list[Any], radius: list[Any]) -> list[Any] | None:
        from flint import arb, arb_mat

        size = self.unknowns
        one = arb(1)
        box = [x + arb(0, r) for x, r in zip(point, radius, strict=True)]
        try:
            center = arb_mat(self.jacobian(self.weights(point, one))).mid()
            inverse = center.inv().mid()
        except ZeroDivisionError:
            return None
        column = arb_mat([[x] for x in self.residual(self.weights(point, one))])
        slopes = arb_mat(self.jacobian(self.weights(box, one)))
        identity = arb_mat(size, size, [int(p == q) for p in range(size) for q in range(size)])
        spread = arb_mat([[b - x] for b, x in zip(box, point, strict=True)])
        image = (identity - inverse * slopes) * spread - inverse * column
        new = [x + image[k, 0] for k, x in enumerate(point)]
        if all(b.contains_interior(k) for b, k in zip(box, new, strict=True)):
            return new
        return None


def _vector(weights: tuple[Any, ...]) -> Objects:
    """An array of objects; NumPy would take polynomials for sequences."""
    made = np.empty(len(weights), object)
    for k, w in enumerate(weights):
        made[k] = w
    return made


def _contract(array: Objects, weights: list[Objects]) -> Objects:
    for w in reversed(weights):
        array = np.dot(array, w)
    return array


def _solve(system: IndifferenceSystem, point: list[Any]) -> list[Any] | None:
    from flint import arb, arb_mat

    weights = system.weights(point, arb(1))
    column = arb_mat([[x] for x in system.residual(weights)])
    try:
        return [row[0].mid() for row in arb_mat(system.jacobian(weights)).solve(column).tolist()]
    except ZeroDivisionError:
        return None
