"""Balanced games: those with a core, by the theorem of Bondareva (1963) and Shapley (1967).

Weights on coalitions are balanced when, for every player, the weights of the coalitions that hold
the player add up to one. The core is empty just when some balanced weights earn more than v(N).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import Array, members, subset_sums, tensor_difference
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import margin
from kibitz.coalitional.properties import is_convex
from kibitz.coalitional.solution import DefinedAnswer, read_object
from kibitz.coalitional.transformations.transform import subgame
from kibitz.coalitional.verdict import PropertyVerdict
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, plain, show, show_all
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

MOST_SUBGAMES = 12
ROUNDS = 10_000

Weights = tuple[tuple[int, Number], ...]


@dataclass(frozen=True)
class Balancedness(DefinedAnswer, kind="balancedness"):
    """Whether the core is empty, with a point of it or with balanced weights that earn too much.

    ``needed`` is the least total that leaves no smaller coalition a reason to go: the core is empty
    when it exceeds v(N). ``weights`` are the balanced weights, by coalition mask, that earn it.

    >>> from kibitz import coalition
    >>> answer = balancedness(coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4}))
    >>> print(answer)
    not balanced: 1/2 v(A,B) + 1/2 v(A,C) + 1/2 v(B,C) = 9/2 > 4 = v(A,B,C), so the core is empty
    >>> bool(answer.verify())
    True
    """

    game: CoalitionalGame
    needed: Number
    point: tuple[Number, ...] | None
    weights: Weights

    @property
    def balanced(self) -> bool:
        return self.point is not None

    def __bool__(self) -> bool:
        return self.balanced

    def to_json(self) -> dict[str, Any]:
        game = self.game
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(game.players),
            "balanced": self.balanced,
            "needed": plain(self.needed),
            "point": None if self.point is None else [plain(x) for x in self.point],
            "weights": {game.spell(mask): plain(w) for mask, w in self.weights},
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Balancedness:
        return read_balance(game, data, "weights", number(data.get("needed"), "needed"))

    def __str__(self) -> str:
        game = self.game
        if self.point is not None:
            return f"balanced: the core holds {show_all(self.point)}"
        terms = " + ".join(
            f"v({game.spell(mask)})" if w == 1 else f"{show(w)} v({game.spell(mask)})"
            for mask, w in self.weights
        )
        return (
            f"not balanced: {terms} = {show(self.needed)} > {show(game.total)} = "
            f"v({game.spell(game.grand)}), so the core is empty"
        )


@method(
    CoalitionalGame,
    "balanced",
    finds="whether the core is empty",
    cost="a linear program with 2^n rows, generated as needed",
    reference="Bondareva 1963; Shapley 1967",
    applies=has_table,
    aliases=(
        "balancedness",
        "bondareva",
        "bondareva-shapley",
    ),
)
def balancedness(game: CoalitionalGame) -> Balancedness:
    """Decide whether the core is empty, exactly for exact worths, with the proof.

    The linear program "least total that leaves no smaller coalition a reason to go" is given only
    the coalitions that turn out to matter: all are checked at every round (cost 2^n), and those
    that still object are added.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Balancedness
        A core payoff, or a balanced collection of coalitions that proves the core empty.

    Notes
    -----
    Cost: a linear program with 2^n rows, generated as needed.

    References
    ----------
    Bondareva 1963; Shapley 1967.
    """
    if game.n == 1:
        return Balancedness(game, Fraction(0), (game.total,), ())
    rows = [1 << i for i in range(game.n)] + [game.grand ^ (1 << i) for i in range(game.n)]
    rows = list(dict.fromkeys(rows))
    for _ in range(ROUNDS):
        answer = _cheapest(game, rows)
        objecting = _objecting(game, answer.x, rows)
        if not objecting:
            return _concluded(game, answer, rows)
        rows += objecting
    raise AssertionError("every round adds coalitions, of which there are finitely many")


def _cheapest(game: CoalitionalGame, rows: list[int]) -> Optimum:
    matrix = [[mask >> i & 1 for i in range(game.n)] for mask in rows]
    worths = [game.value(mask) for mask in rows]
    free = [None] * game.n
    program = LinearProgram.read([1] * game.n, matrix, ">=", worths, "min", lower=free)
    answer = program.solve()
    assert isinstance(answer, Optimum), "singles bound the total from below"
    return answer


def excesses(game: CoalitionalGame, payoffs: tuple[Number, ...]) -> Array:
    """Numerators of v(S) - x(S), over one positive denominator, for all coalitions. Cost 2^n."""
    return tensor_difference(game.worths, subset_sums(payoffs)).array


def _objecting(game: CoalitionalGame, x: tuple[Number, ...], rows: list[int]) -> list[int]:
    """The coalitions, most unhappy first, that are given too little; a few at a time."""
    gaps = excesses(game, x).copy()
    gaps[0] = gaps[-1] = 0
    if not game.exact:
        gaps[rows] = 0
    unhappy = np.flatnonzero(gaps > margin(game))
    few = 2 * game.n
    if len(unhappy) > few:
        unhappy = unhappy[np.argpartition(gaps[unhappy], -few)[-few:]]
    return [int(mask) for mask in unhappy]


def _concluded(game: CoalitionalGame, answer: Optimum, rows: list[int]) -> Balancedness:
    spare = game.total - answer.value
    least = 0 if game.exact else 1e-9
    weights = [(mask, w) for mask, w in zip(rows, answer.dual, strict=True) if w > least]
    weights.sort(key=lambda pair: (pair[0].bit_count(), members(pair[0])))
    if spare < -margin(game):
        return Balancedness(game, answer.value, None, tuple(weights))
    point = tuple(x + spare / game.n for x in answer.x)
    return Balancedness(game, answer.value, point, tuple(weights))


@extends(CoalitionalGame)
def is_balanced(game: CoalitionalGame) -> PropertyVerdict:
    """Whether the game has a core; when not, the balanced collection that shows it.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    References
    ----------
    Bondareva 1963; Shapley 1967.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_balanced(coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})))
    balanced: no, 1/2 v(A,B) + 1/2 v(A,C) + 1/2 v(B,C) = 9/2 > 4 = v(A,B,C)
    """
    return _verdict("balanced", balancedness(game))


def _verdict(name: str, answer: Balancedness) -> PropertyVerdict:
    if answer:
        return PropertyVerdict(name, True)
    why = str(answer).removeprefix("not balanced: ").removesuffix(", so the core is empty")
    witness = tuple(answer.game.members(mask) for mask, _ in answer.weights)
    return PropertyVerdict(name, False, why, witness)


@extends(CoalitionalGame)
def is_totally_balanced(game: CoalitionalGame) -> PropertyVerdict:
    """Whether every subgame has a nonempty core.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: none beyond the test for convex games; otherwise 2^n linear programs.

    References
    ----------
    Shapley and Shubik 1969.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A": 2, "B": 3, "A,B": 4, "A,B,C": 9}, missing="zero")
    >>> print(is_totally_balanced(game))
    totally balanced: no, v(A) + v(B) = 5 > 4 = v(A,B)
    """
    name = "totally balanced"
    if is_convex(game):
        return PropertyVerdict(name, True, "it is convex")
    if game.n > MOST_SUBGAMES:
        whole = balancedness(game)
        if not whole:
            return _verdict(name, whole)
        raise GameError(
            f"{game.n} players have {1 << game.n} subgames with a linear program each; total "
            f"balancedness is tested for at most {MOST_SUBGAMES} players"
        )
    for mask in game.coalitions():
        answer = balancedness(subgame(game, game.members(mask)))
        if not answer:
            return _verdict(name, answer)
    return PropertyVerdict(name, True)


def read_balance(
    game: CoalitionalGame, data: dict[str, Any], key: str, needed: Number | None = None
) -> Balancedness:
    """The point, and the balanced weights under some key, that JSON names."""
    table = read_object(data, key)
    pairs = tuple((game.mask(k), number(w, f"weight of {k}")) for k, w in table.items())
    earned = sum((w * game.value(mask) for mask, w in pairs), Fraction(0))
    point = None if data.get("point") is None else game.payoffs(data["point"], "point")
    return Balancedness(game, earned if needed is None else needed, point, pairs)
