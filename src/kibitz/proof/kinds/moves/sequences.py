"""Claims about the nimbers of heaps."""

from __future__ import annotations

from functools import reduce
from operator import xor

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks

MOST = 100
"""Heaps whose nimbers are found again by the mex rule."""


@checks("nim-sequence", of=HeapGame)
def nim_sequence(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """The nimber of a heap is the least that no move leaves; the period is proved as such."""
    last = claim.count("to")
    proof.states(f"{game.name}: the nimbers of heaps up to {last:,}", "the mex rule")
    proof.found(claim, "closed_form")
    proof.includes("the period", check(game, claim.raw("period")))
    if "values" not in claim:
        return
    values = claim.items("values", last + 1)
    right: list[int] = []
    for n in range(min(last, MOST) + 1):
        left = {reduce(xor, (right[h] for h in m[1]), 0) for m in game.moves((n,))}
        right.append(next(k for k in range(len(left) + 1) if k not in left))
    proof.that("they are the least that no move leaves", values[: len(right)] == right)
    if last > MOST:
        proof.leaves(f"the nimbers of heaps above {MOST}")
