"""The proof that a profile of n players is an equilibrium, exact or by balls around a root."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core.solution import Certificate, Check
from kibitz.strategic.n_player.algebraic_point import AlgebraicPoint

if TYPE_CHECKING:
    from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium

BITS = 128
NEAR = 1e-6
CLAIM = "this profile is an equilibrium"


def prove(found: NPlayerEquilibrium) -> Certificate:
    """Exactly when the weights are rational or algebraic of low degree, otherwise by intervals."""
    exact = found.algebraic if found.game.exact else None
    if exact is None and found.pure:
        exact = found.exact_point
    if exact is not None:
        return _exactly(found, exact)
    by_balls = _by_balls(found)
    if by_balls.holds:
        return by_balls
    exact = found.exact_point
    return by_balls if exact is None else _exactly(found, exact)


def _exactly(found: NPlayerEquilibrium, point: AlgebraicPoint) -> Certificate:
    from flint import fmpq_poly

    game, system = found.game, found.system
    if [len(w) for w in point.weights] != [len(s) for s in system.supports]:
        check = Check("there is a weight for every strategy of the supports", False)
        return Certificate(CLAIM, "exact payoffs of all pure strategies", (check,))
    lines = system.lines(point.weights)
    checks = []
    for i, played in enumerate(system.supports):
        weights = point.weights[i]
        total = sum(weights, fmpq_poly([0])) - 1
        distribution = total % point.modulus == 0 and all(point.sign(w) >= 0 for w in weights)
        checks.append(Check(f"{game.players[i]} plays a distribution", distribution))
        values = [_poly(x) for x in lines[i]]
        used = [s for s, w in zip(played, weights, strict=True) if point.sign(w) > 0]
        best = values[used[0]]
        level = all(point.sign(values[s] - best) == 0 for s in used)
        checks.append(
            Check(f"{game.players[i]}: all strategies in the support pay the same", level)
        )
        others = [s for s in range(len(values)) if s not in used]
        none = all(point.sign(values[s] - best) <= 0 for s in others)
        checks.append(Check(f"{game.players[i]}: no other strategy pays more", none))
    near = all(
        abs(point.value(w) - x) < NEAR
        for part, own in zip(point.weights, found.point, strict=True)
        for w, x in zip(part, own, strict=True)
    )
    checks.append(Check("the weights in floating point are those", near))
    how = "" if point.degree == 1 else f", in a number field of degree {point.degree}"
    return Certificate(CLAIM, f"exact payoffs of all pure strategies{how}", tuple(checks))


def _by_balls(found: NPlayerEquilibrium) -> Certificate:
    from flint import arb, ctx

    game, system = found.game, found.system
    theorem = "Krawczyk's test for the indifference equations, and interval bounds on all regrets"
    balls = found.refined(BITS) if system.unknowns else []
    if balls is None:
        check = Check("the equations have exactly one root near the point", False)
        return Certificate(CLAIM, theorem, (check,))
    width = max((float(b.rad()) for b in balls), default=0.0)
    checks = [
        Check("the equations have exactly one root near the point", True, f"within {width:.1g}")
    ]
    with ctx.workprec(2 * BITS):
        weights = system.weights(balls, arb(1))
        gains = system.gains(weights)
    near = all(
        abs(float(w) - x) < NEAR
        for part, own in zip(weights, found.point, strict=True)
        for w, x in zip(part, own, strict=True)
    )
    checks.append(Check("the weights in floating point are those", near))
    for i, part in enumerate(weights):
        positive = all(w > 0 for w in part)
        checks.append(Check(f"{game.players[i]} plays a distribution with this support", positive))
    for i, name in enumerate(game.players):
        own = [gain for player, _, gain in gains if player == i]
        checks.append(
            Check(f"{name}: no other strategy pays as much", all(gain < 0 for gain in own))
        )
    return Certificate(CLAIM, theorem, tuple(checks))


def _poly(x: Any) -> Any:
    from flint import fmpq_poly

    return x if isinstance(x, fmpq_poly) else fmpq_poly([x])
