"""Claims whose proof is larger than what their JSON holds: bounds and averages that were found."""

from __future__ import annotations

from typing import Any

from kibitz.core.claim import PROVENANCE, Claim, Proof, checks
from kibitz.core.numbers import show

NONE = "no theorem: its JSON does not hold what would prove it"


@checks("draw-poker")
def draw_poker(game: Any, claim: Claim, proof: Proof) -> None:
    """The bounds are in order, with the value between them."""
    low, high = claim.numbers("bounds", 2)
    proof.states(f"the value lies between {show(low)} and {show(high)}", NONE)
    proof.that("the value lies between the bounds", low <= claim.number("value") <= high)
    claim.count("iterations")
    proof.leaves("bounds: the strategies whose best responses prove them are not given")


@checks("yahtzee-plan")
def yahtzee_plan(game: Any, claim: Claim, proof: Proof) -> None:
    """What the best plan brings on average, as backward induction found it."""
    value = claim.number("value")
    proof.states(f"the best plan brings {show(value)} points on average", NONE)
    proof.says(claim, "game", game.name)
    proof.that("an average lies between 0 and the most that a card holds", 0 <= value <= 1575)
    claim.count("cards")
    proof.leaves("value and cards: the table of all cards is not given")


@checks("axiom-test")
def axiom_test(game: Any, claim: Claim, proof: Proof) -> None:
    """The axioms that failed are those that do not hold."""
    proof.states(f"axioms tried on {claim.count('lotteries')} lotteries", NONE)
    parts = claim.parts("checks")
    failed = [part.text("axiom") for part in parts if not part.flag("holds")]
    for part in parts:
        part.text("axiom")
        part.text("found")
    named = [str(code) for code in claim.items("failed")]
    short = [axiom.partition("(")[2].rstrip(")") or axiom for axiom in failed]
    proof.that("those that failed are named", named in (failed, short))
    proof.leaves("what was found: the preference that was tried is not given")


@checks("bandit", "bandit-history", "check", "feasible-sets", "nim-value")
def report(game: Any, claim: Claim, proof: Proof) -> None:
    """What was simulated, tried, drawn or calculated: nothing of it is proved."""
    proof.states("what was found", NONE)
    told = [key for key in claim.data if key not in PROVENANCE]
    for key in told:
        if key != "exact":
            claim.raw(key)
    proof.leaves(", ".join(told) or "nothing is said")
