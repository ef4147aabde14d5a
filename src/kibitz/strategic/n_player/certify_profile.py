"""From a point near an equilibrium of n players to the equilibrium itself, proved.

The strategies with weight in the point are taken as the support; Newton's method on the
indifference equations goes to their root, and an interval test proves that it is there, alone, and
that no other strategy gains. Where this fails, as at singular equilibria, simple fractions near the
point are tried exactly; otherwise the point is given with an exact bound on its regret.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.claim import Claim
from kibitz.core.solution import Solution
from kibitz.strategic.concepts.equilibrium_test import EquilibriumTest, equilibrium_test
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium
from kibitz.strategic.n_player.followed_path import SMALL
from kibitz.strategic.n_player.solution import rational_equilibrium
from kibitz.strategic.profile import Profile, mixture_text

Vector = npt.NDArray[np.float64]
CUTS = (1e-3, 1e-2, 1e-5, 0.05, 1e-7)
"""Weights below one of these count as zero, tried in this order."""


@dataclass(frozen=True)
class ApproximateEquilibrium(Solution, kind="approximate-equilibrium"):
    """A profile in which no player gains more than a little, with the proof of how little.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("1,1,1 0,0,0; 0,0,0 1,1,1 | 0,0,0 1,1,1; 1,1,1 0,0,0")
    >>> found = ApproximateEquilibrium(game, ((0.999, 0.001), (1.0, 0.0), (1.0, 0.0)))
    >>> found.regret, found.verify().holds
    (0.001, True)
    """

    game: StrategicGame
    profile: Profile
    method: str = ""
    working: Any = field(default=None, compare=False, repr=False)

    @cached_property
    def _test(self) -> EquilibriumTest:
        exact = tuple(_normal(weights) for weights in self.profile)
        return equilibrium_test(self.game.in_numbers(True), exact)

    @property
    def strategies(self) -> Profile:
        return self.profile

    @property
    def floats(self) -> Profile:
        return self.profile

    @property
    def payoffs(self) -> tuple[float, ...]:
        return tuple(float(x) for x in self._test.payoffs)

    @property
    def regret(self) -> float:
        """The most that a player gains by deviating."""
        return float(self._test.regret)

    def line(self) -> str:
        parts = [
            f"{name}: {mixture_text(labels, weights)}"
            for name, labels, weights in zip(
                self.game.players, self.game.strategies, self.profile, strict=True
            )
        ]
        return " | ".join([*parts, f"regret {self.regret:.2g}"])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "strategies": [list(weights) for weights in self.profile],
            f"{self.game.word}s": list(self.payoffs),
            "regret": self.regret,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> ApproximateEquilibrium:
        claim = Claim(data)
        return cls(game, claim.table("strategies", len(game.players)), str(data.get("method", "")))

    def __str__(self) -> str:
        return f"{self.line()}\nfound by {self.method}"


def certify_profile(
    game: StrategicGame, x: Vector, method: str, scaled: tuple[Any, Any] | None = None
) -> NPlayerEquilibrium | None:
    """The equilibrium next to a profile, given as one vector, or None."""
    from kibitz.core.compiling.tiered import tiered
    from kibitz.strategic.n_player.kernels.deviations import polish
    from kibitz.strategic.n_player.kernels.roots import PROVED, prove_point, work_for
    from kibitz.strategic.n_player.polynomial_support_enumeration import scaled_payoffs

    payoffs, sizes = scaled_payoffs(game) if scaled is None else scaled
    small = payoffs.size <= SMALL
    starts = np.concatenate([[0], np.cumsum(sizes)])
    tried: set[bytes] = set()
    for cut in CUTS:
        used = x > cut
        if used.tobytes() in tried:
            continue
        tried.add(used.tobytes())
        point, masks = np.where(used, x, 0.0), np.zeros(len(sizes), np.int64)
        grid = np.zeros((len(sizes), int(sizes.max())))
        for i, (a, b) in enumerate(itertools.pairwise(starts)):
            if not used[a:b].any():
                break
            masks[i] = int((used[a:b] << np.arange(b - a)).sum())
        else:
            if not tiered(polish, payoffs, sizes, starts, point, used, small=small):
                continue
            for i, (a, b) in enumerate(itertools.pairwise(starts)):
                grid[i, : b - a] = point[a:b]
            given = payoffs, sizes, masks, grid, work_for(sizes)
            if tiered(prove_point, *given, small=small) == PROVED:
                return _equilibrium(game, used, starts, grid, method)
    return _singular(game, x, method)


def _singular(game: StrategicGame, x: Vector, method: str) -> NPlayerEquilibrium | None:
    """An equilibrium with ties that has simple weights, proved exactly."""
    from kibitz.strategic.n_player.polynomial_support_enumeration import simple_equilibrium

    simple = simple_equilibrium(game, as_profile(game, x))
    if simple is None:
        return None
    return rational_equilibrium(game, simple, method)


def _equilibrium(
    game: StrategicGame, used: Any, starts: Any, middle: Vector, method: str
) -> NPlayerEquilibrium:
    supports = tuple(
        tuple(np.flatnonzero(used[a:b]).tolist()) for a, b in itertools.pairwise(starts)
    )
    point = tuple(
        tuple(middle[i, list(played)].tolist()) if len(played) > 1 else (1.0,)
        for i, played in enumerate(supports)
    )
    return NPlayerEquilibrium(game, supports, point, method)


def as_profile(game: StrategicGame, x: Vector) -> Profile:
    """A vector of weights as one mixture for each player."""
    ends = np.cumsum(game.shape)
    return tuple(tuple(part.tolist()) for part in np.split(x, ends[:-1]))


def _normal(weights: Any) -> tuple[Fraction, ...]:
    """Floats as fractions that add up to exactly 1."""
    exact = [max(Fraction(0), Fraction(w)) for w in weights]
    total = sum(exact)
    return tuple(w / total for w in exact)
