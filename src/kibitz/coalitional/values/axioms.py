"""The axioms that values are characterized by, as checks of given payoffs."""

from __future__ import annotations

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import null_players, symmetric_classes
from kibitz.coalitional.solution import agree
from kibitz.core.numbers import Number, magnitude, show
from kibitz.core.solution import Check

Payoffs = tuple[Number, ...]


def efficiency(game: CoalitionalGame, payoffs: Payoffs, tolerance: Number) -> Check:
    """Everything that all players earn together is handed out."""
    return agree("efficient: the payoffs add up to v(N)", sum(payoffs), game.total, tolerance)


def null_player_axiom(game: CoalitionalGame, payoffs: Payoffs, tolerance: Number) -> Check:
    """Players who never add anything get nothing."""
    idle = null_players(game)
    paid = [p for p in idle if magnitude(payoffs[game.position(p)]) > tolerance]
    what = "players who never add anything get nothing"
    if paid:
        return Check(what, False, f"{paid[0]} gets {show(payoffs[game.position(paid[0])])}")
    return Check(what, True, ", ".join(idle) if idle else "there are none")


def symmetry_axiom(game: CoalitionalGame, payoffs: Payoffs, tolerance: Number) -> Check:
    """Players who always add the same get the same."""
    what = "players who always add the same get the same"
    alike = [group for group in symmetric_classes(game) if len(group) > 1]
    for first, *others in alike:
        for other in others:
            x, y = payoffs[game.position(first)], payoffs[game.position(other)]
            if magnitude(x - y) > tolerance:
                return Check(what, False, f"{first} gets {show(x)}, {other} {show(y)}")
    return Check(
        what, True, "; ".join(", ".join(g) for g in alike) if alike else "there are no such players"
    )
