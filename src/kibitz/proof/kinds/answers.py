"""Several claims about one game."""

from __future__ import annotations

from typing import Any

from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks

STRUCTURE = {
    "dominant": "dominant-strategies",
    "equalizing": "equalizing-equilibria",
    "interchangeable": "interchangeability",
    "movement": "movement-diagram",
    "zero-sum": "zero-sum-equivalence",
}
"""Names of questions whose answers have another kind than the name."""


@checks("answers", "structure")
def answers(game: Any, claim: Claim, proof: Proof) -> None:
    """Each of them holds, of this very game."""
    parts = claim.entries("answers")
    proof.states(f"{', '.join(parts)}: these are the answers", "the theorem for each part")
    proof.found(claim, "certificates")
    for name, part in parts.items():
        proof.includes(name, check(game, part))
        if claim.data.get("kind") == "structure":
            proof.equal(f"answers.{name}.kind", part.get("kind"), STRUCTURE.get(name, name))
