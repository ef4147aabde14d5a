"""Claims about the nimbers of heaps, their periods, and misère quotients."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, count

import numpy as np

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.misere.bipartite_monoid import BipartiteMonoid, TransitionPair
from kibitz.core.claim import Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.impartial import labels_of

TRIED = 8
"""Total of the heaps in the sums whose outcomes are worked out from the moves."""
WORK = 2_000_000
"""Moves looked at to work out nimbers anew."""
MOST_ELEMENTS, MOST_HEAPS = 5_000, 100
LETTERS = "abcdefghijklmnopqrstuvwxyz"
POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def nimbers(game: HeapGame, size: int) -> list[int]:
    """The nimbers of heaps below a size, as far as the work allows, by the mex rule."""
    found: list[int] = []
    left = WORK
    for n in range(size):
        reached = set()
        for parts in game.heap_options(n):
            total = 0
            for part in parts:
                total ^= found[part]
            reached.add(total)
            left -= 1
        if left < 0:
            break
        found.append(next(k for k in count() if k not in reached))
    return found


@checks("nim-sequence", of=HeapGame)
def nim_sequence(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """The nimber of a heap is the least that no move leaves; the period is proved as such."""
    last = claim.count("to")
    proof.states(f"{game.name}: the nimbers of heaps up to {last:,}", "the mex rule")
    proof.found(claim, "closed_form")
    proof.proves("the period", game, claim.raw("period"), "period", "unknown-period")
    if "values" in claim:
        values, right = claim.items("values", last + 1), nimbers(game, min(last, MOST_HEAPS) + 1)
        good = same(values[: len(right)], right)
        proof.that("each is the least nimber that no move reaches", good)
        if len(right) <= last:
            proof.leaves(f"the nimbers of heaps above {len(right) - 1}")


def guy_smith(start: int, period: int, heaps: int, last: int) -> int:
    """How many values the theorem of Guy and Smith looks at."""
    return max(1, heaps) * (max(1, start) + period) + last


@checks("period", of=HeapGame)
def period(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """The values are recomputed, as many as the theorem of Guy and Smith asks for."""
    start, length, saltus, size = (
        claim.count(k) for k in ("preperiod", "period", "saltus", "checked")
    )
    first = [*claim.items("first", start), *claim.items("cycle", length)]
    if length < 1 or not all(type(x) is int and 0 <= x < 1 << 31 for x in first):
        raise GameError("cycle: nimbers are whole numbers from 0, as many as the period is long")
    theorem, bounds = claim.text("theorem"), game.move_bounds()
    rise = f" and saltus {saltus}" if saltus else ""
    told = f"the nimbers of {game.name} have period {length}{rise} from {start} on"
    known = bounds is not None and bool(bounds[1]) and not saltus
    proof.states(told, theorem if known else "no theorem: they are recomputed as far as is said")
    proof.also("the period is seen twice", known or size >= start + 2 * length)
    values = nimbers(game, min(size, WORK))
    right = list(first[: len(values)])
    for n in range(len(right), len(values)):
        right.append(right[n - length] + saltus)
    proof.that(f"heaps 0 to {len(values) - 1} recomputed", values == right)
    if start and first[start - 1] + saltus == first[start - 1 + length]:
        proof.that("the period does not begin earlier", False)
    if any(length % p == 0 and _repeats(first[start:], p, saltus) for p in range(1, length)):
        proof.that("no shorter period works", False)
    back = [n for n in range(start) if first[n] != _back(first, n, start, length, saltus)]
    proof.says(claim, "exceptions", back)
    if bounds is not None and known:
        heaps, last = bounds
        window = f"the repetition of a window of {count_of(last, 'nimber')}"
        proof.equal("theorem", theorem, window if heaps < 2 else "the theorem of Guy and Smith")
        proof.equal("checked", size, guy_smith(start, length, heaps, last))
        left = f"at most {count_of(heaps, 'heap')} after a move"
        what = f"this is far enough for {left} and takes up to {last}"
        proof.that(what, size == guy_smith(start, length, heaps, last), f"{size} values")
    else:
        proof.states(f"{told}, as far as they were recomputed", "the mex rule")
        proof.leaves(f"that it continues forever, by {theorem}, and how far that was checked")
    if len(values) < size:
        proof.leaves(f"the nimbers from {len(values):,} on")


def _repeats(cycle: list[int], p: int, saltus: int) -> bool:
    step, rest = divmod(saltus * p, len(cycle))
    return not rest and all(b == a + step for a, b in zip(cycle, cycle[p:], strict=False))


def _back(first: list[int], n: int, start: int, length: int, saltus: int) -> int:
    times = -((n - start) // length)
    return first[n + times * length] - times * saltus


@checks("unknown-period", of=HeapGame)
def unknown_period(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """Nothing is claimed beyond the heaps that were computed."""
    searched = claim.count("searched")
    proof.states(f"heaps up to {searched:,} were computed", "the mex rule")
    proof.that("no period is claimed", claim.raw("period") is None)
    if claim.data.get("seen") is not None:
        part = claim.part("seen")
        start, length, saltus = (part.count(k) for k in ("preperiod", "period", "saltus"))
        values = nimbers(game, min(searched + 1, WORK))
        pairs = zip(values[start:], values[start + length :], strict=False)
        proof.that("the period is seen", length > 0 and all(b == a + saltus for a, b in pairs))
    told = "that no theorem proves a period, what is seen and how far it was searched"
    proof.leaves(told, claim, "seen")


@checks("misere-quotient", of=HeapGame)
def misere_quotient(game: HeapGame, claim: Claim, proof: Proof) -> None:
    """The monoid gives every outcome right, by induction over sums, and is the smallest."""
    size = len(claim.items("table"))
    if not 0 < size <= MOST_ELEMENTS:
        raise GameError(f"table: {size} elements; it must have 1 to {MOST_ELEMENTS:,}")
    table = np.array(claim.cells("table", size, size), np.int64)
    lost, heap = (list(claim.wholes(key, None, size)) for key in ("p_portion", "pretending"))
    to, span = claim.count("to"), claim.raw("period")
    start, p = (0, 0) if span is None else claim.wholes("period", 2, MOST_ELEMENTS)
    covered = to + 1 >= len(heap) >= (start + p if span else to + 1)
    if not covered or to < 1 or heap[0] or (span is not None and p < 1):
        raise GameError(f"pretending: it must speak of all heaps up to {to}, and of no heap as 0")
    if lost != sorted(set(lost)):
        raise GameError("p_portion: list each element once, in order")
    heap += [heap[start + (n - start) % p] for n in range(len(heap), to + 1)]
    words = claim.cells("representatives", None, to + 1)
    monoid = BipartiteMonoid(table, np.isin(np.arange(size), lost))
    heaps = f"heaps up to {to}" if span is None else "heaps of all sizes"
    told = f"the misère quotient of {game.name} for {heaps} has {size} elements"
    proof.states(told, "induction over sums")
    parts = [
        TransitionPair(
            heap[n], frozenset(monoid.product(heap[k] for k in o) for o in game.heap_options(n))
        )
        for n in range(1, to + 1)
    ]
    moving = list(dict.fromkeys(part for part in parts if part.options))
    proof.that("the product is associative and commutative", monoid.is_monoid())
    reached = {0}
    while new := {int(table[a, b]) for a in reached for b in {*heap}} - reached:
        reached |= new
    proof.that(f"the elements are products of heaps up to {to}", len(reached) == size)
    quiet = not monoid.is_p[0] and all(part.element == 0 for part in parts if not part.options)
    proof.that("an end is N, and heaps without a move count for nothing", quiet)
    proof.that("no move leads from a P-element to a P-element", all(map(monoid.fits, moving)))
    stuck = monoid.stuck_sum(moving)
    proof.that("every N-sum that is not over has a move to a P-element", stuck is None)
    proof.that("any two elements are distinguished by a third", monoid.is_reduced())
    made = [monoid.product(heap[n] for n in word) for word in words]
    proof.that("every element is the product of its representatives", made == list(range(size)))
    if span is not None:
        same = all(heap[n] == heap[n + p] for n in range(start, to + 1 - p))
        proof.that(f"heaps n and n + {p} are the same for n from {start} to {to - p}", same)
        bounds = game.move_bounds()
        enough = bounds is not None and to + 1 >= guy_smith(start, p, *bounds)
        proof.that("that is far enough for the theorem of Guy and Smith", enough)
    _small_sums(game, monoid, heap, min(TRIED, to), proof)
    letters = sorted({n for word in words for n in word})
    names = [LETTERS[i] if len(letters) <= 26 else f"x{i + 1}" for i in range(len(letters))]
    spelled = [
        "".join(
            names[letters.index(n)] + (str(k).translate(POWERS) if k > 1 else "")
            for n, k in sorted(Counter(word).items())
        )
        for word in words
    ]
    proof.says(claim, elements=[name or "1" for name in spelled], game=game.name)


def _small_sums(
    game: HeapGame, monoid: BipartiteMonoid, heap: list[int], total: int, proof: Proof
) -> None:
    """Outcomes of small sums, from their moves."""
    sums = [
        heaps
        for k in range(1, total + 1)
        for heaps in combinations_with_replacement(range(1, total + 1), k)
        if sum(heaps) <= total
    ]
    misere = game.misere()
    labels = labels_of(misere, sums) or {}
    bad = [x for x in sums if (labels[x] == "P") != monoid.is_p[monoid.product(heap[n] for n in x)]]
    words = f"{len(sums)} sums" if not bad else f"it fails for {bad[0]}"
    proof.that(f"their moves agree on all sums of up to {total} counters", not bad, words)
