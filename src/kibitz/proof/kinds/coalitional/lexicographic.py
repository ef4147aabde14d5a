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
from kibitz.proof.kernel.arithmetic import dot, rank
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    coalition,
    efficient,
    payoffs,
    point,
    rational,
    spelled,
    weights,
)
from kibitz.proof.kernel.corners import unit_rows

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

    def balances(self, rows: list[list[int]], weights: list[Fraction], slack: Fraction) -> bool:
        """Whether a weighted sum of rows is settled, up to some slack."""
        total = [dot(weights, column) for column in zip(*rows, strict=True)]
        return all(abs(dot(n, total)) <= slack * max(map(abs, n)) for n in self.normals())


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
        still = np.ones(len(self.excess), bool)
        for normal in span.normals():
            sums = _sums(normal)
            still &= (np.subtract.outer(sums, sums).ravel() if self.paired else sums) == 0
        return still


def _sums(values: Sequence[int]) -> np.ndarray:
    """What each coalition holds of some whole numbers, one for each player."""
    sums = np.zeros(1, object)
    for value in values:
        sums = np.concatenate([sums, sums + value])
    return sums


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
    concept, given = str(claim.data.get("kind")), payoffs(game, claim)
    worths = Worths(game)
    x = point(worths, claim, proof)
    name = concept.replace("-", " ").replace("per capita", "per-capita")
    proof.states(f"the {name} is {spelled(given)}", "Kohlberg's criterion, level by level")
    efficient(worths, x, proof)
    bounded = concept in ("nucleolus", "per-capita-nucleolus")
    if bounded:
        rational(worths, x, proof)
    complaints, span = Complaints.at(worths, x, concept), Settled(game.n)
    for part in claim.parts("rounds"):
        found = _round(complaints, x, bounded, part, span, proof)
        level = show(part.number("level"))
        proof.that(f"level {level}: the greatest open complaints are balanced", *found)
        proof.equal(part.path("dimension"), part.raw("dimension"), game.n - span.rank)
    told = f"{span.rank} independent sums of {game.n}"
    proof.that("nothing is left open", span.rank == game.n, told)


def _round(
    complaints: Complaints, x: Point, bounded: bool, part: Claim, span: Settled, proof: Proof
) -> tuple[bool, str]:
    """Whether a round is as it says, given what is settled; then it is settled as well."""
    game, worths = complaints.worths.game, complaints.worths
    tight = [complaints.read(name, part.path("tight")) for name in part.items("tight")]
    held = [game.position(p) for p in part.items("at_lower_bound")]
    above, beside = part.numbers("weights"), part.numbers("bound_weights", len(held))
    level, close = part.exact("level"), 4 * proof.tolerance * game.n
    once = len(set(tight)) == len(tight) == len(above) and len(set(held)) == len(held)
    if not tight or not once:
        return False, "it must give a weight for each complaint, and none twice"
    unit, over = complaints.scale * level.denominator, complaints.over(level)
    open_ones = np.flatnonzero(~complaints.settled(span))
    if len(open_ones) and Fraction(int(over[open_ones].max()), unit) > close:
        return False, "another coalition complains more"
    if any(abs(Fraction(int(over[k]), unit)) > close for k in tight):
        return False, "a coalition is not at this level"
    if held and (not bounded or any(abs(x[i] - worths[1 << i]) > close for i in held)):
        return False, "a player is not at the lower bound"
    every = [Fraction(w) for w in (*above, *beside)]
    rough = any(isinstance(w, float) for w in (*above, *beside))
    if min(every) <= (FAINT * max(every) if rough else 0):
        return False, "a weight is not positive"
    rows = [*(complaints.row(k) for k in tight), *(unit_rows(game.n)[i] for i in held)]
    before, slack = span.rank, CLOSE * sum(every) if rough else Fraction(0)
    if not span.balances(rows, every, slack):
        return False, "the weights do not balance"
    for row in rows:
        span.add(row)
    if span.rank == before:
        return False, "it settles nothing new"
    names = [*part.items("tight"), *(f"the bound of {p}" for p in part.items("at_lower_bound"))]
    terms = [f"{show(w)} {{{name}}}" for w, name in zip((*above, *beside), names, strict=True)]
    return True, " + ".join(terms[:SHOWN]) + " + ..." * (len(terms) > SHOWN)


@checks("nucleolus-test", "prenucleolus-test", of=CoalitionalGame)
def nucleolus_test(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Balanced levels, or a change that lowers the greatest excess that it moves."""
    bounded = claim.data.get("kind") == "nucleolus-test"
    name = "nucleolus" if bounded else "prenucleolus"
    worths = Worths(game.rational())
    x = [exact(v) for v in payoffs(game, claim)]
    holds, better = claim.flag("holds"), claim.raw("improvement")
    proof.states(f"{spelled(x)} is {'' if holds else 'not '}the {name}", "Kohlberg's criterion")
    levels = claim.parts("levels")
    allowed = worths.is_imputation(x) if bounded else worths.hands_out(x)
    right = allowed and better is None
    proof.that("it is claimed if and only if nothing is better", holds == right)
    if not allowed:
        proof.that("the payoffs are not allowed", not levels and better is None)
        return
    complaints, span = Complaints.at(worths, x, name), Settled(game.n)
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
    gains = _sums(common_denominator(change)[0])
    moved = np.flatnonzero(gains[1:-1] != 0) + 1
    top = moved[complaints.excess[moved] == complaints.excess[moved].max()] if len(moved) else moved
    good = len(top) > 0 and all(gains[k] > 0 for k in top)
    proof.that("the greatest of the excesses that change decreases", good)


def _level(complaints: Complaints, x: Point, bounded: bool, part: Claim, span: Settled) -> bool:
    """Whether all open coalitions at the greatest excess are listed and balanced."""
    worths, game = complaints.worths, complaints.worths.game
    found, bounds = weights(game, part, "weights"), part.part("bounds")
    held = {game.position(p): bounds.number(p) for p in bounds.data}
    over, open_ones = complaints.over(part.exact("excess")), ~complaints.settled(span)
    if not found or any(over[k] != 0 for k in found) or min(found.values()) <= 0:
        return False
    if set(np.flatnonzero(open_ones & (over >= 0)).tolist()) != set(found):
        return False
    resting = bounded and all(x[i] == worths[1 << i] for i in held)
    if held and (min(held.values()) < 0 or not resting):
        return False
    rows, units = [complaints.row(k) for k in found], [unit_rows(game.n)[i] for i in held]
    every = [exact(w) for w in (*found.values(), *held.values())]
    good = span.balances([*rows, *units], every, Fraction(0))
    for row in rows:
        span.add(row)
    return good
