"""Values: one payoff for each player, compared with what the definition gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from statistics import NormalDist

import numpy as np

from kibitz.coalitional.coalitions import (
    halves,
    integers_within,
    members,
    sizes,
    subset_sums,
    tensor_difference,
    tensor_over,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import MOST_PLAYERS
from kibitz.coalitional.voting.game import VotingGame
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    coalition,
    efficient,
    header,
    of_contributions,
    payoffs,
    point,
    shapley,
    spelled,
    summed_by_size,
    weights,
)
from kibitz.proof.kernel.voting_weights import MOST_TABLED, count

FAR = 6
"""Standard errors by which an estimate may miss."""


def compare(
    game: CoalitionalGame,
    claim: Claim,
    proof: Proof,
    what: str,
    theorem: str,
    right: Callable[[Worths], Sequence[Fraction]],
) -> Point:
    """Compare payoffs with what is right, player by player."""
    given = payoffs(game, claim)
    proof.states(f"the {what} is {spelled(given)}", theorem)
    header(game, claim, proof, given)
    if game.n > MOST_PLAYERS:
        proof.within([Fraction(0), game.total], given)
        x = [Fraction(v) for v in given]
        gap = abs(sum(x) - Fraction(game.total))
        proof.that("the payoffs add up to v(N)", gap <= game.n * proof.tolerance)
        proof.leaves(f"the {what} of each player")
        return x
    worths = Worths(game)
    x = point(worths, claim, proof)
    wanted = right(worths)
    far = [i for i in range(game.n) if abs(x[i] - wanted[i]) > proof.tolerance]
    found = "" if not far else f"{game.players[far[0]]} gets {wanted[far[0]]}"
    proof.that("every player gets what the definition gives", not far, found)
    return x


def votes(game: CoalitionalGame, claim: Claim, proof: Proof, name: str) -> None:
    """An index of a voting game with too many voters to list coalitions: it is counted."""
    given = payoffs(game, claim)
    proof.states(f"the {name} is {spelled(given)}", "a second count")
    header(game, claim, proof, given)
    found = count(game)
    swings = claim.numbers("swings", game.n) if "swings" in claim else None
    if found is None:
        proof.leaves(f"the {name}" if swings is None else f"the {name} and its swings")
        return
    proof.equal("payoffs", given, found.index(name))
    if swings is not None:
        proof.equal("swings", swings, [sum(s) for s in found.swings])


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
    name, theorem, definition = VALUES[str(claim.data["kind"])]
    index = {"Shapley value": "Shapley-Shubik index"}.get(name, name)
    counted = index in ("Shapley-Shubik index", "Banzhaf value")
    if counted and isinstance(game, VotingGame) and game.n > MOST_TABLED:
        votes(game, claim, proof, index)
        return
    x = compare(game, claim, proof, name, theorem, definition)
    if name == "Banzhaf value" and "swings" in claim:
        swings = [Fraction(s) / 2 ** (game.n - 1) for s in claim.numbers("swings", game.n)]
        proof.equal("swings", swings, x)


def banzhaf(worths: Worths) -> Point:
    """What each player adds on average over all coalitions of the others."""
    return [sum(row, Fraction(0)) / 2 ** (worths.n - 1) for row in worths.added()]


def normalized(worths: Worths) -> Point:
    """The Banzhaf value, scaled to v(N)."""
    raw = banzhaf(worths)
    total = sum(raw, Fraction(0))
    if not total:
        raise GameError("the Banzhaf value adds up to 0 and cannot be scaled")
    return [x * worths.total / total for x in raw]


def solidarity(worths: Worths) -> Point:
    """Whoever completes a coalition is paid the average contribution of its members."""
    n = worths.n
    array = integers_within(worths.tensor.array, 2 * n + 2)
    total = array * sizes(n).astype(np.int64)
    for i in range(n):
        halves(total, i)[1][...] -= halves(array, i)[0]
    found = []
    for i in range(n):
        mine = halves(total, i)[1].ravel()
        of_size = halves(sizes(n), i)[1].ravel()
        sums = [sum(mine[of_size == s].tolist()) for s in range(1, n + 1)]
        share = [Fraction(x, s * n * comb(n - 1, s - 1)) for s, x in enumerate(sums, 1)]
        found.append(sum(share, Fraction(0)) / worths.tensor.denominator)
    return found


def tau(worths: Worths) -> Point:
    """Minimal rights, and a common part of what is open."""
    high = utopia(worths)
    left = tensor_difference(worths.tensor, subset_sums(high))
    low = [
        Fraction(int(halves(left.array, i)[1].max()), left.denominator) + high[i]
        for i in range(worths.n)
    ]
    span, room = sum(high) - sum(low), worths.total - sum(low)
    if any(a > b for a, b in zip(low, high, strict=True)) and worths.game.exact:
        raise GameError("there is no tau-value: a minimal right exceeds the utopia payoff")
    return [m + (room / span * (u - m) if span else 0) for m, u in zip(low, high, strict=True)]


def utopia(worths: Worths) -> Point:
    """What each player adds to all others."""
    return [worths.total - worths[worths.grand ^ (1 << i)] for i in range(worths.n)]


def gately(worths: Worths) -> Point:
    """Equal propensities to disrupt."""
    alone, high = worths.alone(), utopia(worths)
    gain, span = worths.total - sum(alone), sum(high) - sum(alone)
    if gain <= 0 or span <= 0:
        raise GameError("there is no Gately point: nothing is gained by working together")
    return [a + gain / span * (u - a) for a, u in zip(alone, high, strict=True)]


VALUES: dict[str, tuple[str, str, Callable[[Worths], Point]]] = {
    "shapley-value": ("Shapley value", "averaging over all orders of arrival", shapley),
    "banzhaf-value": ("Banzhaf value", "the definition, contributions to all coalitions", banzhaf),
    "normalized-banzhaf-index": (
        "normalized Banzhaf index",
        "the definition, the Banzhaf value scaled to v(N)",
        normalized,
    ),
    "solidarity-value": (
        "solidarity value",
        "the definition, average contributions in all orders of arrival",
        solidarity,
    ),
    "tau-value": ("tau-value", "the definition, between minimal rights and utopia payoffs", tau),
    "gately-point": ("Gately point", "the definition, equal propensities to disrupt", gately),
}
"""What each is called, by which theorem, and its definition."""


@checks("dividends", of=CoalitionalGame)
def dividends(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The Moebius transform of the worths. O(n 2^n)."""
    worths = Worths(game)
    claimed = weights(game, claim, "dividends")
    proof.states("these are the Harsanyi dividends", "the uniqueness of the Moebius transform")
    header(game, claim, proof, claimed.values())
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

    theorem = "the definition, what each arrival adds"
    compare(game, claim, proof, "marginal vector", theorem, added)


@checks("multilinear-extension", of=CoalitionalGame)
def multilinear_extension(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The expectation over all coalitions, player by player. O(2^n)."""
    worths, likely = Worths(game), claim.numbers("probabilities", game.n)
    value = claim.number("value")
    proof.states("the expected worth of a coalition that players join by chance", "the definition")
    proof.that("the probabilities lie between 0 and 1", all(0 <= p <= 1 for p in likely))
    header(game, claim, proof, [*likely, value])
    proof.within(worths.ends, [*likely, value])
    means = worths.tensor.array.astype(object)
    for p in reversed([Fraction(p) for p in likely]):
        without, joined = np.split(means, 2)
        means = (1 - p) * without + p * joined
    proof.equal("value", value, Fraction(means[0]) / worths.tensor.denominator)


@checks("owen-value", of=CoalitionalGame)
def owen_value(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Dividends shared among unions, and then among members. O(n 2^n)."""
    given = claim.items("unions")
    unions = [coalition(game, u, claim.path("unions")) for u in given]
    if sum(unions) != game.grand or 0 in unions or sum(u.bit_count() for u in unions) != game.n:
        raise GameError("unions: every player must be in just one of them")
    proof.equal("unions", given, [list(game.members(u)) for u in unions])
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
                total = sum(found.array[chosen[chosen >> i & 1 == 1]].tolist())
                payoff[i] += Fraction(total, k * found.denominator)
    return payoff


@checks("myerson-value", of=CoalitionalGame)
def myerson_value(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The Shapley value when coalitions fall apart into connected pieces. O(n^3 2^n)."""
    given = claim.items("links")
    links = []
    for link in given:
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
    total = np.zeros_like(array)
    while rest.any():
        piece = rest & -rest
        for _ in range(worths.n):
            for i, j in links:
                piece |= rest & np.where(piece >> i & 1, 1 << j, 0)
                piece |= rest & np.where(piece >> j & 1, 1 << i, 0)
        total = total + array[piece]
        rest = rest & ~piece
    return of_contributions(summed_by_size(tensor_over(total, worths.tensor.denominator)))


@checks("sampled-shapley", of=CoalitionalGame)
def sampled_shapley(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The estimates add up to v(N), and lie within the stated errors of the value. O(n 2^n)."""
    worths = Worths(game)
    header(game, claim, proof, [0.0])
    errors = [Fraction(x) for x in claim.numbers("standard_errors", game.n)]
    confidence = float(claim.number("confidence"))
    proof.states(
        f"the Shapley value lies within the stated errors, at {confidence:.0%} for each",
        "comparing with the value",
    )
    x = point(worths, claim, proof)
    if not 0 < confidence < 1:
        raise GameError("confidence: it must lie between 0 and 1")
    z = Fraction(NormalDist().inv_cdf((1 + confidence) / 2))
    efficient(worths, x, proof)
    proof.equal("half_widths", claim.numbers("half_widths", game.n), [z * e for e in errors])
    right = shapley(worths)
    near = [
        abs(a - b) <= FAR * e + proof.tolerance for a, b, e in zip(x, right, errors, strict=True)
    ]
    proof.that(f"every estimate is within {FAR} standard errors of the value", all(near))
    for key in ("orders", "stratified", "stopped_by"):
        claim.raw(key)
    proof.leaves("the standard errors, and how the orders were drawn")
