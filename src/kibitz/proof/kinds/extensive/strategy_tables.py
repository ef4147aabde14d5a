"""Claims about one player's strategy in a tree, and about all optimal strategies."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_that
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.profile import uniform
from kibitz.proof.kernel.trees import close, evaluate, is_solved, read_profile, realized


@checks("strategy-reports", of=ExtensiveGame)
def strategy_reports(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """Each report holds."""
    reports = claim.items("reports")
    proof.states(f"what {count_that(len(reports), 'strategy', 'guarantee')}", "best responses")
    for k, report in enumerate(reports):
        told = {"kind": "strategy-report", **Claim(report, f"reports[{k}]").data}
        proof.proves(f"report {k + 1}", game, told, "strategy-report")


@checks("strategy-report", of=ExtensiveGame)
def strategy_report(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """The best response of the other player leaves what the strategy guarantees. O(nodes)."""
    player = game.player(claim.text("player"))
    said = claim.number("guarantee")
    proof.states(f"the strategy guarantees {show(said)}", "the best response")
    tables = uniform(game).to_json() | {game.players[player]: dict(claim.part("strategy").data)}
    for name in claim.part("strategy").data:
        claim.part("strategy").raw(name)
    profile = read_profile(game, Claim({"strategies": tables}), proof)
    best = evaluate(game, profile)[1]
    close(game, profile, proof, player)
    total = game.constant_sum if len(game.players) == 2 else None
    if total is None:
        proof.leaves("the guarantee, of a game that is not zero-sum for two")
    else:
        proof.equal("guarantee", said, Fraction(total) - best[1 - player])
    if claim.raw("value") is None:
        proof.says(claim, "exploitability", None)
    else:
        value = claim.number("value")
        proof.says(claim, "exploitability", Fraction(value) - Fraction(said))
        fine = Fraction(value) >= Fraction(said) - proof.tolerance
        proof.also("no strategy guarantees more than the value", fine)
        proof.leaves("the value of the game")
    rows = ("faults", "missing", "irrelevant", "unreached")
    listed = {key: claim.items(key) for key in rows}
    proof.says(claim, "valid", not listed["faults"] and not listed["missing"])
    proof.leaves("which rows were faulty, missing, irrelevant or not reached")


@checks("optimal-face", of=ExtensiveGame)
def optimal_face(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """Optimal strategies lie within the intervals; that these are tight is not proved."""
    value, whole = claim.number("value"), claim.entries("solution")
    told = f"the value is {show(value)}, with optimal strategies in these intervals"
    proof.states(told, "best responses")
    is_solved(game, whole, "optimal strategies", proof)
    proof.equal("value", claim.raw("value"), Claim(whole, "solution").exact("value"))
    ranges, unique = claim.part("ranges"), claim.part("unique")
    profile = read_profile(game, Claim(whole), proof)
    reached = realized(game, profile)[game.treeplex.parent] != 0
    inside = True
    for player, name in enumerate(game.players):
        table = ranges.part(name)
        given = profile.of(player)
        if set(table.data) != set(given):
            raise GameError(f"{table.where}: expected the information sets of {name}")
        fixed = True
        mine = np.flatnonzero(game.owners == player)
        for k, (infoset, moves) in zip(mine, given.items(), strict=True):
            row = table.part(infoset)
            if set(row.data) != set(moves):
                raise GameError(f"{row.where}: expected the moves {', '.join(moves)}")
            for move in moves:
                ends = _interval(row, move)
                fixed &= ends is None or ends[0] == ends[1]
                here = ends is not None and ends[0] <= Fraction(moves[move]) <= ends[1]
                inside &= here or not reached[k]
        proof.says(unique, name, fixed)
    proof.that("the optimal strategies lie in the intervals", inside)
    proof.leaves("that the ends of the intervals are least and greatest, and what is unique")


def _interval(row: Claim, move: str) -> list[Fraction] | None:
    if row.raw(move) is None:
        return None
    ends = row.exacts(move, 2)
    if not 0 <= ends[0] <= ends[1] <= 1:
        raise GameError(f"{row.path(move)}: expected an interval within 0 and 1")
    return ends
