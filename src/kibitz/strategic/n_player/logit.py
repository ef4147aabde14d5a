"""Quantal responses: logit equilibria from pure noise to perfect play, traced and drawn.

With precision lambda a player chooses each strategy with probability proportional to the
exponential of lambda times its payoff. At lambda 0 everyone plays uniformly; following the branch
of such equilibria that starts there, with predictor and corrector and so around turning points,
leads to an equilibrium of the game, which is proved. Where all players are alike the branch keeps
to profiles in which they do the same: it goes straight on where others leave it, in chicken to the
mixed equilibrium. Cost: some 50 steps of O(N^3) for N strategies in all. McKelvey and Palfrey
(1995); Turocy (2005).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.certify_profile import (
    ApproximateEquilibrium,
    Vector,
    as_profile,
    certify_profile,
)
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium
from kibitz.strategic.n_player.followed_path import SMALL, followed_path
from kibitz.strategic.n_player.solution import NPlayerEquilibria, alone
from kibitz.strategic.profile import Profile, mixture_text

METHOD = "the logit branch"
HIGHEST = 1e6
LONGEST = 20_000
TOLERANCE = 1e-7


@dataclass(frozen=True)
class LogitEquilibrium(Solution, kind="logit-equilibrium"):
    """A profile in which every player gives the logit response of one precision to the others."""

    game: StrategicGame
    precision: float
    profile: Profile

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "lambda": self.precision,
            "strategies": [list(weights) for weights in self.profile],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> LogitEquilibrium:
        claim = Claim(data)
        return cls(game, float(claim.number("lambda")), claim.table("strategies"))

    def __str__(self) -> str:
        return f"lambda {self.precision:g}   {_text(self.game, self.profile)}"


@dataclass(frozen=True)
class QuantalResponse(Solution, kind="quantal-response"):
    """The branch of logit equilibria from the uniform profile on, and the equilibrium it ends in.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> branch = quantal_response(game)
    >>> print(branch.limit.line())
    player 1: 1 | player 2: 1 | player 3: 1 | payoffs 2, 2, 2 | index +1
    >>> [round(x, 3) for x in branch.at(1)[0]], branch.verify().holds
    ([0.729, 0.271], True)
    """

    game: StrategicGame
    precisions: tuple[float, ...]
    """The values of lambda along the branch; it can fall where the branch turns."""
    profiles: Vector
    """One row for each precision: the players' weights one after the other."""
    complete: bool
    """Did the tracing reach the end, or was it lost on the way?"""

    @cached_property
    def limit(self) -> NPlayerEquilibrium | Any:
        """The equilibrium at the end of the branch."""
        last = self.profiles[-1]
        equilibrium = certify_profile(self.game, last, METHOD)
        end = as_profile(self.game, last)
        if equilibrium is not None and _is_near(equilibrium.floats, end):
            return equilibrium
        return ApproximateEquilibrium(self.game, end, METHOD)

    def at(self, precision: Any) -> Profile:
        """The first logit equilibrium on the branch with this precision."""
        wanted = float(number(precision, "lambda"))
        if not 0 <= wanted < math.inf:
            raise GameError(f"lambda is {wanted:g}; it must be at least 0")
        if wanted > max(self.precisions):
            return self._beyond(wanted)
        k = next(k for k, rate in enumerate(self.precisions) if rate >= wanted)
        if k == 0:
            return as_profile(self.game, self.profiles[0])
        low, high = self.precisions[k - 1], self.precisions[k]
        share = (wanted - low) / (high - low)
        start = (1 - share) * self.profiles[k - 1] + share * self.profiles[k]
        return as_profile(self.game, _corrected(self.game, start, wanted))

    def _beyond(self, wanted: float) -> Profile:
        """Where the branch continues after tracing has stopped, by small steps of lambda."""
        rate, x = self.precisions[-1], self.profiles[-1]
        while rate < wanted:
            rate = min(1.2 * rate, wanted)
            x = _corrected(self.game, x, rate)
            if not (np.isfinite(x).all() and _distance(self.game, x, rate) < 1e-6):
                raise GameError(
                    f"lambda is {wanted:g}; the branch could be followed to {rate / 1.2:.6g} only"
                )
        return as_profile(self.game, x)

    def point(self, precision: Any) -> LogitEquilibrium:
        """The same as a solution that can be verified."""
        return LogitEquilibrium(self.game, float(number(precision)), self.at(precision))

    def draw(self) -> Picture:
        """Every player's weights along the branch."""
        from kibitz.strategic.pictures.logit import draw_logit

        return draw_logit(self)

    def explain(self) -> Explanation:
        """The branch in a table and a picture, and its end."""
        return call(self, "explain_quantal_response")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "strategies": [list(names) for names in self.game.strategies],
            "branch": [
                {"lambda": rate, "profile": [list(w) for w in as_profile(self.game, x)]}
                for rate, x in zip(self.precisions, self.profiles, strict=True)
            ],
            "limit": self.limit.to_json(),
            "complete": self.complete,
            "method": METHOD,
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> QuantalResponse:
        claim = Claim(data)
        points = claim.parts("branch")
        profiles = [[float(w) for side in p.table("profile") for w in side] for p in points]
        rates = tuple(float(p.number("lambda")) for p in points)
        return cls(game, rates, np.array(profiles), claim.flag("complete"))

    def __str__(self) -> str:
        lines = [f"the logit branch, {count_of(len(self.precisions), 'point')}"]
        top = max(self.precisions)
        shown = [rate for rate in (0.0, *(10.0**k for k in range(-2, 7))) if rate <= top]
        lines += [f"lambda {rate:g}   {_text(self.game, self.at(rate))}" for rate in shown]
        return "\n".join([*lines, f"it ends in {self.limit.line()}"])

    def _repr_svg_(self) -> str:
        return self.draw().svg


def _is_near(first: Profile, second: Profile) -> bool:
    """Whether no weight differs by more than a twentieth."""
    sides = zip(first, second, strict=True)
    return all(
        abs(float(a - b)) <= 0.05 for one, two in sides for a, b in zip(one, two, strict=True)
    )


def _text(game: StrategicGame, profile: Profile) -> str:
    return " | ".join(
        f"{name}: {mixture_text(labels, tuple(float(f'{w:.6f}') for w in weights))}"
        for name, labels, weights in zip(game.players, game.strategies, profile, strict=True)
    )


@method(
    StrategicGame,
    "quantal-response",
    finds="the branch of logit equilibria",
    cost="O(n) times the cells for each step",
    reference="McKelvey and Palfrey 1995; Turocy 2005",
    aliases=("qre", "quantal-response-equilibrium"),
)
def quantal_response(game: StrategicGame, highest: Any = None) -> QuantalResponse:
    """Trace the logit branch until the regret vanishes or lambda reaches ``highest``.

    Lambda is measured in the game's own payoffs.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    highest : number, optional
        The largest precision lambda to trace; a million, and more where payoffs are small.

    Returns
    -------
    QuantalResponse
        The branch, point by point.

    Notes
    -----
    Cost: O(n) times the cells for each step.

    References
    ----------
    McKelvey and Palfrey 1995; Turocy 2005.
    """
    from kibitz.strategic.n_player.kernels.deviations import ARRIVED
    from kibitz.strategic.n_player.kernels.logit_path import logit_path

    payoffs, sizes, scale = _common_scale(game)
    most = HIGHEST / min(scale, 1) if highest is None else float(number(highest, "highest lambda"))
    if not most > 0:
        raise GameError(f"the highest lambda is {most:g}; it must be positive")
    starts = np.concatenate([[0], np.cumsum(sizes)])
    given = (sizes, starts, _alike(game, payoffs), most * scale, TOLERANCE)
    points, count, end = followed_path(logit_path, payoffs, *given, longest=LONGEST)
    rates = tuple((points[:count, -1] / scale).tolist())
    return QuantalResponse(game, rates, points[:count, :-1].copy(), end == ARRIVED)


def logit(game: StrategicGame, highest: Any = None) -> Any:
    """The equilibrium at the end of the logit branch; its ``working`` is the branch.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> logit(game).cell
    (0, 0, 0)
    """
    branch = quantal_response(game, highest)
    return replace(branch.limit, working=branch)


def _common_scale(game: StrategicGame) -> tuple[Any, Any, float]:
    """Payoffs for the kernels, all players scaled alike, and the scale."""
    lines = []
    for i, tensor in enumerate(game.payoffs):
        array = np.moveaxis(tensor.floats(), i, 0).reshape(game.shape[i], -1)
        lines.append((array - array.min(axis=0)).ravel())
    stacked = np.stack(lines)
    scale = float(stacked.max()) or 1.0
    return stacked / scale, np.array(game.shape, np.int64), scale


def _alike(game: StrategicGame, payoffs: Any) -> Any:
    """A number for each strategy; where all players are alike, the same for all of them."""
    count, strategies = len(game.shape), game.shape[0]
    every = np.arange(sum(game.shape), dtype=np.int64)
    if len(set(game.shape)) > 1 or (payoffs != payoffs[0]).any():
        return every
    one = payoffs[0].reshape(game.shape)
    swaps = (np.swapaxes(one, k, k + 1) for k in range(1, count - 1))
    return every % strategies if all((one == other).all() for other in swaps) else every


def _response(game: StrategicGame, x: Vector, rate: float) -> tuple[Vector, Vector]:
    """The logit response to a profile, and its derivative."""
    from kibitz.core.compiling.tiered import tiered
    from kibitz.strategic.n_player.kernels.deviations import deviations

    payoffs, sizes, scale = _common_scale(game)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    values, slopes = np.zeros(len(x)), np.zeros((len(x), len(x)))
    small = payoffs.size <= SMALL
    tiered(deviations, payoffs, sizes, starts, x, values, slopes, small=small)
    reply, turning = np.zeros(len(x)), np.zeros((len(x), len(x)))
    for a, b in itertools.pairwise(starts):
        utility = rate * scale * values[a:b]
        weights = np.exp(utility - utility.max())
        weights /= weights.sum()
        reply[a:b] = weights
        tilt = np.diag(weights) - np.outer(weights, weights)
        turning[a:b] = rate * scale * tilt @ slopes[a:b]
    return reply, turning


def _distance(game: StrategicGame, x: Vector, rate: float) -> float:
    """How far a profile is from being the logit response to itself.

    Newton's step also says where the response changes quickly, but not where branches cross.
    """
    reply, turning = _response(game, x, rate)
    try:
        step = np.linalg.solve(np.eye(len(x)) - turning, reply - x)
    except np.linalg.LinAlgError:
        step = np.full(len(x), np.inf)
    return float(min(np.abs(reply - x).max(), np.abs(step).max()))


def _corrected(game: StrategicGame, x: Vector, rate: float) -> Vector:
    for _ in range(20):
        reply, turning = _response(game, x, rate)
        step = np.linalg.solve(np.eye(len(x)) - turning, reply - x)
        x = x + step
        if np.abs(step).max() < 1e-13:
            break
    return x


@method(
    StrategicGame,
    "logit",
    finds="one equilibrium, at the end of the logit branch",
    cost="O(n) times the cells for each step",
    reference="McKelvey and Palfrey 1995; Turocy 2005",
)
def logit_equilibrium(game: StrategicGame, highest: Any = None) -> NPlayerEquilibria:
    """The equilibrium at the end of the logit branch, as a list of one.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    highest : number, optional
        The largest precision lambda to trace; a million, and more where payoffs are small.

    Returns
    -------
    NPlayerEquilibria
        The equilibrium, certified.

    Notes
    -----
    Cost: O(n) times the cells for each step.

    References
    ----------
    McKelvey and Palfrey 1995; Turocy 2005.
    """
    return alone(game, logit(game, highest))
