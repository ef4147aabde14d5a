"""Nash's axioms, tried on one problem; and the end-game with an all-in player."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.feasible import Pair, read_pair
from kibitz.bargaining.sets.polygon import Polygon, polygon
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.core.spelling import count_of

SCALES = (((2, 1), (1, 0)), ((1, 0), (3, -2)), ((Fraction(1, 2), 5), (4, 1)))
"""Changes of scale that are tried: factor and shift, of either player."""


@checks("axioms", of=BargainingProblem)
def axioms(problem: BargainingProblem, claim: Claim, proof: Proof) -> None:
    """Every solution by its own check; then whether they agree as the axioms ask.

    Independence is tried by cutting off one corner after another, invariance by three changes of
    scale. An axiom that fails has a counterexample; one that does not is not proved by that.
    """
    feasible, d = problem.feasible, problem.disagreement
    if not isinstance(feasible, Polygon) or d is None:
        raise GameError("the axioms are tested for polygons with a disagreement point")
    concept, corners = claim.text("concept"), feasible.vertices
    told = f"Nash's axioms tried for {concept}"
    proof.states(told, "the solutions of the problems that are tried")
    point = _solved(problem, claim.part("solution"), concept, "solution", proof)
    cuts = [
        polygon([*(p for p in corners if p != corner), point, d])
        for corner in corners
        if corner not in (point, d)
    ]
    smaller = [BargainingProblem(cut, d) for cut in cuts if cut != feasible]
    scaled = [
        BargainingProblem(polygon(_moved(p, scale) for p in corners), _moved(d, scale))
        for scale in SCALES
    ]
    rights = [[point] * len(smaller), [_moved(point, scale) for scale in SCALES]]
    agree = []
    for key, problems, right in zip(("smaller", "scaled"), (smaller, scaled), rights, strict=True):
        parts = claim.parts(key)
        found = [
            _solved(one, part, concept, f"{key} {k + 1}", proof)
            for k, (one, part) in enumerate(zip(problems, parts, strict=False))
        ]
        same = [a == b for a, b in zip(found, right, strict=False)]
        ended = len(parts) == len(problems) or (0 < len(parts) < len(problems) and not same[-1])
        proof.that(f"{key}: tried up to the first that differs", ended and all(same[:-1]))
        agree.append(all(same))
    mirrored = {(v, u) for u, v in corners} == set(corners) and d[0] == d[1]
    proof.equal(
        "axioms",
        claim.raw("axioms"),
        {
            "feasibility": feasible.contains(point),
            "Pareto optimality": feasible.gains(point) == (point,),
            "symmetry": not mirrored or point[0] == point[1],
            "independence of irrelevant alternatives": agree[0],
            "invariance under change of scale": agree[1],
        },
    )
    tried = count_of(len(smaller), "smaller set")
    proof.leaves(f"axioms that hold, beyond {tried} and three changes of scale")


def _moved(point: Pair, scale: Any) -> Pair:
    (a, b), (c, e) = scale
    return a * point[0] + b, c * point[1] + e


def _solved(problem: BargainingProblem, part: Claim, concept: str, name: str, proof: Proof) -> Pair:
    """The point of a solution inside, which must be one of this problem by this concept."""
    proof.equal(f"{name}.kind", part.raw("kind"), "bargaining-solution")
    proof.equal(f"{name}.concept", part.raw("concept"), concept)
    proof.also(f"{name}.weights", "weights" not in part, "both players have equal weight")
    proof.proves(name, problem, part.data, "bargaining-solution")
    for key in part.data:
        part.raw(key)  # the check above knows them all
    return read_pair(part.raw("solution"), name)


@checks("all-in-endgame")
def all_in_endgame(game: Any, claim: Claim, proof: Proof) -> None:
    """The table by the rules; the thresholds as the ends of what inequalities allow."""
    pot, bet, p = (exact(claim.raw(key), key) for key in ("A", "B", "p"))
    if not 0 <= p <= 1 or pot < 0 or bet < 0:
        raise GameError("A, B and p: pot and bet are not negative, p is a probability")
    proof.states("the end-game with an all-in player", "its rules, and linear inequalities")
    zero, lose = Fraction(0), 1 - p
    table = (
        ((p * (pot + bet), lose * pot - p * bet, zero), (p * pot, lose * pot, zero)),
        (
            (p * (pot + bet) - lose * bet, lose * (pot + bet) - p * bet, zero),
            (p * pot, zero, lose * pot),
        ),
    )
    proof.equal("matrix", claim.raw("matrix"), table)
    proof.says(claim, rows=["honest", "bluff"], columns=["call", "fold"], constant_sum=pot)
    if game is not None:
        same = game.shape == (2, 2, 1) and all(
            game.payoffs[k][i, j, 0] == table[i][j][k]
            for k in range(3)
            for i in range(2)
            for j in range(2)
        )
        proof.that("the game is this one", same)
    second = [[cell[1] for cell in row] for row in table]
    folding = [row[1] - row[0] for row in second]
    _greatest(claim, "folding_threshold", [(folding[0], folding[1])], proof)
    safe = [(table[0][j][0] - p * pot, table[1][j][0] - p * pot) for j in range(2)]
    _greatest(claim, "free_bluff", safe, proof)


def _greatest(claim: Claim, key: str, lines: list[tuple[Fraction, Fraction]], proof: Proof) -> None:
    """Require the greatest probability q at which a line from q = 0 to q = 1 is not negative."""
    q = exact(claim.raw(key), key)
    here = [(1 - q) * a + q * b for a, b in lines]
    beyond = any(value == 0 and b - a < 0 for value, (a, b) in zip(here, lines, strict=True))
    good = 0 <= q <= 1 and min(here) >= 0 and (q == 1 or beyond)
    proof.that(f"{key.replace('_', ' ')} {show(q)} is the greatest", good)
