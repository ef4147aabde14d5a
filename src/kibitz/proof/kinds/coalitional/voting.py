"""Power indices and weights of simple games, counted afresh."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from kibitz.coalitional.coalitions import members, sizes, subset_sums
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.voting.game import VotingGame
from kibitz.coalitional.voting.weighted import WeightedVoting
from kibitz.core.claim import Claim, Proof, checks, rounded
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_that
from kibitz.proof.kernel.coalitions import Point, coalitions, payoffs, spelled
from kibitz.proof.kernel.voting_weights import MOST_TABLED, Count, count, wins_and_losses

MOST_LISTED = 14
"""Voters up to which minimal winning coalitions are part of an answer."""
OF_SWINGS = (
    "Shapley-Shubik index",
    "Banzhaf value",
    "normalized Banzhaf index",
    "Coleman index to prevent action",
    "Coleman index to initiate action",
    "Rae index",
)
OF_MINIMAL = ("Deegan-Packel index", "Holler index", "Johnston index")


def of_minimal(game: CoalitionalGame, name: str) -> Point:
    """An index of minimal or vulnerable coalitions, one after the other. O(n 2^n)."""
    wins = game.worths.array != 0
    masks = np.flatnonzero(wins)
    bits = np.arange(game.n)
    critical = (masks[:, None] >> bits & 1 == 1) & ~wins[masks[:, None] & ~(1 << bits)]
    counts = critical.sum(axis=1)
    if name != "Johnston index":
        critical = critical[counts == sizes(game.n)[masks]]
        counts = critical.sum(axis=1)
    if name == "Holler index":
        totals = [Fraction(int(c)) for c in critical.sum(axis=0)]
    else:
        totals = [Fraction(0)] * game.n
        for k in range(1, game.n + 1):
            for i, c in enumerate(critical[counts == k].sum(axis=0).tolist()):
                totals[i] += Fraction(c, k)
    return [t / sum(totals) for t in totals]


@checks("power-index", of=CoalitionalGame)
def power_index(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """One index, by its definition."""
    name = claim.text("name")
    given = payoffs(game, claim)
    proof.states(f"the {name} is {spelled(given)}", "its definition")
    proof.says(claim, "exact", not rounded(claim.data))  # of any simple game, in floats or not
    _index(game, name, given, proof, count(game))


def _index(
    game: CoalitionalGame, name: str, given: list[Number], proof: Proof, found: Count | None
) -> None:
    """Compare one index with its definition."""
    if name not in (*OF_MINIMAL, *OF_SWINGS):
        raise GameError(f"unknown power index {name!r}")
    proof.within([Fraction(0), Fraction(1)], given)
    if found is None or (name in OF_MINIMAL and game.n > MOST_TABLED):
        proof.leaves(f"the {name}")
    else:
        right = of_minimal(game, name) if name in OF_MINIMAL else found.index(name)
        proof.equal(name, list(given), right)


@checks("power-indices", of=CoalitionalGame)
def power_indices(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Every index by its definition, and the swings behind them."""
    indices = claim.part("indices")
    proof.states("these are the power indices", "the definition of each")
    found = count(game)
    for name in indices.data:
        _index(game, name, payoffs(game, indices, name), proof, found)
    if isinstance(game, WeightedVoting):
        proof.says(claim, quota=game.quota, weights=list(game.weights))
    if found is None:
        keys = ("winning", "swings", "veto_players", "null_players")
        proof.leaves("the swings, and what follows from them", claim, *keys)
        return
    totals = [sum(row) for row in found.swings]
    named = list(zip(game.players, totals, strict=True))
    proof.says(claim, winning=found.wins, swings=totals)
    proof.says(claim, "veto_players", [p for p, t in named if t == found.wins])
    proof.says(claim, "null_players", [p for p, t in named if t == 0])
    if "minimal_winning" in claim:
        if game.n > MOST_LISTED:
            raise GameError("minimal_winning: there are too many voters to list them")
        listed = coalitions(game, claim, "minimal_winning")
        proof.equal("minimal_winning", sorted(listed), sorted(minimal_winning(game)))
    if isinstance(game, VotingGame):
        proof.that("the counts are of this game", True, count_that(found.wins, "coalition", "win"))


def minimal_winning(game: CoalitionalGame) -> Iterator[int]:
    """The coalitions that win and need all their members."""
    wins = (game.worths.array != 0).tolist()
    for mask, won in enumerate(wins):
        if won and not any(wins[mask ^ 1 << i] for i in members(mask)):
            yield mask


@checks("weightedness", of=CoalitionalGame)
def weightedness(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Weights that separate winning from losing coalitions, or a trade. O(2^n)."""
    wins = wins_and_losses(game).array != 0
    trade = claim.part("trade")
    won, lost = (coalitions(game, trade, side) for side in ("winning", "losing"))
    weights, quota = claim.items("weights"), claim.number("quota")
    proof.says(claim, "exact", not rounded(claim.data))
    holds = claim.flag("weighted")
    state = "weighted" if holds else "not weighted"
    proof.states(f"the game is {state}", "its weights" if holds else "trade robustness")
    if holds:
        proof.that("no trade is given", not won and not lost)
        found = subset_sums(claim.exacts("weights", game.n))
        least, most = found.array[wins].min(), found.array[~wins].max()
        need = Fraction(quota) * found.denominator
        proof.that("every winning coalition reaches the quota", int(least) >= need)
        proof.that("no losing coalition reaches it", int(most) < need)
        return
    proof.that("no weights are given", not weights and quota == 0)
    proof.that("these coalitions win", bool(won) and all(bool(wins[m]) for m in won))
    good = len(won) == len(lost) and not any(bool(wins[m]) for m in lost)
    proof.that("as many coalitions lose", good)
    counts = [[sum(m >> i & 1 for m in side) for i in range(game.n)] for side in (won, lost)]
    what = "every player is in as many of the first as of the second"
    proof.that(what, counts[0] == counts[1])
