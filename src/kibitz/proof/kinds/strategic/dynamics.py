"""Claims about paths of learning and evolution: the states, and what could be gained in each."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.core.claim import Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.proof.kernel.profiles import Outcome, distributions, extremes, profile_at, slacks
from kibitz.strategic.game import StrategicGame

CONVERGED = Fraction(1, 10**6)


@checks("trajectory", of=StrategicGame)
def trajectory(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The final profile is an epsilon-equilibrium for its regret: pure deviations are enough."""
    said = claim.number("regret")
    theorem = "the definition of an epsilon-equilibrium"
    proof.states(f"no player can gain more than {show(said)} by deviating alone", theorem)
    final, exact = _outcome(game, claim.raw("profile"), "profile")
    states = [_outcome(game, s, f"states[{k}]")[0] for k, s in enumerate(claim.items("states"))]
    proof.that("every state is a profile of mixed strategies", True, f"{len(states)} states")
    _within(game, proof, exact and game.exact)
    told = show(float(final.regret) if proof.tolerance else final.regret)
    proof.that("what some player could gain alone", True, told)
    proof.also("regret", same(claim.raw("regret"), final.regret, final.unit(slacks(game, proof))))
    final.pays(claim, proof)
    proof.says(claim, "exact", exact)
    ends = [Fraction(x) for x in extremes(game)]
    spread = max(high - low for low, high in zip(ends[::2], ends[1::2], strict=True))
    proof.says(claim, "converged", final.regret <= CONVERGED * (spread or 1))
    if "value_bounds" in claim:
        _bounds(game, claim, proof)
    _within(game, proof, False)
    allowed = slacks(game, proof)
    units = [state.unit(allowed) for state in states]
    proof.each(claim, "regrets", [state.regret for state in states], units)
    times = claim.numbers("times", len(states))
    proof.that("time increases", all(a < b for a, b in pairwise(times)))
    for key in ("rule", "remark"):
        if key in claim:
            claim.text(key)
    proof.leaves("that the states follow the rule, at these times")
    if claim.data.get("remark"):
        proof.leaves("the wording of its remark")


def _within(game: StrategicGame, proof: Proof, exact: bool) -> None:
    """A tolerance by the payoffs of all players; none where everything is exact."""
    proof.tolerance = Fraction(0)
    proof.within(extremes(game), () if exact else (0.0,))


def _outcome(game: StrategicGame, given: Any, where: str) -> tuple[Outcome, bool]:
    """What a profile pays, and whether it is exact; what is not a strategy is refused."""
    read, profile = profile_at(Claim({where: given}), where, game)
    inner = Proof()
    if not distributions(inner, game, read):
        raise GameError(f"{where}: {inner.checks[0].found} of a mixture; it must be 1")
    exact = not any(isinstance(w, float) for side in read for w in side)
    return Outcome(game, profile), exact


def _bounds(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Bounds on the value of a game of constant sum, by the strategies that guarantee them."""
    low, high = claim.numbers("value_bounds", 2)
    total: Number | None = game.constant_sum()
    if total is None or len(game.shape) != 2:
        raise GameError("value_bounds: the game is not of two players with a constant sum")
    found, exact = _outcome(game, claim.raw("bound_strategies"), "bound_strategies")
    sign = found.sign
    most, least = sign * max(found.values[0]), Fraction(total) - sign * max(found.values[1])
    _within(game, proof, exact and game.exact and not isinstance(low, float))
    proof.equal("value_bounds[0]", low, least)
    proof.equal("value_bounds[1]", high, most)
    proof.that("the value lies between the bounds", least <= most + proof.tolerance)
