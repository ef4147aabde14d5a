"""All pure equilibria of a game on intervals, by the method that suits it."""

from __future__ import annotations

from typing import Any

from kibitz.algebra.number_field import NumberField
from kibitz.continuous.exact.components import components
from kibitz.continuous.exact.maximum import maximum
from kibitz.continuous.exact.plane_equilibria import equilibrium_cells
from kibitz.continuous.exact.reaction import Reaction
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.solution import Continuum, Equilibrium, EquilibriumSet
from kibitz.core.errors import GameError


def equilibria(game: ContinuousGame) -> EquilibriumSet:
    """All pure equilibria.

    >>> from kibitz.continuous.game import continuous_game
    >>> print(equilibria(continuous_game(["x*y", "x*y"], (-1, 1))))
    3 pure equilibria
      x = -1, y = -1; payoffs (1, 1)
      x = 0, y = 0; payoffs (0, 0)
      x = 1, y = 1; payoffs (1, 1)
    found by the crossings of the reaction curves
    """
    game.require_numbers()
    own = game.own_equilibria()
    if own is not None:
        return own
    if not game.algebraic:
        from kibitz.continuous.enclosures.interval_search import interval_search

        return interval_search(game)
    if len(game.players) == 1:
        return _single(game)
    if len(game.players) == 2:
        return _pair(game)
    from kibitz.continuous.exact.first_order import first_order_systems

    return first_order_systems(game)


def _pair(game: ContinuousGame) -> EquilibriumSet:
    found = equilibrium_cells(game)
    parts = components(game, found.cells)
    points = tuple(Equilibrium(game, p) for p in parts.points)
    continua = tuple(
        [Continuum(game, c) for c in parts.curves] + [Continuum(game, r) for r in parts.regions]
    )
    remark = "" if points or continua else why_none(game, found.reactions)
    return EquilibriumSet(
        game,
        points,
        continua,
        "the crossings of the reaction curves",
        True,
        remark,
        found.reactions,
    )


def why_none(game: ContinuousGame, reactions: tuple[Reaction, ...]) -> str:
    """Why the reaction curves do not cross."""
    for r in reactions:
        if all(piece.missing for piece in r.pieces):
            return f"{game.players[r.player]} never has a best response"
    for r in reactions:
        if any(piece.missing for piece in r.pieces):
            return (
                f"the reaction curves do not meet; {game.players[r.player]} has no best response "
                "to some strategies"
            )
    return "the reaction curves do not meet: one of them jumps over the other"


def _single(game: ContinuousGame) -> EquilibriumSet:
    from fractions import Fraction

    field = NumberField(Fraction(0))
    best = maximum(game.slice(0, field, [field.number(Fraction(0))]))
    if not best.attained:
        why = (
            "the payoff grows without bound"
            if best.value is None
            else "its least upper bound is never reached"
        )
        return EquilibriumSet(game, (), (), "the maximum of one payoff", True, why, best)
    points = tuple(Equilibrium(game, (x,)) for x in best.points)
    remark = "" if not best.flats else "the payoff is constant on an interval of best strategies"
    return EquilibriumSet(game, points, (), "the maximum of one payoff", True, remark, best)


def solve_game(game: ContinuousGame, method: str = "auto") -> Any:
    """Closed forms when there are parameters, all equilibria otherwise."""
    if method != "auto":
        raise GameError(f"no method {method!r} for games on intervals; leave it out")
    if game.parameters:
        own = game.own_closed_form()
        if own is not None:
            return own
        from kibitz.continuous.symbolic.equilibria import solve_symbolically

        return solve_symbolically(game)
    return equilibria(game)
