"""Exact solutions, one strongly connected block of states after the other, successors first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.algebra.number_field import Element, NumberField
from kibitz.algebra.real_root import Point
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.stochastic.conditions import pays_one_sum
from kibitz.stochastic.ending import require_ending
from kibitz.stochastic.game import ANY, StochasticGame
from kibitz.stochastic.graph import components, endless_play
from kibitz.stochastic.methods.epsilon_optimal import NoStrategy, shifted
from kibitz.stochastic.methods.exact_policy import exact_policy
from kibitz.stochastic.methods.exact_values import ExactPart, exact_values
from kibitz.stochastic.methods.fixed_points import FixedPoints, fixed_points, no_single_value
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.methods.traps import traps
from kibitz.stochastic.methods.vanishing_discount import stopping_values, vanishing_discount
from kibitz.stochastic.mirror import exchanges, mirrored
from kibitz.stochastic.solution import StochasticSolution

MOST_CELLS, MOST_STATES = 3000, 400
"""Larger games are solved in floating point unless exactness is asked for."""
RATIONALS = NumberField(Fraction(0))
RATIONAL_ONE = Fraction(1)
"""In place of strategies that do not matter."""
CLOSE = 1e-3
"""How near the limit of discounted values must be to a fraction that is tried."""


@dataclass
class _Work:
    game: StochasticGame
    values: dict[int, Point] = field(default_factory=dict)
    parts: list[ExactPart] = field(default_factory=list)
    fixed: dict[int, FixedPoints] = field(default_factory=dict)
    owner: dict[int, ExactPart] = field(default_factory=dict)
    methods: dict[str, None] = field(default_factory=dict)
    near: Sequence[float] | None = None

    @cached_property
    def ends(self) -> bool:
        """Whether every play ends."""
        return not endless_play(self.game)

    def add(self, part: ExactPart, states: Sequence[int]) -> None:
        self.parts.append(part)
        for s in states:
            self.owner[s] = part
            self.values[s] = part.value(s)


@method(
    StochasticGame,
    "exact",
    finds="the value of every state and stationary strategies",
    cost="exponential in the degree of the values; lattice reduction",
    reference="Lenstra, Lenstra and Lovász 1982; Shapley and Snow 1950",
    applies=pays_one_sum,
    aliases=(
        "algebraic",
        "fixed-points",
    ),
)
def exact_solution(game: StochasticGame) -> StochasticSolution:
    """Values as fractions or algebraic numbers; refused where the equations are too hard.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum stochastic game in exact numbers.

    Returns
    -------
    StochasticSolution
        The values and stationary strategies.

    Notes
    -----
    Cost: exponential in the degree of the values; lattice reduction.

    References
    ----------
    Lenstra, Lenstra and Lovász 1982; Shapley and Snow 1950.

    Examples
    --------
    >>> from kibitz.stochastic.game import stochastic_game
    >>> round(float(exact_solution(stochastic_game("G: 0.5 G, 1; 1, 0")).value), 6)
    0.585786
    """
    require_ending(game)
    solution = solve_exactly(game.with_numbers(True))
    if solution is None:
        raise GameError("the equations are too large or of too high a degree for exact values")
    return solution


def solve_exactly(game: StochasticGame) -> StochasticSolution | None:
    """Values as fractions or algebraic numbers, proved; None where the equations are too hard."""
    if not exchanges(game.table) or not endless_play(game):
        return _block_by_block(game)
    solution = _block_by_block(game) if game.endless in (None, ANY, 0) else None
    if solution is not None and all(solution.optimal_for):
        return solution
    return _unmirrored(game) or solution


def _block_by_block(game: StochasticGame) -> StochasticSolution | None:
    table = game.rational
    job = _Work(game)
    parts = components(table)
    for block, cyclic in zip(parts.members(), parts.cyclic, strict=True):
        if not _solve_block(job, table, block, bool(cyclic)):
            return None
    return _finish(job)


def _unmirrored(game: StochasticGame) -> StochasticSolution | None:
    """Exchanged roles with a payoff for endless play: solve both views, keep the first half."""
    whole = solve_exactly(mirrored(game))
    if whole is None:
        return None
    count = game.table.states
    return StochasticSolution(
        game,
        whole.value_list[:count],
        whole.row_list[:count],
        whole.column_list[:count],
        whole.method,
        whole.bound,
        whole.parts,
        {},
        whole.optimal_for,
        whole.residuals,
        whole,
    )


def _solve_block(job: _Work, table: Any, block: list[int], cyclic: bool) -> bool:
    irrational = _irrational_below(job, table, block)
    known = {s: x for s, x in job.values.items() if isinstance(x, Fraction)}
    if not irrational and len(block) == 1:
        s = block[0]
        if not cyclic:
            job.add(_stage_part(table, s, known, None), block)
            job.methods["backward induction"] = None
            return True
        return _solve_alone(job, table, s, known)
    near = _near(job)
    if not irrational and job.ends:
        part = exact_policy(table, block, known, near)
        if part is not None:
            job.add(part, block)
            job.methods["policy iteration in fractions"] = None
            return True
    states = [*block, *sorted(irrational)]
    part = exact_values(table, states, known, near)
    if part is None and not irrational:
        part = _guess(table, block, known, near)
    if part is None:
        return False
    job.add(part, block)
    job.methods["the equations of all kernels"] = None
    return True


def _guess(
    table: Any, block: list[int], known: dict[int, Fraction], near: Sequence[float]
) -> ExactPart | None:
    """Simple fractions near the values that satisfy all equations of a block."""
    for most in (1, 2, 3, 4, 5, 6, 8, 10, 12, 60, 1000):
        worth = dict(known)
        for s in block:
            worth[s] = Fraction(near[s]).limit_denominator(most)
        if max(abs(float(worth[s]) - near[s]) for s in block) > CLOSE:
            continue
        solved = {s: pivot(table.matrix(s, worth)) for s in block}
        if all(solved[s].value == worth[s] for s in block):
            number = RATIONALS.number
            return ExactPart(
                RATIONALS,
                {s: number(worth[s]) for s in block},
                {s: tuple(map(number, solved[s].row)) for s in block},
                {s: tuple(map(number, solved[s].column)) for s in block},
            )
    return None


def _solve_alone(job: _Work, table: Any, s: int, known: dict[int, Fraction]) -> bool:
    """A state that leads to itself: its fixed points, and the one that endless play singles out."""
    job.methods["the fixed points of each state"] = None
    points = fixed_points(table, s, known)
    job.fixed[s] = points
    endless = job.game.endless
    if points.unique:
        value = points.low
    elif endless is None or isinstance(endless, str):
        raise no_single_value(str(job.game.states[s]), points)
    else:
        value = points.nearest(endless)
    assert value is not None
    if isinstance(value, Fraction):
        job.add(_stage_part(table, s, known, value), [s])
        return True
    near = [0.0] * table.states
    near[s] = float(value)
    part = exact_values(table, [s], known, near)
    if part is None:
        return False
    job.add(part, [s])
    return True


def _stage_part(
    table: Any, s: int, known: dict[int, Fraction], value: Fraction | None
) -> ExactPart:
    """One state with rational numbers, its own value given when it leads to itself."""
    worth = dict(known) if value is None else {**known, s: value}
    solved = pivot(table.matrix(s, worth))
    number = RATIONALS.number
    return ExactPart(
        RATIONALS,
        {s: number(solved.value)},
        {s: tuple(map(number, solved.row))},
        {s: tuple(map(number, solved.column))},
    )


def _irrational_below(job: _Work, table: Any, block: list[int]) -> set[int]:
    """States that the block leads to, directly or not, with irrational values."""
    irrational: set[int] = set()
    todo = list(block)
    while todo:
        s = todo.pop()
        for t in {
            int(t)
            for t in table.target[table.link[table.first[s]] : table.link[table.first[s + 1]]]
        }:
            if t in job.values and not isinstance(job.values[t], Fraction) and t not in irrational:
                irrational.add(t)
                todo.append(t)
    return irrational


def _near(job: _Work) -> Sequence[float]:
    """Approximate values of all states; by a vanishing discount where play can continue forever."""
    if job.near is None:
        job.near = near_values(job.game)
    return job.near


def near_values(game: StochasticGame) -> Sequence[float]:
    """Values in floating point, to be recognized or reported."""
    table = game.effective.floats
    if not endless_play(game):
        values: Sequence[float] = stopping_values(table).values.tolist()
        return values
    shift = 0.0 if game.endless is None or isinstance(game.endless, str) else float(game.endless)
    *_, nearest = vanishing_discount(shifted(table, shift), 9)
    return [float(x) + shift for x in nearest.values]


def _finish(job: _Work) -> StochasticSolution | None:
    game, count = job.game, job.game.table.states
    rows: list[Sequence[Any]] = []
    columns: list[Sequence[Any]] = []
    for s in range(count):
        row, column = job.owner[s].strategies(s)
        rows.append(row)
        columns.append(column)
    values = [job.values[s] for s in range(count)]
    method = ", ".join(job.methods)
    draft = StochasticSolution(
        game, values, rows, columns, method, Fraction(0), tuple(job.parts), job.fixed
    )
    if not endless_play(game):
        return draft
    try:
        return _against_endless_play(draft)
    except NoStrategy:
        return None


def _against_endless_play(draft: StochasticSolution) -> StochasticSolution:
    """Look for strategies that endless play does not harm; note whose do not exist."""
    rows, columns = list(draft.row_list), list(draft.column_list)
    optimal = [True, True]
    for player, mixtures in ((0, rows), (1, columns)):
        safe = _safe(draft, player, mixtures, ANY) or _safe(
            draft, player, mixtures, draft.game.endless
        )
        if safe is None:
            optimal[player] = False
        else:
            mixtures[:] = safe
    if not all(optimal) and exchanges(draft.game.table):
        both = _safe_together(draft)
        if both is not None:
            (rows, columns), optimal = both, [True, True]
    solution = StochasticSolution(
        draft.game,
        draft.value_list,
        rows,
        columns,
        draft.method,
        draft.bound,
        draft.parts,
        draft.fixed,
        (optimal[0], optimal[1]),
    )
    for player, mixtures in ((0, rows), (1, columns)):
        if not optimal[player]:
            nearly = solution.epsilon_optimal(draft.game.players[player])
            mixtures[:] = [nearly.strategies[str(name)] for name in draft.game.states]
    return solution


def _safe_together(draft: StochasticSolution) -> tuple[list[Any], list[Any]] | None:
    """Where roles are exchanged each side plays both parts: the widest strategies of both."""
    rows, columns = _widest(draft, 0), _widest(draft, 1)
    if rows is None or columns is None:
        return None
    tried = replace(draft, row_list=rows, column_list=columns)
    for endless in (ANY, draft.game.endless):
        if not trapped(tried, 0, rows, endless) and not trapped(tried, 1, columns, endless):
            return rows, columns
    return None


def _safe(
    draft: StochasticSolution,
    player: int,
    first: Sequence[Sequence[Any]],
    endless: Number | str | None,
) -> Sequence[Sequence[Any]] | None:
    """Optimal strategies that are not harmed when endless play pays this; None without any."""
    if not trapped(draft, player, first, endless):
        return first
    widest = _widest(draft, player)
    if widest is None or trapped(draft, player, widest, endless):
        return None
    return _simplest(draft, player, first, widest, endless)


def trapped(
    draft: StochasticSolution,
    player: int,
    mixtures: Sequence[Sequence[Any]],
    endless: Number | str | None,
) -> bool:
    """Whether the other side can keep the play forever and gain by it."""
    whole = mirrored(draft.game)
    other = draft.column_list if player == 0 else draft.row_list
    if whole.table.states == draft.game.table.states:
        other = [[RATIONAL_ONE] * len(mixture) for mixture in other]
    lists = (mixtures, other) if player == 0 else (other, mixtures)
    setting = in_one_field(draft, lists[0], lists[1])
    if setting is None:
        return True
    field_, values, rows, columns = setting
    kept = rows if player == 0 else columns
    return bool(traps(field_, whole.rational, values, kept, player == 0, endless))


def in_one_field(
    draft: StochasticSolution, rows: Sequence[Sequence[Any]], columns: Sequence[Sequence[Any]]
) -> tuple[NumberField, dict[int, Element], dict[int, Any], dict[int, Any]] | None:
    """Values and strategies of all states in one number field, with exchanged roles written out."""
    count = draft.game.table.states
    numbers = [x for s in range(count) for x in (draft.value_list[s], *rows[s], *columns[s])]
    if all(isinstance(x, (Fraction, int)) for x in numbers):
        number = RATIONALS.number
        values = {s: number(Fraction(draft.value_list[s])) for s in range(count)}
        kept = {s: tuple(number(Fraction(x)) for x in rows[s]) for s in range(count)}
        held = {s: tuple(number(Fraction(x)) for x in columns[s]) for s in range(count)}
        return _both_views(RATIONALS, draft, values, kept, held)
    for part in draft.parts:
        if len(part.values) >= count:
            return _both_views(
                part.field, draft, dict(part.values), dict(part.rows), dict(part.columns)
            )
    return None


def _both_views(
    field_: NumberField,
    draft: StochasticSolution,
    values: dict[int, Element],
    rows: dict[int, Any],
    columns: dict[int, Any],
) -> tuple[NumberField, dict[int, Element], dict[int, Any], dict[int, Any]]:
    if not exchanges(draft.game.table):
        return field_, values, rows, columns
    count = draft.game.table.states
    return (
        field_,
        values | {s + count: -x for s, x in values.items()},
        rows | {s + count: columns[s] for s in values},
        columns | {s + count: rows[s] for s in values},
    )


def _widest(draft: StochasticSolution, player: int) -> list[Sequence[Any]] | None:
    """In every state the average of all extreme optimal strategies, which plays whatever can be."""
    if any(not isinstance(x, Fraction) for x in draft.value_list):
        return None
    wide: list[Sequence[Any]] = []
    for s in range(draft.game.table.states):
        extreme = _extreme(draft, s, player)
        wide.append([sum(line, Fraction(0)) / len(extreme) for line in zip(*extreme, strict=True)])
    return wide


def _extreme(draft: StochasticSolution, s: int, player: int) -> list[Sequence[Fraction]]:
    from kibitz.zero_sum.game import matrix

    values = [Fraction(x) for x in draft.value_list]
    stage = matrix(draft.game.rational.matrix(s, values))
    every = stage.optimal_strategies()
    return list(every.row_extreme if player == 0 else every.column_extreme)


def _simplest(
    draft: StochasticSolution,
    player: int,
    first: Sequence[Sequence[Any]],
    widest: list[Sequence[Any]],
    endless: Number | str | None,
) -> list[Sequence[Any]]:
    """An extreme strategy instead of the average in as many states as will do."""
    chosen = list(widest)
    for s in range(len(chosen)):
        for candidate in (first[s], *_extreme(draft, s, player)):
            tried = [*chosen[:s], candidate, *chosen[s + 1 :]]
            if not trapped(draft, player, tried, endless):
                chosen = tried
                break
    return chosen
