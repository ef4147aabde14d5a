"""Counting winning coalitions and swings of a vote, without a table of many voters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.voting.compound import CompoundVoting
from kibitz.coalitional.voting.weighted import WeightedVoting
from kibitz.core.errors import GameError
from kibitz.core.tensor import Tensor
from kibitz.proof.kernel.coalitions import Point, Worths, of_contributions, summed_by_size

MOST_TABLED = 20
"""Voters up to which all coalitions are looked at."""
MOST_STEPS = 3_000_000


@dataclass(frozen=True)
class Count:
    """Coalitions that win, and the swings of each voter by the number of others."""

    n: int
    wins: int
    swings: list[list[int]]

    def index(self, name: str) -> Point:
        """An index that the swings determine."""
        totals = [Fraction(sum(row)) for row in self.swings]
        if name == "Shapley-Shubik index":
            return of_contributions([[Fraction(c) for c in row] for row in self.swings])
        bottom = {
            "Banzhaf value": 2 ** (self.n - 1),
            "normalized Banzhaf index": sum(totals),
            "Coleman index to prevent action": self.wins,
            "Coleman index to initiate action": 2**self.n - self.wins,
            "Rae index": 2**self.n,
        }[name]
        if not bottom:
            raise GameError(f"{name}: no coalition counts for it")
        return [t / bottom + (Fraction(1, 2) if name == "Rae index" else 0) for t in totals]


def wins_and_losses(game: CoalitionalGame) -> Tensor:
    """The worths of a simple game; others are refused."""
    tensor = Worths(game).tensor
    if not set(tensor.array.tolist()) <= {0, tensor.denominator}:
        raise GameError("this is for simple games, in which coalitions win or lose")
    return tensor


def count(game: CoalitionalGame) -> Count | None:
    """Count wins and swings; None when that is too much here."""
    if game.n <= MOST_TABLED:
        tensor = wins_and_losses(game)
        swings = [[int(x) for x in row] for row in summed_by_size(tensor)]
        return Count(game.n, int((tensor.array != 0).sum()), swings)
    if isinstance(game, WeightedVoting):
        weights, quota = game.whole()
        if len(set(weights)) * game.n * quota <= MOST_STEPS:
            return _by_weight(list(weights), quota)
    return _by_type(game) if isinstance(game, CompoundVoting) else None


def _by_weight(weights: list[int], quota: int) -> Count:
    """Losing coalitions by weight; those of each size are digits of one long number."""
    n = len(weights)
    digit = n + 1
    losing = [1] + [0] * (quota - 1)
    for w in weights:
        for total in range(quota - 1, w - 1, -1):
            losing[total] += losing[total - w] << digit
    by_weight: dict[int, list[int]] = {}
    for w in set(weights):
        without = losing[:]
        for total in range(w, quota):
            without[total] -= without[total - w] << digit
        swinging = sum(without[max(0, quota - w) :])
        by_weight[w] = _digits(swinging, digit, n)
    losses = sum(_digits(sum(losing), digit, n + 1))
    return Count(n, 2**n - losses, [by_weight[w] for w in weights])


def _digits(number: int, digit: int, count: int) -> list[int]:
    return [number >> (digit * s) & ((1 << digit) - 1) for s in range(count)]


def _by_type(game: CompoundVoting) -> Count | None:
    """Go through how many voters of each type there are in a coalition."""
    vectors = list(zip(*(rule.weights for rule in game.rules), strict=True))
    types = list(dict.fromkeys(vectors))
    have = [vectors.count(t) for t in types]
    if prod(h + 1 for h in have) * len(types) > MOST_STEPS // 10:
        return None
    quotas = [rule.quota for rule in game.rules]

    def passes(chosen: tuple[int, ...]) -> bool:
        sums = [
            sum(t[r] * c for t, c in zip(types, chosen, strict=True)) for r in range(len(quotas))
        ]
        return any(all(sums[r] >= quotas[r] for r in way) for way in game.ways)

    wins, swings = 0, [[0] * game.n for _ in types]
    for chosen in product(*(range(h + 1) for h in have)):
        ways = prod(comb(h, c) for h, c in zip(have, chosen, strict=True))
        if passes(chosen):
            wins += ways
            continue
        for k, c in enumerate(chosen):
            if c < have[k] and passes((*chosen[:k], c + 1, *chosen[k + 1 :])):
                swings[k][sum(chosen)] += ways * (have[k] - c) // have[k]
    return Count(game.n, wins, [swings[types.index(v)] for v in vectors])
