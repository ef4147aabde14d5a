"""The bargaining set: imputations against which no objection stands.

An objection of i against j at x is a coalition S with i and without j, and payoffs y that S can pay
its members, more than x for each. It stands, is justified, when j has no counter-objection: a
coalition T with j and without i that can pay its members at least y where they are in S and at
least x where they are not. The kernel and the core are in the bargaining set. Aumann and Maschler
(1964), in the form of Davis and Maschler, "Existence of stable payoff configurations for
cooperative games", 1963.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import members, subsets
from kibitz.coalitional.conditions import up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.row_generation import Payoffs
from kibitz.coalitional.sets.excess import excesses
from kibitz.coalitional.sets.imputations import Imputations
from kibitz.coalitional.sets.surplus import surpluses
from kibitz.coalitional.solution import DefinedAnswer, read_object, slack
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, plain, show, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

MOST_PLAYERS = 9


@dataclass(frozen=True)
class Objection:
    """A coalition with one player and without another, and what it would pay its members."""

    by: str
    against: str
    coalition: tuple[str, ...]
    payoffs: dict[str, Number]

    def __str__(self) -> str:
        offer = ", ".join(f"{name} {show(x)}" for name, x in self.payoffs.items())
        return f"{self.by} against {self.against} by {','.join(self.coalition)}: {offer}"


@dataclass(frozen=True)
class BargainingMembership(DefinedAnswer, kind="bargaining-set-membership"):
    """Whether payoffs are in the bargaining set; if not, an objection that stands.

    >>> from kibitz import coalition
    >>> majority = coalition(weights=[1, 1, 1], quota=2)
    >>> print(in_bargaining_set(majority, ["1/2", "1/2", 0]))
    (1/2, 1/2, 0) is not in the bargaining set
      a justified objection: 3 against 1 by 2,3: 2 3/4, 3 1/4
    >>> print(in_bargaining_set(majority, ["1/3", "1/3", "1/3"]))
    (1/3, 1/3, 1/3) is in the bargaining set
    """

    game: CoalitionalGame
    payoffs: Payoffs
    objection: Objection | None

    @property
    def inside(self) -> bool:
        return self.objection is None and not self._flaws

    def __bool__(self) -> bool:
        return self.inside

    @property
    def _flaws(self) -> tuple[str, ...]:
        return Imputations(self.game, ()).objections(self.payoffs)

    def to_json(self) -> dict[str, Any]:
        objection = self.objection
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "in_bargaining_set": self.inside,
            "imputation": not self._flaws,
            "objection": None
            if objection is None
            else {
                "by": objection.by,
                "against": objection.against,
                "coalition": list(objection.coalition),
                "payoffs": {p: plain(v) for p, v in objection.payoffs.items()},
            },
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> BargainingMembership:
        objection = None
        if data.get("objection") is not None:
            given = read_object(data, "objection")
            names = game.members(game.mask(given.get("coalition")))
            offer = {p: number(x, p) for p, x in read_object(given, "payoffs").items()}
            objection = Objection(str(given.get("by")), str(given.get("against")), names, offer)
        return cls(game, game.payoffs(data.get("payoffs")), objection)

    def __str__(self) -> str:
        if self.inside:
            return f"{show_all(self.payoffs)} is in the bargaining set"
        reason = self._flaws[0] if self._flaws else f"a justified objection: {self.objection}"
        return f"{show_all(self.payoffs)} is not in the bargaining set\n  {reason}"


@extends(CoalitionalGame)
@method(
    CoalitionalGame,
    "bargaining-set-membership",
    finds="whether payoffs are in the bargaining set",
    cost="a linear program for each coalition and pair of players",
    reference="Davis and Maschler 1963",
    applies=up_to(MOST_PLAYERS),
    aliases=("bargaining-set",),
)
def in_bargaining_set(game: CoalitionalGame, payoffs: Any) -> BargainingMembership:
    """Test payoffs for the bargaining set, for up to 9 players.

    A linear program for every coalition and pair of players that could object; most are ruled out
    by comparing surpluses.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    BargainingMembership
        Whether they are, with a justified objection if not.

    Notes
    -----
    Cost: a linear program for each coalition and pair of players.

    References
    ----------
    Davis and Maschler 1963.
    """
    x = game.payoffs(payoffs)
    if game.n > MOST_PLAYERS:
        raise GameError(
            f"{count_of(game.n, 'player')}: objections are checked for at most "
            f"{MOST_PLAYERS}; payoffs in the "
            "core or the kernel are in the bargaining set, and these are tested for more players"
        )
    if Imputations(game, ()).objections(x):
        return BargainingMembership(game, x, None)
    return BargainingMembership(game, x, next(justified_objections(game, x), None))


def justified_objections(game: CoalitionalGame, x: Payoffs) -> Iterator[Objection]:
    """The objections that stand, at most one for each coalition and pair of players.

    A player whose surplus over the other is no greater has none that stands, and none is possible
    against a player who gets no more than alone.
    """
    close = 4 * slack(game, x)
    surplus = surpluses(game, x)
    excess = _excess_numbers(game, x)
    for i in range(game.n):
        for j in range(game.n):
            if i == j or x[j] <= game.value(1 << j) + close:
                continue
            least = max(surplus.values[j][i], Fraction(0))
            for mask in game.coalitions():
                if mask >> i & 1 and not mask >> j & 1 and excess[mask] > least + close:
                    gains = _standing(game, mask, i, j, excess)
                    if gains is not None:
                        yield _objection(game, x, mask, i, j, gains)


def _excess_numbers(game: CoalitionalGame, x: Payoffs) -> list[Number]:
    array, scale = excesses(game, x)
    if array.dtype.kind == "f":
        return [float(e) for e in array]
    return [Fraction(int(e), scale) for e in array]


def _objection(
    game: CoalitionalGame, x: Payoffs, mask: int, i: int, j: int, gains: dict[int, Number]
) -> Objection:
    offer = {game.players[k]: x[k] + gain for k, gain in gains.items()}
    return Objection(game.players[i], game.players[j], game.members(mask), offer)


def _standing(
    game: CoalitionalGame, mask: int, i: int, j: int, excess: list[Number]
) -> dict[int, Number] | None:
    """How a coalition can share its excess so that j cannot counter i, None if it cannot.

    Every member must gain, and each part R of the coalition without i more than the greatest excess
    of a coalition T with j and without i that has just the players of R in common with it. The
    program makes the least of these margins as large as possible.
    """
    inside = members(mask)
    outside = game.grand ^ mask ^ (1 << j)
    rows, right = [], []
    for part in subsets(mask ^ (1 << i)):
        strongest = max(excess[part | extra | (1 << j)] for extra in subsets(outside))
        if not part:
            if strongest >= 0:
                return None
            continue
        rows.append([*(part >> k & 1 for k in inside), -1])
        right.append(strongest)
    width = len(inside)
    units = np.eye(width, dtype=np.int64).tolist()
    rows += [[*unit, -1] for unit in units] + [[1] * width + [0]]
    right += [Fraction(0)] * width + [excess[mask]]
    relations = [">="] * (len(rows) - 1) + ["="]
    bounds = [None] * (width + 1)
    program = LinearProgram.read([0] * width + [1], rows, relations, right, lower=bounds)
    answer = program.solve()
    assert isinstance(answer, Optimum), "the margins add up to at most the excess"
    if answer.value <= (Fraction(0) if game.exact else 1e-9):
        return None
    return dict(zip(inside, answer.x, strict=False))
