"""What every strategy pays against the others, quickly, in floats: the pulse of all dynamics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.algebra.weight import read_weight
from kibitz.core.errors import GameError
from kibitz.core.numbers import is_root, number
from kibitz.core.spelling import count_of
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import read_profile
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.mixture import weights_in

Floats = npt.NDArray[np.float64]
State = list[Floats]
"""A mixture for each player, as float arrays."""

MOST_STEPS = 5_000_000
LARGE = 1e4
"""Payoffs that are this much larger than their spread are counted from the least."""
MOST_KEPT = 2000
"""Points of a path that are kept for pictures and JSON."""


def strategic(game: Any) -> StrategicGame:
    """The game in strategic form; a matrix game is read with both payoffs."""
    if isinstance(game, MatrixGame):
        return game.strategic()
    if not isinstance(game, StrategicGame):
        kind = getattr(game, "kind", type(game).__name__)
        raise GameError(f"dynamics need a strategic game; this one is {kind}")
    return game


class Field:
    """The payoffs of a game as float arrays, and what strategies pay in a state.

    >>> from kibitz import bimatrix
    >>> field = Field(bimatrix("3 0; 4 1", "3 4; 0 1"))
    >>> field.payoffs([np.array([0.5, 0.5]), np.array([1.0, 0.0])], 0).tolist()
    [3.0, 4.0]
    """

    def __init__(self, game: StrategicGame) -> None:
        self.game = game
        given = [np.moveaxis(t.floats(), k, 0) for k, t in enumerate(game.payoffs)]
        self.base = [_base(t) for t in given]
        self.tensors = [
            np.ascontiguousarray(t - b if b else t) for t, b in zip(given, self.base, strict=True)
        ]
        self.spread = max(float(t.max() - t.min()) for t in self.tensors) or 1.0

    def payoffs(self, state: Sequence[Floats], player: int) -> Floats:
        """What each strategy of a player pays against the others, beyond the ``base``."""
        box = self.tensors[player]
        others = [p for k, p in enumerate(state) if k != player]
        for weights in reversed(others):
            box = box @ weights
        return box

    def all_payoffs(self, state: Sequence[Floats]) -> State:
        return [self.payoffs(state, k) for k in range(len(state))]

    def regrets(self, state: Sequence[Floats]) -> Floats:
        """What each player could gain alone."""
        found = []
        for k, weights in enumerate(state):
            earned = self.payoffs(state, k)
            found.append(float(earned.max() - weights @ earned))
        return np.array(found)

    def regret(self, state: Sequence[Floats]) -> float:
        """The greatest regret of a player: how far a state is from an equilibrium."""
        return float(max(self.regrets(state).max(), 0.0))


def _base(payoffs: Floats) -> float:
    """What a player gets in any case, if that is so much that differences would be rounded away."""
    low, high = float(payoffs.min()), float(payoffs.max())
    return low if max(abs(low), abs(high)) > LARGE * (high - low) else 0.0


def read_start(game: StrategicGame, start: Any) -> State:
    """The mixtures to begin with: even ones, a profile, or one mixture that all players share."""
    if start is None:
        return [np.full(size, 1.0 / size) for size in game.shape]
    shared = _shared(game, start)
    profile = read_profile(game, [shared] * len(game.players) if shared is not None else start)
    return [np.array([float(x) for x in side]) for side in profile]


def _shared(game: StrategicGame, start: Any) -> Any:
    """One mixture for all players, when that is what was given."""
    if isinstance(start, str):
        if ";" in start or len(set(game.shape)) > 1:
            return None
        start = weights_in(start)
    items = list(start) if hasattr(start, "__iter__") and not isinstance(start, dict) else None
    if items is None or len(set(game.shape)) > 1 or len(items) != game.shape[0]:
        return None
    try:
        weights = [float(read_weight(x)) if is_root(x) else number(x) for x in items]
    except GameError:
        return None
    return weights if abs(float(sum(weights)) - 1) < 1e-9 else None


def uneven(game: StrategicGame) -> State:
    """Where paths begin unless it is said: inside, but not in the middle, where many rest."""
    found = []
    for k, size in enumerate(game.shape):
        weights = np.arange(size, 0, -1, dtype=float) + 0.3 * k
        found.append(weights / weights.sum())
    return found


def start_or_uneven(game: StrategicGame, start: Any) -> State:
    """The given start; without one, somewhere inside, alike for all in a symmetric game."""
    if start is not None:
        return read_start(game, start)
    if is_symmetric(game):
        return [uneven(game)[0]] * len(game.players)
    return uneven(game)


def is_symmetric(game: StrategicGame) -> bool:
    """Whether two players have the same strategies and the same payoffs with the roles turned."""
    if len(game.players) != 2 or game.shape[0] != game.shape[1]:
        return False
    return bool(np.array_equal(game.payoffs[0].floats(), game.payoffs[1].floats().T))


def check_steps(steps: int) -> None:
    """Refuse runs that would take too long, with the number."""
    if not 1 <= steps <= MOST_STEPS:
        raise GameError(f"{count_of(steps, 'step')}; it must be 1 to {MOST_STEPS}")


def kept(steps: int) -> set[int]:
    """The steps whose states are kept: all of a few, evenly spread ones of many."""
    if steps <= MOST_KEPT:
        return set(range(steps + 1))
    return {round(k * steps / MOST_KEPT) for k in range(MOST_KEPT + 1)}
