"""Strategic games as checkers look at them: exact payoffs, profiles, best responses."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.field_number import FieldNumber, side_by_side
from kibitz.algebra.weight import read_weight
from kibitz.core.claim import CLOSE, Claim, Proof
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, number, over, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array
from kibitz.proof.kernel.arithmetic import dot, ends, mixture
from kibitz.strategic.game import StrategicGame

Exact = list[list[Fraction]]
"""A mixed strategy for each player, in exact numbers."""


def extremes(game: StrategicGame) -> list[Number]:
    """The least and the greatest payoff of each player: all that a tolerance depends on."""
    return [x for tensor in game.payoffs for x in ends(tensor)]


def slacks(game: StrategicGame, proof: Proof) -> list[Fraction]:
    """By how much what each player gets may be off: by the spread of that player's payoffs.

    Where one counts in millions and another in cents, cents are not lost in the rounding.
    """
    if not proof.tolerance:
        return [Fraction(0)] * len(game.players)
    found = [Proof() for _ in game.players]
    for inner, tensor in zip(found, game.payoffs, strict=True):
        inner.within(ends(tensor), [0.0])
    return [inner.tolerance for inner in found]


def whole(game: StrategicGame, player: int) -> tuple[Array, int]:
    """What a player wants more of, as integers over a denominator; floats at their spelling."""
    tensor = game.payoffs[player].rational()
    return tensor.array.astype(object), tensor.denominator


def lines(game: StrategicGame, player: int) -> tuple[Array, int]:
    """A player's strategies in rows, the joint strategies of the others in columns."""
    array, bottom = whole(game, player)
    return np.moveaxis(array, player, 0).reshape(game.shape[player], -1), bottom


def exact_lines(game: StrategicGame, player: int) -> Array:
    """The same as exact numbers."""
    array, bottom = lines(game, player)
    return np.array([[Fraction(int(x), bottom) for x in row] for row in array], object)


def two_players(game: StrategicGame, what: str) -> None:
    """Refuse a claim that makes sense for two players only."""
    if len(game.players) != 2:
        raise GameError(f"{count_of(len(game.players), 'player')}: {what} two")


def numbers_of(given: Any, length: int, where: str) -> list[Number]:
    """A list of this many numbers."""
    if not isinstance(given, list) or len(given) != length:
        raise GameError(f"{where}: expected a list of {length} numbers")
    return [read_weight(x, where) for x in given]


def nested(given: Any, shape: tuple[int, ...], where: str) -> list[Number]:
    """A number for each cell, in order."""
    if not shape:
        return [number(given, where)]
    if not isinstance(given, list) or len(given) != shape[0]:
        raise GameError(f"{where}: expected a number for each cell of {shape}")
    return [x for part in given for x in nested(part, shape[1:], where)]


def vector(given: Sequence[Number]) -> Array:
    """Numbers as the exact ones that they are."""
    return np.array([Fraction(x) for x in given], object)


def profile_at(claim: Claim, key: str, game: StrategicGame) -> tuple[list[list[Number]], Exact]:
    """A mixed strategy for each player, as claimed and in exact numbers."""
    sides = [
        [int(own.index(s) == i) for i in range(len(own))] if isinstance(s, str) and s in own else s
        for s, own in zip(claim.items(key, len(game.players)), game.strategies, strict=True)
    ]
    read = [numbers_of(s, n, claim.path(key)) for s, n in zip(sides, game.shape, strict=True)]
    exact = side_by_side([mixture(side) for side in read])
    return (exact if any(isinstance(w, FieldNumber) for w in exact[0]) else read), exact


def distributions(proof: Proof, game: StrategicGame, read: Sequence[Sequence[Number]]) -> bool:
    """Whether every player plays a distribution; who does not is recorded."""
    inner = Proof()
    for name, side in zip(game.players, read, strict=True):
        inner.distribution(f"the strategy of {name}", side)
    proof.checks.extend(c for c in inner.checks if not c.passed)
    return inner.holds


def values(game: StrategicGame, player: int, profile: Exact) -> list[Fraction]:
    """What each strategy of a player brings against the others', larger being better."""
    array, bottom = whole(game, player)
    roots = any(isinstance(w, FieldNumber) for side in profile for w in side)
    for axis in reversed(range(len(profile))):
        if axis != player:  # which is the last one, or only the player's comes after it
            tops, below = (profile[axis], 1) if roots else common_denominator(profile[axis])
            used = [i for i, w in enumerate(tops) if w != 0] or [0]
            weights = np.array([tops[i] for i in used], object)
            array = array[..., used] @ weights if axis > player else weights @ array[..., used, :]
            bottom *= below
    return [x * Fraction(1, bottom) for x in array] if roots else over(array.tolist(), bottom)


class Outcome:
    """What a profile pays, and what deviations from it would."""

    def __init__(self, game: StrategicGame, profile: Exact) -> None:
        self.game, self.profile = game, profile
        self.sign = -1 if game.costs else 1
        self.values = [values(game, k, profile) for k in range(len(game.players))]
        self.own = [dot(w, v) for w, v in zip(profile, self.values, strict=True)]
        self.most = list(map(max, self.values))
        self.regrets = list(map(operator.sub, self.most, self.own))
        self.regret = max(self.regrets)
        self.payoffs = [-x for x in self.own] if game.costs else self.own

    @property
    def gaps(self) -> Exact:
        """By how much each strategy is worse than the best one."""
        return [[top - x for x in v] for top, v in zip(self.most, self.values, strict=True)]

    def level(self, proof: Proof) -> bool:
        """Whether nobody gains by deviating alone, each by the spread of the own payoffs."""
        return all(map(operator.le, self.regrets, slacks(self.game, proof)))

    def unit(self, allowed: list[Fraction]) -> Fraction:
        """By how much the regret may be off: as for the player who regrets most."""
        return allowed[self.regrets.index(self.regret)]

    def pays(self, claim: Claim, proof: Proof) -> None:
        """Require of the payoffs of a claim, where it has them, that they are those."""
        proof.each(claim, f"{self.game.word}s", self.payoffs, slacks(self.game, proof))

    def stable(self, proof: Proof) -> bool:
        """Record that no one gains by deviating alone."""
        allowed = slacks(self.game, proof)

        def told(x: Fraction) -> str:
            return show(float(x)) if proof.tolerance else show(x)

        for k, name in enumerate(self.game.players):
            best = self.sign * max(self.values[k])
            words = f"{self.game.word} {told(self.payoffs[k])}, at best {told(best)}"
            proof.that(f"{name} has no better strategy", self.regrets[k] <= allowed[k], words)
        return self.level(proof)


def outcome(game: StrategicGame, claim: Claim, proof: Proof, key: str) -> Outcome:
    """A claimed profile, which must consist of distributions; floats allow for rounding."""
    read, profile = profile_at(claim, key, game)
    proof.within(extremes(game), [w for side in read for w in side])
    distributions(proof, game, read)
    return Outcome(game, profile)


def supports(profile: Exact, floats: bool = False) -> list[list[int]]:
    """What is played; in floats more than a billionth."""
    least = CLOSE if floats else Fraction(0)
    return [[i for i, w in enumerate(side) if w and w > least] for side in profile]


def places(names: Sequence[str], given: Any, where: str) -> list[int]:
    """Strategies by name as positions."""
    if not isinstance(given, list) or not all(name in names for name in given):
        raise GameError(f"{where}: expected a list of strategies, from {', '.join(names)[:60]}")
    return [names.index(name) for name in given]


def cell_at(given: Any, shape: tuple[int, ...], where: str) -> tuple[int, ...]:
    """A cell: a position from 0 for each player."""
    whole_numbers = isinstance(given, list) and all(type(i) is int for i in given)
    if not whole_numbers or len(given) != len(shape):
        raise GameError(f"{where}: expected a position for each of {len(shape)} players")
    if not all(0 <= i < size for i, size in zip(given, shape, strict=True)):
        raise GameError(f"{where}: no cell {given}")
    return tuple(given)


def cell_named(given: Any, game: StrategicGame, where: str) -> tuple[int, ...]:
    """A cell by the name of each player's strategy."""
    if not isinstance(given, list) or len(given) != len(game.players):
        raise GameError(f"{where}: expected a strategy for each of {len(game.players)} players")
    return tuple(places(own, [n], where)[0] for own, n in zip(game.strategies, given, strict=True))


def named(game: StrategicGame, cell: Sequence[int]) -> list[str]:
    """The strategies of a cell."""
    return [own[i] for own, i in zip(game.strategies, cell, strict=True)]
