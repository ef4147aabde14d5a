"""The core and its relatives: every coalition gets at least what it demands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

import numpy as np

from kibitz.coalitional.coalitions import members, sizes
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact, show
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.arithmetic import dimension
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    balanced,
    header,
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
    worths = Worths(game)
    empty = claim.flag("empty")
    found = weights(game, claim, "balanced_weights")
    given = None if claim.raw("point") is None else payoffs(game, claim, "point")
    numbers: list[Number] = [*found.values(), *(given or [])]
    epsilon: Number = Fraction(0)
    if what != "core":
        epsilon = claim.number("epsilon")
        numbers.append(epsilon)
    proof.says(claim, players=list(game.players), exact=game.exact)
    proof.within(worths.ends, numbers)
    told = "" if what == "core" else f" for {show(epsilon)}"
    proof.states(f"the {what}{told} is {'empty' if empty else 'not empty'}", "")
    demand = Demands(worths, Fraction(epsilon), times)
    if empty:
        proof.theorem = "the theorem of Bondareva and Shapley"
        proof.equal("point", given is None, True)
        balanced(proof, game.n, found)
        earned = sum((Fraction(w) * demand[m] for m, w in found.items()), Fraction(0))
        told = f"{shown(worths, earned)} against {shown(worths, worths.total)}"
        proof.that("they earn more than v(N)", earned > worths.total + proof.tolerance, told)
        proof.equal("dimension", claim.raw("dimension"), -1)
        proof.equal("vertices", claim.raw("vertices") in (None, []), True)
        proof.equal("ranges", claim.raw("ranges") in (None, {}), True)
        return
    if given is None:
        raise GameError(f"{claim.path('point')}: it is missing, though the set is not empty")
    x = [Fraction(v) for v in given]
    proof.theorem = "a point of it"
    in_set(demand, x, proof)
    if least:
        theorem = "linear programming duality, since a point and a bound meet"
        proof.states(f"the least epsilon is {show(epsilon)}", theorem)
        balanced(proof, game.n, found)
        spread = sum((Fraction(w) * times(m) for m, w in found.items()), Fraction(0))
        earned = sum((Fraction(w) * worths[m] for m, w in found.items()), Fraction(0))
        good = spread > 0 and game.grand not in found
        bound = (earned - worths.total) / spread if good else Fraction(0)
        what = "the weighted coalitions bound epsilon from below"
        proof.that(what, good and abs(bound - Fraction(epsilon)) <= proof.tolerance, show(bound))
    elif game.n > 1:
        balanced(proof, game.n, found)
        earned = sum((Fraction(w) * demand[m] for m, w in found.items()), Fraction(0))
        lowered = [v - (worths.total - earned) / game.n for v in x]
        if not demand.met(lowered, proof.tolerance):
            proof.leaves("that no balanced weights earn more")
    _shape(demand, claim, proof)


class Demands:
    """What every coalition demands, by mask: v(S), lowered by epsilon this many times."""

    def __init__(self, worths: Worths, epsilon: Fraction, times: Times) -> None:
        self.worths, self.n, self.epsilon, self.times = worths, worths.n, epsilon, times

    def __getitem__(self, mask: int) -> Fraction:
        outer = mask in (0, self.worths.grand)
        return self.worths[mask] - (0 if outer else self.epsilon * self.times(mask))

    def largest(self, x: Point) -> Fraction:
        """The largest excess of a smaller coalition over what it demands."""
        excess = self.worths.excesses(x)
        array = excess.array.astype(object)
        if self.epsilon:
            count = sizes(self.n).astype(object)
            if self.times(3) == 1:
                count = np.ones(1 << self.n, object)
            scale = excess.denominator * self.epsilon.denominator
            array = array * self.epsilon.denominator
            array = array - count * (self.epsilon.numerator * excess.denominator)
        else:
            scale = excess.denominator
        inner = array[1:-1]
        return Fraction(int(inner.max()), scale) if len(inner) else Fraction(-1)

    def met(self, x: Point, slack: Fraction) -> bool:
        """Whether no smaller coalition demands more than it is given."""
        return self.largest(x) <= slack

    def readable(self) -> list[Fraction]:
        """All of them; floats at their shortest spelling, in which the sets are listed."""
        game = self.worths.game
        if game.exact:
            return [self[mask] for mask in range(1 << self.n)]
        plain = [exact(v) for v in game.worths.rational().numbers()]
        step = exact(float(self.epsilon))
        lowered = [v - step * self.times(m) for m, v in enumerate(plain)]
        return [plain[0], *lowered[1:-1], plain[-1]]


def in_set(demand: Demands, x: Point, proof: Proof) -> None:
    """Record that a point hands out v(N) and meets all demands."""
    worths, close = demand.worths, proof.tolerance
    total = sum(x, Fraction(0))
    good = abs(total - worths.total) <= close * worths.n
    proof.that("the point hands out v(N)", good, shown(worths, total))
    most = demand.largest(x)
    what = "no coalition demands more than it is given"
    proof.that(what, most <= close * worths.n, f"the largest excess is {shown(worths, most)}")


def _shape(demand: Demands, claim: Claim, proof: Proof) -> None:
    """Vertices, dimension and ranges, from all corners; of many players they are not proved."""
    game, players = demand.worths.game, demand.worths.game.players
    listed = None if claim.raw("vertices") is None else points(game, claim, "vertices")
    dim = claim.raw("dimension")
    ranges = None if claim.raw("ranges") is None else claim.part("ranges")
    ends = [] if ranges is None else [ranges.numbers(p, 2) for p in players]
    right = None if listed is None else _corners(demand)
    near = None if right is None else _apart(right, ROUGH * proof.tolerance)
    if right is None or (proof.tolerance and len(near or []) < max(1, len(right))):
        for vertex in listed or []:
            in_set(demand, [Fraction(v) for v in vertex], proof)
        proof.leaves("its dimension, vertices and ranges")
        return
    known = {tuple(Fraction(v) for v in x) for x in listed or []}
    good = len(known) == len(listed or []) and same_points(proof, known, right, ROUGH)
    told = "1 vertex" if len(right) == 1 else f"{len(right)} vertices"
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
        near = (all(abs(a - b) <= slack for a, b in zip(x, y, strict=True)) for y in kept)
        if not slack or not any(near):
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
    worths = Worths(game)
    found = weights(game, claim, "weights")
    given = None if claim.raw("point") is None else payoffs(game, claim, "point")
    needed = claim.number("needed")
    holds = claim.flag("balanced")
    header(game, claim, proof, [])
    proof.within(worths.ends, [*found.values(), *(given or []), needed])
    proof.that("a point is given if and only if there is one", holds == (given is not None))
    if game.n > 1:
        balanced(proof, game.n, found)
    earned = sum((Fraction(w) * worths[m] for m, w in found.items()), Fraction(0))
    proof.equal("needed", needed, earned)
    demand = Demands(worths, Fraction(0), lambda mask: 0)
    if given is None:
        proof.states(
            "the game is not balanced, so its core is empty", "the theorem of Bondareva and Shapley"
        )
        told = f"{shown(worths, earned)} against {shown(worths, worths.total)}"
        proof.that("the weights earn more than v(N)", earned > worths.total + proof.tolerance, told)
        proof.leaves("that no balanced weights earn more")
        return
    proof.states("the game is balanced", "a point of the core")
    x = [Fraction(v) for v in given]
    in_set(demand, x, proof)
    lowered = [v - (worths.total - earned) / game.n for v in x]
    if game.n > 1 and not demand.met(lowered, proof.tolerance * game.n):
        proof.leaves("that no balanced weights earn more")


@checks("payoff-vertices", of=CoalitionalGame)
def payoff_vertices(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """All vertices of the core, by all choices of tight coalitions."""
    worths = Worths(game)
    listed = points(game, claim, "vertices")
    proof.states(
        f"the core has {count_of(len(listed), 'vertex')}", "all choices of tight coalitions"
    )
    header(game, claim, proof, [])
    proof.within(worths.ends, [x for v in listed for x in v])
    demand = Demands(worths, Fraction(0), lambda mask: 0)
    right = _corners(demand)
    if right is None or not listed:
        proof.that("there are vertices, and not too many to look for", False)
        return
    proof.that("the vertices are all corners of the core", same_points(proof, listed, right))
    proof.equal("dimension", claim.raw("dimension"), dimension(right))
    tight = []
    for vertex in listed:
        x = [exact(v) for v in vertex]
        gaps = demand.readable()
        tight.append([game.spell(m) for m in range(1, game.grand) if sum_over(x, m) == gaps[m]])
    proof.says(claim, "tight", tight)


@checks("imputations", of=CoalitionalGame)
def imputations(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """A simplex with a vertex for each player, who gets all that is left over. O(n^2)."""
    worths = Worths(game)
    low, total = worths.alone(), worths.total
    room = total - sum(low)
    listed = points(game, claim, "vertices")
    proof.within(worths.ends, [x for v in listed for x in v])
    header(game, claim, proof, [])
    corners = [tuple(v + room * (i == k) for i, v in enumerate(low)) for k in range(game.n)]
    right = list(dict.fromkeys(corners)) if room >= 0 else []
    if not game.exact and abs(room) <= proof.tolerance:
        right = [tuple(low)] * len(listed)  # rounding decides whether there is one
    state = f"have {count_of(len(right), 'vertex')}" if right else "do not exist"
    proof.states(f"imputations {state}", "the form of a simplex")
    proof.that("at each vertex one player gets the surplus", same_points(proof, listed, right))
    proof.equal("lower_bounds", claim.raw("lower_bounds"), low)
    proof.equal("sum", claim.raw("sum"), total)
    proof.equal("empty", claim.raw("empty"), not right)
    proof.equal("dimension", claim.raw("dimension"), len(right) - 1)


@checks("weber-set", of=CoalitionalGame)
def weber_set(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Each vector belongs to its order, and every order leads to one of them. O(n n!)."""
    if game.n > MOST_ORDERED:
        raise GameError(
            f"{count_of(game.n, 'player')}: marginal vectors are compared for at most "
            f"{MOST_ORDERED}"
        )
    worths = Worths(game)
    vectors, wrong = [], []
    for part in claim.parts("marginal_vectors"):
        x = [exact(v) for v in payoffs(game, part)]
        order = _order(game, part)
        vectors.append(tuple(x))
        wrong += [] if x == marginals(game, order) else [order]
    proof.states(f"the Weber set is the hull of {len(vectors)} marginal vectors", "the definition")
    header(game, claim, proof, [])
    proof.that("every vector belongs to its order", not wrong)
    every = {tuple(marginals(game, order)) for order in permutations(range(game.n))}
    distinct = len(set(vectors)) == len(vectors)
    proof.that("every order leads to one of them", set(vectors) == every and distinct)
    proof.equal("is_core", claim.raw("is_core"), is_convex(worths))


@checks("weber-set-membership", of=CoalitionalGame)
def weber_membership(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """An average of marginal vectors, or a direction in which the point is further out."""
    x = [exact(v) for v in payoffs(game, claim)]
    direction = claim.raw("direction")
    inside = claim.flag("in_weber_set")
    header(game, claim, proof, [])
    state = "in" if inside else "not in"
    proof.states(f"{spelled(x)} is {state} the Weber set", "separation")
    proof.that(
        "a direction is given if and only if the point is outside", inside == (direction is None)
    )
    parts = [(part.number("weight"), _order(game, part)) for part in claim.parts("orders")]
    if direction is None:
        proof.states(f"{spelled(x)} is in the Weber set", "an average of marginal vectors")
        proof.distribution("the weights of the orders", [w for w, _ in parts])
        vectors = [[Fraction(w) * v for v in marginals(game, order)] for w, order in parts]
        mean = [sum(column, Fraction(0)) for column in zip(*vectors, strict=True)]
        proof.that("the average is the point", mean == x, spelled(mean))
        return
    d = [exact(v) for v in claim.numbers("direction", game.n)]
    proof.that("no orders are given", not parts)
    here, most = sum(a * b for a, b in zip(d, x, strict=True)), _furthest(game, d)
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
        best.append(
            max(
                best[mask ^ 1 << i] + direction[i] * (worths[mask] - worths[mask ^ 1 << i])
                for i in members(mask)
            )
        )
    return best[-1]
