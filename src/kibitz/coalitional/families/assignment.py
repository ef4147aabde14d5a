"""The assignment game: sellers and buyers are matched in pairs, each pair with a gain of its own.

A coalition earns the best matching within it. Its core is the set of optimal solutions of the dual
program, a lattice with a best point for all sellers and one for all buyers. Shapley and Shubik,
"The assignment game I: the core", 1971.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import halves, integers_within, tensor_over
from kibitz.coalitional.families.parametric import ParametricCoalitionalGame, name_players
from kibitz.coalitional.solution import DefinedAnswer
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

Point = tuple[Number, ...]
MOST_FOR_VERTICES = 10
"""Players up to which the vertices of the core are listed."""
MOST_TRADERS = 400


class AssignmentGame(ParametricCoalitionalGame):
    """What each seller and each buyer gain together: sellers are rows, buyers columns.

    >>> game = assignment_game([[4, 8], [3, 5]], "A B", "C D")
    >>> game.total, game.matching()
    (Fraction(11, 1), (('A', 'D'), ('B', 'C')))
    """

    kind: ClassVar[str] = "assignment"

    instead = "ask for assignment_core(), which needs no table"

    gains: Tensor

    @property
    def sellers(self) -> tuple[str, ...]:
        return self.players[: self.gains.shape[0]]

    @property
    def buyers(self) -> tuple[str, ...]:
        return self.players[self.gains.shape[0] :]

    @property
    def exact(self) -> bool:
        return self.gains.exact

    @property
    def total(self) -> Number:
        return self.optimum.value

    def parameters(self) -> tuple[Any, ...]:
        return (self.gains,)

    def matching(self) -> tuple[tuple[str, str], ...]:
        """A matching with the greatest gain, from the exact linear program."""
        return _matching(self)

    def lattice(self) -> AssignmentCore:
        """The core with its two ends."""
        return assignment_core(self)

    @cached_property
    def optimum(self) -> Optimum:
        """The least payoffs that give every pair its gain; its multipliers are the matching."""
        gains = [x for row in self.gains.numbers() for x in row]
        answer = LinearProgram.read([1] * self.n, _rows(self), ">=", gains, "min").solve()
        assert isinstance(answer, Optimum), "large payoffs are feasible, and none are negative"
        return answer

    def _tabled(self) -> Tensor:
        """Sellers join one after another, alone or with a buyer. Cost m k 2^(m+k)."""
        m, k = self.gains.shape
        values = integers_within(self.gains.array, self.n + 1)
        best = np.zeros(1 << self.n, values.dtype)
        for i in range(m):
            grown = best.copy()
            _, joined = halves(grown, i)
            for j in range(k):
                _offer(grown, best, i, m + j, values[i, j])
            np.maximum(joined, halves(best, i)[0], out=joined)
            best = grown
        return tensor_over(best, self.gains.denominator)

    def __str__(self) -> str:
        m, k = self.gains.shape
        return f"{self.title or 'Assignment game'}, {m} sellers and {k} buyers"


def _offer(grown: Any, best: Any, i: int, j: int, gain: Any) -> None:
    """Raise the coalitions with seller i and buyer j to what the pair adds to the rest of them."""
    shape = (-1, 2, 1 << (j - i - 1), 2, 1 << i)
    with_both = grown.reshape(shape)[:, 1, :, 1, :]
    with_none = best.reshape(shape)[:, 0, :, 0, :]
    np.maximum(with_both, with_none + gain, out=with_both)


def assignment_game(
    gains: Any, sellers: Any = None, buyers: Any = None, title: str = ""
) -> AssignmentGame:
    """The assignment game of a matrix of gains, one row for each seller.

    Pairs that lose by trading stay apart, so gains below 0 count as 0.

    Parameters
    ----------
    gains : sequence of rows
        The gain of every pair: a row for each seller, a column for each buyer.
    sellers : sequence of str, optional
        Names of the sellers.
    buyers : sequence of str, optional
        Names of the buyers.
    title : str, optional
        A title for output.

    Returns
    -------
    AssignmentGame
        The game.

    References
    ----------
    Shapley and Shubik 1971.
    """
    table = Tensor.read(gains, 2, "gains")
    m, k = table.shape
    if m + k > MOST_TRADERS:
        raise GameError(
            f"gains: {count_of(m, 'seller')} and {count_of(k, 'buyer')}; at most "
            f"{MOST_TRADERS} traders"
        )
    if (table.array < 0).any():
        table = tensor_over(np.maximum(table.array, 0), table.denominator)
    rows = name_players(sellers or [f"S{i}" for i in range(1, m + 1)], m, "sellers")
    columns = name_players(buyers or [f"B{j}" for j in range(1, k + 1)], k, "buyers")
    names = name_players((*rows, *columns), m + k)
    return AssignmentGame(names, title, gains=table)


def house_market(
    reserves: Any, valuations: Any, sellers: Any = None, buyers: Any = None, title: str = ""
) -> AssignmentGame:
    """Sellers of different houses; ``valuations`` has a row for each house, a column for a buyer.

    A pair gains what the house is worth to the buyer beyond what it is worth to the seller.

    Parameters
    ----------
    reserves : sequence of numbers
        What each house is worth to its seller.
    valuations : sequence of rows
        What each house is worth to each buyer: a row for each house.
    sellers : sequence of str, optional
        Names of the sellers.
    buyers : sequence of str, optional
        Names of the buyers.
    title : str, optional
        A title for output.

    Returns
    -------
    AssignmentGame
        The game.

    References
    ----------
    Shapley and Shubik 1971.

    Examples
    --------
    >>> house_market([10, 20], [[14, 18], [23, 25]]).gains.numbers()[0]
    [Fraction(4, 1), Fraction(8, 1)]
    """
    asks = Tensor.read(reserves, 1, "reserves").numbers()
    bids = Tensor.read(valuations, 2, "valuations")
    if bids.shape[0] != len(asks):
        raise GameError(
            f"valuations: {count_of(bids.shape[0], 'row')} for {count_of(len(asks), 'seller')}"
        )
    rows = bids.numbers()
    gains = [[max(b - a, 0 * b) for b in row] for a, row in zip(asks, rows, strict=True)]
    return assignment_game(gains, sellers, buyers, title)


@dataclass(frozen=True)
class AssignmentCore(DefinedAnswer, kind="assignment-core"):
    """The core of an assignment game: a best matching, and the ends of the lattice of payoffs.

    >>> core = assignment_core(assignment_game([[4, 8], [3, 5]], "A B", "C D"))
    >>> print(core)
    core of the assignment game, worth 11, with the pairs A-D, B-C
      best for sellers  (6, 3, 0, 2)
      best for buyers   (1, 0, 3, 7)
    >>> [show_all(x) for x in core.vertices()]
    ['(6, 3, 0, 2)', '(4, 3, 0, 4)', '(3, 0, 3, 5)', '(1, 0, 3, 7)']
    >>> core.verify().holds
    True
    """

    game: AssignmentGame
    pairs: tuple[tuple[str, str], ...]
    seller_optimal: Point
    buyer_optimal: Point

    @property
    def exact(self) -> bool:
        return self.game.exact

    @property
    def total(self) -> Number:
        return sum(self.seller_optimal, Fraction(0))

    @property
    def fair_division(self) -> Point:
        """The middle between the two ends: Thompson's fair division point, the tau-value."""
        ends = zip(self.seller_optimal, self.buyer_optimal, strict=True)
        return tuple((x + y) / 2 for x, y in ends)

    def vertices(self) -> tuple[Point, ...]:
        """Every vertex of the core, exactly, for up to 10 players."""
        if self.game.n > MOST_FOR_VERTICES:
            raise GameError(
                f"{count_of(self.game.n, 'player')}: vertices are listed for at most "
                f"{MOST_FOR_VERTICES}"
            )
        return self.game.optimum.vertices()

    def explain(self) -> Explanation:
        """The gains with the pairs marked, and the two ends of the core."""
        game = self.game
        rows = tuple(
            (s, *map(show, row)) for s, row in zip(game.sellers, game.gains.numbers(), strict=True)
        )
        marked = tuple((game.sellers.index(a), game.buyers.index(b) + 1) for a, b in self.pairs)
        gains = Table(("", *game.buyers), rows, marked=marked)
        ends = Table(
            ("player", "best for sellers", "best for buyers", "middle"),
            tuple(
                (p, show(x), show(y), show(z))
                for p, x, y, z in zip(
                    game.players,
                    self.seller_optimal,
                    self.buyer_optimal,
                    self.fair_division,
                    strict=True,
                )
            ),
        )
        steps = (
            Step("The best matching", f"The marked pairs gain {show(self.total)} together.", gains),
            Step(
                "The core",
                "Payoffs are in the core when every pair that could trade gets at least its gain, "
                "and all get what the matching earns: the optimal prices of the dual program. "
                "Taking the better of two such payoffs for every seller gives a point of the "
                "core again, so there is one best point for all sellers, and one for all buyers.",
                ends,
            ),
        )
        return Explanation(game.title or "An assignment game", steps)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "pairs": [list(pair) for pair in self.pairs],
            "worth": plain(self.total),
            "seller_optimal": [plain(x) for x in self.seller_optimal],
            "buyer_optimal": [plain(x) for x in self.buyer_optimal],
            "fair_division": [plain(x) for x in self.fair_division],
            "exact": self.exact,
        }

    @classmethod
    def from_json(cls, game: AssignmentGame, data: dict[str, Any]) -> AssignmentCore:
        ends = (game.payoffs(data.get(key), key) for key in ("seller_optimal", "buyer_optimal"))
        given = data.get("pairs")
        pairs = tuple((str(a), str(b)) for a, b in given) if isinstance(given, list) else ()
        return cls(game, pairs, *ends)

    def __str__(self) -> str:
        pairs = ", ".join(f"{a}-{b}" for a, b in self.pairs) or "none"
        return (
            f"core of the assignment game, worth {show(self.total)}, with the pairs {pairs}\n"
            f"  best for sellers  {show_all(self.seller_optimal)}\n"
            f"  best for buyers   {show_all(self.buyer_optimal)}"
        )


def assignment_core(game: AssignmentGame) -> AssignmentCore:
    """A best matching and the two ends of the core, by three linear programs, exactly.

    Parameters
    ----------
    game : AssignmentGame
        The game.

    Returns
    -------
    AssignmentCore
        The matching, and the best core payoffs of the sellers and of the buyers.

    References
    ----------
    Shapley and Shubik 1971.
    """
    ends = [_end(game, game.optimum.value, side) for side in (0, 1)]
    return AssignmentCore(game, _matching(game), *ends)


def _rows(game: AssignmentGame) -> list[list[int]]:
    m, k = game.gains.shape
    return [[int(p in (i, m + j)) for p in range(m + k)] for i in range(m) for j in range(k)]


def _end(game: AssignmentGame, worth: Number, side: int) -> Point:
    """The point of the core that is best for the sellers (0) or for the buyers (1)."""
    gains = [x for row in game.gains.numbers() for x in row]
    m = game.gains.shape[0]
    goal = [int((p >= m) == bool(side)) for p in range(game.n)]
    program = LinearProgram.read(
        goal,
        [*_rows(game), [1] * game.n],
        [*[">="] * len(gains), "<="],
        [*gains, worth],
        "max",
    )
    answer = program.solve()
    assert isinstance(answer, Optimum), "the core is bounded and not empty"
    return answer.x


def _matching(game: AssignmentGame) -> tuple[tuple[str, str], ...]:
    m, k = game.gains.shape
    half = Fraction(1, 2)
    return tuple(
        (game.sellers[i], game.buyers[j])
        for i in range(m)
        for j in range(k)
        if game.optimum.dual[i * k + j] > half and game.gains[i, j] > 0
    )
