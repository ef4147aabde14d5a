"""Harsanyi dividends: what each coalition earns beyond the dividends of its parts.

The game is the sum of unanimity games, each weighted with a dividend; the dividends are the
Moebius transform of the worths, found in place with n 2^(n-1) subtractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.coalitions import halves, integers_within, tensor_over
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import DefinedAnswer, read_object
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.tensor import Tensor

SHOWN = 32


@dataclass(frozen=True)
class Dividends(DefinedAnswer, kind="dividends"):
    """The dividend of every coalition, by bitmask.

    >>> from kibitz import coalition
    >>> found = dividends(coalition("1:1 2:0 3:1 1,2:4 1,3:3 2,3:5 1,2,3:8"))
    >>> [(found.game.spell(mask), str(d)) for mask, d in found.nonzero()]
    [('1', '1'), ('3', '1'), ('1,2', '3'), ('1,3', '1'), ('2,3', '4'), ('1,2,3', '-2')]
    >>> bool(found.verify())
    True
    """

    game: CoalitionalGame
    values: Tensor

    def dividend(self, *names: Any) -> Number:
        """The dividend of a coalition, its players named.

        Parameters
        ----------
        *names : str or int
            The players of the coalition, singly, as ``"A,B"`` or as a set.
        """
        return self.values[self.game.mask(*names),]

    def nonzero(self) -> Iterator[tuple[int, Number]]:
        """The coalitions, as masks, whose dividend is not zero, by size and in order."""
        for mask in self.game.coalitions():
            if self.values.array[mask] != 0:
                yield mask, self.values[mask,]

    def to_json(self) -> dict[str, Any]:
        shown = {self.game.spell(mask): plain(d) for mask, d in self.nonzero()}
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "dividends": shown,
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Dividends:
        values: list[Number] = [Fraction(0)] * (1 << game.n)
        for name, value in read_object(data, "dividends").items():
            values[game.mask(name)] = number(value, f"dividend of {name}")
        kind = values if game.exact else [float(x) for x in values]
        return cls(game, Tensor.read(kind, 1, "dividends"))

    def __str__(self) -> str:
        shown = [(self.game.spell(mask), show(d)) for mask, d in self.nonzero()]
        if not shown:
            return "dividends: all are 0"
        width = max(len(name) for name, _ in shown[:SHOWN])
        lines = [f"  {name:<{width}}  {d}" for name, d in shown[:SHOWN]]
        if len(shown) > SHOWN:
            lines.append(f"  and {len(shown) - SHOWN} more")
        return "\n".join(["dividends, where they are not 0", *lines])


@method(
    CoalitionalGame,
    "dividends",
    finds="the Harsanyi dividends",
    cost="O(n 2^n)",
    reference="Harsanyi 1959",
    applies=has_table,
    aliases=("harsanyi-dividends",),
)
def dividends(game: CoalitionalGame) -> Dividends:
    """The dividends of all coalitions, d(S) = v(S) - sum of d(T) over proper parts T of S.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Dividends
        The Harsanyi dividends.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Harsanyi 1959.
    """
    array = integers_within(game.worths.array, 1 << game.n).copy()
    for i in range(game.n):
        without, joined = halves(array, i)
        joined -= without
    return Dividends(game, tensor_over(array, game.worths.denominator))


def worths_from_dividends(values: Tensor) -> Tensor:
    """The worths of the game with these dividends: the inverse transform.

    Parameters
    ----------
    values : Tensor
        One dividend for each coalition, by bitmask.

    Returns
    -------
    Tensor
        One worth for each coalition, by bitmask.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> worths_from_dividends(Tensor.read([0, 1, 3, 2], 1)).numbers()[-1]
    Fraction(6, 1)
    """
    count = values.shape[0]
    array = integers_within(values.array, count).copy()
    for i in range(count.bit_length() - 1):
        without, joined = halves(array, i)
        joined += without
    return tensor_over(array, values.denominator)
