"""Cells of equilibria put together: single points, curves, and regions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.algebra.plane_cells import PlaneCell
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.continuous.exact.family import NumberInterval
from kibitz.continuous.exact.reaction import Branch
from kibitz.continuous.game import ContinuousGame

IDENTITY = RationalFunction(Polynomial((Fraction(0), Fraction(1))))


@dataclass(frozen=True)
class CurveOfProfiles:
    """Profiles that depend on one parameter: a strategy of one player, over an interval."""

    parameter: int
    formulas: tuple[RationalFunction, ...]
    span: NumberInterval


@dataclass(frozen=True)
class RegionOfProfiles:
    """All profiles of a rectangle, or (``whole`` False) of a part of it."""

    spans: tuple[NumberInterval, ...]
    samples: tuple[tuple[Point, ...], ...]
    whole: bool = True


@dataclass(frozen=True)
class SharesOfTotal:
    """All profiles that add up to a total, each strategy within its span."""

    total: Fraction
    spans: tuple[NumberInterval, ...]

    @property
    def feasible(self) -> bool:
        """Can the strategies add up to the total?"""
        lows = [s.start for s in self.spans if s.start is not None]
        highs = [s.end for s in self.spans if s.end is not None]
        low = -1 if len(lows) < len(self.spans) else _total(lows, self.total)
        high = 1 if len(highs) < len(self.spans) else _total(highs, self.total)
        below = low < 0 or (low == 0 and all(s.start_included for s in self.spans))
        return below and (high > 0 or (high == 0 and all(s.end_included for s in self.spans)))

    @property
    def only(self) -> tuple[Point, ...] | None:
        """The only profile that adds up to the total: every strategy at the same end of its span.

        None where there are others, or no profile at all.
        """
        for ends in ([s.start for s in self.spans], [s.end for s in self.spans]):
            known = [x for x in ends if x is not None]
            if self.feasible and len(known) == len(ends) and _total(known, self.total) == 0:
                return tuple(known)
        return None


def _total(points: Sequence[Point], taken: Fraction) -> int:
    """The sign of the sum of some numbers less another one."""
    from kibitz.algebra.joint_field import joint_field

    field, elements = joint_field(points)
    return field.sign(sum(elements[1:], elements[0]) - field.number(taken))


@dataclass(frozen=True)
class EquilibriumComponents:
    points: tuple[tuple[Point, ...], ...]
    curves: tuple[CurveOfProfiles, ...]
    regions: tuple[RegionOfProfiles, ...]


def components(game: ContinuousGame, cells: Sequence[PlaneCell]) -> EquilibriumComponents:
    """Sort the cells of equilibria into points, curves and regions."""
    left = list(cells)
    regions = _regions(left)
    left = [c for c in left if not any(_inside(c, r) for r in regions)]
    curves: list[CurveOfProfiles] = []
    loose: list[RegionOfProfiles] = []
    while steep := [c for c in left if c.dimension == 1]:
        run = _longest_run(left, steep[0])
        found = _as_curve(game, run)
        if found is None:
            loose.append(_bounding(run, False))
        else:
            curves.append(found)
        taken = {(c.column, c.row) for c in run}
        left = [c for c in left if (c.column, c.row) not in taken]
    points = tuple(
        tuple(field.point(e) for e in (x, y)) for field, x, y in (c.sample() for c in left)
    )
    return EquilibriumComponents(points, tuple(curves), (*regions, *loose))


def _regions(cells: Sequence[PlaneCell]) -> list[RegionOfProfiles]:
    full = [c for c in cells if c.dimension == 2]
    groups: list[list[PlaneCell]] = []
    for cell in full:
        near = [g for g in groups if any(_touch(cell, other) for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append([cell, *(c for g in near for c in g)])
    found = []
    for group in groups:
        box = _bounding(group, True)
        every = [c for c in cells if _inside(c, box)]
        found.append(_bounding(every, _fills(every)))
    return found


def _fills(cells: Sequence[PlaneCell]) -> bool:
    """Do the cells of every column reach from the same bottom to the same top, without gaps?"""
    columns: dict[int, list[PlaneCell]] = defaultdict(list)
    for c in cells:
        columns[c.column].append(c)
    numbers = sorted(columns)
    if numbers != list(range(numbers[0], numbers[-1] + 1)):
        return False
    ends = set()
    for column in columns.values():
        rows = sorted(c.row for c in column)
        if rows != list(range(rows[0], rows[-1] + 1)):
            return False
        first, last = min(column, key=lambda c: c.row), max(column, key=lambda c: c.row)
        ends.add((first.fibre.start, first.fibre.is_point, last.fibre.end, last.fibre.is_point))
    return len(ends) == 1


def _touch(a: PlaneCell, b: PlaneCell) -> bool:
    if a.column == b.column:
        return abs(a.row - b.row) == 2
    return abs(a.column - b.column) == 2 and _overlap(a, b)


def _overlap(a: PlaneCell, b: PlaneCell) -> bool:
    def below(p: Point | None, q: Point | None) -> bool:
        return p is None or q is None or bool(p < q)

    return below(a.fibre.start, b.fibre.end) and below(b.fibre.start, a.fibre.end)


def _bounding(cells: Sequence[PlaneCell], whole: bool) -> RegionOfProfiles:
    xs = _span([c.fibre for c in cells])
    ys = _span([c.base for c in cells])
    samples = []
    for cell in cells[:12]:
        field, x, y = cell.sample()
        samples.append((field.point(x), field.point(y)))
    return RegionOfProfiles((xs, ys), tuple(samples), whole)


def _span(parts: Sequence[object]) -> NumberInterval:
    from kibitz.algebra.line_cells import LineCell

    lines = [p for p in parts if isinstance(p, LineCell)]
    starts = [p.start for p in lines]
    ends = [p.end for p in lines]
    low = None if None in starts else _extreme([s for s in starts if s is not None], -1)
    high = None if None in ends else _extreme([e for e in ends if e is not None], 1)
    return NumberInterval(
        low,
        high,
        any(p.is_point and p.start == low for p in lines),
        any(p.is_point and p.end == high for p in lines),
    )


def _extreme(points: Sequence[Point], side: int) -> Point:
    best = points[0]
    for p in points[1:]:
        if (p > best) if side > 0 else (p < best):
            best = p
    return best


def _inside(cell: PlaneCell, box: RegionOfProfiles) -> bool:
    closed = [NumberInterval(s.start, s.end) for s in box.spans]
    return closed[0].holds(cell.fibre.sample) and closed[1].holds(cell.base.sample)


def _longest_run(cells: Sequence[PlaneCell], seed: PlaneCell) -> list[PlaneCell]:
    """The cells that continue a curve: along a row over one point, or along one polynomial."""
    known = {(c.column, c.row): c for c in cells}
    run = [seed]
    if seed.base.is_point:
        for step in (-1, 1):
            row = seed.row + step
            while (seed.column, row) in known:
                run.append(known[seed.column, row])
                row += step
        return run
    curve = _curve_of(seed)
    for step in (-1, 1):
        column = seed.column + step
        while True:
            on = [
                c for c in cells if c.column == column and c.fibre.is_point and curve in _zeros(c)
            ]
            if not on:
                break
            run.append(on[0])
            column += step
    return run


def _zeros(cell: PlaneCell) -> list[str]:
    return [str(p) for p, s in zip(cell.polynomials, cell.fibre.signs, strict=True) if s == 0]


def _curve_of(cell: PlaneCell) -> str:
    return min(_zeros(cell), key=len)


def _as_curve(game: ContinuousGame, run: Sequence[PlaneCell]) -> CurveOfProfiles | None:
    seed = run[0]
    if seed.base.is_point:
        y = seed.base.sample
        if not isinstance(y, Fraction):
            return None
        formulas = (IDENTITY, RationalFunction.constant(y))
        return CurveOfProfiles(0, formulas, _span([c.fibre for c in run]))
    name = _curve_of(seed)
    curve = next(p for p in seed.polynomials if str(p) == name)
    formula = Branch(curve, 0, game.variables[0], game.variables[1]).formula
    if formula is None:
        return None
    return CurveOfProfiles(1, (formula, IDENTITY), _span([c.base for c in run]))
