"""Commitment: the leader announces a strategy, the follower answers. Two players.

With ties broken for the leader (strong), the best mixed commitment is the best of a linear program
for each answer of the follower. With ties broken against the leader (weak) there is a supremum
that need not be reached: only answers count that are the single best ones somewhere, together
with their payoff twins. von Stackelberg (1934), Conitzer and Sandholm (2006), von Stengel and
Zamir (2010).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array, Tensor
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum
from kibitz.strategic.conditions import needs_two_players
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import mixture_text
from kibitz.zero_sum.strategies.expected_payoff import product
from kibitz.zero_sum.strategies.mixture import Mixture, pure

TIED = 1e-12
"""Payoffs of the follower in floats that differ by less, as part of the largest, are equal."""


@dataclass(frozen=True)
class WeakProof:
    """Why no commitment gives more when ties go against the leader, and why nearly that much."""

    answer: int
    """The answer (from 0) that is played near the limit."""
    inside: Mixture
    """A commitment to which that answer alone is best; the limit is approached from there."""
    bounds: tuple[dict[str, Mixture] | None, ...]
    """For each answer: what dominates it, or shares of its twins and prices; None for a twin."""

    def to_json(self, solution: Commitment) -> dict[str, Any]:
        return {
            "answer": solution.game.strategies[solution.follower][self.answer],
            "inside": [plain(x) for x in self.inside],
            "bounds": [
                None if b is None else {key: [plain(y) for y in ys] for key, ys in b.items()}
                for b in self.bounds
            ],
        }

    @classmethod
    def from_json(cls, part: Claim, answers: tuple[str, ...]) -> WeakProof:
        listed = [None if b is None else Claim(b, "bounds") for b in part.items("bounds")]
        bounds = tuple(
            None if b is None else {key: tuple(b.numbers(key)) for key in b.data} for b in listed
        )
        return cls(part.place("answer", answers), tuple(part.numbers("inside")), bounds)


@dataclass(frozen=True)
class Commitment(Solution, kind="commitment"):
    """What the leader commits to, the follower's answer, and how much that is worth.

    >>> from kibitz import bimatrix
    >>> game = bimatrix("2,1 4,0; 1,0 3,1", rows="U D", columns="L R")
    >>> print(stackelberg(game))
    I commits to U: 1/2   D: 1/2 and II answers R
    payoffs 7/2 for I, 1/2 for II
    if ties go against I: 7/2, approached but not reached
    """

    game: StrategicGame
    leader: int
    strategy: Mixture
    answer: int
    """The follower's answer (from 0), ties broken for the leader."""
    payoffs: tuple[Number, Number]
    """In the order of the game's players."""
    weak_value: Number
    weak_strategy: Mixture
    """What reaches the weak value, or is the limit of strategies that approach it."""
    weak_reached: bool
    mixed: bool
    """Was the leader free to mix?"""
    bounds: tuple[Mixture, ...] = ()
    """For each answer, prices on the follower's other ones that bound what the leader can get."""
    weak_proof: WeakProof | None = field(default=None, compare=False, repr=False)

    @property
    def follower(self) -> int:
        return 1 - self.leader

    @property
    def value(self) -> Number:
        """What the leader gets when ties are broken for the leader."""
        return self.payoffs[self.leader]

    def explain(self) -> Explanation:
        """The best commitment for every answer of the follower."""
        names = self.game.strategies
        own, other = _matrices(self.game, self.leader)
        rows = []
        best = _commitments(own, other, _standings(other)) if self.mixed else ()
        for label, optimum in zip(names[self.follower], best, strict=False):
            if optimum is None:
                rows.append((label, "nothing makes it a best answer", "-"))
            else:
                what = mixture_text(names[self.leader], optimum.x)
                rows.append((label, what, show(self.game.reported(optimum.value))))
        steps = [
            Step(
                "For each answer, the best commitment that makes it a best answer",
                "Each is a linear program: the weights of the leader's strategies are chosen so "
                "that no other answer is better for the follower.",
                Table(("answer", "commitment", "to the leader"), tuple(rows)),
            )
        ] * bool(rows)
        steps.append(Step("The best of these", str(self)))
        return Explanation(self.game.title or "Commitment", tuple(steps))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "leader": self.game.players[self.leader],
            "follower": self.game.players[self.follower],
            "mixed": self.mixed,
            "strategy": [plain(x) for x in self.strategy],
            "answer": self.game.strategies[self.follower][self.answer],
            f"{self.game.word}s": [plain(x) for x in self.payoffs],
            "value": plain(self.value),
            "weak_value": plain(self.weak_value),
            "weak_strategy": [plain(x) for x in self.weak_strategy],
            "weak_reached": self.weak_reached,
            **(
                {"bounds": [[plain(y) for y in prices] for prices in self.bounds]}
                if self.mixed
                else {}
            ),
            **({} if self.weak_proof is None else {"weak": self.weak_proof.to_json(self)}),
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> Commitment:
        claim = Claim(data)
        leader, follower = (claim.place(key, game.players) for key in ("leader", "follower"))
        answers = game.strategies[follower]
        paid = claim.numbers(f"{game.word}s", 2)
        return cls(
            game,
            leader,
            tuple(claim.numbers("strategy")),
            claim.place("answer", answers),
            (paid[0], paid[1]),
            claim.number("weak_value"),
            tuple(claim.numbers("weak_strategy")),
            claim.flag("weak_reached"),
            claim.flag("mixed"),
            claim.table("bounds") if "bounds" in claim else (),
            WeakProof.from_json(claim.part("weak"), answers) if "weak" in claim else None,
        )

    def __str__(self) -> str:
        game, names = self.game, self.game.strategies
        lead, follow = game.players[self.leader], game.players[self.follower]
        what = mixture_text(names[self.leader], self.strategy)
        paid = [f"{show(x)} for {p}" for x, p in zip(self.payoffs, game.players, strict=True)]
        reached = "" if self.weak_reached else ", approached but not reached"
        return (
            f"{lead} commits to {what} and {follow} answers "
            f"{names[self.follower][self.answer]}\n"
            f"{game.word}s {', '.join(paid)}\n"
            f"if ties go against {lead}: {show(self.weak_value)}{reached}"
        )


@method(
    StrategicGame,
    "stackelberg",
    finds="the best commitment of a leader",
    cost="a linear program for each answer of the follower",
    reference="von Stackelberg 1934; Conitzer and Sandholm 2006",
    applies=needs_two_players,
    aliases=(
        "commitment",
        "leader",
    ),
)
def commitment(game: StrategicGame, leader: Any = 0, mixed: bool = True) -> Commitment:
    """The best commitment of a leader, who may mix or not.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    leader : int or str
        The player who commits, by name or by position from 0.
    mixed : bool, default True
        Whether the leader may mix.

    Returns
    -------
    Commitment
        The commitment and the answer to it.

    Notes
    -----
    Cost: a linear program for each answer of the follower.

    References
    ----------
    von Stackelberg 1934; Conitzer and Sandholm 2006.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(commitment(bimatrix("2,1 4,0; 1,0 3,1"), mixed=False).value)
    3
    """
    return (stackelberg if mixed else pure_stackelberg)(game, leader)


def stackelberg(game: StrategicGame, leader: Any = 0) -> Commitment:
    """The best mixed commitment of a leader, by name or position. Cost: O(n) linear programs.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    leader : int or str
        The player who commits, by name or by position from 0.

    Returns
    -------
    Commitment
        The commitment and the answer to it.

    References
    ----------
    Conitzer and Sandholm 2006.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> inspection = bimatrix("0,0 -10,10; -1,0 -6,-90", rows="no yes", columns="comply cheat")
    >>> found = stackelberg(inspection)
    >>> print(*found.strategy, found.value)
    9/10 1/10 -1/10
    """
    k = _leader(game, leader)
    own, other = _matrices(game, k)
    standings = _standings(other)
    optima = _commitments(own, other, standings)
    worths = {j: one.value for j, one in enumerate(optima) if one is not None}
    answer = max(worths, key=worths.__getitem__)
    best = optima[answer]
    assert best is not None, "some answer is a best one to some commitment"
    bounds = tuple(_prices(own, other, j, best.value) for j in range(own.shape[1]))
    strategy = best.x
    payoffs = _ordered(game, k, best.value, product(strategy, other)[answer])
    weak, limit, reached, proof = _weak(own, other, standings)
    return Commitment(
        game,
        k,
        strategy,
        answer,
        payoffs,
        game.reported(weak),
        limit,
        reached,
        True,
        bounds,
        proof,
    )


def pure_stackelberg(game: StrategicGame, leader: Any = 0) -> Commitment:
    """The best commitment of a leader who cannot mix, ties for and against. Cost O(mn).

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    leader : int or str
        The player who commits, by name or by position from 0.

    Returns
    -------
    Commitment
        The commitment and the answer to it.

    References
    ----------
    von Stackelberg 1934.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> found = pure_stackelberg(bimatrix("2,1 4,0; 1,0 3,1"))
    >>> print(found.value, found.answer)
    3 1
    """
    k = _leader(game, leader)
    own, other = _matrices(game, k)
    rows = range(own.shape[0])

    def kindest(i: int) -> int:
        return max(_best(other, i), key=lambda j: own[i, j])

    for_leader = {i: kindest(i) for i in rows}
    against = {i: min(own[i, j] for j in _best(other, i)) for i in rows}
    i = max(rows, key=lambda i: own[i, for_leader[i]])
    worst = max(rows, key=lambda i: against[i])
    payoffs = _ordered(game, k, own[i, for_leader[i]], other[i, for_leader[i]])
    weights, limit = (pure(r, own.shape[0]) for r in (i, worst))
    weak = game.reported(against[worst])
    return Commitment(game, k, weights, for_leader[i], payoffs, weak, limit, True, False)


def _leader(game: StrategicGame, given: Any) -> int:
    if len(game.players) != 2:
        raise GameError(f"{count_of(len(game.players), 'player')}: a leader and a follower are two")
    return game.player(given)


def _matrices(game: StrategicGame, leader: int) -> tuple[Tensor, Tensor]:
    """The payoffs of leader and follower, with the leader in rows; floats near 0 are 0."""
    sides = (game.payoffs[k] for k in (leader, 1 - leader))
    own, other = (t if t.exact else Tensor(_cleaned(t.array, t)) for t in sides)
    return (own, other) if leader == 0 else (own.transpose(), other.transpose())


def _ordered(game: StrategicGame, leader: int, own: Number, other: Number) -> tuple[Number, Number]:
    first, second = (own, other) if leader == 0 else (other, own)
    return game.reported(first), game.reported(second)


def _best(other: Tensor, i: int) -> list[int]:
    """The follower's best answers to a pure commitment."""
    line = other.array[i]
    slack = 0 if other.exact else 1e-12 * float(other.array.max() - other.array.min())
    return [j for j, x in enumerate(line) if x >= line.max() - slack]


@dataclass(frozen=True)
class _Standing:
    """How much better an answer can be than the others that are not the same to the follower."""

    twins: tuple[int, ...]
    """The answers that pay the follower the same everywhere, itself among them."""
    margin: Number
    inside: Mixture
    """The commitment to which it is better by that much."""
    rivals: Mixture
    """The mixture of the others that nowhere falls back further; a proof that it is not more."""


def _standings(other: Tensor) -> list[_Standing]:
    """One for each answer, by a linear program for each set of twins."""
    standings: dict[int, _Standing] = {}
    for j in range(other.shape[1]):
        if j not in standings:
            same = np.flatnonzero((np.abs(_gaps(other, j)) <= _least(other)).all(axis=0)).tolist()
            standings |= dict.fromkeys(same, _standing(other, same))
    return [standings[j] for j in range(other.shape[1])]


def _standing(other: Tensor, twins: list[int]) -> _Standing:
    m, n = other.shape
    rivals = [k for k in range(n) if k not in twins]
    if not rivals:
        return _Standing(tuple(twins), 1, tuple(Fraction(int(i == 0)) for i in range(m)), ())
    gaps = _gaps(other, twins[0])[:, rivals].T
    minus = -np.ones((len(rivals), 1), gaps.dtype)
    last = np.array([[1] * m + [0]], gaps.dtype)
    rows = np.concatenate([np.concatenate([gaps, minus], axis=1), last])
    program = LinearProgram(
        Tensor(np.array([0] * m + [1], rows.dtype)),
        Tensor(rows),
        (">=",) * len(rivals) + ("=",),
        Tensor(np.array([0] * len(rivals) + [1], rows.dtype)),
        "max",
        (Fraction(0),) * m + (None,),
    )
    optimum = program.solve()
    assert isinstance(optimum, Optimum), "the program is feasible and bounded"
    prices = _spread(optimum.dual[: len(rivals)], rivals, n)
    return _Standing(tuple(twins), optimum.value, optimum.x[:-1], prices)


def _commitments(own: Tensor, other: Tensor, standings: list[_Standing]) -> list[Optimum | None]:
    """For each answer the leader's best commitment that makes it a best one, if there is any."""
    slack = 0 if other.exact else TIED * float(np.abs(other.array).max())
    optima: list[Optimum | None] = []
    for j, standing in enumerate(standings):
        answer = _program(own, other, j).solve() if standing.margin >= -slack else None
        optima.append(answer if isinstance(answer, Optimum) else None)
    return optima


def _gaps(other: Tensor, answer: int) -> Array:
    """By how much the follower prefers one answer to each; 0 where floats nearly tie."""
    gaps: Array = other.array[:, [answer]] - other.array
    return gaps if other.exact else _cleaned(gaps, other)


def _cleaned(numbers: Array, payoffs: Tensor) -> Array:
    """The floats, with 0 for those that are far below the payoffs."""
    return np.where(np.abs(numbers) > TIED * np.abs(payoffs.array).max(), numbers, 0.0)


def _program(own: Tensor, other: Tensor, answer: int) -> LinearProgram:
    """The leader's best commitment among those that one answer is best against."""
    m, n = own.shape
    gaps = _gaps(other, answer).T
    rows = np.concatenate([gaps, np.ones((1, m), gaps.dtype)])
    return LinearProgram(
        Tensor(np.ascontiguousarray(own.array[:, answer]), own.denominator),
        Tensor(rows),
        (">=",) * n + ("=",),
        Tensor(np.array([0] * n + [1], rows.dtype)),
    )


def _prices(own: Tensor, other: Tensor, answer: int, level: Number) -> Mixture:
    """Prices y >= 0 on the other answers with own + y (gaps) <= level in every row.

    They exist because no commitment that this answer is best against gives the leader more.
    """
    m, n = own.shape
    gaps = _gaps(other, answer)
    exact = own.exact and isinstance(level, Fraction)
    slack = Fraction(0) if exact else _rounding(own.floats())
    right = [level + slack - own[i, answer] for i in range(m)]
    program = LinearProgram(
        Tensor(np.ones(n, np.int64)),
        Tensor(gaps),
        ("<=",) * m,
        Tensor.read(right, 1, "right"),
        "min",
    )
    optimum = program.solve()
    return tuple(y * other.denominator for y in optimum.x) if isinstance(optimum, Optimum) else ()


def _rounding(payoffs: Array) -> float:
    """What a level computed from floats may lack, well within what a certificate allows."""
    spread, largest = payoffs.max() - payoffs.min(), np.abs(payoffs).max()
    return float(2e-10 * spread + 2e-15 * largest)


def _weak(
    own: Tensor, other: Tensor, standings: list[_Standing]
) -> tuple[Number, Mixture, bool, WeakProof]:
    """The supremum with ties against the leader, a (limit) strategy, and whether it is reached."""
    best: tuple[Number, Mixture] | None = None
    chosen = 0
    least = _least(other)
    bounds: list[dict[str, Mixture] | None] = []
    for j, standing in enumerate(standings):
        if standing.twins[0] != j:
            bounds.append(None)
            continue
        if standing.rivals and standing.margin <= least:
            bounds.append({"dominated_by": standing.rivals})
            continue
        value, strategy, bound = _against_twins(own, other, j, list(standing.twins))
        bounds.append(bound)
        if best is None or value > best[0]:
            best, chosen = (value, strategy), j
    assert best is not None, "some answer is the single best one somewhere"
    value, strategy = best
    answers, mine = product(strategy, other), product(strategy, own)
    slack = _slack(own, other, strategy)
    tied = [j for j, x in enumerate(answers) if x >= max(answers) - slack]
    reached = min(mine[j] for j in tied) >= value - slack
    return value, strategy, reached, WeakProof(chosen, standings[chosen].inside, tuple(bounds))


def _spread(prices: Mixture, places: list[int], size: int, unit: int = 1) -> Mixture:
    """Prices, without their sign, at their places among this many."""
    spread: list[Number] = [Fraction(0)] * size
    for k, y in zip(places, prices, strict=True):
        spread[k] = magnitude(y * unit)
    return tuple(spread)


def _against_twins(
    own: Tensor, other: Tensor, answer: int, twins: list[int]
) -> tuple[Number, Mixture, dict[str, Mixture]]:
    """The best commitment to one answer when the worst of its twins is played, with its bound."""
    m, n = own.shape
    gaps = _gaps(other, answer).T
    mine = own.array[:, twins].T
    kind = np.result_type(gaps.dtype, mine.dtype)
    if own.exact and own.denominator >= 2**62:
        kind = np.dtype(object)
    zero, below = np.zeros((n, 1), kind), np.full((len(twins), 1), -own.denominator, kind)
    rows = np.concatenate(
        [
            np.concatenate([gaps, zero], axis=1),
            np.concatenate([mine, below], axis=1),
            np.array([[1] * m + [0]], kind),
        ]
    )
    program = LinearProgram(
        Tensor(np.array([0] * m + [1], kind)),
        Tensor(rows),
        (">=",) * (n + len(twins)) + ("=",),
        Tensor(np.array([0] * (n + len(twins)) + [1], kind)),
        "max",
        (Fraction(0),) * m + (None,),
    )
    optimum = program.solve()
    assert isinstance(optimum, Optimum), "the answer is a best one somewhere"
    bound = {
        "shares": _spread(optimum.dual[n : n + len(twins)], twins, n, own.denominator),
        "prices": _spread(optimum.dual[:n], list(range(n)), n, other.denominator),
    }
    return optimum.value, optimum.x[:-1], bound


def _least(other: Tensor) -> float:
    """By how much the follower must prefer an answer for it to count."""
    return 0 if other.exact else 1e-9 * float(np.abs(other.array).max())


def _slack(own: Tensor, other: Tensor, strategy: Mixture) -> Number:
    if own.exact and other.exact and all(isinstance(w, Fraction) for w in strategy):
        return Fraction(0)
    return 1e-9 * max(float(np.abs(t.floats()).max()) for t in (own, other))
