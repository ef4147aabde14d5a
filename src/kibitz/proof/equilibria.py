"""Claims about equilibria of two players: one, all of them, symmetric ones, repeated play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.certificate import check
from kibitz.core.claim import CLOSE, Claim, Proof, checks, in_form, same
from kibitz.core.errors import GameError
from kibitz.proof import n_player
from kibitz.proof.bimatrix import (
    Corners,
    Pair,
    Point,
    components_of,
    extreme_equilibria,
    flat_dimension,
    subsets_of,
)
from kibitz.proof.cells import (
    Exact,
    Outcome,
    corners,
    distributions,
    extremes,
    numbers_of,
    profile_at,
    whole,
)
from kibitz.proof.commitments import exact_lines
from kibitz.proof.strategic import regrets
from kibitz.proof.zero_sum import matrix_solution
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential.repeated import RepeatedGame

THEOREM = "the definition, since it is enough to try pure deviations"


@checks("equilibrium", of=StrategicGame)
def equilibrium(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every pure deviation of every player is tried."""
    if "kind" not in claim and ("extreme" in claim or "equilibria" in claim):
        equilibria(game, claim, proof)
        return
    if "kind" not in claim and "value" in claim:
        matrix_solution(game.matrix_game(), claim, proof)
        return
    proof.states("this profile is an equilibrium", THEOREM)
    proof.says(claim, "players", game.players)
    if n_player.is_irrational(claim) or "regular" in claim or "about" in claim:
        n_player.one(game, claim, proof)
        return
    read, profile = profile_at(claim, "strategies", game)
    proof.within(extremes(game), [w for side in read for w in side])
    distributions(proof, game, read)
    found = regrets(game, proof, profile)
    what_it_is(game, claim, proof, profile, found.payoffs)
    proof.says(claim, "exact", all(isinstance(w, Fraction) for side in read for w in side))
    if "index" in claim:
        proof.equal("index", claim.raw("index"), _index(game, profile))


def what_it_is(
    game: StrategicGame, claim: Claim, proof: Proof, profile: Exact, payoffs: Any
) -> None:
    """What is said about a profile besides."""
    played = [[i for i, w in enumerate(side) if w] for side in profile]
    named = [[own[i] for i in side] for own, side in zip(game.strategies, played, strict=True)]
    proof.says(claim, f"{game.word}s", payoffs)
    if "supports" in claim and not proof.tolerance:
        proof.says(claim, "supports", named)
    elif "supports" in claim:
        _nearly(game, claim, proof, profile)
    proof.says(claim, "pure", all(len(side) == 1 for side in claim_supports(claim, named)))


def claim_supports(claim: Claim, named: list[list[str]]) -> list[list[str]]:
    """The supports, as claimed where they were checked."""
    given = claim.data.get("supports")
    lists = isinstance(given, list) and all(isinstance(side, list) for side in given)
    return given if lists else named  # type: ignore[return-value]


def _nearly(game: StrategicGame, claim: Claim, proof: Proof, profile: Exact) -> None:
    """In floats, weights of rounding size may count as played or not."""
    for own, given, side in zip(
        game.strategies, claim.items("supports", len(profile)), profile, strict=True
    ):
        right = isinstance(given, list) and given == [n for n in own if n in given]
        fits = right and all(
            w > 0 if n in given else w <= CLOSE for n, w in zip(own, side, strict=True)
        )
        proof.also("supports", fits)


def _index(game: StrategicGame, profile: Exact) -> int | None:
    """The index of an equilibrium of two players without ties; None where there are some."""
    from flint import fmpz_mat

    found = Outcome(game, profile)
    best = [[i for i, x in enumerate(v) if x == max(v)] for v in found.values]
    played = [[i for i, w in enumerate(side) if w] for side in profile]
    if best != played or len(played) != 2 or len(played[0]) != len(played[1]):
        return None
    sign = 1 if len(played[0]) % 2 else -1
    for k in (0, 1):
        array = whole(game, k)[0]
        above = array - array.min() + 1
        minor = fmpz_mat([[int(above[i, j]) for j in played[1]] for i in played[0]])
        sign *= int(minor.det() > 0) - int(minor.det() < 0)
    return sign or None


@checks("equilibria", of=StrategicGame)
def equilibria(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """All of them: against all pairs of corners of the best-response polytopes."""
    proof.says(claim, "players", game.players)
    proof.says(claim, "strategies", game.strategies)
    if len(game.players) != 2 or ("complete" in claim and "extreme" not in claim):
        n_player.several(game, claim, proof)
        return
    key = "extreme" if "extreme" in claim else "equilibria"
    parts = claim.parts(key)
    proof.within(extremes(game))
    read = [profile_at(part, "strategies", game) for part in parts]
    proof.within(extremes(game), [w for r, _ in read for side in r for w in side])
    pairs = [(tuple(p[0]), tuple(p[1])) for _, p in read]
    listed = _all_pairs(game, proof, read, pairs)
    only = "this is the only equilibrium" if len(pairs) == 1 else ""
    known = listed is not None
    proof.states(
        (only if known else "this is an equilibrium")
        if len(pairs) == 1
        else f"these are {'the ' if known else ''}{len(pairs)} extreme equilibria",
        "zero regrets, and a look at every pair of supports" if known else THEOREM,
    )
    _structure(
        game,
        claim,
        proof,
        parts,
        pairs if listed is None else listed[0],
        None if listed is None else listed[1],
    )
    proof.says(claim, "exact", game.exact)


def _all_pairs(
    game: StrategicGame, proof: Proof, read: Any, pairs: list[Pair]
) -> tuple[list[Pair], Corners] | None:
    """The extreme equilibria, exactly, where the checker can list them itself."""
    try:
        found = Corners(exact_lines(game, 0), exact_lines(game, 1).T)
    except OverflowError:
        proof.that(
            "the list is not empty, in order, and each is there once",
            bool(pairs) and pairs == sorted(set(pairs), reverse=True),
        )
        for (given, profile), pair in zip(read, pairs, strict=True):
            good = distributions(proof, game, given)
            stable = good and Outcome(game, profile).regret <= proof.tolerance
            if not stable or (not proof.tolerance and not _extreme(game, pair)):
                proof.that("each is an extreme equilibrium", False, str(pair)[:60])
        proof.leaves("that there are no others")
        return None
    right = extreme_equilibria(found)
    slack = CLOSE if proof.tolerance else Fraction(0)
    missing = len(right) - len(pairs)
    proof.that(
        "every extreme equilibrium is listed, and nothing else",
        same([[list(x), list(y)] for x, y in pairs], [[list(x), list(y)] for x, y in right], slack),
        f"{missing} are missing"
        if missing > 0
        else f"{len(found.rows)} and {len(found.columns)} corners",
    )
    return (right, found) if len(right) == len(pairs) else (pairs, found)


def _extreme(game: StrategicGame, pair: Pair) -> bool:
    """Whether what binds at each strategy of an equilibrium determines it."""
    from flint import fmpz_mat

    for k in (0, 1):
        x, array = pair[k], whole(game, 1 - k)[0]
        table = array if k == 0 else array.T
        above = table - table.min() + 1
        paid = np.array(x, object) @ above
        played = [i for i, w in enumerate(x) if w]
        tight = [j for j, p in enumerate(paid) if p == max(paid)]
        minor = fmpz_mat([[int(above[i, j]) for j in tight] for i in played])
        if int(minor.rank()) < len(played):
            return False
    return True


def _structure(
    game: StrategicGame,
    claim: Claim,
    proof: Proof,
    parts: list[Claim],
    pairs: list[Pair],
    corners_of: Corners | None,
) -> None:
    """Subsets, components and indices, from the extreme equilibria."""
    try:
        subsets = subsets_of(pairs)
    except OverflowError:
        raise GameError("there are too many Nash subsets to look at") from None
    groups = components_of(pairs)
    owner = {pairs[k]: g for g, group in enumerate(groups) for k in group}
    indices: list[int | None] = [None] * len(groups)
    if corners_of is not None:
        totals = [0] * len(groups)
        for pair, sign in corners_of.indices():
            if pair in owner:
                totals[owner[pair]] += sign
        indices = list(totals)
        proof.says(claim, "degenerate", corners_of.degenerate)
    else:
        for g, group in enumerate(groups):
            if len(group) == 1:
                indices[g] = _index(game, [list(side) for side in pairs[group[0]]])
        if None in indices:
            proof.leaves("the indices of equilibria with ties")
        if "degenerate" in claim:
            claim.raw("degenerate")
            proof.leaves("whether the game is degenerate")
    written = [
        {"rows": left, "columns": right, "dimension": flat_dimension(left) + flat_dimension(right)}
        for left, right in subsets
    ]
    finite = all(len(w["rows"]) == len(w["columns"]) == 1 for w in written)  # type: ignore[arg-type]
    proof.says(claim, "number", len(pairs) if finite else "infinite")
    proof.says(claim, "unique", len(pairs) == 1)
    proof.says(claim, "nash_subsets", written)
    for part, pair in zip(parts, pairs, strict=False):
        _one_of(
            game,
            part,
            proof,
            pair,
            indices[owner[pair]] if pair in owner else None,
            len(groups[owner[pair]]) == 1 if pair in owner else False,
        )
    if "components" in claim:
        given = claim.parts("components")
        proof.also("components", len(given) == len(groups))
        for part, group, index in zip(given, groups, indices, strict=False):
            inside = [
                w
                for w, s in zip(written, subsets, strict=True)
                if owner[s[0][0], s[1][0]] == owner[pairs[group[0]]]
            ]
            proof.says(part, "extreme", group)
            proof.says(part, "isolated", len(group) == 1)
            proof.says(part, "dimension", max(int(str(w["dimension"])) for w in inside))
            proof.says(part, "nash_subsets", inside)
            if index is not None:
                proof.says(part, "index", index)
            elif "index" in part:
                part.raw("index")


def _one_of(
    game: StrategicGame, part: Claim, proof: Proof, pair: Pair, index: int | None, alone: bool
) -> None:
    """What is said about one of the equilibria."""
    exact: Exact = [list(side) for side in pair]
    found = Outcome(game, exact)
    what_it_is(game, part, proof, exact, found.payoffs)
    proof.says(part, "exact", game.exact)
    if "index" in part and (index is not None or not alone):
        proof.equal(part.path("index"), part.raw("index"), index if alone else None)
    elif "index" in part:
        part.raw("index")


@checks("lemke-howson", of=StrategicGame)
def lemke_howson(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every end of a path is an equilibrium; which path leads where is not walked again."""
    parts = claim.parts("equilibria")
    proof.states(f"these {len(parts)} profiles are equilibria", THEOREM)
    seen = []
    for part in parts:
        read, profile = profile_at(part, "strategies", game)
        proof.within(extremes(game), [w for side in read for w in side])
        distributions(proof, game, read)
        found = regrets(game, proof, profile)
        proof.says(part, f"{game.word}s", found.payoffs)
        seen.append(profile)
    proof.that("each is listed once", all(p not in seen[:k] for k, p in enumerate(seen)))
    if "by_label" in claim:
        names = [
            f"{w} {n}"
            for w, own in zip(("row", "column"), game.strategies, strict=True)
            for n in own
        ]
        ends = claim.parts("by_label")
        proof.that("there is a path for each label", len(ends) == len(names))
        for part, name in zip(ends, names, strict=False):
            proof.equal("by_label", part.raw("label"), name)
            k = part.count("equilibrium")
            part.count("pivots")
            proof.also("by_label", k < len(parts))
        proof.leaves("which labels lead where, and in how many pivots")


@checks("equalizing-equilibria", of=StrategicGame)
def equalizing(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each strategy leaves the other player indifferent; all corners of two polytopes are tried."""
    if len(game.players) != 2:
        raise GameError(f"{len(game.players)} players: equalizing strategies are for two")
    proof.states("these strategies equalize", "the definition, and all corners of two polytopes")
    proof.says(claim, "players", game.players)
    proof.within(extremes(game))
    found = []
    for k, key in enumerate(("rows", "columns")):
        array = whole(game, 1 - k)[0]
        table = array if k == 0 else array.T
        own = [[Fraction(x) for x in numbers_of(p, game.shape[k], key)] for p in claim.items(key)]
        level = all(
            min(p) >= 0 and sum(p) == 1 and len(set((np.array(p, object) @ table).tolist())) == 1
            for p in own
        )
        proof.that(f"{key} leave the other player indifferent", level)
        equations = np.concatenate(
            [np.ones((1, len(table)), object), (table[:, 1:] - table[:, :1]).T]
        )
        try:
            right = corners(
                equations, [1] + [0] * (table.shape[1] - 1), np.zeros((0, len(table)), object)
            )
            proof.that(
                f"no extreme one of the {key} is missing",
                [tuple(p) for p in own] == right,
            )
        except OverflowError:
            proof.leaves(f"that the {key} are all the extreme ones")
        found.append(own)
    exists = bool(found[0] and found[1])
    proof.says(claim, "exists", exists)
    if not exists:
        proof.says(claim, f"{game.word}s", None)
    else:
        paid = Outcome(game, [found[0][0], found[1][0]]).payoffs
        proof.says(claim, f"{game.word}s", paid)


@checks("symmetric-equilibria")
def symmetric_equilibria(game: Any, claim: Claim, proof: Proof) -> None:
    """Strategies that are best against themselves, among all corners of one polytope."""
    if "strategies" not in claim:
        n_player.symmetric_mixtures(game, claim, proof)
        return
    game = in_form(game, StrategicGame)
    if len(game.players) != 2:
        raise GameError("strategies: they are told in games of two players alone")
    own, other = exact_lines(game, 0), exact_lines(game, 1)
    if own.shape != other.shape or not (own == other).all():
        raise GameError("the game is not symmetric")
    size = game.shape[0]
    proof.within(extremes(game))
    listed = [
        tuple(Fraction(x) for x in numbers_of(s, size, "strategies"))
        for s in claim.items("strategies")
    ]
    count = len(listed)
    proof.states(
        f"these are the {count} extreme symmetric equilibria",
        "zero regrets, and a look at every pair of supports",
    )
    good = all(
        min(x) >= 0 and sum(x) == 1 and Outcome(game, [list(x), list(x)]).regret == 0
        for x in listed
    )
    proof.that("each is a best response to itself", good and bool(listed))
    try:
        found = Corners(own, own.T)
        every = frozenset(range(size))
        right = {
            x for x in found.rows.values() if {k % size for k in found.labels(x, True)} >= every
        }
        proof.that("no other corner is", listed == sorted(right, reverse=True))
    except OverflowError:
        proof.that("in order", listed == sorted(set(listed), reverse=True))
        proof.leaves("that there are no others")
    proof.says(claim, "unique", count == 1)
    proof.says(
        claim, f"{game.word}s", [Outcome(game, [list(x), list(x)]).payoffs[0] for x in listed]
    )
    if "subsets" in claim:
        _cliques(game, claim, proof, listed)


def _cliques(game: StrategicGame, claim: Claim, proof: Proof, listed: list[Point]) -> None:
    """The largest sets of strategies that are best against each other."""
    near = [
        {b for b, y in enumerate(listed) if Outcome(game, [list(x), list(y)]).regret == 0}
        for x in listed
    ]
    sets: set[frozenset[int]] = {frozenset()}
    for a in range(len(listed)):
        sets |= {s | {a} for s in sets if all(a in near[b] and b in near[a] for b in s)}
        if len(sets) > 20_000:
            raise GameError("there are too many subsets to look at")
    largest = sorted(sorted(s) for s in sets if not any(s < t for t in sets))
    proof.says(claim, "subsets", [[listed[k] for k in s] for s in largest])


@checks("repeated-solution")
def repeated_solution(game: Any, claim: Claim, proof: Proof) -> None:
    """Stage equilibria in every round; if there is one only, backward induction leaves no other."""
    stage = game.stage if isinstance(game, RepeatedGame) else game
    if not isinstance(stage, StrategicGame):
        raise GameError("the claim is about a repeated game")
    rounds, discount = (
        claim.count("rounds"),
        claim.number("discount") if "discount" in claim else Fraction(1),
    )
    whole_game = RepeatedGame(stage, rounds, discount)
    if isinstance(game, RepeatedGame):
        proof.equal("rounds", rounds, game.rounds)
        proof.equal("discount", claim.data.get("discount", 1), game.discount)
    weight = Fraction(whole_game.weight)
    parts = claim.parts("stage_equilibria")
    if not parts:
        raise GameError("stage_equilibria: none is listed")
    proof.states(
        f"in every round one of {len(parts)} stage equilibria is played",
        "backward induction: the last round is the stage itself",
    )
    seen: list[Exact] = []
    for part in parts:
        read, profile = profile_at(part, "profile", stage)
        proof.within(extremes(stage), [discount, *(w for side in read for w in side)])
        distributions(proof, stage, read)
        found = regrets(stage, proof, profile)
        slack = proof.tolerance * max(Fraction(1), weight)
        total = [weight * x for x in found.payoffs]
        fits = "total" not in part or same(part.raw("total"), total, slack)
        proof.also("total", fits)
        if not seen:
            proof.says(claim, f"per_round_{stage.word}s", found.payoffs)
            fits = "total" not in claim or same(claim.raw("total"), total, slack)
            proof.also("total", fits)
        seen.append(profile)
    proof.that("each is listed once", all(p not in seen[:k] for k, p in enumerate(seen)))
    if "each_round" in claim:
        _, first = profile_at(claim, "each_round", stage)
        proof.equal("each_round", first, seen[0])
    _only(stage, claim, proof, seen)


def _only(stage: StrategicGame, claim: Claim, proof: Proof, seen: list[Exact]) -> None:
    """Whether the stage has no other equilibrium."""
    unique = claim.flag("unique") if "unique" in claim else False
    if "removals" in claim:
        kept = [
            [n for n, w in zip(own, side, strict=True) if w]
            for own, side in zip(stage.strategies, seen[0], strict=True)
        ]
        gone = {
            "kind": "elimination",
            "removals": claim.raw("removals"),
            "strategies": kept,
            "solved": True,
        }
        strict = all(
            isinstance(r, dict) and r.get("strict") is True for r in claim.items("removals")
        )
        proof.that("nothing else survives strict dominance", strict and check(stage, gone).holds)
        proof.says(claim, "unique", True)
        return
    if len(stage.players) == 2:
        try:
            right = extreme_equilibria(Corners(exact_lines(stage, 0), exact_lines(stage, 1).T))
        except OverflowError:
            pass
        else:
            slack = CLOSE if proof.tolerance else Fraction(0)
            proof.that(
                "the stage has no other extreme equilibrium",
                same(seen, [[list(x), list(y)] for x, y in right], slack),
            )
            proof.says(claim, "unique", len(right) == 1)
            return
    if unique:
        proof.that("one equilibrium is listed", len(seen) == 1)
        proof.leaves("that the stage has no other equilibrium")
    elif len(seen) == 1 and "unique" in claim:
        proof.leaves("that the stage may have others")
