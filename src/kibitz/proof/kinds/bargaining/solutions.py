"""Claims about bargaining: threats, exchange rates, and points singled out by axioms."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.algebra.surd import point_from_json
from kibitz.bargaining.game import BargainingProblem, bargaining, game_of, threat_point
from kibitz.bargaining.sets.read import exact_payoffs, ntu_set
from kibitz.core.claim import PROVENANCE, Claim, Proof, checks, rounded
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of, count_that
from kibitz.proof.kernel.minimax import all_extreme
from kibitz.zero_sum.game import matrix
from kibitz.zero_sum.parametric.game import parametric_game

KINDS = {"tu": "tu-solution", "lambda-transfer": "lambda-transfer"}


@checks("tu-solution")
def tu_solution(given: Any, claim: Claim, proof: Proof) -> None:
    """No cell pays more in total, and the threats are all optimal ones of A - B."""
    game = game_of(given)
    (rows, columns), (first, second) = game.strategies, exact_payoffs(game)
    cells = [(i, j) for i in range(len(rows)) for j in range(len(columns))]
    pairs = [list(zip(r, s, strict=True)) for r, s in zip(first, second, strict=True)]
    totals, gaps = [[a + b for a, b in r] for r in pairs], [[a - b for a, b in r] for r in pairs]
    if rounded([claim.raw(key) for key in ("sigma", "delta")]):
        raise GameError("sigma, delta: expected exact numbers")
    sigma, delta = claim.exact("sigma"), claim.exact("delta")
    value = (sigma + delta) / 2, (sigma - delta) / 2
    point = _pair(claim, "disagreement") if "disagreement" in claim else None
    proof.states(
        f"the TU solution is ({show(value[0])}, {show(value[1])})",
        "the minimax theorem for the threats"
        if point is None
        else "the definition: both gain the same over the given disagreement point",
    )
    most = max(totals[i][j] for i, j in cells)
    proof.that("no cell pays more in total", sigma == most, f"sigma {show(most)}")
    best = [(i, j) for i, j in cells if totals[i][j] == most]
    keys = (("threats_I_extreme", rows), ("threats_II_extreme", columns))
    sides = [_lines(claim, key, len(labels)) for key, labels in keys]
    if isinstance(given, BargainingProblem):
        proof.that("the disagreement point is the problem's", point == given.disagreement)
    if point is None:
        all_extreme(matrix(gaps), delta, sides[0], sides[1], proof)
    else:
        proof.that("delta is the difference there", delta == point[0] - point[1])
        proof.that("at most one pair of threats is given", len(sides[0]) == len(sides[1]) <= 1)
        what = "the threats are strategies"
        proof.that(what, all(sum(w) == 1 and min(w) >= 0 for s in sides for w in s))
    named = [[rows[i], columns[j]] for i, j in best]
    claimed = claim.items("cooperative_strategies")
    same = sorted(map(str, claimed)) == sorted(map(str, named))
    proof.that("the cooperative cells are all that pay it", same)
    proof.says(claim, "tu_value", value)
    pays = {f"{rows[i]},{columns[j]}": value[0] - first[i][j] for i, j in best}
    proof.says(claim, side_payment_II_to_I=pays, sum_matrix=totals, difference_matrix=gaps)
    points = {threat_point(game, (tuple(p), tuple(q))) for p in sides[0] for q in sides[1]}
    if point is not None:
        proof.that("the threats lead there", points <= {point})
        points = {point}
    proof.says(claim, "disagreement_points_extreme", sorted(points))
    saddles = [
        [rows[i], columns[j]]
        for i, j in cells
        if gaps[i][j] == min(gaps[i]) == max(line[j] for line in gaps)
    ]
    proof.says(claim, "saddle_points_of_difference", saddles)


@checks("lambda-transfer")
def lambda_transfer(given: Any, claim: Claim, proof: Proof) -> None:
    """At each rate the payoff is supported, and threats are worth what it is: V(t) = ta - b."""
    game = game_of(given)
    first, second = exact_payoffs(game)
    chain = ntu_set(game).pareto
    parts = claim.parts("solutions")
    theorem = "the definition: with transfers at this rate each is the solution, and none is made"
    solve = count_that(len(parts), "payoff", "solve")
    proof.states(f"{solve} the game without side payments", theorem)
    entries = [
        [Polynomial.of([-b, a]) for a, b in zip(r, s, strict=True)]
        for r, s in zip(first, second, strict=True)
    ]
    threats = Claim(claim.raw("threat_game"), "threat_game")
    game_of_threats = parametric_game(entries, interval=(0, None))
    proof.proves("threat game", game_of_threats, threats.data, "parametric-solution")
    values = _values(threats)
    proof.that("there is a solution", bool(parts))
    slopes = [(y0 - y1) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(chain)]
    for part in parts:
        a, b = _pair(part, "payoff")
        low, high = _rates(part)
        place = f"({show(a)}, {show(b)})"
        if (low is None or low == 0) and low == high:
            proof.that(f"{place} is an end of the frontier", (a, b) == chain[0 if low == 0 else -1])
            proof.leaves(f"that the player who alone counts can guarantee {place}")
            continue
        least, most = _supported(chain, slopes, (a, b))
        inside = least is not None and low is not None and low >= least
        inside = inside and (most is None or (high is not None and high <= most))
        proof.that(f"{place} is supported at its rates", inside)
        proof.that(f"threats are worth what {place} is", _agree(values, (a, b), low, high))
    proof.says(claim, "pareto_chain", chain)
    if "fixed_threat_cells" in claim:
        rows, columns = game.strategies
        fixed = [
            [rows[i], columns[j]]
            for i in range(len(rows))
            for j in range(len(columns))
            if first[i][j] == min(first[i]) == max(line[j] for line in first)
            and second[i][j] == max(second[i]) == min(line[j] for line in second)
        ]
        proof.says(claim, "fixed_threat_cells", fixed)
    proof.leaves("that there are no other solutions")


def _values(threats: Claim) -> list[tuple[Point | None, Point | None, RationalFunction]]:
    """V(t) of the threat game, piece by piece, as claimed; its proof is another matter."""
    found = []
    for piece in threats.parts("pieces"):
        ends = [piece.raw(key) if key in piece else None for key in ("start", "end")]
        low, high = (None if x is None else point_from_json(x, piece.where) for x in ends)
        found.append((low, high, RationalFunction.read(piece.raw("value"), "t", piece.where)))
    return found


def _agree(values: Any, payoff: tuple[Fraction, Fraction], low: Any, high: Any) -> bool:
    """Whether V(t) = ta - b at every rate from low to high."""
    wanted, met = RationalFunction.of(Polynomial.of([-payoff[1], payoff[0]])), False
    for start, end, value in values:
        before = end is not None and end < low
        if before or (high is not None and start is not None and start > high):
            continue
        gap = value - wanted
        point = low if start is None or start < low else start
        alone = point in (high, end)
        if gap and not (alone and gap.vanishes_at(point)):
            return False
        met = True
    return met


def _supported(chain: Any, slopes: list[Fraction], payoff: Any) -> tuple[Any, Any]:
    """The rates at which no pair of the frontier is worth more than this one."""
    for k, corner in enumerate(chain):
        if corner == payoff:
            return (slopes[k - 1] if k else Fraction(0)), (slopes[k] if k < len(slopes) else None)
    for (x0, y0), (x1, y1) in pairwise(chain):
        slope = (y0 - y1) / (x1 - x0)
        if x0 < payoff[0] < x1 and payoff[1] == y0 - slope * (payoff[0] - x0):
            return slope, slope
    return None, None


def _rates(part: Claim) -> tuple[Point | None, Point | None]:
    if "lambda_interval" in part:
        low, high = part.items("lambda_interval", 2)
    else:
        low = high = part.raw("lambda")
    ends = [None if x is None else point_from_json(x, part.where) for x in (low, high)]
    if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
        raise GameError(f"{part.where}: the rates end before they begin")
    if ends[0] is None and "lambda_interval" in part:
        raise GameError(f"{part.where}: the rates begin at infinity")
    return ends[0], ends[1]


@checks("bargaining")
def several(given: Any, claim: Claim, proof: Proof) -> None:
    """Each solution holds, of this very problem, and is by the concept that it stands under."""
    problem = given if isinstance(given, BargainingProblem) else bargaining(given)
    names = [key for key in claim.data if key not in PROVENANCE | {"certificates", "exact"}]
    if not names:
        raise GameError("no solution is claimed; give one under the name of its concept, as nash")
    proof.states(f"{count_of(len(names), 'solution')} of one problem", "the theorem for each part")
    for name in names:
        part = Claim(claim.raw(name), name)
        concept = str(part.data.get("concept", name))
        kind = KINDS.get(name, "bargaining-solution")
        same = concept == name and part.data.get("kind", kind) == kind
        proof.that(f"{name} is listed under its name", same)
        concepts = {} if name in KINDS else {"concept": name}
        proof.proves(name, problem, {"kind": kind, **concepts, **part.data}, kind)
    proof.found(claim, "certificates")


def _pair(claim: Claim, key: str) -> tuple[Fraction, Fraction]:
    first, second = claim.exacts(key, 2)
    return first, second


def _lines(claim: Claim, key: str, size: int) -> list[list[Fraction]]:
    lines = [Claim({key: line}, claim.where).exacts(key, size) for line in claim.items(key)]
    if len(lines) > 2_000 or rounded(claim.raw(key)):
        raise GameError(f"{claim.path(key)}: expected at most 2,000 exact strategies")
    return lines
