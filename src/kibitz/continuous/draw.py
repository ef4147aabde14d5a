"""Pictures: reaction curves and where they cross, payoffs, the leader's problem."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kibitz.algebra.show_exact import brief
from kibitz.continuous.curve_paper import Paper
from kibitz.continuous.exact.components import CurveOfProfiles, RegionOfProfiles
from kibitz.continuous.exact.reaction import Branch, Reaction, ReactionPiece, joined_bands, reaction
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.price_rules import PriceRule
from kibitz.continuous.solution import EquilibriumSet
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.pictures import INK, MARK, PLAYERS, ROW, Picture

if TYPE_CHECKING:
    from kibitz.continuous.sequential.subgame_perfect import SequentialSolution

SAMPLES = 160
COLORS = PLAYERS
LIGHT = ("tint1", "tint2")


def draw_game(game: ContinuousGame, what: str | None = None) -> Picture:
    """Reaction curves of two players; payoffs at the equilibrium for any other number."""
    if what not in (None, "reaction", "payoffs", "profit"):
        raise GameError(f"cannot draw {what!r}; choose reaction or payoffs")
    if game.parameters:
        game = game.at(**typical_values(game))
    found = game.equilibria()
    if what in ("payoffs", "profit"):
        return draw_payoffs(found)
    return draw_equilibria(found)


def typical_values(game: Any) -> dict[str, Fraction]:
    """Values of the parameters at which the closed form holds, to draw by."""
    from kibitz.continuous.symbolic.equilibria import SymbolicEquilibria

    solution = game.solve()
    if isinstance(solution, SymbolicEquilibria):
        return dict(solution.cases[0].sample)
    return dict(solution.samples[0])


@extends(EquilibriumSet)
def draw_equilibria(solution: EquilibriumSet) -> Picture:
    """Both reaction curves and where they meet.

    >>> from kibitz.continuous.markets.cournot import cournot
    >>> draw_equilibria(cournot("17-Q", "q+9").solve()).caption
    'Reaction curves of Firm 1 and Firm 2, meeting at (5.333, 5.333)'
    """
    game = solution.game
    if len(game.players) != 2:
        return draw_payoffs(solution)
    if not game.algebraic:
        return draw_enclosed_reactions(solution)
    reactions = reaction(game, 0), reaction(game, 1)
    across, up = _window(solution, reactions, 0), _window(solution, reactions, 1)
    paper = Paper(across, up, game.variables[0], game.variables[1])
    for k, curve in enumerate(reactions):
        _plot(paper, curve, k, (up, across)[k])
    _continua(paper, solution)
    for e in solution.equilibria:
        x, y = (float(s) for s in e.strategies)
        paper.dot(x, y, INK, f"({brief(e.strategies[0])}, {brief(e.strategies[1])})")
    paper.legend(
        [(COLORS[k], f"best {r.own} of {game.players[k]}") for k, r in enumerate(reactions)]
    )
    names = " and ".join(game.players)
    spots = ", ".join(
        "(" + ", ".join(f"{float(x):.4g}" for x in e.strategies) + ")" for e in solution.equilibria
    )
    return paper.canvas.finish(
        f"Reaction curves of {names}" + (f", meeting at {spots}" if spots else "")
    )


def draw_enclosed_reactions(solution: EquilibriumSet) -> Picture:
    """Reaction curves without formulas: the proved replies to many strategies of the other."""
    from flint import arb

    from kibitz.continuous.enclosures.stages import enclosed_reaction

    game = solution.game
    stages = [enclosed_reaction(game, k) for k in (0, 1)]
    reach = []
    for k, stage in enumerate(stages):
        best = [b for y in (0.0, 0.5, 1.0) for _, b in stage.replies(arb(_part(stage.past, y)))]
        best += [float(e.strategies[k]) for e in solution.equilibria]
        reach.append((stage.ends[0], min(stage.ends[1], 1.3 * max(best) or stage.ends[1])))
    paper = Paper(reach[0], reach[1], *game.variables)
    for k, stage in enumerate(stages):
        low, high = reach[1 - k]
        runs: list[list[tuple[float, float]]] = [[]]
        for y in (low + (high - low) * j / SAMPLES for j in range(SAMPLES + 1)):
            found = [(a + b) / 2 for a, b in stage.replies(arb(y))]
            spot = _turned(k, y, found[0])
            if runs[-1] and abs(found[0] - runs[-1][-1][k]) > 0.1 * (reach[k][1] - reach[k][0]):
                runs.append([])
            runs[-1].append(spot)
        for run in runs:
            paper.curve(run, COLORS[k], 2.4)
    for e in solution.equilibria:
        x, y = (float(s) for s in e.strategies)
        paper.dot(x, y, INK, f"({x:.4g}, {y:.4g})")
    paper.legend([(COLORS[k], f"best {s.own} of {game.players[k]}") for k, s in enumerate(stages)])
    return paper.canvas.finish(f"Reaction curves of {' and '.join(game.players)}")


def _part(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def _window(solution: EquilibriumSet, reactions: Sequence[Reaction], k: int) -> tuple[float, float]:
    """A range of one player's strategies that shows everything that happens."""
    low, high = solution.game.intervals[k]
    marks = [float(e.strategies[k]) for e in solution.equilibria]
    marks += [float(x) for x in reactions[1 - k].breakpoints]
    for c in solution.continua:
        if isinstance(c.shape, PriceRule):
            continue
        spans = c.shape.spans if not isinstance(c.shape, CurveOfProfiles) else (c.shape.span,)
        marks += [float(e) for s in spans for e in (s.start, s.end) if e is not None]
    own = reactions[k]
    for piece in own.pieces:
        for y in (piece.start, piece.end, piece.sample):
            if y is not None:
                marks += [_value(b, float(y)) for b in piece.branches]
    marks = [m for m in marks if abs(m) < 1e6]
    start = float(low) if low is not None else min(marks, default=0.0) - 1
    top = max(marks, default=start + 1)
    room = 0.15 * (top - start) or 1.0
    return start, (float(high) if high is not None and float(high) < top + 3 * room else top + room)


def _plot(paper: Paper, curve: Reaction, k: int, others: tuple[float, float]) -> None:
    low, high = others
    for piece in curve.pieces:
        start = low if piece.start is None else max(low, float(piece.start))
        end = high if piece.end is None else min(high, float(piece.end))
        if start > high or end < low:
            continue
        if piece.missing:
            _missing(paper, piece, k, start, end)
            continue
        bands = joined_bands(piece)
        for first, last, _ in bands:
            _shade(paper, (first and first[0], last and last[0]), k, start, end)
        edges = {id(e[0]) for band in bands for e in band[:2] if e is not None}
        inner = {id(b) for band in bands for b in band[2]} - edges
        for branch in piece.branches:
            if id(branch) in inner and not _is_edge(branch, bands, piece):
                continue
            points = [_turned(k, y, _value(branch, y)) for y in _spaced(branch, start, end)]
            if piece.is_point:
                paper.dot(*points[0], COLORS[k])
            else:
                paper.curve(points, COLORS[k], 2.4)


def _is_edge(branch: Branch, bands: Sequence[Any], piece: ReactionPiece) -> bool:
    """Does a branch bound a band, rather than run through it?"""
    x = branch.at(piece.sample)
    return any(e is not None and e[0].at(piece.sample) == x for band in bands for e in band[:2])


def _spaced(branch: Branch, start: float, end: float) -> list[float]:
    """Steps along a branch, dense at the start, where roots are steep."""
    if branch.formula is not None:
        return _steps(start, end)
    return [start + (end - start) * (k / SAMPLES) ** 3 for k in range(SAMPLES + 1)]


def _missing(paper: Paper, piece: ReactionPiece, k: int, start: float, end: float) -> None:
    """Where no best response exists: rings along what is only approached."""
    if piece.toward is None:
        return
    for step in range(13):
        y = start + (end - start) * step / 12
        paper.ring(*_turned(k, y, _value(piece.toward, y)), COLORS[k])


def _shade(
    paper: Paper, edges: tuple[Branch | None, Branch | None], k: int, start: float, end: float
) -> None:
    """A band in which everything is a best response."""
    bottom, top = (paper.x0, paper.x1) if k == 0 else (paper.y0, paper.y1)

    def clipped(branch: Branch | None, y: float, otherwise: float) -> float:
        x = otherwise if branch is None else _value(branch, y)
        return min(max(x, bottom), top)

    steps = _steps(start, end) if end > start else [start, start]
    lower = [_turned(k, y, clipped(edges[0], y, bottom)) for y in steps]
    upper = [_turned(k, y, clipped(edges[1], y, top)) for y in reversed(steps)]
    if end > start:
        paper.canvas.path([paper.spot(*p) for p in [*lower, *upper]], stroke="none", fill=LIGHT[k])
    else:
        paper.curve([lower[0], upper[0]], COLORS[k], 2.4)


def _continua(paper: Paper, solution: EquilibriumSet) -> None:
    for c in solution.continua:
        if isinstance(c.shape, CurveOfProfiles):
            name = c.shape.parameter
            bounds = (paper.x0, paper.x1) if name == 0 else (paper.y0, paper.y1)
            low = bounds[0] if c.shape.span.start is None else float(c.shape.span.start)
            high = bounds[1] if c.shape.span.end is None else float(c.shape.span.end)
            points = []
            for t in _steps(low, high):
                x, y = (f.at_float(t) for f in c.shape.formulas)
                points.append((x, y))
            paper.curve(points, INK, 4)
        elif isinstance(c.shape, RegionOfProfiles):
            ends = []
            for s, bounds in zip(
                c.shape.spans, ((paper.x0, paper.x1), (paper.y0, paper.y1)), strict=True
            ):
                low = bounds[0] if s.start is None else max(bounds[0], float(s.start))
                ends.append((low, bounds[1] if s.end is None else min(bounds[1], float(s.end))))
            (a, b), (p, q) = ends
            x, y = paper.spot(a, q)
            x1, y1 = paper.spot(b, p)
            paper.canvas.rect(x, y, x1 - x, y1 - y, fill=MARK)


def draw_payoffs(solution: EquilibriumSet) -> Picture:
    """Each player's payoff by their own strategy, while all others stay at the equilibrium."""
    game = solution.game
    if not solution.equilibria:
        raise GameError("there is no isolated equilibrium to draw payoffs at")
    at = solution.equilibria[0]
    place = {v: float(x) for v, x in zip(game.variables, at.strategies, strict=True)}
    shown = list(range(min(len(game.players), len(COLORS))))
    ends = [_reach(game, k, place) for k in shown]
    across = min(a for a, _ in ends), max(b for _, b in ends)
    curves = [
        [(x, game.payoffs[k].at_float({**place, game.variables[k]: x})) for x in _steps(*ends[k])]
        for k in shown
    ]
    heights = [y for curve in curves for _, y in curve] + [float(u) for u in at.payoffs]
    top = max(heights)
    scale = abs(top) if abs(top) > 1e-9 else (top - min(heights)) / 4
    bottom = max(min(heights), top - 4 * max(scale, 1e-9) - 1e-9)
    name = game.variables[0] if len(shown) == 1 else "own strategy"
    paper = Paper(across, (bottom, top + 0.08 * (top - bottom)), name, game.payoff_word)
    for k, curve in zip(shown, curves, strict=True):
        paper.curve(curve, COLORS[k])
        label = f"{brief(at.payoffs[k])} at {brief(at.strategies[k])}" if len(shown) == 1 else ""
        paper.dot(place[game.variables[k]], float(at.payoffs[k]), COLORS[k], label)
    paper.legend([(COLORS[k], game.players[k]) for k in shown])
    return paper.canvas.finish(
        f"{game.payoff_word.capitalize()} by own strategy, the others at the equilibrium"
    )


def _reach(game: ContinuousGame, k: int, place: dict[str, float]) -> tuple[float, float]:
    low, high = game.intervals[k]
    x = place[game.variables[k]]
    start = float(low) if low is not None else x - 2 * abs(x) - 1
    far = start + 2.4 * (x - start) if x > start else start + 1
    return start, min(far, float(high)) if high is not None else far


def draw_sequential(solution: SequentialSolution) -> Picture:
    """The leader's payoff once everyone replies as best they can, and the followers' replies.

    >>> from kibitz.continuous.markets.stackelberg import stackelberg
    >>> draw_sequential(stackelberg("17-Q", "q+9", fixed="avoidable").solve()).caption
    'What Firm 1 earns by q1 when the others reply; best at 10'
    """
    game, problem = solution.game, solution.leader_problem()
    best, name = float(solution.moves[0]), problem.variable
    marks = [best, *problem.turns]
    start = problem.low if problem.low is not None else min(marks) - 1
    end = max(marks) + 0.2 * (max(marks) - start) + 1e-9
    end = end if problem.high is None else min(end, problem.high)
    value = float(solution.payoffs[game.order[0]])
    runs: list[list[tuple[float, float]]] = []
    for a, b in _gaps(start, end, marks):
        runs.append([(x, problem.payoff(x)) for x in _steps(a, b)])
    heights = [y for run in runs for _, y in run] + [value]
    bottom = min(heights)
    paper = Paper((start, end), (bottom, max(heights) * 1.08 + 1e-9), name, game.base.payoff_word)
    for run in runs:
        paper.curve(run, ROW, 2.4)
    paper.dot(
        best, value, INK, f"{brief(solution.payoffs[game.order[0]])} at {brief(solution.moves[0])}"
    )
    paper.legend([(ROW, f"{game.players[0]}, given the replies")])
    return paper.canvas.finish(
        f"What {game.players[0]} earns by {name} when the others reply; best at {best:.4g}"
    )


def _gaps(start: float, end: float, marks: Sequence[float]) -> list[tuple[float, float]]:
    """The intervals between marks, a hair inside, so that jumps stay jumps."""
    ends = sorted({start, end, *(m for m in marks if start < m < end)})
    hair = 1e-9 * (end - start)
    return [(a + hair, b - hair) for a, b in pairwise(ends) if b - a > 3 * hair]


def _steps(start: float, end: float) -> list[float]:
    return [start + (end - start) * k / SAMPLES for k in range(SAMPLES + 1)]


def _turned(k: int, other: float, own: float) -> tuple[float, float]:
    return (own, other) if k == 0 else (other, own)


def _value(branch: Branch, y: float) -> float:
    try:
        return branch.at_float(y)
    except ZeroDivisionError:
        return float("nan")
