"""Several claims about one game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core import index
from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks, in_form
from kibitz.core.errors import GameError
from kibitz.proof.kernel.coalitions import Worths, weights

STRUCTURE = {
    "dominant": "dominant-strategies",
    "equalizing": "equalizing-equilibria",
    "interchangeable": "interchangeability",
    "movement": "movement-diagram",
    "zero-sum": "zero-sum-equivalence",
}
"""Names of questions whose answers have another kind than the name."""
CONCEPTS = {
    **dict.fromkeys(("banzhaf", "myerson", "owen", "shapley", "solidarity", "tau"), "{}-value"),
    **dict.fromkeys(("gately", "kernel", "prekernel"), "{}-point"),
    **{f"shapley-by-{way}": "shapley-value" for way in ("dividends", "marginals", "orders")},
    **{f"{name}-set": name for name in ("kernel", "prekernel")},
    "balanced": "balancedness",
    "epsilon-core": "strong-epsilon-core",
    "normalized-banzhaf": "normalized-banzhaf-index",
    "power": "power-indices",
    "schedule": "estate-schedule",
    "weber": "weber-set",
    "weber-membership": "weber-set-membership",
}
"""The same of concepts for coalitional games."""
INDICES = {
    "coleman-initiate": "Coleman index to initiate action",
    "coleman-prevent": "Coleman index to prevent action",
    "deegan-packel": "Deegan-Packel index",
    "holler": "Holler index",
    "johnston": "Johnston index",
    "rae": "Rae index",
}
"""Power indices by the names of their methods."""
FROM_STRATEGIES = ("coalition-readings", "coalition-values")
"""Kinds of answers about the strategic game that a coalitional one comes from."""


@checks("answers", "coalitional-solution", "structure")
def answers(game: Any, claim: Claim, proof: Proof) -> None:
    """Each of them holds, of this very game, and is what its name says."""
    parts, kind = claim.entries("answers"), claim.data.get("kind")
    if kind == "coalitional-solution":
        game = in_form(game, CoalitionalGame)
    if not parts and kind != "structure":
        raise GameError("answers: there is none")
    proof.states(f"{', '.join(parts)}: these are the answers", "the theorem for each part")
    proof.found(claim, "certificates")
    if all(Claim(x, "answers").raw("exact", None) is True for x in parts.values()):
        proof.says(claim, exact=True)
    for name, data in parts.items():
        part = Claim(data, f"answers.{name}")
        if kind == "coalitional-solution" and part.data.get("kind") in FROM_STRATEGIES:
            _from_strategies(game, name, part, proof)
            continue
        right = _kind_of(name, STRUCTURE if kind == "structure" else CONCEPTS)
        if right is None:
            proof.leaves(f"that {name} is how it was found")
        else:
            proof.equal(part.path("kind"), part.data.get("kind"), right)
        if name in INDICES and kind != "structure":
            proof.equal(part.path("name"), part.data.get("name"), INDICES[name])
        proof.includes(name, check(game, part.data))


def _kind_of(name: str, called: Mapping[str, str]) -> str | None:
    """The kind of answer that a name stands for; None for methods, which are called anything."""
    if name in INDICES:
        return "power-index"
    found = called.get(name, name if name in index.table("CHECKERS") else None)
    return None if found is None else found.format(name)


def _from_strategies(game: CoalitionalGame, name: str, part: Claim, proof: Proof) -> None:
    """One of the readings of a strategic game must give the worths of this game."""
    readings = part.data.get("readings")
    tables = readings.values() if isinstance(readings, dict) else [part.data.get("worths")]
    found = [weights(game, Claim({"worths": table}, name), "worths") for table in tables]
    worths = Worths(game)
    proof.within(worths.ends, [x for table in found for x in table.values()])
    good = any(
        len(table) == game.grand
        and all(abs(Fraction(x) - worths[m]) <= proof.tolerance for m, x in table.items())
        for table in found
    )
    proof.that(f"{name}: one reading gives the worths of this game", good)
    proof.leaves(f"{name}: that the strategies give these worths")
