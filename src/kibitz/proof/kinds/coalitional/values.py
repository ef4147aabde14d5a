"""Values: one payoff for each player, compared with what the definition gives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import comb
from statistics import NormalDist

import numpy as np

from kibitz.coalitional.coalitions import halves, integers_within, members, sizes, tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import MOST_PLAYERS
from kibitz.coalitional.voting.game import VotingGame
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor
from kibitz.proof.kernel.arithmetic import summed
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    coalitions,
    efficient,
    of_contributions,
    payoffs,
    point,
    shapley,
    spelled,
    summed_by_size,
    weights,
)
from kibitz.proof.kernel.voting_weights import MOST_TABLED, count

Definition = Callable[[Worths], Point]
FAR = 6
"""Standard errors by which an estimate may miss."""


def compare(
    game: CoalitionalGame, claim: Claim, proof: Proof, what: str, theorem: str, right: Definition
) -> Point:
    """Compare payoffs with what is right, player by player."""
    given = payoffs(game, claim)
    proof.states(f"the {what} is {spelled(given)}", theorem)
    x = [Fraction(v) for v in given]
    if game.n > MOST_PLAYERS:
        proof.within([Fraction(0), game.total], given)
        gap = abs(summed(x) - Fraction(game.total))
        proof.that("the payoffs add up to v(N)", gap <= game.n * proof.tolerance)
        proof.leaves(f"the {what} of each player")
        return x
    worths = Worths(game)
    proof.within(worths.ends, given)
    wanted = right(worths)
    far = [i for i in range(game.n) if abs(x[i] - wanted[i]) > proof.tolerance]
    found = "" if not far else f"{game.players[far[0]]} gets {wanted[far[0]]}"
    proof.that("every player gets what the definition gives", not far, found)
    return x


def votes(game: CoalitionalGame, claim: Claim, proof: Proof, name: str) -> None:
    """An index of a voting game with too many voters to list coalitions: it is counted."""
    given, found = payoffs(game, claim), count(game)
    proof.states(f"the {name} is {spelled(given)}", "a second count")
    if found is None:
        swings = claim.numbers("swings", game.n) if "swings" in claim else None
        proof.leaves(f"the {name}" if swings is None else f"the {name} and its swings")
        return
    proof.equal("payoffs", given, found.index(name))
    proof.says(claim, "swings", [sum(s) for s in found.swings])


@checks(
    "shapley-value",
    "banzhaf-value",
    "normalized-banzhaf-index",
    "solidarity-value",
    "tau-value",
    "gately-point",
    of=CoalitionalGame,
)
def value(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The definition, player by player. O(n 2^n)."""
    name = next(x for x in VALUES if x.lower().replace(" ", "-") == claim.data["kind"])
    index = {"Shapley value": "Shapley-Shubik index", "Banzhaf value": "Banzhaf value"}.get(name)
    if index and isinstance(game, VotingGame) and game.n > MOST_TABLED:
        votes(game, claim, proof, index)
        return
    x = compare(game, claim, proof, name, *VALUES[name])
    if name == "Banzhaf value" and "swings" in claim:
        swings = [s / 2 ** (game.n - 1) for s in claim.exacts("swings", game.n)]
        proof.equal("swings", swings, x)


def banzhaf(worths: Worths) -> Point:
    """What each player adds on average over all coalitions of the others."""
    return [summed(row) / 2 ** (worths.n - 1) for row in worths.added()]


def normalized(worths: Worths) -> Point:
    """The Banzhaf value, scaled to v(N)."""
    raw = banzhaf(worths)
    if not summed(raw):
        raise GameError("the Banzhaf value adds up to 0 and cannot be scaled")
    return [x * worths.total / summed(raw) for x in raw]


def solidarity(worths: Worths) -> Point:
    """Whoever completes a coalition is paid the average contribution of its members."""
    n = worths.n
    array = integers_within(worths.tensor.array, 2 * n + 2)
    added = array * sizes(n).astype(np.int64)
    for i in range(n):
        halves(added, i)[1][...] -= halves(array, i)[0]
    found = []
    for i in range(n):
        mine, of_size = (halves(table, i)[1].ravel() for table in (added, sizes(n)))
        sums = [sum(mine[of_size == s].tolist()) for s in range(1, n + 1)]
        share = (Fraction(x, s * n * comb(n - 1, s - 1)) for s, x in enumerate(sums, 1))
        found.append(summed(share) / worths.tensor.denominator)
    return found


def tau(worths: Worths) -> Point:
    """Minimal rights, and a common part of what is open."""
    high = worths.utopia()
    left = worths.excesses(high)
    rest = [
        Fraction(int(halves(left.array, i)[1].max()), left.denominator) for i in range(worths.n)
    ]
    low = [r + u for r, u in zip(rest, high, strict=True)]
    span, room = sum(high) - sum(low), worths.total - sum(low)
    if max(rest) > 0 and worths.game.exact:
        raise GameError("there is no tau-value: a minimal right exceeds the utopia payoff")
    return [m + (room / span * (u - m) if span else 0) for m, u in zip(low, high, strict=True)]


def gately(worths: Worths) -> Point:
    """Equal propensities to disrupt."""
    alone, high = worths.alone(), worths.utopia()
    gain, span = worths.total - sum(alone), sum(high) - sum(alone)
    if gain <= 0 or span <= 0:
        raise GameError("there is no Gately point: nothing is gained by working together")
    return [a + gain / span * (u - a) for a, u in zip(alone, high, strict=True)]


VALUES: dict[str, tuple[str, Definition]] = {
    "Shapley value": ("the average over all orders of arrival", shapley),
    "Banzhaf value": ("the definition, contributions to all coalitions", banzhaf),
    "normalized Banzhaf index": ("the definition, the Banzhaf value scaled to v(N)", normalized),
    "solidarity value": ("the definition, average contributions in all orders", solidarity),
    "tau-value": ("the definition, between minimal rights and utopia payoffs", tau),
    "Gately point": ("the definition, equal propensities to disrupt", gately),
}
"""By which theorem, and what the definition gives."""


@checks("dividends", of=CoalitionalGame)
def dividends(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The Moebius transform of the worths. O(n 2^n)."""
    worths = Worths(game)
    claimed = weights(game, claim, "dividends")
    proof.states("these are the Harsanyi dividends", "the uniqueness of the Moebius transform")
    proof.within(worths.ends, claimed.values())
    found = moebius(worths.tensor)
    far = _far(claimed, found, proof.tolerance * 2**game.n)
    what = "the dividends of the parts of each coalition add up to its worth"
    proof.that(what, far is None, "" if far is None else f"not for {game.spell(far)}")


def _far(claimed: dict[int, Number], found: Tensor, close: Fraction) -> int | None:
    """A coalition whose dividend is not as claimed; what is left out is claimed to be 0."""
    left = found.array.copy()
    for mask, x in claimed.items():
        if abs(Fraction(int(left[mask]), found.denominator) - Fraction(x)) > close:
            return mask
        left[mask] = 0
    worst = int(abs(left).argmax())
    return worst if abs(Fraction(int(left[worst]), found.denominator)) > close else None


def moebius(worths: Tensor) -> Tensor:
    """What each coalition earns beyond its parts."""
    n = worths.shape[0].bit_length() - 1
    array = integers_within(worths.array, 1 << n).copy()
    for i in range(n):
        without, joined = halves(array, i)
        joined -= without
    return tensor_over(array, worths.denominator)


@checks("marginal-vector", of=CoalitionalGame)
def marginal_vector(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """What each arrival adds, in the order named. O(n)."""
    order = [str(name) for name in claim.items("order")]
    if sorted(order) != sorted(game.players):
        raise GameError("order: it must name every player once")

    def added(worths: Worths) -> Point:
        masks = [0]
        for name in order:
            masks.append(masks[-1] | 1 << game.position(name))
        gains = {b ^ a: worths[b] - worths[a] for a, b in pairwise(masks)}
        return [gains[1 << i] for i in range(worths.n)]

    compare(game, claim, proof, "marginal vector", "the definition, what each arrival adds", added)


@checks("multilinear-extension", of=CoalitionalGame)
def multilinear_extension(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The expectation over all coalitions, player by player. O(2^n)."""
    worths, likely = Worths(game), claim.numbers("probabilities", game.n)
    proof.states("the expected worth of a random coalition", "the definition")
    proof.that("the probabilities lie between 0 and 1", all(0 <= p <= 1 for p in likely))
    proof.within(worths.ends, [*likely, claim.number("value")])
    means = worths.tensor.array.astype(object)
    for p in reversed([Fraction(p) for p in likely]):
        without, joined = np.split(means, 2)
        means = (1 - p) * without + p * joined
    proof.says(claim, "value", Fraction(means[0]) / worths.tensor.denominator)


@checks("owen-value", of=CoalitionalGame)
def owen_value(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Dividends shared among unions, and then among members. O(n 2^n)."""
    unions = coalitions(game, claim, "unions")
    if sum(unions) != game.grand or 0 in unions or sum(u.bit_count() for u in unions) != game.n:
        raise GameError("unions: every player must be in just one of them")
    proof.says(claim, "unions", [list(game.members(u)) for u in unions])
    theorem = "the definition, dividends shared among unions and then among members"
    compare(game, claim, proof, "Owen value", theorem, lambda worths: _owen(worths, unions))


def _owen(worths: Worths, unions: list[int]) -> Point:
    found = moebius(worths.tensor)
    masks = np.arange(1 << worths.n)
    met = sum((masks & u != 0).astype(np.int64) for u in unions)
    payoff = [Fraction(0)] * worths.n
    for union in unions:
        parts = met * sizes(worths.n)[masks & union].astype(np.int64)
        for k in np.unique(parts[parts > 0]).tolist():
            chosen = masks[parts == k]
            for i in members(union):
                mine = sum(found.array[chosen[chosen >> i & 1 == 1]].tolist())
                payoff[i] += Fraction(mine, k * found.denominator)
    return payoff


@checks("myerson-value", of=CoalitionalGame)
def myerson_value(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The Shapley value when coalitions fall apart into connected pieces. O(n^3 2^n)."""
    links = []
    for link in claim.items("links"):
        if not isinstance(link, list) or len(link) != 2 or link[0] == link[1]:
            raise GameError("links: each must name two players")
        links.append((game.position(link[0]), game.position(link[1])))
    if len({frozenset(link) for link in links}) < len(links):
        raise GameError("links: one is given twice")
    theorem = "the definition, the Shapley value of the game restricted to the graph"
    compare(game, claim, proof, "Myerson value", theorem, lambda worths: _myerson(worths, links))


def _myerson(worths: Worths, links: list[tuple[int, int]]) -> Point:
    """In every coalition the pieces are split off one after the other."""
    array = integers_within(worths.tensor.array, worths.n)
    rest = np.arange(1 << worths.n)
    whole = np.zeros_like(array)
    while rest.any():
        piece = rest & -rest
        for _ in range(worths.n):
            for i, j in links:
                piece |= rest & np.where(piece >> i & 1, 1 << j, 0)
                piece |= rest & np.where(piece >> j & 1, 1 << i, 0)
        whole = whole + array[piece]
        rest = rest & ~piece
    return of_contributions(summed_by_size(tensor_over(whole, worths.tensor.denominator)))


@checks("sampled-shapley", of=CoalitionalGame)
def sampled_shapley(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The estimates add up to v(N), and lie within the stated errors of the value. O(n 2^n)."""
    worths = Worths(game)
    errors, confidence = claim.exacts("standard_errors", game.n), float(claim.number("confidence"))
    if not 0 < confidence < 1:
        raise GameError("confidence: it must lie between 0 and 1")
    told = f"the Shapley value lies within the stated errors, at {confidence:.0%} for each"
    proof.states(told, "a comparison with the exact value")
    x = point(worths, claim, proof)
    z = Fraction(NormalDist().inv_cdf((1 + confidence) / 2))
    efficient(worths, x, proof)
    proof.equal("half_widths", claim.numbers("half_widths", game.n), [z * e for e in errors])
    trios = zip(x, shapley(worths), errors, strict=True)
    near = all(abs(a - b) <= FAR * e + proof.tolerance for a, b, e in trios)
    proof.that(f"every estimate is within {FAR} standard errors of the value", near)
    for key in ("orders", "stratified", "stopped_by"):
        claim.raw(key)
    proof.leaves("the standard errors, and how the orders were drawn")
