"""Whether the core is a stable set: whether it dominates every imputation outside it.

It does in convex games (Shapley, "Cores of convex games", 1971). For three players it is decided
exactly: in the part of the core where a pair {i, j} gets just v(i,j), the payoff of i ranges over
an interval [low, high]; an imputation is dominated there when it gives the pair less than v(i,j), i
less than high, and j less than v(i,j) - low.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.conditions import all_of, has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.properties import is_convex
from kibitz.coalitional.sets.core import core
from kibitz.coalitional.sets.imputations import imputations
from kibitz.coalitional.solution import DefinedAnswer, read_exact
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.polyhedra.vertices import vertices

Point = tuple[Fraction, ...]
Line = tuple[list[int], Fraction]
"""Coefficients of the payoffs, and what the sum must at most be."""


@dataclass(frozen=True)
class CoreStability(DefinedAnswer, kind="core-stability"):
    """Whether the core is stable; if not, an imputation outside that it does not dominate.

    >>> from kibitz import coalition
    >>> print(core_stability(coalition({"1,2": 20, "1,3": 20, "2,3": 20, "1,2,3": 60})))
    the core is stable: the game is convex
    >>> print(core_stability(coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})))
    the core is not stable: it does not dominate (0, 500, 500)
    """

    game: CoalitionalGame
    missed: Point | None
    reason: str

    @property
    def stable(self) -> bool:
        return self.missed is None

    def __bool__(self) -> bool:
        return self.stable

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "stable": self.stable,
            "reason": self.reason,
            "missed": None if self.missed is None else [plain(x) for x in self.missed],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> CoreStability:
        missed = None if data.get("missed") is None else read_exact(game, data, "missed")
        return cls(game, missed, str(data.get("reason", "")))

    def __str__(self) -> str:
        state = "stable" if self.stable else "not stable"
        return f"the core is {state}: {self.reason}"


def _not_applicable(game: CoalitionalGame) -> str | None:
    if game.n == 3 or is_convex(game):
        return None
    return (
        f"{count_of(game.n, 'player')}, and the game is not convex: whether the core is "
        "stable is decided "
        "for convex games and for three players"
    )


@method(
    CoalitionalGame,
    "core-stability",
    finds="whether the core is a stable set",
    cost="O(n^2 2^n), or the cases of three players",
    reference="Shapley 1971",
    applies=all_of(has_table, _not_applicable),
)
def core_stability(game: CoalitionalGame) -> CoreStability:
    """Decide whether the core is stable, for convex games and for games of three players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    CoreStability
        Yes, or no with an imputation outside that no core payoff dominates.

    Notes
    -----
    Cost: O(n^2 2^n), or the cases of three players.

    References
    ----------
    Shapley 1971.
    """
    why = _stable_because(game)
    if why is not None:
        return CoreStability(game, None, why)
    missed = next(_missed(game.rational()))
    return CoreStability(game, missed, f"it does not dominate {show_all(missed)}")


def _stable_because(game: CoalitionalGame) -> str | None:
    """Why the core is stable, None if it is not."""
    if is_convex(game):
        return "the game is convex"
    reason = _not_applicable(game)
    if reason is not None:
        raise GameError(reason)
    if next(_missed(game.rational()), None) is None:
        return "every imputation outside is dominated by a point of it"
    return None


def _missed(game: CoalitionalGame) -> Iterator[Point]:
    """Imputations of three players outside the core that no point of the core dominates."""
    if imputations(game).empty:
        return
    bounds = [(_unit(i, -1), -exact(game.value(1 << i))) for i in range(3)]
    pairs = [_escapes(game, game.grand ^ (1 << k)) for k in range(3)]
    inside = core(game)
    for escape in product(*pairs):
        lines = [*bounds, *escape]
        region = vertices([row for row, _ in lines], [b for _, b in lines], [[1] * 3], [game.total])
        yield from (x for x in region.vertices if x not in inside)


def _escapes(game: CoalitionalGame, pair: int) -> list[Line]:
    """The ways not to be dominated through a pair: one of these must hold."""
    i, j = members(pair)
    worth = exact(game.value(pair))
    enough: Line = ([-int(k in (i, j)) for k in range(3)], -worth)
    ends = [x[i] for x in core(game).vertex_list.vertices if x[i] + x[j] == worth]
    if not ends:
        return [enough, ([0] * 3, Fraction(0))]
    return [enough, (_unit(i, -1), -max(ends)), (_unit(j, -1), min(ends) - worth)]


def _unit(i: int, sign: int) -> list[int]:
    return [sign * int(i == k) for k in range(3)]
