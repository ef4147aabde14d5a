"""The nucleolus and its relatives, by Kohlberg's criterion.

Coalitions are balanced, relative to what is settled, when positive weights on them add up to a sum
of payoffs that is settled. Then no change can lower the complaint of one of them without raising
that of another, and all of them are settled. Payoffs are the lexicographic center just when this
continues, from the greatest complaint down, until every payoff is settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import sizes
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.claim import CLOSE, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, exact, show
from kibitz.proof.kernel.arithmetic import rank
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    coalition,
    efficient,
    header,
    payoffs,
    point,
    rational,
    spelled,
    weights,
)

FAINT = Fraction(1, 10**6)
"""The least a float weight may be, relative to the greatest, to count as positive."""
MOST_PAIRED = 11
SHOWN = 6
"""Terms of a weighted sum that are written out."""


class Settled:
    """The sums of payoffs that are settled: the span of their rows."""

    def __init__(self, n: int) -> None:
        self.n, self.rows = n, [[1] * n]

    @property
    def rank(self) -> int:
        return len(self.rows)

    def add(self, row: list[int]) -> None:
        """Settle another sum."""
        if rank([*self.rows, row]) > self.rank:
            self.rows.append(row)

    def normals(self) -> list[list[int]]:
        """Changes of the payoffs that leave everything settled as it is."""
        from flint import fmpz_mat

        columns, count = fmpz_mat(self.rows).nullspace()
        return [[int(columns[i, j]) for i in range(self.n)] for j in range(count)]

    def holds(self, total: Sequence[Fraction], slack: Fraction) -> bool:
        """Whether a weighted sum of rows is settled, up to some slack."""
        return all(
            abs(sum((a * t for a, t in zip(normal, total, strict=True)), Fraction(0)))
            <= slack * max(map(abs, normal))
            for normal in self.normals()
        )


@dataclass(frozen=True)
class Complaints:
    """What counts as a complaint at some payoffs: of coalitions, by head, or of pairs of them."""

    worths: Worths
    excess: np.ndarray
    scale: int
    divisors: np.ndarray
    paired: bool

    @classmethod
    def at(cls, worths: Worths, x: Point, concept: str) -> Complaints:
        """The complaints of a concept."""
        found = worths.excesses(x)
        array = found.array.astype(object)
        divisors = np.ones(1 << worths.n, object)
        if concept.startswith("per-capita"):
            divisors = np.maximum(sizes(worths.n), 1).astype(object)
        paired = concept == "modified-nucleolus"
        if paired:
            if worths.n > MOST_PAIRED:
                raise GameError(f"{worths.n} players have too many pairs of coalitions to compare")
            array = np.subtract.outer(array, array).ravel()
            divisors = np.ones(len(array), object)
        return cls(worths, array, found.denominator, divisors, paired)

    def read(self, name: Any, where: str) -> int:
        """The place of a complaint that is called by its coalition, or by two."""
        game = self.worths.game
        if not self.paired:
            return coalition(game, name, where)
        parts = str(name).split(" against ")
        if len(parts) != 2:
            raise GameError(f"{where}: expected two coalitions, 'A against B'")
        first, second = (coalition(game, part, where) for part in parts)
        return first << game.n | second

    def row(self, k: int) -> list[int]:
        """Which payoffs it counts."""
        n = self.worths.n
        if not self.paired:
            return [k >> i & 1 for i in range(n)]
        return [(k >> (n + i) & 1) - (k >> i & 1) for i in range(n)]

    def over(self, level: Fraction) -> np.ndarray:
        """By how much each exceeds a level, over one denominator."""
        top, bottom = level.numerator * self.scale, level.denominator
        found: np.ndarray = self.excess * bottom - self.divisors * top
        return found

    def settled(self, span: Settled) -> np.ndarray:
        """Which are settled, because their row is."""
        n = self.worths.n
        still = np.ones(len(self.excess), bool)
        for normal in span.normals():
            sums = np.zeros(1, object)
            for value in normal:
                sums = np.concatenate([sums, sums + value])
            still &= (np.subtract.outer(sums, sums).ravel() if self.paired else sums) == 0
        assert len(still) == (1 << n) ** (1 + self.paired)
        return still


@checks(
    "nucleolus",
    "prenucleolus",
    "per-capita-nucleolus",
    "per-capita-prenucleolus",
    "modified-nucleolus",
    of=CoalitionalGame,
)
def lexicographic_center(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Level by level the greatest open complaints are balanced. O(n 2^n) a round."""
    concept = str(claim.data.get("kind"))
    worths = Worths(game)
    given = payoffs(game, claim)
    x = point(worths, claim, proof)
    proof.states(
        f"the {concept.replace('-', ' ', concept.count('-') - concept.startswith('per'))} is "
        f"{spelled(given)}",
        "Kohlberg's criterion, level by level",
    )
    header(game, claim, proof, given)
    efficient(worths, x, proof)
    bounded = concept in ("nucleolus", "per-capita-nucleolus")
    if bounded:
        rational(worths, x, proof)
    complaints = Complaints.at(worths, x, concept)
    span = Settled(game.n)
    for part in claim.parts("rounds"):
        level = part.number("level")
        found = _round(complaints, x, bounded, part, span, proof)
        proof.that(f"level {show(level)}: the greatest open complaints are balanced", *found)
        proof.equal(part.path("dimension"), part.raw("dimension"), game.n - span.rank)
    told = f"{span.rank} independent sums of {game.n}"
    proof.that("nothing is left open", span.rank == game.n, told)


def _round(
    complaints: Complaints, x: Point, bounded: bool, part: Claim, span: Settled, proof: Proof
) -> tuple[bool, str]:
    """Whether a round is as it says, given what is settled; then it is settled as well."""
    game, close = complaints.worths.game, 4 * game_slack(complaints, proof)
    where = part.path("tight")
    tight = [complaints.read(name, where) for name in part.items("tight")]
    above = part.numbers("weights")
    held = [game.position(p) for p in part.items("at_lower_bound")]
    beside = part.numbers("bound_weights", len(held))
    level = Fraction(part.number("level"))
    if (
        not tight
        or len(above) != len(tight)
        or len(set(tight)) < len(tight)
        or len(set(held)) < len(held)
    ):
        return False, "it must give a weight for each complaint, and none twice"
    unit = complaints.scale * level.denominator
    over = complaints.over(level)
    open_ones = np.flatnonzero(~complaints.settled(span))
    if len(open_ones) and Fraction(int(over[open_ones].max()), unit) > close:
        return False, "another coalition complains more"
    if any(abs(Fraction(int(over[k]), unit)) > close for k in tight):
        return False, "a coalition is not at this level"
    alone = complaints.worths.alone()
    if held and (not bounded or any(abs(x[i] - alone[i]) > close for i in held)):
        return False, "a player is not at the lower bound"
    every = [Fraction(w) for w in (*above, *beside)]
    rough = any(isinstance(w, float) for w in (*above, *beside))
    if min(every) <= (FAINT * max(every) if rough else 0):
        return False, "a weight is not positive"
    rows = [complaints.row(k) for k in tight]
    rows += [[int(i == j) for j in range(game.n)] for i in held]
    total = [
        sum((w * r[i] for w, r in zip(every, rows, strict=True)), Fraction(0))
        for i in range(game.n)
    ]
    if not span.holds(total, CLOSE * sum(every, Fraction(0)) if rough else Fraction(0)):
        return False, "the weights do not balance"
    before = span.rank
    for row in rows:
        span.add(row)
    if span.rank == before:
        return False, "it settles nothing new"
    names = [*part.items("tight"), *(f"the bound of {p}" for p in part.items("at_lower_bound"))]
    terms = [f"{show(w)} {{{name}}}" for w, name in zip((*above, *beside), names, strict=True)]
    return True, " + ".join(terms[:SHOWN]) + " + ..." * (len(terms) > SHOWN)


def game_slack(complaints: Complaints, proof: Proof) -> Fraction:
    """How far a sum of payoffs may be off."""
    return proof.tolerance * complaints.worths.n


@checks("nucleolus-test", "prenucleolus-test", of=CoalitionalGame)
def nucleolus_test(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Balanced levels, or a change that lowers the greatest excess that it moves."""
    bounded = claim.data.get("kind") == "nucleolus-test"
    name = "nucleolus" if bounded else "prenucleolus"
    worths = Worths(game.rational())
    x = [exact(v) for v in payoffs(game, claim)]
    holds, better = claim.flag("holds"), claim.raw("improvement")
    proof.states(f"{spelled(x)} is {'' if holds else 'not '}the {name}", "Kohlberg's criterion")
    header(game, claim, proof, [])
    levels = claim.parts("levels")
    allowed = sum(x) == worths.total
    if bounded:
        allowed = allowed and all(a >= b for a, b in zip(x, worths.alone(), strict=True))
    proof.that(
        "it is claimed to hold exactly when nothing is better",
        holds == (allowed and better is None),
    )
    if not allowed:
        proof.that("the payoffs are not allowed", not levels and better is None)
        return
    complaints = Complaints.at(worths, x, name)
    span = Settled(game.n)
    for part in levels:
        what = f"at {show(part.number('excess'))} the open coalitions are balanced"
        proof.that(what, _level(complaints, x, bounded, part, span))
    if better is None:
        proof.that("nothing is left open", span.rank == game.n)
        return
    proof.theorem = "a change that is better"
    change = [exact(v) for v in claim.numbers("improvement", game.n)]
    proof.that("the changes add up to zero", sum(change) == 0 and any(change))
    if bounded:
        pairs = zip(change, x, worths.alone(), strict=True)
        proof.that("no player at the lower bound loses", all(d >= 0 or v > a for d, v, a in pairs))
    gains = np.zeros(1, object)
    for d in common_denominator(change)[0]:
        gains = np.concatenate([gains, gains + d])
    moved = np.flatnonzero(gains[1:-1] != 0) + 1
    top = moved[complaints.excess[moved] == complaints.excess[moved].max()] if len(moved) else moved
    good = len(top) > 0 and all(gains[k] > 0 for k in top)
    proof.that("of the excesses that change, the greatest fall", good)


def _level(complaints: Complaints, x: Point, bounded: bool, part: Claim, span: Settled) -> bool:
    """Whether all open coalitions at the greatest excess are listed and balanced."""
    game = complaints.worths.game
    found = weights(game, part, "weights")
    bounds = part.part("bounds")
    held = {game.position(p): bounds.number(p) for p in bounds.data}
    over = complaints.over(Fraction(part.number("excess")))
    open_ones = ~complaints.settled(span)
    alone = complaints.worths.alone()
    if not found or any(over[k] != 0 for k in found) or min(found.values()) <= 0:
        return False
    if set(np.flatnonzero(open_ones & (over >= 0)).tolist()) != set(found):
        return False
    if held and (not bounded or min(held.values()) < 0 or any(x[i] != alone[i] for i in held)):
        return False
    rows = [(complaints.row(k), exact(w)) for k, w in found.items()]
    units = [([int(i == j) for j in range(game.n)], exact(w)) for i, w in held.items()]
    total = [sum((w * r[i] for r, w in [*rows, *units]), Fraction(0)) for i in range(game.n)]
    good = span.holds(total, Fraction(0))
    for row, _ in rows:
        span.add(row)
    return good
