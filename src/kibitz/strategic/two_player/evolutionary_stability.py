"""Evolutionary stability: a strategy that no rare mutant can invade.

In a symmetric game with payoffs A a strategy p is evolutionarily stable if it is a best response
to itself, and if against every other best response q it does better than q does: p A q > q A q
(Maynard Smith and Price 1973). With y = q - p that is -y A y > 0 for all y that lead to best
responses: free in direction at the strategies that p uses, at least 0 at the other best responses.
So a matrix must be strictly copositive in the second kind of variables, and positive definite in
the first, which are eliminated (Haigh 1975; Abakuks 1980; Bomze 1992). Strict copositivity is
decided face by face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

from kibitz.algebra.flint_numbers import from_flint, to_flint
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import plain
from kibitz.core.solution import Solution
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import mixture_text
from kibitz.strategic.two_player.best_response_polytope import Weights
from kibitz.strategic.two_player.equilibrium import fractions
from kibitz.strategic.two_player.symmetric_equilibria import (
    is_symmetric_bimatrix,
    symmetric_equilibria,
)
from kibitz.zero_sum.strategies.mixture import mixture

Matrix = list[list[Fraction]]
MOST_FACES = 2**16
"""Faces on which strict copositivity is tried."""


@extends(StrategicGame)
def is_evolutionarily_stable(game: StrategicGame, strategy: Any) -> bool:
    """Whether a strategy of a symmetric game of two players is evolutionarily stable.

    Parameters
    ----------
    game : StrategicGame
        A symmetric game of two players.
    strategy : mixture
        A probability for each strategy.

    Returns
    -------
    bool
        Whether no rare mutant can invade.

    Notes
    -----
    Cost: a linear system for each set of best responses that the strategy does not use.

    References
    ----------
    Maynard Smith and Price 1973; Haigh 1975; Abakuks 1980.

    Examples
    --------
    >>> from kibitz import game
    >>> is_evolutionarily_stable(game("hawk-dove"), ["1/2", "1/2"])
    True
    >>> is_evolutionarily_stable(game("rock-paper-scissors").strategic(), ["1/3", "1/3", "1/3"])
    False
    """
    if not is_symmetric_bimatrix(game):
        raise GameError(
            "evolutionary stability needs a symmetric two-player game; here the column "
            "player's payoffs are not the transpose of the row player's"
        )
    exact = game.in_numbers(True)
    payoffs: Matrix = [list(row) for row in exact.payoffs[0].numbers()]
    p = [Fraction(x) for x in mixture(strategy, exact.strategies[0])]
    earned = [sum((a * x for a, x in zip(row, p, strict=True)), Fraction(0)) for row in payoffs]
    best = max(earned)
    used = [i for i, x in enumerate(p) if x]
    if any(earned[i] != best for i in used):
        return False
    others = [i for i, x in enumerate(earned) if x == best and i not in used]
    return _resists(payoffs, used, others)


def _resists(a: Matrix, used: list[int], others: list[int]) -> bool:
    """Whether -y A y > 0 for all y but 0 of sum 0 that are at least 0 at the others."""
    k, free = used[0], used[1:]
    places = [*free, *others]

    def entry(i: int, j: int) -> Fraction:
        return (a[k][i] + a[k][j] + a[i][k] + a[j][k] - a[i][j] - a[j][i]) / 2 - a[k][k]

    form = [[entry(i, j) for j in places] for i in places]
    for step in range(len(free)):
        pivot = form[step][step]
        if pivot <= 0:
            return False
        for i in range(step + 1, len(places)):
            ratio = form[i][step] / pivot
            form[i] = [x - ratio * y for x, y in zip(form[i], form[step], strict=True)]
    return is_strictly_copositive([row[len(free) :] for row in form[len(free) :]])


def is_strictly_copositive(form: Sequence[Sequence[Fraction]]) -> bool:
    """Whether x M x > 0 for all x >= 0 but 0, for a symmetric matrix M.

    The least value on the simplex is taken inside some face, where M x is the same at all places;
    faces without just one such x have the same value on a smaller one.

    >>> from fractions import Fraction as F
    >>> is_strictly_copositive([[F(1), F(-1)], [F(-1), F(2)]])
    True
    >>> is_strictly_copositive([[F(1), F(-1)], [F(-1), F(1)]])
    False
    """
    size = len(form)
    if 2**size > MOST_FACES:
        raise GameError(
            f"{size} best responses besides those used; the limit for evolutionary stability is "
            f"{MOST_FACES.bit_length() - 1}"
        )
    for count in range(1, size + 1):
        for face in combinations(range(size), count):
            inside = _level([[form[i][j] for j in face] for i in face])
            if inside is not None and inside <= 0:
                return False
    return True


def _level(form: Matrix) -> Fraction | None:
    """What M x is where it is the same at all places, for x > 0 of sum 1; None if no one x is."""
    from flint import fmpq, fmpq_mat

    size = len(form)
    rows = [[to_flint(x) for x in row] + [fmpq(-1)] for row in form]
    rows.append([fmpq(1)] * size + [fmpq(0)])
    right = [[fmpq(0)]] * size + [[fmpq(1)]]
    try:
        solved = fmpq_mat(rows).solve(fmpq_mat(right))
    except ZeroDivisionError:
        return None
    if any(solved[i, 0] <= 0 for i in range(size)):
        return None
    level = solved[size, 0]
    return from_flint(level)


@dataclass(frozen=True)
class EvolutionarilyStable(Solution, kind="evolutionarily-stable"):
    """All evolutionarily stable strategies of a symmetric game.

    >>> from kibitz import game
    >>> found = evolutionarily_stable(game("hawk-dove"))
    >>> print(found)
    one evolutionarily stable strategy
    hawk: 1/2   dove: 1/2
    >>> found.verify().holds
    True
    """

    how: ClassVar[str] = "extreme symmetric equilibria, and strict copositivity"
    game: StrategicGame
    strategies: tuple[Weights, ...]

    def __iter__(self) -> Iterator[Weights]:
        return iter(self.strategies)

    def __len__(self) -> int:
        return len(self.strategies)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "strategies": [[plain(w) for w in x] for x in self.strategies]}

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> EvolutionarilyStable:
        return cls(game, fractions(Claim(data), "strategies"))

    def __str__(self) -> str:
        if not self.strategies:
            return "no strategy is evolutionarily stable"
        count = len(self.strategies)
        head = f"{count} evolutionarily stable strategies"
        names = self.game.strategies[0]
        lines = [mixture_text(names, x) for x in self.strategies]
        return "\n".join([head if count > 1 else "one evolutionarily stable strategy", *lines])


@method(
    StrategicGame,
    "evolutionarily-stable",
    finds="the evolutionarily stable strategies of a symmetric game",
    cost="finding the symmetric equilibria, and a linear system per set of other best responses",
    reference="Maynard Smith and Price 1973",
    applies=lambda game: None if is_symmetric_bimatrix(game) else "the game is not symmetric",
    aliases=("ess", "evolutionary-stability"),
)
def evolutionarily_stable(game: StrategicGame) -> EvolutionarilyStable:
    """All evolutionarily stable strategies of a symmetric game of two players.

    Parameters
    ----------
    game : StrategicGame
        A symmetric game of two players.

    Returns
    -------
    EvolutionarilyStable
        The strategies, which are isolated symmetric equilibria; there may be none.

    Notes
    -----
    Cost: that of all symmetric equilibria, and a linear system for each set of best responses that
    one of them does not use.

    References
    ----------
    Maynard Smith and Price 1973; Haigh 1975.

    Examples
    --------
    >>> from kibitz import game
    >>> [[str(x) for x in p] for p in evolutionarily_stable(game("stag-hunt"))]
    [['1', '0'], ['0', '1']]
    """
    return EvolutionarilyStable(game, symmetric_equilibria(game).stable)
