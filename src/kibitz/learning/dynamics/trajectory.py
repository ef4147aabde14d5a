"""The path of a dynamics: states over time, and how far from equilibrium they lead."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import call
from kibitz.core.numbers import Number, number, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.learning.dynamics.field import Field
from kibitz.pictures import Picture
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import mixture_text
from kibitz.zero_sum.strategies.mixture import Mixture

CONVERGED = 1e-6
Profile = tuple[Mixture, ...]


@dataclass(frozen=True)
class Trajectory(Solution, kind="trajectory"):
    """States over time, and the profile they lead to with its regret.

    ``profile`` is the last state of a flow, or the average play of a rule that learns by averages;
    its ``regret`` is what some player could still gain alone: an equilibrium has none.

    >>> from kibitz import bimatrix
    >>> from kibitz.learning import replicator
    >>> path = replicator(bimatrix("3 0; 4 1", "3 4; 0 1"), time=30)
    >>> print(path)
    replicator dynamics, 30 units of time
    I    2
    II   2
    regret 1.8...e-13: converged to an equilibrium
    >>> path.verify().holds
    True
    """

    game: StrategicGame
    rule: str
    times: tuple[float, ...]
    states: tuple[Profile, ...]
    """The states at these times; in a rule with averages, the averages so far."""
    regrets: tuple[float, ...]
    """The regret of each state."""
    profile: Profile
    length: str
    plays: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    """The pure strategies (from 0) that were played in the first rounds, where they are pure."""
    value_bounds: tuple[Number, Number] | Any = None
    """For a game of constant sum: what the value of the first player is proved to lie between."""
    remark: str = ""
    bound_strategies: Profile | None = None
    """The strategies that guarantee the bounds on the value."""

    @property
    def regret(self) -> Number:
        """What some player could still gain alone in the final profile."""
        quick = Field(self.game)
        if any(quick.base) and not self.exact:
            return quick.regret([np.array(side, float) for side in self.profile])
        return equilibrium_test(self.game, self.profile).regret

    @property
    def exact(self) -> bool:
        return all(isinstance(x, Fraction) for side in self.profile for x in side)

    @property
    def converged(self) -> bool:
        """Is the regret negligible beside the payoffs?"""
        return float(self.regret) <= CONVERGED * self._spread()

    def _spread(self) -> float:
        return max(float(t.floats().max() - t.floats().min()) for t in self.game.payoffs) or 1.0

    @property
    def payoffs(self) -> tuple[Number, ...]:
        """What each player gets in the final profile."""
        return equilibrium_test(self.game, self.profile).payoffs

    @property
    def method(self) -> str:
        return self.rule

    def table(self) -> Table:
        """The states in order, a mixture for each player, with the regret of each state."""
        rows = []
        for time, state, regret in zip(self.times, self.states, self.regrets, strict=True):
            sides = [show_all(side) for side in state]
            rows.append((f"{time:g}", *sides, f"{regret:.6g}"))
        return Table(("time", *self.game.players, "regret"), tuple(rows))

    def explain(self) -> Explanation:
        """Where the path leads, and the proof of its regret."""
        steps = Step("The path", str(self)), Step("The proof", self.verify().prose())
        return Explanation(self.game.title or self.rule, steps)

    def draw(self) -> Picture:
        """The path on a simplex or a square, and the regret over time."""
        return call(self, "draw_trajectory")

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
            "rule": self.rule,
            "profile": [[plain(x) for x in side] for side in self.profile],
            f"{self.game.word}s": [plain(x) for x in self.payoffs],
            "regret": plain(self.regret),
            "converged": self.converged,
            "times": list(self.times),
            "states": [[[plain(x) for x in side] for side in state] for state in self.states],
            "regrets": list(self.regrets),
        }
        if self.value_bounds is not None:
            data["value_bounds"] = [plain(x) for x in self.value_bounds]
            witness = self.bound_strategies or self.profile
            data["bound_strategies"] = [[plain(x) for x in side] for side in witness]
        if self.remark:
            data["remark"] = self.remark
        return data

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> Trajectory:
        claim = Claim(data)
        bounds = claim.numbers("value_bounds", 2) if "value_bounds" in claim else None
        witness = _mixtures(claim.raw("bound_strategies")) if bounds else None
        return cls(
            game,
            claim.text("rule"),
            tuple(float(t) for t in claim.numbers("times")),
            tuple(_mixtures(state) for state in claim.items("states")),
            tuple(float(r) for r in claim.numbers("regrets")),
            _mixtures(claim.raw("profile")),
            "",
            value_bounds=None if bounds is None else (bounds[0], bounds[1]),
            remark=str(data.get("remark", "")),
            bound_strategies=witness,
        )

    def __str__(self) -> str:
        width = max(map(len, self.game.players))
        lines = [f"{self.rule}, {self.length}"]
        for name, labels, side in zip(
            self.game.players, self.game.strategies, self.profile, strict=True
        ):
            lines.append(f"{name:<{width}}   {mixture_text(labels, side)}")
        verdict = ": converged to an equilibrium" if self.converged else ""
        lines.append(f"regret {show(self.regret)}{verdict}")
        if self.value_bounds is not None:
            low, high = self.value_bounds
            lines.append(f"the value lies between {show(low)} and {show(high)}")
        return "\n".join([*lines, *([self.remark] if self.remark else [])])


def _mixtures(given: Any) -> Profile:
    return tuple(tuple(number(w, "profile") for w in side) for side in given)
