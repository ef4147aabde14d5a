"""Several claims about one game."""

from __future__ import annotations

from typing import Any

from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError


@checks("answers", "structure")
def answers(game: Any, claim: Claim, proof: Proof) -> None:
    """Each of them holds, of this very game."""
    parts = claim.raw("answers")
    if not isinstance(parts, dict):
        raise GameError("answers: expected an object with an answer for each name")
    proof.states(f"{', '.join(parts)}: as answered", "the theorem of each")
    proof.found(claim, "certificates")
    for name, part in parts.items():
        proof.includes(name, check(game, part))
