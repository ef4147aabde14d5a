"""Claims about the size of a game, or of a tree that is the same all over."""

from __future__ import annotations

from collections import Counter
from math import log10
from typing import Any

from kibitz.core.claim import CLOSE, PROVENANCE, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.positions import at
from kibitz.rules.game import CHANCE, OVER, TOGETHER, Position

MOST = 100_000
"""Positions that are counted again."""
BESIDES = (
    *("branching", "branching_of_moves", "chance_factor", "up_to_symmetry"),
    *("up_to_symmetry_by_ply", "deals", "information_sets", "largest_information_set"),
)
"""Averages, and counts of what looks the same."""
ABOUT = (
    *("alpha_beta_leaves_at_best", "alpha_beta_plies_at_best"),
    *("minimax_plies", "expectiminimax_plies"),
)


@checks("size")
def size(game: Any, claim: Claim, proof: Proof) -> None:
    """Positions and ways through them, counted level by level."""
    if "game" not in claim:
        _uniform(claim, proof)
        return
    here = at(game, claim)
    proof.states(f"{here.rules.name}: how large it is", "counting")
    proof.says(claim, "game", here.rules.name)
    if not isinstance(claim.raw("positions"), int) or "pieces" in claim:
        for key in claim.data:
            claim.raw(key)
        proof.theorem = "no theorem: it is an estimate, or by a formula"
        proof.leaves("the counts")
        return
    levels = _levels(here)
    ends: Counter[str] = Counter()
    lengths: Counter[str] = Counter()
    seen: set[Any] = set()
    over: set[Any] = set()
    for ply, level in enumerate(levels):
        for state, ways in level.items():
            seen.add(state)
            if here.rules.player(state) == OVER:
                over.add(state)
                lengths[str(ply)] += ways
                ends[" ".join(map(show, here.rules.payoffs(state)))] += ways
    nodes, leaves = sum(sum(level.values()) for level in levels), sum(lengths.values())
    proof.says(claim, nodes=nodes, leaves=leaves, positions=len(seen), plies=len(levels) - 1)
    proof.says(claim, final_positions=len(over), positions_by_ply=list(map(len, levels)))
    proof.says(claim, games_by_length=dict(lengths), games_by_payoffs=dict(ends))
    proof.that("the numbers of nodes, leaves and positions", True, count_of(nodes, "node"))
    proof.found(claim, *BESIDES)


def _levels(here: Position) -> list[Counter[Any]]:
    """For each number of moves, how many ways lead to each position."""
    rules, level, found, total = here.rules, Counter({here.state: 1}), [], 0
    while level:
        found.append(level)
        total += len(level)
        if total > MOST:
            raise GameError(f"more than {MOST:,} positions; they are not counted again")
        after: Counter[Any] = Counter()
        for state, ways in level.items():
            player = rules.player(state)
            if player == TOGETHER:
                raise GameError("players move simultaneously; such games are not counted")
            if player != OVER:
                moves = [m for m, _ in rules.chance(state)] if player == CHANCE else None
                for move in rules.moves(state) if moves is None else moves:
                    after[rules.play(state, move)] += ways
        level = after
    return found


MOST_DIGITS = 100_000
"""Digits of a number of leaves up to which it is compared with the power."""


def _uniform(claim: Claim, proof: Proof) -> None:
    """Powers of the number of moves, and of outcomes of chance; hands are not counted again."""
    if "branching" not in claim:
        proof.states("numbers of hands and deals", "no theorem: they are not counted again")
        proof.found(claim, *(key for key in claim.data if key not in PROVENANCE | {"exact"}))
        return
    branching = float(claim.number("branching"))
    proof.states(f"a tree with {branching:g} moves at each node", "powers")
    if not branching > 1:
        raise GameError("branching: it must be above 1")
    proof.tolerance, proof.unit = CLOSE, ""
    proof.says(claim, "alpha_beta_branching", branching**0.5)
    branching *= float(claim.number("chance_factor")) if "chance_factor" in claim else 1
    proof.says(claim, "branching_with_chance", branching)
    if "log10_leaves" in claim:
        told = float(claim.number("log10_leaves"))
        if not branching > 1 or not 0 <= told <= MOST_DIGITS:
            raise GameError(f"log10_leaves: expected a number from 0 to {MOST_DIGITS:,}")
        depth = told / log10(branching)
        whole = "leaves" not in claim or abs(depth - round(depth)) <= float(CLOSE) * (1 + depth)
        proof.also("log10_leaves", whole, "it is not a power of the number of moves")
        right = round(branching) ** round(depth) if branching == round(branching) else None
        proof.says(claim, "leaves", right)
    proof.found(claim, *ABOUT, *(["log10_leaves"] if "leaves" not in claim else []))
