"""Properties of coalitional games."""

from __future__ import annotations

from fractions import Fraction

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.numbers import exact
from kibitz.exercises.wish import wish


@wish("core with {} corners", CoalitionalGame)
def corners(game: CoalitionalGame, count: int) -> bool:
    """The core is a polytope with this many vertices."""
    if game.n == 3:
        return len(_triangle_corners(game)) == count
    return len(game.core().to_json()["vertices"] or ()) == count


def _triangle_corners(game: CoalitionalGame) -> set[tuple[Fraction, ...]]:
    """The corners of the core of three players: where two of six inequalities are equalities.

    >>> from kibitz import coalition
    >>> len(_triangle_corners(coalition({"A,B": 1, "A,C": 2, "B,C": 3, "A,B,C": 6})))
    6
    """
    worth = [exact(game.value(mask)) for mask in range(8)]
    low = [worth[1 << i] for i in range(3)]
    high = [worth[7] - worth[7 ^ 1 << i] for i in range(3)]
    found = set()
    for i, j in ((0, 1), (0, 2), (1, 2)):
        for x in (low[i], high[i]):
            for y in (low[j], high[j]):
                point = [worth[7] - x - y] * 3
                point[i], point[j] = x, y
                if all(low[k] <= point[k] <= high[k] for k in range(3)):
                    found.add(tuple(point))
    return found


@wish("empty core", CoalitionalGame)
def empty_core(game: CoalitionalGame) -> bool:
    """No payoffs satisfy every coalition."""
    if game.n == 3:
        return not _triangle_corners(game)
    return bool(game.core().to_json()["empty"])


@wish("nonempty core", CoalitionalGame)
def nonempty_core(game: CoalitionalGame) -> bool:
    """Some payoffs satisfy every coalition."""
    return not empty_core(game)


@wish("payoffs with denominators below {}", CoalitionalGame)
def small_denominators(game: CoalitionalGame, bound: int) -> bool:
    """The Shapley value has small denominators."""
    return all(exact(x).denominator < bound for x in game.shapley().to_json()["payoffs"])


@wish("superadditive", CoalitionalGame)
def superadditive(game: CoalitionalGame) -> bool:
    """Two coalitions without common members can do together at least what they can apart."""
    n = len(game.players)
    worth = [exact(game.value(mask)) for mask in range(2**n)]
    return all(
        worth[a] + worth[b] <= worth[a | b] for a in range(2**n) for b in range(a) if not a & b
    )
