"""Claims about matrix games with a parameter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction, combination
from kibitz.algebra.real_root import Point
from kibitz.algebra.surd import point_from_json
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, interval_text

Ends = tuple[Point | None, Point | None]
Functions = list[RationalFunction]
UNIT = Polynomial((Fraction(1),))
MOST_PARTS = 5_000


@checks("parametric-solution", of=ParametricMatrixGame)
def parametric_solution(game: ParametricMatrixGame, claim: Claim, proof: Proof) -> None:
    """On every piece both strategies guarantee the value, as polynomial inequalities."""
    pieces = claim.parts("pieces")
    if not 0 < len(pieces) <= MOST_PARTS:
        raise GameError(f"pieces: {len(pieces)} of them; there are 1 to {MOST_PARTS}")
    theorem = "the minimax theorem at every parameter: both sides guarantee the same number"
    proof.states(f"V({game.parameter}) has {count_of(len(pieces), 'piece')}", theorem)
    proof.says(claim, "parameter", game.parameter)
    inside = RationalFunction.of(UNIT, game.below)
    positive = inside.defined_on(game.start, game.end) and inside.nonnegative_on(
        game.start, game.end
    )
    proof.also("payoffs are defined on the interval", positive)
    covers, values = [_ends(piece) for piece in pieces], []
    _chain(covers, (game.start, game.end), "the pieces cover the interval without a gap", proof)
    for piece, ends in zip(pieces, covers, strict=True):
        value = _function(game, piece, "value", piece.raw("value"))
        values.append(value)
        proof.says(piece, "value_coefficients", value.to_json())
        parts = piece.parts("strategies")
        _chain([_ends(p) for p in parts], ends, f"strategies cover {_text(ends)}", proof)
        for part in parts:
            fault = _fault(game, part, value)
            words = f"both strategies guarantee {value.write(game.parameter)}"
            good = "no probability and no slack is negative anywhere on it"
            proof.that(f"on {_text(_ends(part))} {words}", not fault, fault or good)
    for (_, point), (left, right) in zip(covers, pairwise(values), strict=False):
        same = point is not None and (left - right).vanishes_at(point)
        proof.that("the values agree where two pieces meet", same, _text((point, point)))
        proof.also("the value changes its formula there", left != right, _text((point, point)))
    if "breakpoints" in claim:
        claimed = [point_from_json(x, "breakpoints") for x in claim.items("breakpoints")]
        right_ones = [start for start, _ in covers[1:]]
        proof.that("the breakpoints are where pieces meet", claimed == right_ones)


def _chain(parts: list[Ends], whole: Ends, what: str, proof: Proof) -> None:
    """Intervals, none of them empty, go from one end to the other without a gap."""
    meet = all(a[1] is not None and a[1] == b[0] for a, b in pairwise(parts))
    ends = bool(parts) and (parts[0][0], parts[-1][1]) == whole
    good = meet and ends and all(map(_is_forward, parts))
    proof.that(what, good, ", ".join(map(_text, parts[:6])))


def _is_forward(ends: Ends) -> bool:
    start, end = ends
    return start is None or end is None or bool(start < end)


def _fault(game: ParametricMatrixGame, part: Claim, value: RationalFunction) -> str:
    """What is wrong with the strategies of an interval; nothing if they guarantee the value."""
    (start, end), (m, n) = _ends(part), game.shape
    row = [_function(game, part, "row", x) for x in part.items("row", m)]
    column = [_function(game, part, "column", x) for x in part.items("column", n)]
    for side, weights, labels in (("row", row, game.rows), ("column", column, game.columns)):
        if combination(weights, [UNIT] * len(weights)) != RationalFunction(UNIT):
            return f"the {side} probabilities do not add up to 1"
        kernel = [str(x) for x in part.items(f"{side}s")] if f"{side}s" in part else list(labels)
        played = {name for name, weight in zip(labels, weights, strict=True) if weight}
        if not played <= set(kernel) or [x for x in labels if x in kernel] != kernel:
            return f"the {side}s are not those that are played"
    if not _is_forward((start, end)):
        return "it ends before it begins"
    if not all(f.defined_on(start, end) for f in (*row, *column, value)):
        return "a denominator vanishes there"
    if not all(slack.nonnegative_on(start, end) for slack in _slacks(game, row, column, value)):
        return "a probability or a slack becomes negative"
    return ""


def _slacks(
    game: ParametricMatrixGame, row: Functions, column: Functions, value: RationalFunction
) -> Iterator[RationalFunction]:
    """What must not be negative: probabilities, and what each line pays beyond the value."""
    yield from (weight for weight in (*row, *column) if weight)
    value = value * RationalFunction(game.below)
    for j in range(len(column)):
        if slack := combination(row, [line[j] for line in game.entries]) - value:
            yield slack
    for line in game.entries:
        if slack := value - combination(column, line):
            yield slack


def _function(
    game: ParametricMatrixGame, claim: Claim, key: str, given: object
) -> RationalFunction:
    if isinstance(given, bool) or not isinstance(given, (str, int)):
        raise GameError(f"{claim.path(key)}: expected a formula in {game.parameter}")
    return RationalFunction.read(given, game.parameter, claim.path(key))


def _ends(claim: Claim) -> Ends:
    found = [claim.raw(key) if key in claim else None for key in ("start", "end")]
    start, end = (None if x is None else point_from_json(x, claim.where) for x in found)
    return start, end


def _text(ends: Ends) -> str:
    return interval_text(*ends)
