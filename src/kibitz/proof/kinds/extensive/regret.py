"""Claims of regret minimization: how much a profile can be exploited, by best responses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.numbers import show
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.outcomes import reach_probabilities
from kibitz.extensive.strategies.profile import Profile
from kibitz.proof.kernel.arithmetic import summed
from kibitz.proof.kernel.trees import (
    close,
    evaluate,
    is_exact,
    node_values,
    payoffs_of,
    profile_of,
    read_profile,
)

RUN = ("iterations", "variant", "sampling", "history", "information_sets")
"""Fields that say how a run went."""


@checks("cfr", "mccfr", of=ExtensiveGame)
def regret_minimization(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """The exploitability is the sum of what best responses gain. O(nodes)."""
    said = claim.number("exploitability")
    proof.states(f"{show(said)} can be gained by deviating, in all", "best responses")
    profile = read_profile(game, claim, proof)
    paid, best = evaluate(game, profile)
    payoffs_of(game, profile, claim, proof, paid)
    gain = summed(best) - summed(paid)
    _exploitable(game, profile, said, gain, proof)
    left = [key for key in RUN if key in claim]
    if left:
        proof.leaves(f"how the run went ({', '.join(left)})", claim, *left)


def _exploitable(
    game: ExtensiveGame, profile: Profile, said: object, found: Fraction, proof: Proof
) -> None:
    proof.tolerance = summed(_slacks(game, profile, proof))
    proof.equal("exploitability", said, max(found, Fraction(0)))
    proof.that("best responses gain no more", True, show(float(found)))


@checks("forgetful-cfr", of=ExtensiveGame)
def forgetful(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """No other move at one information set gains more than is said. O(nodes)."""
    said = claim.number("local_gain")
    told = f"no change at one information set gains more than {show(said)}"
    proof.states(told, "one-shot deviations")
    profile = read_profile(game, claim, proof)
    values = node_values(game, profile)
    payoffs_of(game, profile, claim, proof, [Fraction(x) for x in values[0]])
    tree, reach = game.tree, reach_probabilities(game, profile)
    kind = object if is_exact(game, profile) else float
    gains = np.zeros(int(game.offset[-1]), kind)
    for node in range(1, len(tree)):
        above = int(tree.parent[node])
        infoset = int(tree.infoset[above])
        if infoset >= 0:
            more = values[node][tree.actor[above]] - values[above][tree.actor[above]]
            gains[int(game.offset[infoset]) + int(tree.move[node])] += reach[above] * more
    found = max(gains.tolist(), default=0)
    proof.that("no single change gains more", True, show(max(found, 0)))
    proof.tolerance = max(_slacks(game, profile, proof))
    proof.equal("local_gain", claim.raw("local_gain"), Fraction(max(found, 0)))
    if "warning" in claim:
        claim.text("warning")
    if "iterations" in claim:
        claim.count("iterations")
    proof.leaves("how the run went (iterations, warning), and how near it is to an equilibrium")


def _slacks(game: ExtensiveGame, profile: Profile, proof: Proof) -> Iterator[Fraction]:
    for k in range(len(game.players)):
        close(game, profile, proof, k)
        yield proof.tolerance


@checks("resolved", of=ExtensiveGame)
def resolved(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """The opponent's best response earns what is said now, and no more than before. O(nodes)."""
    player = game.player(claim.text("player"))
    profile = read_profile(game, claim, proof)
    old = profile_of(game, claim.entries("strategies_before"))
    before, after = (evaluate(game, p)[1][1 - player] for p in (old, profile))
    close(game, profile, proof, 1 - player)
    if not old.exact:
        close(game, old, proof, 1 - player)
    proof.equal("before", claim.raw("before"), before)
    proof.equal("after", claim.raw("after"), after)
    told = f"{game.players[1 - player]} gets at most {show(claim.number('before'))}, as before"
    proof.states(told, "best responses")
    proof.that("no more than before", after <= before + proof.tolerance, show(float(after)))
    for key in ("margin", "nodes"):
        claim.raw(key)
    proof.leaves("the size of the subgame, and the margin at its entrances")
