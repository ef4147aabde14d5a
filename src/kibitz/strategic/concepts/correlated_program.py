"""The linear programs behind correlated equilibria: what obeys, and what is wanted.

Every cell has a probability. In a correlated equilibrium no one gains by playing b whenever a is
recommended (a row for each player and pair a, b); in a coarse one no one gains by playing b
whatever is recommended (a row for each player and b).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array, Tensor
from kibitz.linear.program import LinearProgram
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import read_cell

MOST_ENTRIES = 30_000_000
NAMES = ("welfare", "egalitarian")
_WORDS = {
    "welfare": "welfare",
    "sum": "welfare",
    "total": "welfare",
    "utilitarian": "welfare",
    "egalitarian": "egalitarian",
    "min": "egalitarian",
    "fair": "egalitarian",
    "minimum": "egalitarian",
    "min-payoff": "egalitarian",
}


@dataclass(frozen=True, slots=True)
class Disobedience:
    """A deviation: play ``instead`` where ``recommended`` was (None: always)."""

    player: int
    recommended: int | None
    instead: int


@dataclass(frozen=True, slots=True)
class Objective:
    """What to make large: a weighted sum over cells, or the smallest payoff of any player."""

    name: str
    weights: Tensor | None
    """The worth of each cell; None for the smallest payoff."""
    by_player: tuple[Number, ...] | None = None
    """The weights of the players, when these were given."""


def disobediences(game: StrategicGame, coarse: bool) -> Iterator[Disobedience]:
    """Every deviation that an equilibrium must make unprofitable."""
    for k, size in enumerate(game.shape):
        for instead in range(size):
            if coarse:
                yield Disobedience(k, None, instead)
            else:
                yield from (
                    Disobedience(k, recommended, instead)
                    for recommended in range(size)
                    if recommended != instead
                )


def gain_row(game: StrategicGame, how: Disobedience) -> Array:
    """What a disobedience gains in each cell, in the units of the player's own array."""
    array = game.payoffs[how.player].array
    if array.dtype == np.int64 and np.abs(array).max() > 2**61:
        array = array.astype(object)
    other = np.take(array, [how.instead], axis=how.player)
    if how.recommended is None:
        return np.asarray(other - array).ravel()
    row = np.zeros_like(array)
    place: tuple[Any, ...] = (slice(None),) * how.player + (
        slice(how.recommended, how.recommended + 1),
    )
    row[place] = other - array[place]
    return row.ravel()


def program(game: StrategicGame, coarse: bool, objective: Objective, sense: str) -> LinearProgram:
    """The best distribution over cells that no player gains by disobeying."""
    ways = list(disobediences(game, coarse))
    cells = int(np.prod(game.shape))
    if (len(ways) + 1) * cells > MOST_ENTRIES:
        raise GameError(
            f"{len(ways):,} deviations and {cells:,} cells make a linear program of "
            f"{(len(ways) + 1) * cells:,} entries; the limit is {MOST_ENTRIES:,}"
        )
    rows = [gain_row(game, how) for how in ways]
    kind = np.dtype(np.int64 if game.exact else float)
    if game.exact and any(r.dtype == object for r in rows):
        kind = np.dtype(object)
    matrix = np.stack([*(r.astype(kind) for r in rows), np.ones(cells, kind)])
    right = np.array([0] * len(ways) + [1], kind)
    relations = ("<=",) * len(ways) + ("=",)
    if objective.weights is not None:
        worth = Tensor(objective.weights.array.ravel(), objective.weights.denominator)
        return LinearProgram(worth, Tensor(matrix), relations, Tensor(right), sense)
    return _smallest_payoff(game, matrix, right, relations, sense)


def _smallest_payoff(
    game: StrategicGame, matrix: Array, right: Array, relations: tuple[str, ...], sense: str
) -> LinearProgram:
    """One more variable, free, that no player's payoff may fall below (nor rise above)."""
    cells, count = matrix.shape[1], len(game.players)
    bottoms = [t.denominator for t in game.payoffs]
    payoffs = np.stack([t.array.ravel() for t in game.payoffs])
    wide = object if game.exact and max(bottoms) >= 2**62 else payoffs.dtype
    own = np.array([[-bottom] for bottom in bottoms], wide)
    upper = np.concatenate([matrix, np.zeros((len(matrix), 1), matrix.dtype)], axis=1)
    lower = np.concatenate([payoffs, own], axis=1)
    return LinearProgram(
        Tensor(np.array([0] * cells + [1], matrix.dtype)),
        Tensor(np.concatenate([upper, lower])),
        relations + ((">=" if sense == "max" else "<="),) * count,
        Tensor(np.concatenate([right, np.zeros(count, matrix.dtype)])),
        sense,
        (Fraction(0),) * cells + (None,),
    )


def read_objective(game: StrategicGame, given: Any) -> Objective:
    """Read what is wanted.

    "welfare" is the sum of payoffs and "egalitarian" the smallest of them; a player (name or
    position) wants their own payoff; weights on players or on cells (a mapping, a list) make a
    linear objective.
    """
    if isinstance(given, Objective):
        return given
    if isinstance(given, str) and given in _WORDS and given not in game.players:
        word = _WORDS[given]
        if word == "egalitarian":
            return Objective("egalitarian", None)
        return Objective("welfare", _combined(game, [Fraction(1)] * len(game.players)))
    if isinstance(given, (str, int, np.integer)):
        if isinstance(given, str) and given not in game.players:
            near = did_you_mean(given, [*NAMES, *game.players])
            raise GameError(f"objective: {given!r} is neither a player nor an objective{near}")
        k = game.player(given)
        unit = [Fraction(int(i == k)) for i in range(len(game.players))]
        return Objective(game.players[k], _combined(game, unit))
    if isinstance(given, Mapping):
        return _from_mapping(game, given)
    if isinstance(given, (Sequence, np.ndarray, Tensor)):
        return _from_list(game, given)
    raise GameError(f"objective is {given!r}; it must be 'welfare', 'egalitarian' or a player")


def _from_mapping(game: StrategicGame, given: Mapping[Any, Any]) -> Objective:
    if all(key in game.players for key in given):
        weights = [number(given.get(p, 0), f"objective, {p}") for p in game.players]
        return _weighted(game, weights)
    worth: list[Number] = [Fraction(0)] * int(np.prod(game.shape))
    for key, value in given.items():
        cell = read_cell(game, key)
        worth[int(np.ravel_multi_index(cell, game.shape))] = number(value, f"objective, {key}")
    flat = Tensor.read(worth, 1, "objective")
    return Objective("cells", Tensor(flat.array.reshape(game.shape), flat.denominator))


def _from_list(game: StrategicGame, given: Any) -> Objective:
    count = len(game.players)
    if len(given) == count and not any(
        hasattr(x, "__len__") and not isinstance(x, str) for x in given
    ):
        return _weighted(game, [number(x, f"objective, {k}") for k, x in enumerate(given, 1)])
    if count > 1 and not any(hasattr(x, "__len__") and not isinstance(x, str) for x in given):
        raise GameError(
            f"objective: {count_of(len(given), 'weight')} for {count_of(count, 'player')}"
        )
    tensor = Tensor.read(given, count, "objective")
    if tensor.shape != game.shape:
        raise GameError(f"objective: shape {tensor.shape}, but the game has {game.shape}")
    return Objective("cells", tensor)


def _weighted(game: StrategicGame, weights: Sequence[Number]) -> Objective:
    names = [f"{show(w)} {p}" for p, w in zip(game.players, weights, strict=True) if w]
    return Objective(" + ".join(names) or "nothing", _combined(game, weights), tuple(weights))


def _combined(game: StrategicGame, weights: Sequence[Number]) -> Tensor:
    zero = Fraction(0)
    scaled = [t.affine(w, zero) for t, w in zip(game.payoffs, weights, strict=True)]
    total = scaled[0]
    for tensor in scaled[1:]:
        total = total + tensor
    return total
