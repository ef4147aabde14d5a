"""The core and its relatives: every coalition gets at least what it demands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

import numpy as np

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact, show
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.arithmetic import dimension, dot, mixture, near, summed
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    balanced,
    is_convex,
    payoffs,
    points,
    same_points,
    shown,
    spelled,
    sum_over,
    weights,
)
from kibitz.proof.kernel.corners import Point as Corner
from kibitz.proof.kernel.corners import corners

Times = Callable[[int], int]
"""How many times epsilon a coalition demands less, by mask."""
ROUGH = 64
"""How many times the tolerance vertices of float games may be off: they divide by differences."""
MOST_ORDERED = 8
"""Players up to which all orders of arrival are walked through."""
BONDAREVA = "the theorem of Bondareva and Shapley"

SETS: dict[str, tuple[str, Times, bool]] = {
    "core": ("core", lambda mask: 0, False),
    "strong-epsilon-core": ("strong epsilon-core", lambda mask: 1, False),
    "weak-epsilon-core": ("weak epsilon-core", int.bit_count, False),
    "least-core": ("least core", lambda mask: 1, True),
    "weak-least-core": ("weak least core", int.bit_count, True),
}
"""What they are called, how many times epsilon is demanded less, whether it is the least."""


@checks(
    "core",
    "strong-epsilon-core",
    "weak-epsilon-core",
    "least-core",
    "weak-least-core",
    of=CoalitionalGame,
)
def payoff_set(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """A point that meets all demands, or balanced weights that earn too much; then the corners."""
    what, times, least = SETS[str(claim.data.get("kind", "core"))]
    worths, empty = Worths(game), claim.flag("empty")
    found, given = weights(game, claim, "balanced_weights"), _point(game, claim)
    epsilon = Fraction(0) if what == "core" else claim.number("epsilon")
    proof.says(claim, exact=game.exact)
    proof.within(worths.ends, [*found.values(), *(given or []), epsilon])
    told = "" if what == "core" else f" for {show(epsilon)}"
    proof.states(f"the {what}{told} is {'empty' if empty else 'not empty'}", "a point of it")
    demand = Demands(worths, Fraction(epsilon), times)
    if empty:
        proof.theorem = BONDAREVA
        proof.equal("point", given is None, True)
        balanced(proof, game.n, found)
        _earn_more(worths, demand.earned(found), proof)
        proof.equal("dimension", claim.raw("dimension"), -1)
        proof.equal("vertices", claim.raw("vertices") in (None, []), True)
        proof.equal("ranges", claim.raw("ranges") in (None, {}), True)
        return
    if given is None:
        raise GameError(f"{claim.path('point')}: it is missing, though the set is not empty")
    in_set(demand, given, proof)
    if least:
        theorem = "linear programming duality, since a point and a bound meet"
        proof.states(f"the least epsilon is {show(epsilon)}", theorem)
        balanced(proof, game.n, found)
        spread = summed(Fraction(w) * times(m) for m, w in found.items())
        good = spread > 0 and game.grand not in found
        earned = Demands(worths).earned(found)
        bound = (earned - worths.total) / spread if good else Fraction(0)
        what = "the weighted coalitions bound epsilon from below"
        proof.that(what, good and abs(bound - Fraction(epsilon)) <= proof.tolerance, show(bound))
    elif game.n > 1:
        balanced(proof, game.n, found)
        _no_more(demand, given, demand.earned(found), proof.tolerance, proof)
    _shape(demand, claim, proof)


def _point(game: CoalitionalGame, claim: Claim) -> list[Number] | None:
    return None if claim.raw("point") is None else payoffs(game, claim, "point")


def _earn_more(worths: Worths, earned: Fraction, proof: Proof) -> None:
    """Record that balanced weights earn more than there is: then the set is empty.

    Floats are balanced to a billionth of the payoffs, of which those of n players come to 2n + 1.
    """
    told = f"{shown(worths, earned)} against {shown(worths, worths.total)}"
    least = worths.total + (2 * worths.n + 1) * proof.tolerance
    proof.that("they earn more than v(N)", earned > least, told)


def _no_more(
    demand: Demands, x: list[Number], earned: Fraction, slack: Fraction, proof: Proof
) -> None:
    """No balanced weights earn more if the point, lowered by what they leave, meets all demands."""
    left = (demand.worths.total - earned) / demand.n
    if demand.largest([Fraction(v) - left for v in x]) > slack:
        proof.leaves("that no balanced weights earn more")


class Demands:
    """What every coalition demands, by mask: v(S), lowered by epsilon this many times."""

    def __init__(
        self, worths: Worths, epsilon: Fraction = Fraction(0), times: Times = lambda mask: 0
    ) -> None:
        self.worths, self.n, self.epsilon, self.times = worths, worths.n, epsilon, times

    def __getitem__(self, mask: int) -> Fraction:
        outer = mask in (0, self.worths.grand)
        return self.worths[mask] - (0 if outer else self.epsilon * self.times(mask))

    def earned(self, found: Mapping[int, Number]) -> Fraction:
        """What weights on coalitions earn of the demands."""
        return summed(Fraction(w) * self[m] for m, w in found.items())

    def largest(self, x: Point) -> Fraction:
        """The largest excess of a smaller coalition over what it demands."""
        excess = self.worths.excesses(x)
        inner, scale = excess.array.astype(object)[1:-1], excess.denominator
        if self.epsilon:
            count = np.array([self.times(m) for m in range(1, self.worths.grand)], object)
            inner = inner * self.epsilon.denominator - count * (self.epsilon.numerator * scale)
            scale *= self.epsilon.denominator
        return Fraction(int(inner.max()), scale) if len(inner) else Fraction(-1)

    def readable(self) -> list[Fraction]:
        """All of them; floats at their shortest spelling, in which the sets are listed."""
        game = self.worths.game
        if game.exact:
            return [self[mask] for mask in range(1 << self.n)]
        plain = [exact(v) for v in game.worths.rational().numbers()]
        lowered = [v - exact(float(self.epsilon)) * self.times(m) for m, v in enumerate(plain)]
        return [plain[0], *lowered[1:-1], plain[-1]]


def in_set(demand: Demands, given: Sequence[Number], proof: Proof) -> None:
    """Record that a point hands out v(N) and meets all demands."""
    worths, x = demand.worths, [Fraction(v) for v in given]
    close, most = proof.tolerance * worths.n, demand.largest(x)
    proof.that("the point hands out v(N)", worths.hands_out(x, close), shown(worths, summed(x)))
    told = f"the largest excess is {shown(worths, most)}"
    proof.that("no coalition demands more than it is given", most <= close, told)


def _shape(demand: Demands, claim: Claim, proof: Proof) -> None:
    """Vertices, dimension and ranges, from all corners; of many players they are not proved."""
    game, players = demand.worths.game, demand.worths.game.players
    listed = None if claim.raw("vertices") is None else points(game, claim, "vertices")
    dim = claim.raw("dimension")
    ranges = None if claim.raw("ranges") is None else claim.part("ranges")
    ends = [] if ranges is None else [ranges.numbers(p, 2) for p in players]
    right = None if listed is None else _corners(demand)
    apart = None if right is None else _apart(right, ROUGH * proof.tolerance)
    if right is None or (proof.tolerance and len(apart or []) < max(1, len(right))):
        for vertex in listed or []:
            in_set(demand, vertex, proof)
        proof.leaves("its dimension, vertices and ranges")
        return
    if proof.tolerance:
        proof.theorem += f", vertices and ranges up to {ROUGH} times the rounding"
    known = {tuple(Fraction(v) for v in x) for x in listed or []}
    good = len(known) == len(listed or []) and same_points(proof, known, right, ROUGH)
    told = count_of(len(right), "vertex")
    proof.that("the vertices are all corners of the set", bool(right) and good, told)
    proof.equal("dimension", dim, dimension(right))
    for i, pair in enumerate(ends if right else []):
        column = [v[i] for v in right]
        fits = same_points(proof, [pair], [(min(column), max(column))], ROUGH)
        proof.that(f"the range of {players[i]}", fits)


def _apart(found: list[Corner], slack: Fraction) -> list[Corner]:
    """Vertices that are more than rounding apart."""
    kept: list[Corner] = []
    for x in found:
        if not slack or not any(near(x, y, slack) for y in kept):
            kept.append(x)
    return kept


def _corners(demand: Demands) -> list[Corner] | None:
    """All vertices; None where there are too many choices of tight coalitions."""
    n, wanted = demand.n, demand.readable()
    rows = [[mask >> i & 1 for i in range(n)] for mask in range(1, 1 << n)]
    tops, bottom = common_denominator(wanted)
    try:
        found = corners([[1] * n], [tops[-1]], rows[:-1] or [[1] * n], tops[1:-1] or [tops[-1]])
    except OverflowError:
        return None
    return [tuple(x / bottom for x in point) for point in found]


@checks("balancedness", of=CoalitionalGame)
def balancedness(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """A point of the core, or balanced weights that earn more than v(N)."""
    worths, holds = Worths(game), claim.flag("balanced")
    found, given = weights(game, claim, "weights"), _point(game, claim)
    needed, demand = claim.number("needed"), Demands(worths)
    proof.within(worths.ends, [*found.values(), *(given or []), needed])
    proof.that("a point is given if and only if there is one", holds == (given is not None))
    if game.n > 1:
        balanced(proof, game.n, found)
    earned = demand.earned(found)
    proof.equal("needed", needed, earned)
    if given is None:
        proof.states("the game is not balanced, so its core is empty", BONDAREVA)
        _earn_more(worths, earned, proof)
        proof.leaves("that no balanced weights earn more")
        return
    proof.states("the game is balanced", "a point of the core")
    in_set(demand, given, proof)
    if game.n > 1:
        _no_more(demand, given, earned, proof.tolerance * game.n, proof)


@checks("payoff-vertices", of=CoalitionalGame)
def payoff_vertices(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """All vertices of the core, by all choices of tight coalitions."""
    worths, listed = Worths(game), points(game, claim, "vertices")
    count = count_of(len(listed), "vertex")
    proof.states(f"the core has {count}", "all choices of tight coalitions")
    proof.within(worths.ends, [x for v in listed for x in v])
    demand = Demands(worths)
    right = _corners(demand)
    if right is None or not listed:
        proof.that("there are vertices, and not too many to look for", False)
        return
    proof.that("the vertices are all corners of the core", same_points(proof, listed, right))
    proof.equal("dimension", claim.raw("dimension"), dimension(right))
    wanted, inner = demand.readable(), range(1, game.grand)
    exactly = [[exact(v) for v in vertex] for vertex in listed]
    tight = [[game.spell(m) for m in inner if sum_over(x, m) == wanted[m]] for x in exactly]
    proof.says(claim, "tight", tight)


@checks("imputations", of=CoalitionalGame)
def imputations(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """A simplex with a vertex for each player, who gets all that is left over. O(n^2)."""
    worths = Worths(game)
    low, all_of_it = worths.alone(), worths.total
    room = all_of_it - sum(low)
    listed = points(game, claim, "vertices")
    proof.within(worths.ends, [x for v in listed for x in v])
    corners = [tuple(v + room * (i == k) for i, v in enumerate(low)) for k in range(game.n)]
    right = list(dict.fromkeys(corners)) if room >= 0 else []
    if not game.exact and abs(room) <= proof.tolerance:
        right = [tuple(low)] * len(listed)  # rounding decides whether there is one
    state = f"have {count_of(len(right), 'vertex')}" if right else "do not exist"
    proof.states(f"imputations {state}", "the form of a simplex")
    proof.that("at each vertex one player gets the surplus", same_points(proof, listed, right))
    needs = {"lower_bounds": low, "sum": all_of_it, "empty": not right, "dimension": len(right) - 1}
    for key, said in needs.items():
        proof.equal(key, claim.raw(key), said)


@checks("weber-set", of=CoalitionalGame)
def weber_set(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Each vector belongs to its order, and every order leads to one of them. O(n n!)."""
    if game.n > MOST_ORDERED:
        raise GameError(f"marginal vectors are compared for at most {MOST_ORDERED} players")
    game = game.rational()
    parts = [(payoffs(game, part), _order(game, part)) for part in claim.parts("marginal_vectors")]
    vectors = [tuple(exact(v) for v in x) for x, _ in parts]
    proof.states(f"the Weber set is the hull of {len(vectors)} marginal vectors", "the definition")
    right = [tuple(marginals(game, order)) for _, order in parts]
    proof.that("every vector belongs to its order", vectors == right)
    every = {tuple(marginals(game, order)) for order in permutations(range(game.n))}
    distinct = len(set(vectors)) == len(vectors)
    proof.that("every order leads to one of them", set(vectors) == every and distinct)
    proof.equal("is_core", claim.raw("is_core"), is_convex(Worths(game)))


@checks("weber-set-membership", of=CoalitionalGame)
def weber_membership(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """An average of marginal vectors, or a direction in which the point is further out."""
    game, x = game.rational(), [exact(v) for v in payoffs(game, claim)]
    direction, inside = claim.raw("direction"), claim.flag("in_weber_set")
    state = "in" if inside else "not in"
    proof.states(f"{spelled(x)} is {state} the Weber set", "separation")
    what = "a direction is given if and only if the point is outside"
    proof.that(what, inside == (direction is None))
    parts = [(part.number("weight"), _order(game, part)) for part in claim.parts("orders")]
    if direction is None:
        proof.theorem = "an average of marginal vectors"
        proof.distribution("the weights of the orders", [w for w, _ in parts])
        shares = zip(mixture([w for w, _ in parts]), parts, strict=True)
        vectors = [[w * v for v in marginals(game, order)] for w, (_, order) in shares]
        mean = [summed(column) for column in zip(*vectors, strict=True)]
        proof.that("the average is the point", mean == x, spelled(mean))
        return
    d = [exact(v) for v in claim.numbers("direction", game.n)]
    proof.that("no orders are given", not parts)
    here, most = dot(d, x), _furthest(game, d)
    told = f"{show(here)} against {show(most)}"
    proof.that("in this direction it is further out than every marginal vector", here > most, told)


def _order(game: CoalitionalGame, part: Claim) -> tuple[int, ...]:
    order = tuple(game.position(p) for p in part.items("order"))
    if sorted(order) != list(range(game.n)):
        raise GameError(f"{part.path('order')}: it must name every player once")
    return order


def marginals(game: CoalitionalGame, order: Sequence[int]) -> Point:
    """What every player adds in this order of arrival; floats at their shortest spelling."""
    added, mask, before = [Fraction(0)] * game.n, 0, Fraction(0)
    for i in order:
        mask |= 1 << i
        after = exact(game.value(mask))
        added[i], before = after - before, after
    return added


def _furthest(game: CoalitionalGame, direction: Point) -> Fraction:
    """The greatest product of a direction with a marginal vector, coalition by coalition."""
    worths = [exact(game.value(mask)) for mask in range(1 << game.n)]
    best = [Fraction(0)]
    for mask in range(1, 1 << game.n):
        before = {i: mask ^ 1 << i for i in members(mask)}
        steps = (best[m] + direction[i] * (worths[mask] - worths[m]) for i, m in before.items())
        best.append(max(steps))
    return best[-1]
