"""All pure equilibria of a game on intervals, by the method that suits it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.algebra.number_field import NumberField
from kibitz.continuous.conditions import players
from kibitz.continuous.exact.aggregate import aggregate_equilibria
from kibitz.continuous.exact.components import components
from kibitz.continuous.exact.first_order import first_order_systems
from kibitz.continuous.exact.maximum import maximum
from kibitz.continuous.exact.plane_equilibria import equilibrium_cells
from kibitz.continuous.exact.reaction import Reaction
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.advertising import Contest
from kibitz.continuous.markets.bertrand import Bertrand
from kibitz.continuous.markets.cournot import Cournot
from kibitz.continuous.markets.price_war import price_war
from kibitz.continuous.solution import ContinuousEquilibrium, Continuum, EquilibriumSet
from kibitz.core.extension import extends
from kibitz.core.method import method


@method(
    ContinuousGame,
    "auto",
    finds="the pure equilibria, in closed form where there are parameters",
    cost="same as the chosen method",
    aliases=(
        "nash",
        "equilibrium",
        "equilibria",
    ),
)
def solve_game(game: ContinuousGame) -> Any:
    """Closed forms when there are parameters, all pure equilibria otherwise.

    Parameters
    ----------
    game : ContinuousGame
        The game.

    Returns
    -------
    EquilibriumSet or SymbolicEquilibria
        The equilibria.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.parameters:
        from kibitz.continuous.symbolic.equilibria import solve_symbolically

        return solve_symbolically(game)
    return equilibria(game)


@extends(ContinuousGame)
def equilibria(game: ContinuousGame) -> EquilibriumSet:
    """All pure equilibria.

    Parameters
    ----------
    game : ContinuousGame
        The game.

    Returns
    -------
    EquilibriumSet
        The equilibria, with whether they are all.

    Examples
    --------
    >>> from kibitz.continuous.game import continuous_game
    >>> print(equilibria(continuous_game(["x*y", "x*y"], (-1, 1))))
    3 pure equilibria
      x = -1, y = -1; payoffs (1, 1)
      x = 0, y = 0; payoffs (0, 0)
      x = 1, y = 1; payoffs (1, 1)
    found by the crossings of the reaction curves
    """
    game.require_numbers()
    if not game.algebraic:
        from kibitz.continuous.enclosures.interval_search import interval_search

        return interval_search(game)
    if len(game.players) == 1:
        return one_player(game)
    if len(game.players) == 2:
        return reaction_curves(game)
    if isinstance(game, Bertrand) and not game.differentiated:
        return price_war(game)
    if isinstance(game, (Cournot, Contest)):
        return aggregate_equilibria(game)
    return first_order_systems(game)


@method(
    ContinuousGame,
    "reaction-curves",
    finds="all pure equilibria",
    cost="one cell decomposition of the plane for each player: polynomial in the degrees",
    reference="Cournot 1838; Collins 1975",
    applies=players(2, 2),
    aliases=(
        "reactions",
        "best-responses",
        "reaction",
        "best-response",
    ),
)
def reaction_curves(game: ContinuousGame) -> EquilibriumSet:
    """The crossings of the two reaction curves, curves and regions of them included.

    Parameters
    ----------
    game : ContinuousGame
        A game of two players.

    Returns
    -------
    EquilibriumSet
        The equilibria, with whether they are all.

    Notes
    -----
    Cost: one cell decomposition of the plane for each player: polynomial in the degrees.

    References
    ----------
    Cournot 1838; Collins 1975.
    """
    found = equilibrium_cells(game)
    parts = components(game, found.cells)
    points = tuple(ContinuousEquilibrium(game, p) for p in parts.points)
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


@method(
    ContinuousGame,
    "maximum",
    finds="all pure equilibria",
    cost="the real roots of one derivative for each piece of the payoff",
    applies=players(1, 1),
)
def one_player(game: ContinuousGame) -> EquilibriumSet:
    """The best strategies of a single player.

    Parameters
    ----------
    game : ContinuousGame
        A game of one player.

    Returns
    -------
    EquilibriumSet
        The equilibria, with whether they are all.

    Notes
    -----
    Cost: the real roots of one derivative for each piece of the payoff.
    """
    field = NumberField(Fraction(0))
    best = maximum(game.slice(0, field, [field.number(Fraction(0))]))
    if not best.attained:
        why = (
            "the payoff grows without bound"
            if best.value is None
            else "its least upper bound is never reached"
        )
        return EquilibriumSet(game, (), (), "the maximum of one payoff", True, why, best)
    points = tuple(ContinuousEquilibrium(game, (x,)) for x in best.points)
    remark = "" if not best.flats else "the payoff is constant on an interval of best strategies"
    return EquilibriumSet(game, points, (), "the maximum of one payoff", True, remark, best)
