"""All pure equilibria of a two-person game with piecewise rational payoffs.

The two reaction curves cut the square of strategies into cells; in each of them a profile is an
equilibrium everywhere or nowhere, so one exact sample decides. Points, curves and whole regions of
equilibria come out alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.algebra.expressions.piecewise import Multi, vanishing
from kibitz.algebra.number_field import Element, NumberField, number_ball
from kibitz.algebra.plane_cells import PlaneCell, plane_cells
from kibitz.algebra.real_root import RealRoot
from kibitz.continuous.exact.deviation import profitable_deviation, surely_beaten
from kibitz.continuous.exact.reaction import Branch, Reaction, ReactionPiece, reaction
from kibitz.continuous.game import ContinuousGame


@dataclass(frozen=True)
class EquilibriumCells:
    """The cells of the plane all of whose profiles are equilibria, and the reactions behind."""

    cells: tuple[PlaneCell, ...]
    reactions: tuple[Reaction, Reaction]
    every: int
    """How many cells were looked at."""


def equilibrium_cells(game: ContinuousGame) -> EquilibriumCells:
    """Decide every cell of the square of strategies."""
    first, second = reaction(game, 0), reaction(game, 1)
    x, y = game.variables
    curves = [*_curves(game, first), *_curves(game, second)]
    found, every = [], 0
    for cell in plane_cells(curves, x, y, *game.intervals):
        every += 1
        if _possible(cell, first, second) and not _hopeless(game, cell):
            field, x_sample, y_sample = cell.sample()
            if is_equilibrium(game, field, [x_sample, y_sample]):
                found.append(cell)
    return EquilibriumCells(tuple(found), (first, second), every)


def _hopeless(game: ContinuousGame, cell: PlaneCell) -> bool:
    """Does someone surely gain, as intervals show without exact work?"""
    assert game.cut_payoffs is not None
    samples = (cell.fibre.sample, cell.base.sample)
    place = {v: number_ball(x) for v, x in zip(game.variables, samples, strict=True)}
    return any(
        surely_beaten(payoff, v, interval, place)
        for payoff, v, interval in zip(
            game.cut_payoffs, game.variables, game.intervals, strict=True
        )
    )


def is_equilibrium(game: ContinuousGame, field: NumberField, profile: list[Element]) -> bool:
    """Does no one gain by deviating? Exact."""
    assert game.cut_payoffs is not None
    point = dict(zip(game.variables, profile, strict=True))
    for i, payoff in enumerate(game.cut_payoffs):
        value = payoff.at(field, point)
        if profitable_deviation(game.slice(i, field, profile), value) is not None:
            return False
    return True


def _curves(game: ContinuousGame, reaction: Reaction) -> list[Multi]:
    """Everything at which membership in a reaction can change."""
    found = [branch.curve for piece in reaction.pieces for branch in _branches(piece)]
    context = found[0].context() if found else None
    for point in reaction.breakpoints:
        if context is None:
            break
        gen = context.gen(context.variable_to_index(reaction.other))
        found.append(vanishing(point, gen))
    return found


def _branches(piece: ReactionPiece) -> Iterable[Branch]:
    yield from piece.branches
    for band in piece.bands:
        yield from (b for b in (band.start, band.end) if b is not None)
    if piece.toward is not None:
        yield piece.toward


def _possible(cell: PlaneCell, first: Reaction, second: Reaction) -> bool:
    """Can the cell hold equilibria, as far as signs alone tell?"""
    zero = {str(p) for p, s in zip(cell.polynomials, cell.fibre.signs, strict=True) if s == 0}
    piece = first.at(cell.base.sample)
    if not (piece.bands or any(str(b.curve) in zero for b in piece.branches)):
        return False
    if cell.fibre.is_point or not isinstance(cell.base.sample, RealRoot):
        other = second.at(cell.fibre.sample)
        return bool(other.bands or any(str(b.curve) in zero for b in other.branches))
    return True
