"""Equilibria of games in extensive form, with what each player could gain: nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import expected_payoffs, regrets
from kibitz.extensive.strategies.profile import Profile

TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class ExtensiveEquilibrium(Solution):
    """A profile from which nobody gains by deviating, in behavior strategies."""

    game: ExtensiveGame
    profile: Profile
    payoffs: tuple[Number, ...]
    method: str

    @property
    def value(self) -> Number:
        """What the first player gets; in a zero-sum game of two, the value."""
        return self.payoffs[0]

    @property
    def exact(self) -> bool:
        return self.profile.exact

    def regrets(self) -> tuple[Number, ...]:
        """What each player could gain by answering the others best."""
        return regrets(self.game, self.profile)

    def verify(self) -> Certificate:
        """Best responses gain nothing, and the payoffs are those of the profile."""
        expected = expected_payoffs(self.game, self.profile)
        slack: Any = 0 if self.exact else TOLERANCE * max(1.0, float(abs(self.game.amounts).max()))
        checks = [_distributions(self.profile, slack)]
        for name, claimed, found in zip(self.game.players, self.payoffs, expected, strict=True):
            same = abs(claimed - found) <= slack
            checks.append(Check(f"{name} expects {show(claimed)}", bool(same), show(found)))
        for name, gain in zip(self.game.players, self.regrets(), strict=True):
            none = gain <= slack
            checks.append(Check(f"{name} gains nothing by deviating", bool(none), show(gain)))
        shown = ", ".join(map(show, self.payoffs))
        claim = f"an equilibrium of {self.game.title or 'the game'} with payoffs ({shown})"
        return Certificate(claim, "best responses", tuple(checks))

    def __str__(self) -> str:
        shown = ", ".join(
            f"{n} {show(p)}" for n, p in zip(self.game.players, self.payoffs, strict=True)
        )
        head = f"{self.game.title or 'extensive game'}: {shown}"
        return f"{head}\n{self.profile}\nfound by {self.method}"

    def to_json(self) -> dict[str, Any]:
        players = {
            name: {
                infoset: {move: plain(p) for move, p in moves.items()}
                for infoset, moves in self.profile.of(k).items()
            }
            for k, name in enumerate(self.game.players)
        }
        return {
            "kind": "extensive-equilibrium",
            "game": self.game.title,
            "payoffs": [plain(p) for p in self.payoffs],
            "value": plain(self.value),
            "strategies": players,
            "exact": self.exact,
            "method": self.method,
        }


def _distributions(profile: Profile, slack: float) -> Check:
    what = "the moves at each information set are a distribution"
    if not len(profile.weights):
        return Check(what, True)
    sums: Any = np.add.reduceat(profile.weights, profile.game.offset[:-1])
    fine = abs(sums - 1).max() <= slack and min(profile.weights) >= 0
    return Check(what, bool(fine))
