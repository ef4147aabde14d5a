"""Claims about paths of learning and evolution: the states, and what could be gained in each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.core.claim import CLOSE, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show
from kibitz.strategic.game import StrategicGame

CONVERGED = Fraction(1, 10**6)
Profile = list[list[Number]]


@checks("trajectory", of=StrategicGame)
def trajectory(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The final profile is an epsilon-equilibrium for its regret: pure deviations are enough."""
    final = _profile(game, claim.raw("profile"), "profile")
    states = [_profile(game, s, f"states[{k}]") for k, s in enumerate(claim.items("states"))]
    exact = all(isinstance(w, Fraction) for side in final for w in side)
    paid, regrets = _outcome(game, final, exact and game.exact)
    said = claim.number("regret")
    proof.states(
        f"nobody can gain more than {show(said)} alone", "the definition of an epsilon-equilibrium"
    )
    _within(game, proof, exact and game.exact)
    proof.that("every state is a profile of mixed strategies", True, f"{len(states)} states")
    worst = max(regrets)
    told = show(float(worst) if proof.tolerance else worst)
    proof.that("what some player could gain alone", True, told)
    proof.equal("regret", claim.raw("regret"), worst)
    word = f"{game.word}s"
    proof.says(claim, word, paid)
    proof.says(claim, "exact", exact)
    spread = max(Fraction(max(c)) - Fraction(min(c)) for c in _payoffs(game)) or Fraction(1)
    proof.says(claim, "converged", worst <= CONVERGED * spread)
    _bounds(game, claim, proof)
    _within(game, proof, False)
    proof.says(claim, "regrets", [max(_outcome(game, state, False)[1]) for state in states])
    times = claim.numbers("times", len(states))
    proof.that("time goes on", all(a < b for a, b in pairwise(times)))
    for key in ("rule", "remark"):
        if key in claim:
            claim.text(key)
    proof.leaves("that the states follow the rule, at these times")


def _payoffs(game: StrategicGame) -> list[list[Number]]:
    return [np.array(t.numbers(), object).ravel().tolist() for t in game.payoffs]


def _within(game: StrategicGame, proof: Proof, exact: bool) -> None:
    """A tolerance by the payoffs of all players; none where everything is exact."""
    every = [x for column in _payoffs(game) for x in column]
    proof.tolerance = Fraction(0)
    proof.within(every, () if exact else (0.0,))


def _profile(game: StrategicGame, given: Any, where: str) -> Profile:
    """A distribution for each player."""
    if not isinstance(given, list) or len(given) != len(game.shape):
        raise GameError(f"{where}: expected a mixture for each of {len(game.shape)} players")
    found = []
    for side, size in zip(given, game.shape, strict=True):
        if not isinstance(side, list) or len(side) != size:
            raise GameError(f"{where}: expected {size} numbers")
        weights = [number(w, where) for w in side]
        slack = CLOSE if any(isinstance(w, float) for w in weights) else Fraction(0)
        total = sum((Fraction(w) for w in weights), Fraction(0))
        if min(weights) < -slack or abs(total - 1) > slack:
            raise GameError(f"{where}: {show(total)} is the sum of a mixture; it must be 1")
        found.append(weights)
    return found


def _outcome(
    game: StrategicGame, profile: Profile, exact: bool
) -> tuple[list[Fraction], list[Fraction]]:
    """What everybody gets, and could gain alone."""
    sign = -1 if game.costs else 1
    paid, regrets = [], []
    for k, tensor in enumerate(game.payoffs):
        line = _line(tensor.numbers() if exact else tensor.floats(), profile, k, exact)
        own = sum((Fraction(w) * x for w, x in zip(profile[k], line, strict=True)), Fraction(0))
        paid.append(sign * own)
        regrets.append(max(x - own for x in line))
    return paid, [max(r, Fraction(0)) for r in regrets]


def _line(table: Any, profile: Profile, player: int, exact: bool) -> list[Fraction]:
    """What each strategy of a player pays against the others' mixtures."""
    kind: Any = object if exact else float
    box = np.moveaxis(np.array(table, kind), player, 0)
    others = [side for k, side in enumerate(profile) if k != player]
    for side in reversed(others):
        box = box @ np.array([w if exact else float(w) for w in side], kind)
    return [Fraction(x) for x in box.tolist()]


def _bounds(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Bounds on the value of a game of constant sum, by the strategies that guarantee them."""
    if "value_bounds" not in claim:
        return
    low, high = claim.numbers("value_bounds", 2)
    total = game.constant_sum()
    if total is None or len(game.shape) != 2:
        raise GameError("value_bounds: the game is not of two players with a constant sum")
    witness = _profile(game, claim.raw("bound_strategies"), "bound_strategies")
    numbers: Sequence[Number] = (low, high, *witness[0], *witness[1])
    exact = game.exact and not any(isinstance(x, float) for x in numbers)
    table = [t.numbers() if exact else t.floats() for t in game.payoffs]
    most = max(_line(table[0], witness, 0, exact))
    least = Fraction(total) - max(_line(table[1], witness, 1, exact))
    _within(game, proof, exact)
    proof.equal("value_bounds[0]", low, least)
    proof.equal("value_bounds[1]", high, most)
    proof.that("the value lies between the bounds", least <= most + proof.tolerance)
