"""Claims about one position of a database."""

from __future__ import annotations

from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.proof.kernel.positions import MOST, at, labeled


@checks("database-entry")
def database_entry(game: Any, claim: Claim, proof: Proof) -> None:
    """Retrograde analysis of all that can be reached from the position."""
    here = at(game, claim)
    rules = here.rules
    value = claim.raw("value")
    proof.states(f"{rules.name}: this position is worth {value}", "retrograde analysis")
    proof.says(claim, game=rules.name, position=rules.show(here.state))
    found = labeled([here])
    if found is None:
        proof.that(f"retrograde analysis of at most {MOST:,} positions", False, "it is larger")
        return
    right, far = found[here.state]
    proof.equal("value", value, right)
    proof.says(claim, "plies", None if far < 0 else far)
    own = 1 if here.player == 0 else -1
    scores = {}
    for move in here.moves:
        worth, length = found[rules.play(here.state, move)]
        soon = -length if own * worth > 0 else length if worth else 0
        scores[rules.show_move(here.state, move)] = own * worth, soon
    best = max(scores.values(), default=None)
    right_moves = [move for move, score in scores.items() if score == best]
    proof.that("the best moves win soonest or lose latest", claim.items("best") == right_moves)
