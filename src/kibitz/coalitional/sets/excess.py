"""Excesses: what each coalition could earn beyond what some payoffs give it.

The excess of S at x is v(S) - x(S): positive, and S has a reason to go. The sorted vector of all
of them is what the nucleolus makes lexicographically least. The empty coalition and that of all
players are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.coalitional.coalitions import Array, subset_sums, tensor_difference
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import DefinedAnswer, slack
from kibitz.core.explanation import Table
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, show, show_all
from kibitz.core.tensor import Tensor

MOST_LISTED = 32


@dataclass(frozen=True)
class ExcessTable(DefinedAnswer, kind="excesses"):
    """The excess of every coalition at some payoffs, by mask.

    >>> from kibitz import coalition
    >>> game = coalition("A:-1 B:0 C:1 A,B:3 A,C:4 B,C:2 A,B,C:5")
    >>> print(excess_table(game, [1, 1, 3]))
    excesses at (1, 1, 3)
      A,B  1
      A,C  0
      B    -1
      A    -2
      C    -2
      B,C  -2
    """

    game: CoalitionalGame
    payoffs: tuple[Number, ...]
    values: Tensor

    def __getitem__(self, names: Any) -> Number:
        return self.values[self.game.mask(names),]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The coalitions, by falling excess; among equals by size and then by players."""
        masks = [k for k in self.game.coalitions() if k != self.game.grand]
        ranks = self.values.array.tolist()
        return tuple(sorted(masks, key=lambda k: -ranks[k]))

    @property
    def sorted(self) -> tuple[Number, ...]:
        """The vector of excesses, greatest first."""
        return tuple(self.values[k,] for k in self.order)

    @property
    def greatest(self) -> Number:
        """The greatest excess of a coalition other than that of all players."""
        return self.values[self.order[0],]

    def table(self) -> Table:
        """Coalitions with worth, what they are given, and excess; of many only the greatest."""
        rows = []
        for k in self.order[:MOST_LISTED]:
            worth, excess = self.game.value(k), self.values[k,]
            rows.append((self.game.spell(k), show(worth), show(worth - excess), show(excess)))
        return Table(("coalition", "v(S)", "x(S)", "excess"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "excesses": {self.game.spell(k): plain(self.values[k,]) for k in self.order},
            "sorted": [plain(x) for x in self.sorted],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> ExcessTable:
        return excess_table(game, data.get("payoffs"))

    def __str__(self) -> str:
        shown = self.order[:MOST_LISTED]
        width = max((len(self.game.spell(k)) for k in shown), default=0)
        lines = [f"  {self.game.spell(k):<{width}}  {show(self.values[k,])}" for k in shown]
        more = len(self.order) - len(shown)
        return "\n".join(
            [
                f"excesses at {show_all(self.payoffs)}",
                *lines,
                *([f"  and {more} more"] * (more > 0)),
            ]
        )


@extends(CoalitionalGame)
@method(
    CoalitionalGame,
    "excesses",
    finds="the excesses at given payoffs",
    cost="O(2^n)",
    reference="Maschler, Peleg and Shapley 1979",
    applies=has_table,
    aliases=(
        "excess",
        "excess-table",
    ),
)
def excess_table(game: CoalitionalGame, payoffs: Any) -> ExcessTable:
    """The excesses of all coalitions at these payoffs.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    ExcessTable
        The excess of every coalition.

    Notes
    -----
    Cost: O(2^n).

    References
    ----------
    Maschler, Peleg and Shapley 1979.
    """
    x = game.payoffs(payoffs)
    return ExcessTable(game, x, tensor_difference(game.worths, subset_sums(x)))


def excesses(game: CoalitionalGame, payoffs: tuple[Number, ...]) -> tuple[Array, int]:
    """The excesses of all coalitions as an array, and the number they are to be divided by.

    >>> from kibitz import coalition
    >>> from fractions import Fraction
    >>> found, scale = excesses(coalition([0, 0, 0, 3]), (Fraction(1, 2), Fraction(5, 2)))
    >>> found.tolist(), scale
    ([0, -1, -5, 0], 2)
    """
    tensor = tensor_difference(game.worths, subset_sums(payoffs))
    return tensor.array, tensor.denominator


def lexicographically_smaller(game: CoalitionalGame, first: Any, second: Any) -> int:
    """Which of two payoffs has the lexicographically smaller vector of excesses: -1, 0 or 1.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    first : sequence of numbers or mapping
        Payoffs of all players.
    second : sequence of numbers or mapping
        Other payoffs.

    Returns
    -------
    int
        -1 when the first is smaller, 1 when the second is, 0 when they are the same.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition("A:0 B:0 C:6 A,B:6 A,C:16 B,C:26 A,B,C:36")
    >>> lexicographically_smaller(game, [6, 12, 18], [5, 12, 19])
    1
    """
    x, y = excess_table(game, first), excess_table(game, second)
    close = max(slack(game, x.payoffs), slack(game, y.payoffs))
    for a, b in zip(x.sorted, y.sorted, strict=True):
        if magnitude(a - b) > close:
            return -1 if a < b else 1
    return 0
