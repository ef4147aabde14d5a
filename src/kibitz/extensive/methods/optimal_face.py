"""All optimal strategies of a zero-sum game: which probabilities are pinned, which may range.

The optimal plans form a polytope. The least and the greatest weight of a sequence on it are two
linear programs; the probability of a move is a quotient of weights, and becomes linear when all
is scaled so that the weight before it is 1 (Charnes and Cooper, 1962). Two programs a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.sequence_form import sequence_form
from kibitz.extensive.methods.sequence_program import SequenceProgram
from kibitz.extensive.methods.zero_sum import needs_zero_sum_and_recall, zero_sum
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.profile import Profile
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

MOST_SEQUENCES = 400
Interval = tuple[Number, Number]


@dataclass(frozen=True, eq=False)
class OptimalFace(Solution, kind="optimal-face"):
    """The optimal strategies of both players, move by move."""

    game: ExtensiveGame
    value: Number
    ranges: tuple[dict[str, dict[str, Interval | None]], ...]
    """For each player, information set and move the interval of its probability; None where no
    optimal strategy of the player ever comes."""
    solution: ExtensiveEquilibrium
    """Optimal strategies of both players, which prove the value."""

    how: ClassVar[str] = "linear programs, two for each move"

    def of(self, player: str | int) -> dict[str, dict[str, Interval | None]]:
        """One player's intervals."""
        return self.ranges[self.game.player(player)]

    def pinned(self, player: str | int) -> dict[str, dict[str, Number]]:
        """The moves whose probability is the same in all optimal strategies."""
        pinned: dict[str, dict[str, Number]] = {}
        for infoset, row in self.of(player).items():
            fixed = {m: r[0] for m, r in row.items() if r is not None and r[0] == r[1]}
            if fixed:
                pinned[infoset] = fixed
        return pinned

    def free(self, player: str | int) -> dict[str, dict[str, Interval]]:
        """The moves whose probability ranges over an interval."""
        free: dict[str, dict[str, Interval]] = {}
        for infoset, row in self.of(player).items():
            loose = {m: r for m, r in row.items() if r is not None and r[0] != r[1]}
            if loose:
                free[infoset] = loose
        return free

    def is_unique(self, player: str | int) -> bool:
        """Whether the player has one optimal behavior strategy, up to sets it never reaches."""
        return not self.free(player)

    def __str__(self) -> str:
        lines = [f"value {show(self.value)}"]
        for player, name in enumerate(self.game.players):
            lines.append(f"{name}:" + (" one optimal strategy" if self.is_unique(player) else ""))
            for infoset, row in self.ranges[player].items():
                each = ", ".join(f"{move} {_shown(r)}" for move, r in row.items())
                lines.append(f"  {infoset}: {each}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        def spelled(r: Interval | None) -> list[Any] | None:
            return None if r is None else [plain(r[0]), plain(r[1])]

        players = {
            name: {
                infoset: {move: spelled(r) for move, r in row.items()}
                for infoset, row in self.ranges[k].items()
            }
            for k, name in enumerate(self.game.players)
        }
        unique = {name: self.is_unique(k) for k, name in enumerate(self.game.players)}
        return {
            "kind": self.kind,
            "value": plain(self.value),
            "ranges": players,
            "unique": unique,
            "solution": self.solution.to_json(),
        }

    @classmethod
    def from_json(cls, game: ExtensiveGame, data: dict[str, Any]) -> OptimalFace:
        claim = Claim(data)
        ranges, tables = claim.part("ranges"), []
        for name in game.players:
            table: dict[str, dict[str, Interval | None]] = {}
            for infoset, row in ranges.part(name).data.items():
                line = Claim(row, infoset)
                ends = {m: None if row[m] is None else line.numbers(m, 2) for m in line.data}
                table[infoset] = {m: None if e is None else (e[0], e[1]) for m, e in ends.items()}
            tables.append(table)
        solution = ExtensiveEquilibrium.from_json(game, claim.raw("solution"))
        return cls(game, claim.number("value"), tuple(tables), solution)


def _needs_exact_zero_sum(game: ExtensiveGame) -> str | None:
    reason = needs_zero_sum_and_recall(game)
    if reason is None and not game.exact:
        return "the payoffs are floats; the optimal face needs exact payoffs"
    return reason


def _shown(interval: Interval | None) -> str:
    if interval is None:
        return "never reached"
    low, high = interval
    return show(low) if low == high else f"from {show(low)} to {show(high)}"


@method(
    ExtensiveGame,
    "optimal-face",
    finds="every optimal strategy of a zero-sum game",
    cost="two linear programs for each move",
    reference="Charnes and Cooper 1962",
    applies=_needs_exact_zero_sum,
    aliases=("optimal-strategies",),
)
def optimal_face(game: ExtensiveGame) -> OptimalFace:
    """The interval of every move's probability over all optimal strategies, exactly.

    Parameters
    ----------
    game : ExtensiveGame
        A zero-sum game of two players with perfect recall, in exact numbers.

    Returns
    -------
    OptimalFace
        The intervals, by player, information set and move.

    Notes
    -----
    Cost: two linear programs for each move.

    References
    ----------
    Charnes and Cooper 1962.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> hidden = lambda a, b: decision("II", "guess", heads=a, tails=b)
    >>> pennies = decision("I", "coin", heads=hidden(1, -1), tails=hidden(-1, 1))
    >>> print(optimal_face(extensive_game(pennies)))
    value 0
    I: one optimal strategy
      coin: heads 1/2, tails 1/2
    II: one optimal strategy
      guess: heads 1/2, tails 1/2
    """
    reason = _needs_exact_zero_sum(game)
    if reason is not None:
        raise GameError(reason)
    form = sequence_form(game)
    if sum(form.shape) > MOST_SEQUENCES:
        raise GameError(
            f"{count_of(sum(form.shape), 'sequence')}; the limit for intervals is {MOST_SEQUENCES}"
        )
    solution = zero_sum(game)
    ranges = tuple(
        _ranges(game, form, k, face) for k, face in enumerate(plan_faces(game, solution.value))
    )
    return OptimalFace(game, solution.value, ranges, solution)


def plan_faces(game: ExtensiveGame, value: Number | None = None) -> tuple[PlanFace, PlanFace]:
    """The optimal plans of both players of an exact zero-sum game.

    Parameters
    ----------
    game : ExtensiveGame
        A zero-sum game of two players with perfect recall, in exact numbers.
    value : number, optional
        The value of the game, if it is known.

    Returns
    -------
    tuple of PlanFace
        The polytopes of optimal plans.
    """
    form = sequence_form(game)
    payoff, own, other = form.matrices()
    program = SequenceProgram.read(payoff, own, other)
    known = zero_sum(game).value if value is None else value
    return PlanFace(program, 0, known, form), PlanFace(program, 1, known, form)


@extends(SequenceProgram)
def weight_ranges(program: SequenceProgram, player: int) -> tuple[Interval, ...]:
    """The least and the greatest weight of each sequence over a player's optimal plans."""
    face = PlanFace(program, player, program.solve().value)
    return tuple(face.weight(k) for k in range(face.plan))


def _ranges(
    game: ExtensiveGame, form: Any, player: int, face: PlanFace
) -> dict[str, dict[str, Interval | None]]:
    plex = game.treeplex
    place = {int(s): k for k, s in enumerate(form.sequences[player].tolist(), 1)}
    ranges: dict[str, dict[str, Interval | None]] = {}
    for infoset in np.flatnonzero(game.owners == player).tolist():
        before = place.get(int(plex.parent[infoset]), 0)
        start = int(game.offset[infoset])
        reached = before == 0 or face.weight(before)[1] > 0
        row: dict[str, Interval | None] = {}
        for k, move in enumerate(game.moves(infoset)):
            row[move] = face.share(place[start + k], before) if reached and k != 1 else None
        if reached and len(row) > 1:
            second = game.moves(infoset)[1]
            row[second] = (
                _rest(row[game.moves(infoset)[0]])
                if len(row) == 2
                else face.share(place[start + 1], before)
            )
        ranges[game.infoset_names[infoset]] = row
    return ranges


def is_only_optimal(game: ExtensiveGame, player: int, face: PlanFace, profile: Profile) -> bool:
    """Whether an optimal profile has the only optimal plan of a player.

    One program looks for a plan with a move that is never made. If there is none, plans can differ
    only where several moves are made, and all of these but one must have a single weight.
    """
    plex = game.treeplex
    place = {int(s): k for k, s in enumerate(face.form.sequences[player].tolist(), 1)}

    @cache
    def is_reached(infoset: int) -> bool:
        last = int(plex.parent[infoset])
        if last not in place:
            return True
        return bool(profile.weights[last] > 0) and is_reached(int(plex.infoset_of[last]))

    never: list[int] = []
    free: list[int] = []
    for infoset in filter(is_reached, np.flatnonzero(game.owners == player).tolist()):
        moves = range(*game.offset[infoset : infoset + 2].tolist())
        never += [place[move] for move in moves if profile.weights[move] == 0]
        free += [place[move] for move in moves if profile.weights[move] > 0][:-1]
    if never and face.greatest(never) > 0:
        return False
    return all(low == high for low, high in map(face.weight, free))


def _rest(interval: Interval | None) -> Interval | None:
    return None if interval is None else (1 - interval[1], 1 - interval[0])


class PlanFace:
    """The optimal plans of one player, scaled: plan, prices and the scale itself are variables."""

    def __init__(
        self, program: SequenceProgram, player: int, value: Number, form: Any = None
    ) -> None:
        self.form = form
        payoff = np.array(program.P.numbers(), object)
        own, other = program.E, program.F
        right, bound = program.e, program.f
        if player == 1:
            payoff, own, other, value = -payoff.T, other, own, -value
            right, bound = bound, right
        self.plan = payoff.shape[0]
        e_rows, f_rows = np.array(own.numbers(), object), np.array(other.numbers(), object)
        m0, m1 = len(e_rows), len(f_rows)
        n1 = payoff.shape[1]
        self.width = self.plan + m1 + 1
        rows = np.zeros((n1 + m0 + 1, self.width), object)
        rows[:] = Fraction(0)
        rows[:n1, : self.plan] = -payoff.T
        rows[:n1, self.plan : -1] = f_rows.T
        rows[n1 : n1 + m0, : self.plan] = e_rows
        rows[n1 : n1 + m0, -1] = [-x for x in right]
        rows[-1, self.plan : -1] = [Fraction(x) for x in bound]
        rows[-1, -1] = -value
        self.rows = rows
        self.relations: tuple[str, ...] = ("<=",) * n1 + ("=",) * (m0 + 1)
        self.lower = (Fraction(0),) * self.plan + (None,) * m1 + (Fraction(0),)
        self._weights: dict[int, Interval] = {}

    def slice(self, k: int, at: Number) -> PlanFace:
        """The optimal plans that give one sequence this weight."""
        part = copy(self)
        fixed = np.array([[Fraction(0)] * self.width], object)
        fixed[0, k], fixed[0, -1] = Fraction(1), -Fraction(at)
        part.rows = np.vstack([self.rows, fixed])
        part.relations = (*self.relations, "=")
        part._weights = {}
        return part

    def weight(self, k: int) -> Interval:
        """The interval of one sequence's weight, with the scale held at 1."""
        if k not in self._weights:
            self._weights[k] = self._interval(k, self.width - 1)
        return self._weights[k]

    def share(self, k: int, before: int) -> Interval:
        """The interval of a weight in proportion to that of the sequence before it."""
        return self.weight(k) if before == 0 else self._interval(k, before)

    def greatest(self, places: Sequence[int]) -> Number:
        """The greatest weight that some sequences have together."""
        return self._end(places, self.width - 1, "max")

    def _interval(self, k: int, unit: int) -> Interval:
        return self._end([k], unit, "min"), self._end([k], unit, "max")

    def _end(self, places: Sequence[int], unit: int, sense: str) -> Number:
        one = [Fraction(int(j == unit)) for j in range(self.width)]
        matrix = Tensor.read([*self.rows.tolist(), one])
        right = Tensor.read([0] * len(self.rows) + [1], 1)
        objective = Tensor.read([int(j in places) for j in range(self.width)], 1)
        program = LinearProgram(objective, matrix, (*self.relations, "="), right, sense, self.lower)
        optimum = program.solve()
        assert isinstance(optimum, Optimum), "the optimal plans are a polytope"
        return optimum.value
