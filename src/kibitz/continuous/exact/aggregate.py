"""All equilibria of games with many players in which only the sum of strategies matters.

A player's best response depends on the sum R of the others' strategies; put R = S - x, and the
strategies x that fit a total S form curves in the plane of (x, S). At an equilibrium everyone
stands on such a curve and the strategies add up to S: an equation in S alone. Players alike share
their curves, so sixty of them cost no more than one. Selten 1970; Novshek, Rev. Econ. Stud. 1985.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, groupby, permutations, product
from math import comb
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi, ring, vanishing
from kibitz.algebra.expressions.tree import Expression, Symbol, expression
from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.line_cells import LineCell
from kibitz.algebra.number_field import number_ball, univariate
from kibitz.algebra.plane_cells import PlaneCell, irreducible, plane_cells, point_of
from kibitz.algebra.real_root import Point, real_roots
from kibitz.algebra.show_exact import brief
from kibitz.continuous.conditions import aggregative
from kibitz.continuous.exact.components import SharesOfTotal
from kibitz.continuous.exact.deviation import profitable_deviation, surely_beaten
from kibitz.continuous.exact.family import NumberInterval
from kibitz.continuous.exact.payoff import Slice
from kibitz.continuous.exact.reaction import Branch, Reaction, reaction
from kibitz.continuous.game import ContinuousGame, Interval
from kibitz.continuous.solution import ContinuousEquilibrium, Continuum, EquilibriumSet
from kibitz.core.errors import GameError
from kibitz.core.method import method

OWN, TOTAL, REST = "own", "total", "rest"
MOST_CHOICES = 20_000
Aggregate = Callable[[int, Expression, Expression], Expression]


@dataclass(frozen=True)
class _Kind:
    """Players who are alike: which they are, and their game against the sum of the others."""

    members: tuple[int, ...]
    game: ContinuousGame
    reaction: Reaction


@method(
    ContinuousGame,
    "aggregate",
    finds="all pure equilibria",
    cost="one cell decomposition of the plane for each kind of player",
    reference="Selten 1970",
    applies=aggregative(3),
)
def aggregate_equilibria(
    game: ContinuousGame, payoffs: Sequence[Aggregate] | None = None
) -> EquilibriumSet:
    """All equilibria when payoff k is a function of one's own strategy and the others' sum.

    Parameters
    ----------
    game : ContinuousGame
        The game.
    payoffs : sequence of callable, optional
        For each player k a function (k, own strategy, sum of the others') that gives the payoff;
        the game's own when left out.

    Returns
    -------
    EquilibriumSet
        The equilibria, with whether they are all.

    Examples
    --------
    >>> from kibitz.continuous.markets.cournot import cournot
    >>> [str(q) for q in cournot("17-Q", ["q", "q", "3q"]).solve().quantities]
    ['9/2', '9/2', '5/2']
    """
    kinds = _kinds(game, payoffs or [game.aggregate] * len(game.players))
    columns = _columns(kinds, _whole(game.intervals))
    found: dict[tuple[Point, ...], None] = {}
    continua: list[Continuum] = []
    remarks: list[str] = []
    for base, members in columns:
        if all(not any(not c.fibre.is_point for c in cells) for cells in members):
            for profile in _profiles(game, kinds, base, members):
                found[profile] = None
        elif all(members) and isinstance(base.sample, Fraction) and base.is_point:
            shape = _shares(game, kinds, base.sample, members)
            if shape is not None and shape.only is not None:
                found[shape.only] = None
            elif shape is not None:
                continua.append(Continuum(game, shape))
        elif all(members):
            remark = _region_words(game, kinds, base, members)
            if remark and remark not in remarks:
                remarks.append(remark)
    equilibria = tuple(ContinuousEquilibrium(game, p) for p in found)
    remark = "; ".join(remarks)
    if not equilibria and not remarks and not continua:
        remark = _why_none(game, kinds)
    method = "the totals at which best responses add up"
    return EquilibriumSet(
        game, equilibria, tuple(continua), method, not remarks, remark, [k.reaction for k in kinds]
    )


def _why_none(game: ContinuousGame, kinds: Sequence[_Kind]) -> str:
    for kind in kinds:
        if any(p.missing for p in kind.reaction.pieces):
            return f"{game.players[kind.members[0]]} has no best response to some strategies"
    return "no total equals the sum of the best responses to it"


def _kinds(game: ContinuousGame, payoffs: Sequence[Aggregate]) -> list[_Kind]:
    own, rest = Symbol(OWN), Symbol(REST)
    made = [u(k, own, rest) for k, u in enumerate(payoffs)]

    def key(k: int) -> tuple[str, str, str]:
        return str(made[k]), str(game.intervals[k]), str(_rest(game.intervals, k))

    found = []
    for _, group in groupby(sorted(range(len(made)), key=key), key=key):
        members = tuple(group)
        k = members[0]
        alone = ContinuousGame(
            (game.players[k], "the others"),
            (OWN, REST),
            (game.intervals[k], _rest(game.intervals, k)),
            (made[k], expression(0)),
        )
        found.append(_Kind(members, alone, reaction(alone, 0)))
    return sorted(found, key=lambda kind: kind.members)


def _rest(intervals: Sequence[Interval], k: int) -> Interval:
    return _whole([x for j, x in enumerate(intervals) if j != k])


def _whole(intervals: Sequence[Interval]) -> Interval:
    lows = [low for low, _ in intervals]
    highs = [high for _, high in intervals]
    low = None if None in lows else sum((x for x in lows if x is not None), Fraction(0))
    high = None if None in highs else sum((x for x in highs if x is not None), Fraction(0))
    return low, high


def _columns(
    kinds: Sequence[_Kind], totals: Interval
) -> Iterator[tuple[LineCell, list[list[PlaneCell]]]]:
    """Over each cell of totals: for every kind the cells of strategies that fit."""
    context = ring([OWN, TOTAL])
    x, s = context.gens()
    curves = [[_moved(c, x, s) for c in _reaction_curves(k)] for k in kinds]
    every = irreducible([c for some in curves for c in some] + [x])
    cells = list(plane_cells(every, OWN, TOTAL, (None, None), totals))
    for _, column in groupby(cells, key=lambda c: c.column):
        here = list(column)
        names = [str(p) for p in here[0].polynomials]
        yield (
            here[0].base,
            [
                [c for c in here if _fits(kind, own, names, c)]
                for kind, own in zip(kinds, curves, strict=True)
            ],
        )


def _reaction_curves(kind: _Kind) -> list[Multi]:
    context = ring([OWN, REST])
    rest = context.gen(1)
    found = []
    for piece in kind.reaction.pieces:
        found += [b.curve for b in piece.branches]
        for band in piece.bands:
            found += [b.curve for b in (band.start, band.end) if b is not None]
    for point in kind.reaction.breakpoints:
        found.append(vanishing(point, rest))
    low, high = kind.game.intervals[0]
    found += [vanishing(e, context.gen(0)) for e in (low, high) if e is not None]
    low, high = kind.game.intervals[1]
    found += [vanishing(e, rest) for e in (low, high) if e is not None]
    return found


def _moved(curve: Multi, x: Multi, s: Multi) -> Multi:
    """A curve in (own, rest) as one in (own, total)."""
    return curve.compose(x, s - x)


def _fits(kind: _Kind, curves: Sequence[Multi], names: Sequence[str], cell: PlaneCell) -> bool:
    """Is the strategy of this cell a best response to the total without it?"""
    x, s = cell.fibre.sample, cell.base.sample
    low, high = kind.game.intervals[0]
    if (low is not None and x < low) or (high is not None and x > high):
        return False
    if x > s and kind.game.intervals[1][0] is not None and kind.game.intervals[1][0] >= 0:
        return False
    if cell.fibre.is_point and 0 not in cell.fibre.signs:
        return False
    if (
        not cell.fibre.is_point
        and not any(p.bands for p in kind.reaction.pieces)
        and not cell.base.is_point
    ):
        return False
    assert kind.game.cut_payoffs is not None
    payoff = kind.game.cut_payoffs[0]
    near = number_ball(x)
    place = {OWN: near, REST: number_ball(s) - near}
    if surely_beaten(payoff, OWN, kind.game.intervals[0], place):
        return False
    over, own, total = cell.sample()
    rest = total - own
    if not _inside(over, rest, kind.game.intervals[1]):
        return False
    value = payoff.at(over, {OWN: own, REST: rest})
    here = Slice.of(payoff, OWN, kind.game.intervals[0], over, {REST: rest})
    return profitable_deviation(here, value) is None


def _inside(over: Any, x: Any, interval: Interval) -> bool:
    low, high = interval
    after = low is None or over.sign(x - over.number(low)) >= 0
    return after and (high is None or over.sign(x - over.number(high)) <= 0)


def _profiles(
    game: ContinuousGame, kinds: Sequence[_Kind], base: LineCell, members: list[list[PlaneCell]]
) -> Iterator[tuple[Point, ...]]:
    """The profiles over one cell of totals whose strategies add up to the total."""
    count = 1
    for kind, cells in zip(kinds, members, strict=True):
        count *= comb(len(kind.members) + len(cells) - 1, len(kind.members)) if cells else 0
    if count > MOST_CHOICES:
        raise GameError(
            f"{count} combinations of branches of the reaction curves, more than {MOST_CHOICES}"
        )
    choices = [
        list(combinations_with_replacement(cells, len(kind.members)))
        for kind, cells in zip(kinds, members, strict=True)
    ]
    for chosen in product(*choices):
        places = [cell for group in chosen for cell in group]
        totals = [base.sample] if base.is_point else _totals(base, places)
        for total in totals:
            strategies = [_strategy(cell, total) for cell in places]
            if None in strategies:
                continue
            yield from _arranged(game, kinds, chosen, total)


def _strategy(cell: PlaneCell, total: Point) -> Point | None:
    if cell.base.is_point:
        return cell.fibre.sample
    curve, index = _curve_through(cell)
    return Branch(curve, index, OWN, TOTAL).at(total)


def _curve_through(cell: PlaneCell) -> tuple[Multi, int]:
    """The simplest curve of a cell over an interval, and which of its roots the cell is."""
    from kibitz.algebra.number_field import NumberField

    on = [p for p, s in zip(cell.polynomials, cell.fibre.signs, strict=True) if s == 0]
    curve = min(on, key=lambda p: (int(p.degrees()[0]), len(str(p))))
    over = NumberField(cell.base.sample)
    line = over.specialize(curve, OWN, {TOTAL: over.theta_element})
    return curve, real_roots(over.norm(line)).index(cell.fibre.sample)


def _totals(base: LineCell, places: Sequence[PlaneCell]) -> list[Point]:
    """Totals inside a cell at which the chosen curves may add up to the total."""
    context = ring([OWN, TOTAL, "sum"])
    x, s, z = context.gens()
    partial = z
    for name, group in groupby(sorted(str(_curve_through(c)[0]) for c in places)):
        times = len(list(group))
        curve = next(_curve_through(c)[0] for c in places if str(_curve_through(c)[0]) == name)
        same = {_curve_through(c)[1] for c in places if str(_curve_through(c)[0]) == name}
        lifted = curve.project_to_context(context)
        steps = [times] if len(same) == 1 else [1] * times
        for many in steps:
            moved = partial.compose(x, s, z - many * x)
            partial = lifted.resultant(moved, OWN)
    equation = univariate(partial.compose(x, s, s), TOTAL)
    roots = real_roots(equation) if equation else []
    return [
        r
        for r in roots
        if (base.start is None or r > base.start) and (base.end is None or r < base.end)
    ]


def _arranged(
    game: ContinuousGame,
    kinds: Sequence[_Kind],
    chosen: Sequence[Sequence[PlaneCell]],
    total: Point,
) -> Iterator[tuple[Point, ...]]:
    """Every way to give the strategies to the players of a kind; only sums that are right."""
    groups = [[_strategy(c, total) for c in group] for group in chosen]
    given = [x for g in groups for x in g if x is not None]
    gap = number_ball(total)
    for strategy in given:
        gap = gap - number_ball(strategy)
    if gap > 0 or gap < 0:
        return
    over, elements = joint_field([total, *given])
    rest = elements[0]
    for e in elements[1:]:
        rest = rest - e
    if over.sign(rest) != 0:
        return
    orders = [
        [tuple(g)] if len(set(g)) == 1 else sorted(set(permutations(g)), key=str) for g in groups
    ]
    for arrangement in product(*orders):
        profile: list[Any] = [None] * len(game.players)
        for kind, group in zip(kinds, arrangement, strict=True):
            for k, x in zip(kind.members, group, strict=True):
                profile[k] = x
        yield tuple(profile)


def _shares(
    game: ContinuousGame, kinds: Sequence[_Kind], total: Fraction, members: list[list[PlaneCell]]
) -> SharesOfTotal | None:
    """All ways to share a total within the intervals of strategies that fit it."""
    spans: list[Any] = [None] * len(game.players)
    for kind, cells in zip(kinds, members, strict=True):
        rows = sorted(c.row for c in cells)
        if rows != list(range(rows[0], rows[-1] + 1)):
            return None
        first, last = min(cells, key=lambda c: c.row), max(cells, key=lambda c: c.row)
        span = NumberInterval(
            first.fibre.start, last.fibre.end, first.fibre.is_point, last.fibre.is_point
        )
        for k in kind.members:
            spans[k] = span
    shape = SharesOfTotal(total, tuple(spans))
    return shape if shape.feasible else None


def _region_words(
    game: ContinuousGame, kinds: Sequence[_Kind], base: LineCell, members: list[list[PlaneCell]]
) -> str:
    """Words for whole regions of equilibria over an interval of totals, or nothing."""
    end = "∞" if base.end is None else brief(base.end)
    start = "-∞" if base.start is None else brief(base.start)
    for total in _far_totals(base):
        low = high = 0.0
        for kind, cells in zip(kinds, members, strict=True):
            first, last = _reach(cells, total)
            low += len(kind.members) * first
            high += len(kind.members) * last
        if low <= total <= high:
            return f"whole regions of equilibria have totals between {start} and {end}"
    return ""


def _far_totals(base: LineCell) -> list[Fraction]:
    assert isinstance(base.sample, Fraction)
    return [base.sample, *([100 * abs(base.sample) + 100] if base.end is None else [])]


def _reach(cells: Sequence[PlaneCell], total: Fraction) -> tuple[float, float]:
    """The least and the greatest strategy of some cells when the total is this."""
    ends = []
    for cell in cells:
        if cell.fibre.is_point:
            x = _strategy(cell, total)
            ends.append(float("nan") if x is None else float(x))
        else:
            near = [float(x) for p in cell.polynomials for x in _roots_at(p, total)]
            share = float(total) / max(1.0, float(cell.base.sample))
            ends += [
                min(near, default=0.0) if cell.fibre.start is None else float(cell.fibre.start)
            ]
            far = [x for x in near if x > float(cell.fibre.sample)]
            ends += [min(far, default=float("inf")) if share > 1 else point_of(cell.fibre.end)]
    return min(ends), max(ends)


def _roots_at(curve: Multi, total: Fraction) -> list[Point]:
    from kibitz.algebra.number_field import NumberField

    over = NumberField(total)
    line = over.specialize(curve, OWN, {TOTAL: over.theta_element})
    return real_roots(over.norm(line)) if len(line) > 1 else []
