"""Claims about equilibria of strategic games: one, several, all of two players, repeated play."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from kibitz.algebra.field_number import FieldNumber
from kibitz.core.certificate import check
from kibitz.core.claim import CLOSE, Claim, Proof, check_as, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.core.spelling import these
from kibitz.core.tensor import Array
from kibitz.proof.kernel.algebraic_weights import algebraic, is_irrational, middle, weights_between
from kibitz.proof.kernel.arithmetic import dimension, rank, sign_of_determinant, summed
from kibitz.proof.kernel.corners import Pair, Point, extreme_equilibria
from kibitz.proof.kernel.profiles import (
    Exact,
    Outcome,
    distributions,
    extremes,
    lines,
    numbers_of,
    outcome,
    places,
    profile_at,
    slacks,
    supports,
    two_players,
    whole,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential.repeated import RepeatedGame

THEOREM = "the definition, since it is enough to try pure deviations"
MOST_TUPLES, MOST_SUBSETS = 5_000, 30_000
BITS = 256


@checks("equilibrium", of=StrategicGame)
def equilibrium(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every pure deviation of every player is tried."""
    if "kind" not in claim and ("extreme" in claim or "equilibria" in claim):
        equilibria(game, claim, proof)
    elif "kind" not in claim and "value" in claim:
        check_as("matrix-solution", game.matrix_game(), claim, proof)
    else:
        proof.states("this profile is an equilibrium", THEOREM)
        one(game, claim, proof)


def one(game: StrategicGame, claim: Claim, proof: Proof) -> Exact | None:
    """One equilibrium with rational, algebraic or enclosed weights; the rational ones."""
    enclosed = is_irrational(claim)
    if enclosed and "field" in claim:
        played, weights, tied = algebraic(game, claim, proof)
        proof.says(claim, "exact", True)
        about = [[Fraction(float(w)) for w in side] for side in weights]
        _besides(game, claim, proof, played, about)
        _index(game, claim, proof, played, weights, tied)
        return None
    word = f"{game.word}s"
    if enclosed:
        found = _enclosed(game, claim, proof)
        if found is None:
            return None
        if word in claim:
            told = [plain(middle(x)) for x in claim.items(word, len(game.players))]
            found.pays(Claim({word: told}, claim.where), proof)
    else:
        found = outcome(game, claim, proof, "strategies")
        found.stable(proof)
        found.pays(claim, proof)
        given = [w for side in profile_at(claim, "strategies", game)[0] for w in side]
        rational = not any(isinstance(w, float) for w in given)
        if game.exact or not rational:
            proof.says(claim, "exact", rational)
        elif "exact" in claim:
            claim.flag("exact")
    profile, played = found.profile, supports(found.profile, bool(proof.tolerance))
    _besides(game, claim, proof, played, profile)
    ties = [
        [i for i, gap in enumerate(line) if gap <= slack and i not in side]
        for line, side, slack in zip(found.gaps, played, slacks(game, proof), strict=True)
    ]
    points = [[w.point() if isinstance(w, FieldNumber) else w for w in side] for side in profile]
    _index(game, claim, proof, played, points, any(ties))
    rational = all(isinstance(w, Fraction) for side in points for w in side)
    return profile if rational and not enclosed else None


def _besides(
    game: StrategicGame, claim: Claim, proof: Proof, played: list[list[int]], profile: Exact
) -> None:
    """Supports, in which weights of rounding size may count or not, and floats."""
    if "supports" in claim:
        sides = claim.items("supports", len(played))
        for own, given, side, weights in zip(game.strategies, sides, played, profile, strict=True):
            listed = places(own, given, "supports")
            near = proof.tolerance > 0 and listed == sorted(set(listed))
            fits = near and all(w > 0 if i in listed else w <= CLOSE for i, w in enumerate(weights))
            proof.also("supports", fits or listed == side)
        played = sides
    proof.says(claim, "pure", all(len(side) == 1 for side in played))
    if "about" in claim:
        proof.also("about", same(claim.raw("about"), profile, CLOSE))


def _index(
    game: StrategicGame,
    claim: Claim,
    proof: Proof,
    played: list[list[int]],
    weights: Any,
    tied: bool,
) -> None:
    """Regular: no ties outside the supports, and a determinant that is not 0, whose sign counts."""
    if "regular" in claim or "index" in claim:
        rough = proof.tolerance and len(played) > 2  # then it depends on weights, to the last digit
        sign = 0 if tied else None if rough else index_of(game, played, weights)
        if sign is None:
            proof.leaves("whether it is regular, and its index", claim, "regular", "index")
        else:
            proof.says(claim, regular=sign != 0, index=sign or None)


def index_of(game: StrategicGame, played: list[list[int]], weights: Any) -> int | None:
    """The sign of the determinant of minus the Jacobian of the indifference equations.

    None where a ball of algebraic weights is too wide to tell.
    """
    if all(len(side) == 1 for side in played):
        return 1
    if len(played) == 2:  # no weight comes in, and each player has a determinant
        if len(played[0]) != len(played[1]):
            return 0
        boxes = [whole(game, k)[0][played[0]][:, played[1]] for k in (0, 1)]
        slopes = [x[1:, 1:] - x[:1, 1:] - x[1:, :1] + x[0, 0] for x in boxes]
        sign = prod(sign_of_determinant(x.tolist()) for x in slopes)
        return sign if len(played[0]) % 2 else -sign
    from flint import arb, arb_mat, ctx, fmpq

    def ball(w: Any) -> Any:
        if not isinstance(w, Fraction):
            close = w.refine(Fraction(1, 2**BITS))
            ends = [arb(fmpq(x.numerator, x.denominator)) for x in (close.low, close.high)]
            return ends[0].union(ends[1])
        return arb(fmpq(w.numerator, w.denominator))

    rational = all(isinstance(w, Fraction) for side in weights for w in side)
    with ctx.workprec(2 * BITS):
        sides = [np.array([w if rational else ball(w) for w in side], object) for side in weights]
        rows = []
        for i, mine in enumerate(played):
            array = whole(game, i)[0]
            for s in mine[1:]:
                gap = np.take(array, s, axis=i) - np.take(array, mine[0], axis=i)
                rows.append(_slopes(gap, i, played, sides))
        if rational:
            return sign_of_determinant([[-x for x in row] for row in rows])
        determinant = arb_mat([[-arb(x) for x in row] for row in rows]).det()
        return None if determinant.contains(0) else 1 if determinant > 0 else -1


def _slopes(gap: Array, player: int, played: list[list[int]], sides: list[Array]) -> list[Any]:
    """How the advantage of one strategy changes with each weight that is free."""
    others = [j for j in range(len(played)) if j != player]
    row: list[Any] = []
    for j, own in enumerate(played):
        for t in own[1:]:
            if j == player:
                row.append(0)
                continue
            box = np.take(gap, t, axis=others.index(j)) - np.take(gap, own[0], axis=others.index(j))
            rest = [o for o in others if o != j]
            for k in reversed(rest):
                box = np.tensordot(np.asarray(box, object), sides[k], ([rest.index(k)], [0]))
            row.append(box.item() if isinstance(box, np.ndarray) else box)
    return row


def _enclosed(game: StrategicGame, claim: Claim, proof: Proof) -> Outcome | None:
    """Weights between bounds: what lies in the middle is an equilibrium up to the bounds."""
    profile = weights_between(game, claim)
    proof.within([float(x) for x in extremes(game)])
    totals = all(abs(summed(side) - 1) <= CLOSE and min(side) >= 0 for side in profile)
    if not proof.that("every player plays a distribution, to a billionth", totals):
        return None
    found = Outcome(game, [[w / sum(side) for w in side] for side in profile])
    found.stable(proof)
    proof.says(claim, "exact", False)
    proof.leaves("that an exact equilibrium lies between the bounds")
    return found


@checks("equilibria", of=StrategicGame)
def equilibria(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each is one; of two players all of them, against the corners of both polytopes."""
    proof.says(claim, "strategies", game.strategies)
    if len(game.players) != 2 or ("complete" in claim and "extreme" not in claim):
        _several(game, claim, proof)
        return
    parts = claim.parts("extreme" if "extreme" in claim else "equilibria")
    read = [profile_at(part, "strategies", game) for part in parts]
    proof.within(extremes(game), [w for r, _ in read for side in r for w in side])
    pairs: list[Pair] = [(tuple(p[0]), tuple(p[1])) for _, p in read]
    count = len(pairs)
    try:
        right, degenerate = all_extreme(game)
    except OverflowError:
        _each(game, proof, read, pairs)
        known = "this is an equilibrium" if count == 1 else f"these are {count} extreme equilibria"
        proof.states(known, THEOREM)
        proof.leaves("that there are no others")
        _leaves_ties(claim, proof)
    else:
        listed = pairs == right or same(pairs, right, CLOSE if proof.tolerance else Fraction(0))
        missing = "" if len(right) <= count else f"{len(right) - count} are missing"
        proof.that("every extreme equilibrium is listed, and nothing else", listed, missing)
        only = "this is the only equilibrium"
        known = only if count == 1 else f"these are the {count} extreme equilibria"
        proof.states(known, "zero regrets, and all corners of both best-response polytopes")
        if degenerate is None or claim.raw("degenerate", degenerate) is None:
            _leaves_ties(claim, proof)
        else:
            proof.says(claim, "degenerate", degenerate)
        pairs = right if len(right) == count else pairs
    _structure(game, claim, proof, parts, pairs)
    proof.says(claim, "exact", game.exact)


def _leaves_ties(claim: Claim, proof: Proof) -> None:
    if "degenerate" in claim:
        if claim.raw("degenerate") is not None:
            claim.flag("degenerate")
        proof.leaves("whether the game is degenerate")


def all_extreme(game: StrategicGame) -> tuple[list[Pair], bool | None]:
    """All extreme equilibria of two players, and whether the game is degenerate, if known."""
    return extreme_equilibria(lines(game, 0)[0], lines(game, 1)[0].T)


def _each(game: StrategicGame, proof: Proof, read: Any, pairs: list[Pair]) -> None:
    """Each is an equilibrium, and what binds at its strategies determines them."""
    ordered = bool(pairs) and pairs == sorted(set(pairs), reverse=True)
    proof.that("the list is not empty, in order, and each is there once", ordered)
    for (given, profile), pair in zip(read, pairs, strict=True):
        good = distributions(proof, game, given) and Outcome(game, profile).level(proof)
        for k in (0, 1) if good and not proof.tolerance else ():
            table = whole(game, 1 - k)[0] if k == 0 else whole(game, 0)[0].T
            above = table - table.min() + 1
            paid, mine = np.array(pair[k], object) @ above, [i for i, w in enumerate(pair[k]) if w]
            tight = above[mine][:, np.flatnonzero(paid == max(paid))]
            good = good and rank(tight.tolist()) == len(mine)
        if not good:
            proof.that("each is an extreme equilibrium", False, str(pair)[:60])


class Listed:
    """Pairs of points with numbers for the points, so that each is hashed once.

    ``rows`` and ``columns`` are the different points of each side, ``cells`` the pairs in numbers.
    """

    def __init__(self, pairs: list[Pair]) -> None:
        rows: dict[Point, int] = {}
        columns: dict[Point, int] = {}
        self.cells = [
            (rows.setdefault(x, len(rows)), columns.setdefault(y, len(columns))) for x, y in pairs
        ]
        self.rows, self.columns = list(rows), list(columns)

    def subsets(self) -> list[tuple[list[int], list[int]]]:
        """The maximal products of rows and columns all of whose pairs are listed, in order."""
        near = [frozenset(j for k, j in self.cells if k == i) for i in range(len(self.rows))]
        closed: set[frozenset[int]] = set()
        for own in near:
            closed |= {own & other for other in closed if own & other} | {own}
            if len(closed) > MOST_SUBSETS:
                raise OverflowError
        return sorted(
            ([i for i, have in enumerate(near) if have >= own], sorted(own)) for own in closed
        )

    def components(self) -> list[list[int]]:
        """Positions of pairs that hang together, by common points, in order."""
        groups: list[list[int]] = []
        for k, (i, j) in enumerate(self.cells):
            near = [
                g for g in groups if any(self.cells[m][0] == i or self.cells[m][1] == j for m in g)
            ]
            groups = [g for g in groups if g not in near]
            groups.append(sorted([k, *(m for g in near for m in g)]))
        return sorted(groups)


def _structure(
    game: StrategicGame, claim: Claim, proof: Proof, parts: list[Claim], pairs: list[Pair]
) -> None:
    """Subsets, components and indices, from the extreme equilibria."""
    listed = Listed(pairs)
    try:
        subsets = listed.subsets()
    except OverflowError:
        raise GameError("there are too many Nash subsets to look at") from None
    groups = listed.components()
    owner = {listed.cells[k]: g for g, group in enumerate(groups) for k in group}
    outcomes = [Outcome(game, [list(side) for side in pair]) for pair in pairs]
    used = [supports(found.profile) for found in outcomes]
    indices: list[int | None] = []
    for first, *others in groups:
        sides = zip(outcomes[first].values, outcomes[first].most, strict=True)
        best = [[i for i, x in enumerate(v) if x == top] for v, top in sides]
        regular = not others and used[first] == best
        indices.append(index_of(game, used[first], pairs[first]) if regular else None)
    if not _last_index(indices, not proof.unproved) and None in indices:
        proof.leaves("the indices of equilibria with ties")
    points = [([listed.rows[i] for i in a], [listed.columns[j] for j in b]) for a, b in subsets]
    written = [
        {"rows": left, "columns": right, "dimension": dimension(left) + dimension(right)}
        for left, right in points
    ]
    homes = [owner[left[0], right[0]] for left, right in subsets]
    finite = all(len(left) == len(right) == 1 for left, right in subsets)
    proof.says(claim, number=len(pairs) if finite else "infinite", unique=len(pairs) == 1)
    proof.says(claim, "nash_subsets", written)
    for part, cell, found, played in zip(parts, listed.cells, outcomes, used, strict=False):
        found.pays(part, proof)
        _besides(game, part, proof, played, found.profile)
        proof.says(part, "exact", game.exact)
        if len(groups[owner[cell]]) == 1:
            _says_index(part, indices[owner[cell]], proof)
        else:
            proof.says(part, "index", None)
    if "components" not in claim:
        return
    given = claim.parts("components")
    proof.also("components", len(given) == len(groups))
    for home, (part, group, index) in enumerate(zip(given, groups, indices, strict=False)):
        inside = [w for w, h in zip(written, homes, strict=True) if h == home]
        proof.says(part, extreme=group, isolated=len(group) == 1, nash_subsets=inside)
        proof.says(part, "dimension", max(int(str(w["dimension"])) for w in inside))
        _says_index(part, index, proof)


def _last_index(indices: list[int | None], every: bool) -> bool:
    """The indices of all components add up to 1, which gives one that is missing; whether so."""
    if every and indices.count(None) == 1:
        indices[indices.index(None)] = 1 - sum(i or 0 for i in indices)
    return every and None not in indices


def _says_index(part: Claim, index: int | None, proof: Proof) -> None:
    """The index, where it is known; otherwise it was left."""
    if index is None:
        part.raw("index", None)
    else:
        proof.says(part, "index", index)


def _several(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each is an equilibrium, and so is each tuple of corners of a continuum."""
    parts = claim.parts("equilibria")
    count = len(parts)
    told = "this is an equilibrium" if count == 1 else f"these are {count} equilibria"
    proof.states(told, THEOREM)
    profiles: list[Exact | None] = []
    for k, part in enumerate(parts, 1):
        inner = Proof()
        profiles.append(one(game, part, inner))
        proof.tolerance = max(proof.tolerance, inner.tolerance)
        proof.includes(f"equilibrium {k}", inner.certificate())
    seen = [
        p or part.raw("about", part.raw("strategies"))
        for p, part in zip(profiles, parts, strict=True)
    ]
    slack = CLOSE if proof.tolerance else Fraction(0)
    again = any(same(p, q, slack) for k, p in enumerate(seen) for q in seen[:k])
    proof.that("no two are the same", not again)
    complete, undecided = claim.flag("complete", False), claim.parts("undecided", [])
    for part in undecided:
        part.raw("supports"), part.raw("sample")
    wide = _components(game, claim, proof, parts, profiles, complete)
    if complete:
        proof.that("nothing is undecided", not undecided)
        indices = [i for part in parts if type(i := part.data.get("index")) is int]
        if not wide and len(indices) == count:
            proof.that("their indices add up to 1", sum(indices) == 1)
        proof.leaves("that there are no others")
    elif undecided:
        proof.leaves("which supports are undecided")
    number_of: Any = ("infinite" if wide else count) if complete else "unknown"
    proof.says(claim, number=number_of, unique=complete and not wide and count == 1)
    regular = [part.data.get("regular") for part in parts]
    proof.says(claim, "degenerate", bool(undecided) or wide or False in regular)
    if claim.data.get("degenerate") is False and not (complete and all(regular)):
        proof.leaves("that the game is not degenerate")


def _components(
    game: StrategicGame,
    claim: Claim,
    proof: Proof,
    parts: list[Claim],
    profiles: list[Exact | None],
    complete: bool,
) -> bool:
    """Every equilibrium is in one of them; regions consist of equilibria. Whether some are wide."""
    if "components" not in claim:
        return False
    given, held = claim.parts("components"), []
    indices: list[int | None] = []
    for k, part in enumerate(given, 1):
        members = list(part.wholes("equilibria", None, len(parts)))
        regions = part.parts("nash_subsets")
        sizes = [_region(game, region, proof) for region in regions]
        proof.says(part, isolated=not regions, dimension=max((n for n, _ in sizes), default=0))
        proof.also("members are in order", members == sorted(set(members)))
        inside = not regions or all(
            any(box is None or _is_corner(profiles[i], box) for _, box in sizes) for i in members
        )
        proof.also("its members are corners of its regions", inside)
        boxes = [
            [*map(sorted, box)] if box else r.data
            for r, (_, box) in zip(regions, sizes, strict=True)
        ]
        again = any(box in boxes[:j] for j, box in enumerate(boxes))
        proof.also("no region is listed twice", not again)
        alone = not regions and len(members) == 1
        proof.also("an isolated component is one point", alone or bool(regions))
        own = parts[members[0]].data.get("index") if alone else None
        indices.append(own if isinstance(own, int) else None)
        held += members
        if len(regions) > 1:
            proof.leaves(f"how the regions of component {k} are connected")
    proof.that("every equilibrium is in one component", sorted(held) == list(range(len(parts))))
    firsts = [part.data["equilibria"][:1] for part in given]
    proof.that("components are in order", firsts == sorted(firsts))
    _last_index(indices, complete)
    for part, index in zip(given, indices, strict=True):
        proof.says(part, "index", index)
    return any(part.data["nash_subsets"] for part in given)


def _is_corner(profile: Exact | None, box: list[list[Any]]) -> bool:
    return profile is not None and all(
        tuple(w) in side for w, side in zip(profile, box, strict=True)
    )


def _region(game: StrategicGame, region: Claim, proof: Proof) -> tuple[int, list[list[Any]] | None]:
    """Payoffs are multilinear, so a product of polytopes is as good as its corners."""
    proof.says(region, "kind", "nash-region")
    where = region.path("strategies")
    boxes = []
    for side, size in zip(region.items("strategies", len(game.players)), game.shape, strict=True):
        if not isinstance(side, list) or not side:
            raise GameError(f"{where}: each player needs corners")
        box = [tuple(Fraction(w) for w in numbers_of(x, size, region.where)) for x in side]
        if any(min(x) < 0 or sum(x) != 1 for x in box) or len(set(box)) < len(box):
            raise GameError(f"{where}: a corner is not a distribution, or twice")
        boxes.append(box)
    if prod(map(len, boxes)) > MOST_TUPLES:
        raise GameError(f"{prod(map(len, boxes)):,} tuples of corners are too many to test")
    size, exact = sum(dimension(box) for box in boxes), game.in_numbers(True)
    if "conditions" not in region:
        good = all(Outcome(exact, [list(x) for x in p]).regret == 0 for p in product(*boxes))
        proof.that(f"{region.where}: every tuple of corners is an equilibrium", good)
        proof.says(region, "dimension", size)
        used = [
            [n for i, n in enumerate(own) if any(x[i] for x in box)]
            for own, box in zip(game.strategies, boxes, strict=True)
        ]
        proof.says(region, "supports", used)
        return size, boxes
    for sample in region.items("samples"):
        _, profile = profile_at(Claim({"p": sample}), "p", game)
        fair = all(min(w) >= 0 and sum(w) == 1 for w in profile)
        proof.that("a sample is an equilibrium", fair and Outcome(exact, profile).regret == 0)
    given = region.count("dimension")
    proof.that("it is no larger than its box", given <= size)
    for own, side in zip(game.strategies, region.items("supports", len(boxes)), strict=True):
        places(own, side, "supports")
    region.items("conditions")
    proof.leaves(f"{region.where}: the conditions of a curved piece, and its dimension")
    return given, None


@checks("nash-region", of=StrategicGame)
def nash_region(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Payoffs are multilinear, so a product of polytopes is as good as its corners."""
    proof.states("these are equilibria", "multilinear payoffs")
    _region(game, claim, proof)


@checks("approximate-equilibrium", of=StrategicGame)
def approximate_equilibrium(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The regret of the profile, exactly."""
    read, profile = profile_at(claim, "strategies" if "strategies" in claim else "profile", game)
    given = [claim.number("regret"), *_numbers(claim, f"{game.word}s")]
    proof.within(extremes(game), [*given, *(w for side in read for w in side)])
    if not distributions(proof, game, read):
        proof.leaves("the rest")
        return
    found = Outcome(game, profile)
    told = f"no player gains more than {float(found.regret):.2g} by deviating"
    proof.states(told, "exact payoffs of all pure deviations")
    proof.equal("regret", claim.raw("regret"), found.regret, found.unit(slacks(game, proof)))
    found.pays(claim, proof)


def _numbers(claim: Claim, key: str) -> list[Any]:
    return claim.numbers(key) if key in claim else []


@checks("lemke-howson", of=StrategicGame)
def lemke_howson(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every end of a path is an equilibrium; which path leads where is not walked again."""
    parts = claim.parts("equilibria")
    kind = "an equilibrium" if len(parts) == 1 else "equilibria"
    proof.states(f"{these(len(parts), 'profile')} {kind}", THEOREM)
    _listed(game, parts, "strategies", proof)
    if "by_label" in claim:
        two_players(game, "labels are for")
        words = zip(("row", "column"), game.strategies, strict=True)
        ends, names = claim.parts("by_label"), [f"{w} {n}" for w, own in words for n in own]
        proof.equal("by_label", [part.raw("label") for part in ends], names)
        proof.also("by_label", all(part.count("equilibrium") < len(parts) for part in ends))
        for part in ends:
            part.count("pivots")
        proof.leaves("which labels lead where, and in how many pivots")


def _listed(game: StrategicGame, parts: list[Claim], key: str, proof: Proof) -> list[Outcome]:
    """Different equilibria, each with its payoffs."""
    seen = []
    for part in parts:
        seen.append(outcome(game, part, proof, key))
        seen[-1].stable(proof)
        seen[-1].pays(part, proof)
    profiles = [found.profile for found in seen]
    proof.that("each is listed once", all(p not in profiles[:k] for k, p in enumerate(profiles)))
    return seen


@checks("repeated-solution")
def repeated_solution(game: Any, claim: Claim, proof: Proof) -> None:
    """Stage equilibria in every round; if there is one only, backward induction leaves no other."""
    stage = game.stage if isinstance(game, RepeatedGame) else game
    if not isinstance(stage, StrategicGame):
        raise GameError("the claim is about a repeated game")
    rounds, discount = claim.count("rounds"), claim.number("discount", Fraction(1))
    if isinstance(game, RepeatedGame):
        proof.equal("rounds", rounds, game.rounds)
        proof.equal("discount", claim.raw("discount", 1), game.discount)
    weight = Fraction(RepeatedGame(stage, rounds, discount).weight)
    parts = claim.parts("stage_equilibria")
    if not parts:
        raise GameError("stage_equilibria: none is listed")
    told = "a stage equilibrium is played in every round"
    proof.states(told, "backward induction: the last round is the stage itself")
    proof.within(extremes(stage), [discount])
    seen = _listed(stage, parts, "profile", proof)
    once, most = slacks(stage, proof), max(Fraction(1), weight)
    for part, found in zip([claim, *parts], [seen[0], *seen], strict=True):
        proof.each(part, "total", [weight * x for x in found.payoffs], [most * x for x in once])
    proof.each(claim, f"per_round_{stage.word}s", seen[0].payoffs, once)
    if "each_round" in claim:
        proof.equal("each_round", profile_at(claim, "each_round", stage)[1], seen[0].profile)
    _only(stage, claim, proof, [found.profile for found in seen])


def _only(stage: StrategicGame, claim: Claim, proof: Proof, seen: list[Exact]) -> None:
    """Whether the stage has no other equilibrium."""
    if "removals" in claim:
        pairs = zip(stage.strategies, supports(seen[0]), strict=True)
        kept = [[own[i] for i in side] for own, side in pairs]
        removals = claim.items("removals")
        gone = {"kind": "elimination", "removals": removals, "strategies": kept, "solved": True}
        strict = all(isinstance(r, dict) and r.get("strict") is True for r in removals)
        proof.that("nothing else survives strict dominance", strict and check(stage, gone).holds)
        proof.says(claim, "unique", True)
        return
    try:
        if len(stage.players) != 2:
            raise OverflowError
        right, slack = all_extreme(stage)[0], CLOSE if proof.tolerance else Fraction(0)
        proof.that("the stage has no other extreme equilibrium", same(seen, right, slack))
        proof.says(claim, "unique", len(right) == 1)
    except OverflowError:
        if "unique" in claim:
            alone = len(seen) == 1 and not claim.flag("unique")
            proof.that("one equilibrium is listed", not claim.flag("unique") or len(seen) == 1)
            proof.leaves(f"that the stage has {'several' if alone else 'no other'} equilibria")
