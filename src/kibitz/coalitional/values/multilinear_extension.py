"""The multilinear extension: what a coalition earns in the mean that players join by chance.

Player i joins with probability x(i), independently of the others. The expected worth is linear in
each x(i); its coefficients are the dividends. Along the diagonal its gradient integrates to the
Shapley value, and in the middle it is the Banzhaf value. Owen, "Multilinear extensions of games",
1972.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import DefinedAnswer
from kibitz.coalitional.values.dividends import dividends
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, plain, show, show_all


@dataclass(frozen=True)
class MultilinearExtension(DefinedAnswer, kind="multilinear-extension"):
    """The expected worth of the coalition that players join by chance.

    >>> from kibitz import coalition
    >>> print(multilinear_extension(coalition(weights=[1, 1, 1], quota=2)))
    expected worth 1/2 where players join with probabilities (1/2, 1/2, 1/2)
    """

    game: CoalitionalGame
    probabilities: tuple[Number, ...]
    value: Number

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "probabilities": [plain(x) for x in self.probabilities],
            "value": plain(self.value),
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> MultilinearExtension:
        x = game.payoffs(data.get("probabilities"), "probabilities")
        return cls(game, tuple(x), number(data.get("value"), "value"))

    def __str__(self) -> str:
        likely = show_all(self.probabilities)
        return f"expected worth {show(self.value)} where players join with probabilities {likely}"


@method(
    CoalitionalGame,
    "multilinear-extension",
    finds="the expected worth of a random coalition",
    cost="O(n 2^n)",
    reference="Owen 1972",
    applies=has_table,
    aliases=("expected-worth",),
)
def multilinear_extension(game: CoalitionalGame, probabilities: Any = None) -> MultilinearExtension:
    """The expected worth of the coalition that players join independently, each by chance.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    probabilities : sequence of numbers or mapping, optional
        For each player how likely the player is to join; 1/2 if omitted.

    Returns
    -------
    MultilinearExtension
        The expected worth.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Owen 1972.

    Examples
    --------
    >>> from kibitz import coalition
    >>> majority = coalition(weights=[1, 1, 1], quota=2)
    >>> print(multilinear_extension(majority, [1, 0, "1/3"]).value)
    1/3
    >>> print(multilinear_polynomial(majority))
    x1 x2 + x1 x3 + x2 x3 - 2 x1 x2 x3
    """
    even = [Fraction(1, 2)] * game.n
    x = tuple(game.payoffs(even if probabilities is None else probabilities, "probabilities"))
    for name, p in zip(game.players, x, strict=True):
        if not 0 <= p <= 1:
            raise GameError(f"the probability of {name} is {show(p)}; it must lie between 0 and 1")
    total: Any = Fraction(0) if game.exact else 0.0
    for mask, dividend in dividends(game).nonzero():
        term: Any = dividend
        for i, p in enumerate(x):
            if mask >> i & 1:
                term = term * p
        total += term
    return MultilinearExtension(game, x, total)


@extends(CoalitionalGame)
def multilinear_polynomial(game: CoalitionalGame) -> str:
    """The multilinear extension as a polynomial, x with the name of a player each.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    str
        The polynomial; its coefficients are the dividends.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(multilinear_polynomial(coalition({"A": 1, "B": 0, "A,B": 4})))
    xA + 3 xA xB
    """
    written = ""
    for mask, dividend in dividends(game).nonzero():
        names = " ".join(f"x{name}" for name in game.members(mask))
        size: Number = -dividend if dividend < 0 else dividend
        sign = "-" if dividend < 0 else "+"
        lead = f" {sign} " if written else "-" * (dividend < 0)
        written += lead + ("" if size == 1 else f"{show(size)} ") + names
    return written or "0"
