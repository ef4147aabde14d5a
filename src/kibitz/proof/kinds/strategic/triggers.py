"""Claims about trigger strategies: a deviation gains once, and loses in every round after it."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.certificate import NO_THEOREM
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.numbers import show
from kibitz.proof.kernel.profiles import outcome
from kibitz.strategic.game import StrategicGame


@checks("grim-trigger", of=StrategicGame)
def grim_trigger(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """At the threshold what a deviation gains is what it loses later, by an equilibrium."""
    proof.states("trigger strategies sustain the cells", "the one-shot deviation principle")
    limit = None if claim.raw("discount") is None else claim.exact("discount")
    proof.also("the discount lies between 0 and 1", limit is None or 0 <= limit < 1)
    seen = []
    for part in claim.parts("sustained"):
        stay, threat = outcome(game, part, proof, "cell"), part.part("threat")
        stay.pays(part, proof)
        after = outcome(game, threat, proof, "profile")
        after.pays(threat, proof)
        proof.also("the threat is an equilibrium", after.regret == 0)
        least, names = part.exact("least_discount"), part.items("cell")
        holds = max(map(_least, stay.regrets, stay.own, after.own)) == least < 1
        proof.that(f"{', '.join(map(str, names))} is sustained from {show(least)} on", holds)
        proof.also("it is sustained at the discount", limit is None or least <= limit < 1)
        proof.also("a cell is named once", names not in seen and {str} == set(map(type, names)))
        seen.append(names)
    if not seen:
        proof.theorem = f"{NO_THEOREM}: no cell is named"
    proof.leaves("that no other threat needs less patience, and that no other cell is sustained")


def _least(gain: Fraction, stay: Fraction, later: Fraction) -> Fraction:
    """The least discount factor at which a player stays; 1 if there is none below."""
    if gain == 0 and later <= stay:
        return Fraction(0)
    return gain / (gain + stay - later) if later < stay else Fraction(1)
