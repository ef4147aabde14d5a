"""Claims about sequences of nimbers, and about misère quotients."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.misere.quotient import MisereQuotient, reach
from kibitz.combinatorial.heaps.misere.search import misere_outcome
from kibitz.combinatorial.heaps.periods.apparent import apparent_period
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, values_needed
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError

TRIED = 10
"""Total of the heaps in the sums whose outcomes are searched again."""
MOST_VALUES = 20_000_000


@checks("period", of=HeapGame)
def period(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """The values are worked out anew from the rules, and the theorem's conditions are tested."""
    found = Periodicity.from_json(game, dict(claim.data))
    for key in ("preperiod", "period", "saltus", "first", "cycle"):
        claim.raw(key)
    start, length = found.preperiod, found.period
    if length < 1 or len(found.first) != start + length:
        raise GameError("cycle: it must be as long as the period, and first as the preperiod")
    count = found.proof.needed(found)
    if count > MOST_VALUES:
        raise GameError(f"{count:,} values; up to {MOST_VALUES:,} are worked out anew")
    values = game.table().fresh(count)
    rise = f" and saltus {found.saltus}" if found.saltus else ""
    proof.states(
        f"the nimbers of {game.name} have period {length}{rise} from {start} on",
        found.proof.theorem,
    )
    same = np.array_equal(values, found.values_to(count - 1))
    proof.that(f"heaps 0 to {count - 1} worked out anew", same, f"{count} values")
    proof.checks.extend(found.proof.checks(found, values))
    proof.says(claim, "exceptions", found.exceptions)
    proof.says(claim, "checked", count)
    proof.says(claim, "theorem", found.proof.theorem)


@checks("unknown-period", of=HeapGame)
def unknown_period(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """Nothing is claimed beyond the heaps that were worked out."""
    searched = claim.count("searched")
    if searched > MOST_VALUES:
        raise GameError(f"{searched:,} heaps; up to {MOST_VALUES:,} are worked out anew")
    proof.states(f"heaps up to {searched:,} were worked out", "the mex rule")
    proof.that("no period is claimed", claim.raw("period") is None)
    seen = apparent_period(game.table().array(searched))
    right = None if seen is None else {k: getattr(seen, k) for k in seen.__dataclass_fields__}
    proof.says(claim, "seen", right)
    proof.leaves("that no theorem proves a period")


@checks("misere-quotient", of=HeapGame)
def misere_quotient(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """The monoid gives every outcome right, by induction over sums, and is the smallest."""
    found = MisereQuotient.from_json(game, dict(claim.data))
    for key in ("to", "table", "p_portion", "pretending", "representatives", "period"):
        claim.raw(key)
    to, monoid = found.to, found.monoid
    covered = len(found.pretending) >= (sum(found.period) if found.period else to + 1)
    covered = covered and len(found.pretending) <= to + 1
    if not covered or to < 1 or found.heap(0) or (found.period and found.period[1] < 1):
        raise GameError(f"pretending: it must speak of all heaps up to {to}, and of no heap as 0")
    if claim.raw("p_portion") != list(found.p_portion):
        raise GameError("p_portion: list each element once, in order")
    heaps = "heaps of all sizes" if found.period else f"heaps up to {to}"
    proof.states(
        f"the misère quotient of {game.name} for {heaps} has {len(found)} elements",
        "induction over sums",
    )
    parts = found.parts()
    still = [n for n in range(1, to + 1) if not found._part(n).options]
    proof.that("the product is associative and commutative", monoid.is_monoid())
    proof.that(f"the elements are products of heaps up to {to}", _generated(found))
    quiet = not monoid.is_p[0] and all(found.heap(n) == 0 for n in still)
    proof.that("an end is N, and heaps without a move count for nothing", quiet)
    fits = all(map(monoid.fits, parts))
    proof.that("no move leads from a P-element to a P-element", fits)
    stuck = monoid.stuck_sum(parts)
    words = "" if stuck is None else f"{len(stuck)} heaps"
    proof.that("every N-sum that is not over has a move to a P-element", stuck is None, words)
    proof.that("any two elements are told apart by a third", monoid.is_reduced())
    named = [found.element(heaps) for heaps in found.representatives] == list(range(len(found)))
    proof.that("every element is the product of its representatives", named)
    _period(game, found, proof)
    _searched(game, found, proof)
    proof.says(claim, "elements", [found.name(i) for i in range(len(found))])
    proof.says(claim, "game", game.name)


def _generated(found: MisereQuotient) -> bool:
    reached, open_ = {0}, [0]
    heaps = {found.heap(n) for n in range(found.to + 1)}
    while open_:
        here = open_.pop()
        for heap in heaps:
            there = int(found.monoid.table[here, heap])
            if there not in reached:
                reached.add(there)
                open_.append(there)
    return len(reached) == len(found)


def _period(game: HeapGame, found: MisereQuotient, proof: Proof) -> None:
    if found.period is None:
        return
    start, p = found.period
    most, last = reach(game) or (0, 0)
    needed = values_needed(start, p, most, last)
    same = all(found.heap(n) == found.heap(n + p) for n in range(start, found.to + 1 - p))
    what = f"heaps n and n + {p} are the same for n from {start} to {found.to - p}"
    proof.that(what, same)
    enough = reach(game) is not None and found.to + 1 >= needed
    proof.that("that is far enough for the theorem of Guy and Smith", enough)


def _searched(game: HeapGame, found: MisereQuotient, proof: Proof) -> None:
    """Outcomes of small sums, searched anew."""
    total = min(TRIED, found.to)
    sums = [
        heaps
        for count in range(1, total + 1)
        for heaps in combinations_with_replacement(range(1, total + 1), count)
        if sum(heaps) <= total
    ]
    bad = [heaps for heaps in sums if misere_outcome(game, heaps) != found.outcome(heaps)]
    words = f"{len(sums)} sums" if not bad else f"not so for {bad[0]}"
    proof.that(f"search agrees on all sums of up to {total} counters", not bad, words)
