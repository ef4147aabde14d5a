"""The Owen value: the Shapley value when players have formed unions beforehand.

Unions arrive in random order, and within each union its members; the value pays what a player adds
on average. Owen, "Values of games with a priori unions", 1977.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.coalitions import (
    Array,
    integers_within,
    members,
    sizes,
    tensor_over,
)
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import read_coalition, read_listed
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.dividends import dividends
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor

Counts = npt.NDArray[np.int64]
Unions = tuple[int, ...]


@dataclass(frozen=True)
class OwenValue(Allocation, kind="owen-value"):
    """The Owen value of a game with unions, which ``unions`` holds as masks.

    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> value = owen(game, ["A,B", "C"])
    >>> print(show_all(value))
    (7/4, 11/4, 5/2)
    >>> bool(value.verify())
    True
    """

    unions: Unions = ()

    concept: ClassVar[str] = "Owen value"

    def to_json(self) -> dict[str, Any]:
        unions = [list(self.game.members(u)) for u in self.unions]
        return {**super().to_json(), "unions": unions}

    @classmethod
    def _more(cls, game: CoalitionalGame, data: dict[str, Any]) -> dict[str, Any]:
        return {"unions": read_unions(game, data.get("unions", []))}


@method(
    CoalitionalGame,
    "owen",
    finds="the Owen value",
    cost="O(n 2^n)",
    reference="Owen 1977",
    applies=has_table,
    aliases=("owen-value",),
)
def owen(game: CoalitionalGame, unions: Iterable[Any]) -> OwenValue:
    """The Owen value; players in no union that is given are unions of their own.

    The dividend of a coalition is shared equally among the unions it meets, and then among its
    members in each.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    unions : iterable
        Groups of players; a player in none of them is a union of one.

    Returns
    -------
    OwenValue
        The Owen value.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Owen 1977.
    """
    masks = read_unions(game, unions)
    method = "Harsanyi dividends, shared among unions and then among members"
    return OwenValue(game, _payoffs(game, masks), method, None, masks)


def _payoffs(game: CoalitionalGame, masks: Unions) -> tuple[Number, ...]:
    dividend_of = dividends(game).values
    met = sum(
        ((_sizes_within(game.n, u) > 0).astype(np.int64) for u in masks),
        np.zeros(1 << game.n, np.int64),
    )
    array = integers_within(dividend_of.array, 1 << game.n)
    payoffs: list[Number] = [Fraction(0)] * game.n
    for union in masks:
        shared = met * _sizes_within(game.n, union)
        order = np.argsort(shared, kind="stable")
        parts, starts = np.unique(shared[order], return_index=True)
        for i in members(union):
            mine = np.where((order >> i) & 1, array[order], 0)
            sums = np.add.reduceat(mine, starts)
            payoffs[i] = _shared_out(sums, parts, dividend_of)
    return tuple(payoffs)


def _shared_out(sums: Array, parts: Counts, shared: Tensor) -> Number:
    """Dividends, summed by the number of equal parts that they fall into."""
    pairs = [(x, int(k)) for x, k in zip(sums.tolist(), parts, strict=True) if k]
    if not shared.exact:
        return float(sum(x / k for x, k in pairs))
    return sum((Fraction(x, k) for x, k in pairs), Fraction(0)) / shared.denominator


def quotient_game(game: CoalitionalGame, unions: Iterable[Any]) -> CoalitionalGame:
    """The game that the unions play, each as one player, named by its members.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    unions : iterable
        Groups of players; a player in none of them is a union of one.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> quotient_game(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}), ["A,B"])
    coalition({'A+B': 2, 'C': 0, 'A+B,C': 7})
    """
    return _quotient(game, read_unions(game, unions))


def _quotient(game: CoalitionalGame, blocks: Unions) -> CoalitionalGame:
    masks = np.zeros(1, np.int64)
    for union in blocks:
        masks = np.concatenate([masks, masks | union])
    worths = tensor_over(game.worths.array[masks], game.worths.denominator)
    return CoalitionalGame(worths, tuple("+".join(game.members(u)) for u in blocks))


def read_unions(game: CoalitionalGame, unions: Iterable[Any]) -> Unions:
    """Masks of unions given by name, or as ``"A,B C"``; players in none of them stand alone."""
    masks: list[int] = []
    taken = 0
    for union in read_listed(unions, "unions"):
        mask = read_coalition([union], game.players)
        if not mask:
            raise GameError("a union is empty; name at least one player in each")
        if mask & taken:
            names = ", ".join(game.members(mask & taken))
            raise GameError(f"{names}: in two unions; every player belongs to exactly one")
        taken |= mask
        masks.append(mask)
    return (*masks, *(1 << i for i in range(game.n) if not taken >> i & 1))


def _sizes_within(n: int, union: int) -> Counts:
    """How many members of a union each coalition has."""
    masks = np.arange(1 << n, dtype=np.int64)
    within: Counts = sizes(n)[masks & union].astype(np.int64)
    return within
