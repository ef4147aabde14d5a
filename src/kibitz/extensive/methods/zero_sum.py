"""Zero-sum games of two by the linear program of the sequence form.

The row player's plan x maximizes what the other must concede: ``max q0`` with ``F' q <= A' x``
and ``E x = e``; the multipliers are the column player's plan. The program is as large as the tree,
where the strategic form is exponential in it. Koller, Megiddo and von Stengel, *Efficient
computation of equilibria for extensive two-person games* (1996).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from threading import local
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.tensor import Tensor
from kibitz.extensive.amounts import scaled
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import expected_payoffs
from kibitz.extensive.methods.sequence_form import SequenceForm, sequence_form
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.profile import Profile
from kibitz.linear.highs import load_highs
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

EXACT_ENTRIES = 40_000_000
"""The dense program that exact arithmetic works on unasked may have this many entries."""
MOST_ENTRIES = 150_000_000
"""As many where exact arithmetic is asked for."""
INTERIOR = 20_000
"""From this many rows on an interior-point method is quicker than the simplex method."""


MOST_PARTS = 64
"""Denominators that are tried before equations are solved."""
NEAR, LARGE, LONGEST = 1e-7, 1e8, 2.0**62
"""Errors that are rounded, numbers that are not, and sums that fit into 64 bits."""
Program = tuple[Any, Any, Any]
SHORT = 1000
"""Programs with no more rows share a solver, which keeps the last of them."""
FEW = 200
"""Float games with no more sequences are solved exactly, and the answer is rounded."""


def needs_zero_sum(game: ExtensiveGame) -> str | None:
    """Why a zero-sum program does not apply."""
    if len(game.players) != 2:
        return f"a zero-sum program needs two players, but there are {len(game.players)}"
    if game.constant_sum is None:
        return "the payoffs of the leaves do not have a constant sum; use lemke instead"
    return None


def needs_zero_sum_and_recall(game: ExtensiveGame) -> str | None:
    """Why the sequence-form program does not apply."""
    return needs_zero_sum(game) or needs_recall(game)


def needs_recall(game: ExtensiveGame) -> str | None:
    """Why a method that works on sequences does not apply."""
    if not game.forgetting:
        return None
    return f"sequences need perfect recall, but {game.forgetting[0]}"


@method(
    ExtensiveGame,
    "linear-program",
    finds="the value and an optimal behavior strategy of each player",
    cost="a linear program with a row and a column for each sequence",
    reference="Koller, Megiddo and von Stengel 1996",
    applies=needs_zero_sum_and_recall,
    aliases=("lp", "sequence-form"),
)
def zero_sum(game: ExtensiveGame, exact: bool | None = None) -> ExtensiveEquilibrium:
    """The value and an optimal behavior strategy for each of two players.

    Parameters
    ----------
    game : ExtensiveGame
        A game of two players with perfect recall whose payoffs have a constant sum.
    exact : bool, optional
        Exact games are solved exactly unless this says otherwise, or they are too large for that;
        floats are read as the decimals that they spell if True.

    Returns
    -------
    ExtensiveEquilibrium
        The value, and an optimal behavior strategy of each player.

    Notes
    -----
    Cost: a linear program with a row and a column for each sequence.

    References
    ----------
    Koller, Megiddo and von Stengel 1996.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> hidden = lambda a, b: decision("II", "guess", heads=a, tails=b)
    >>> pennies = decision("I", "coin", heads=hidden(2, -1), tails=hidden(-1, 1))
    >>> zero_sum(extensive_game(pennies)).value
    Fraction(1, 5)
    """
    require_zero_sum(game)
    if exact and not game.exact:
        game = game.rational()
    form = sequence_form(game)
    if game.exact and exact is not False and (exact or _is_small(form)):
        return _exactly(form)
    profile = behavior(form, _float_plans(form))
    method = "the sequence-form linear program, in floats"
    return ExtensiveEquilibrium(game, profile, expected_payoffs(game, profile), method)


def _exactly(form: SequenceForm) -> ExtensiveEquilibrium:
    """The vertex that floats propose, computed in integers and proved by duality.

    Where it does not prove optimal, the exact methods for linear programs take over.
    """
    _require_small(form)
    game, method = form.game, "the sequence-form linear program, exactly"
    proposed = _proposed_plans(form)
    if proposed is None:
        profile = behavior(form, _proved_plans(form))
        return ExtensiveEquilibrium(game, profile, expected_payoffs(game, profile), method)
    total: Any = game.constant_sum
    payoffs = proposed.value, total - proposed.value
    return ExtensiveEquilibrium(game, behavior(form, proposed.plans), payoffs, method)


def require_zero_sum(game: ExtensiveGame) -> None:
    reason = needs_zero_sum(game)
    if reason is not None:
        raise GameError(reason)


def linear_program(form: SequenceForm) -> LinearProgram:
    """The row player's program: its plan, then a price for each of the other's constraints.

    The objective is the value in the form's ``unit``.
    """
    n0, n1 = form.shape
    matrix, right, objective = _program(form)
    m0, m1 = len(right) - n1, len(objective) - n0
    lower = (Fraction(0),) * n0 + (None,) * m1
    return LinearProgram(
        Tensor(objective),
        Tensor(matrix),
        ("<=",) * n1 + ("=",) * m0,
        Tensor(right),
        "max",
        lower,
        (),
        Fraction(0),
        _variables(form, m1),
        title=f"sequence form of {form.game.title}".strip(),
    )


def _variables(form: SequenceForm, prices: int) -> tuple[str, ...]:
    names = [f"x{k}" for k in range(form.shape[0])]
    return (*names, *(f"q{k}" for k in range(prices)))


def _program(form: SequenceForm) -> tuple[Any, Any, Any]:
    """The program in numbers of the form's unit: its matrix, the right sides and the costs."""
    n0, n1 = form.shape
    own, other = form.constraint_entries(0), form.constraint_entries(1)
    m0, m1 = _heights(form)
    height, width = n1 + m0, n0 + m1
    matrix = np.zeros((height, width), form.entries.dtype)
    matrix[form.columns, form.rows] = -form.entries[:, 0]
    matrix[other[1], other[0] + n0] = other[2]
    matrix[own[0] + n1, own[1]] = own[2]
    right, cost = np.zeros(height, np.int64), np.zeros(width, np.int64)
    right[n1] = cost[n0] = 1
    return matrix, right, cost


def _is_small(form: SequenceForm) -> bool:
    return sum(form.shape) ** 2 <= EXACT_ENTRIES


def _require_small(form: SequenceForm) -> None:
    n0, n1 = form.shape
    if (n0 + n1) ** 2 > MOST_ENTRIES:
        raise GameError(
            f"{n0:,} and {n1:,} sequences make a program of {(n0 + n1) ** 2:,} entries, too many "
            "for exact arithmetic; solve it in floats"
        )


class _Plans(NamedTuple):
    """Optimal plans in integers over a bottom for each player, and the value."""

    plans: tuple[Any, Any]
    bottoms: tuple[int, int]
    value: Fraction


def _proposed_plans(form: SequenceForm) -> _Plans | None:
    """Optimal plans and the value at the basis that HiGHS ends at; None if it is not optimal."""
    if form.entries.dtype == object:
        return None
    program = _program(form)
    matrix = program[0]
    rows = _sparse(form, matrix) if len(matrix) <= SHORT else _sparse_rows(form)
    engine = _solved(form, rows)
    if engine is None:
        return None
    return _rounded_point(form, program, engine) or _lifted_point(form, program, engine)


def _rounded_point(form: SequenceForm, program: Program, engine: Any) -> _Plans | None:
    """The point where HiGHS ends, if all its numbers have one short denominator."""
    n0, n1 = form.shape
    largest = float(form.largest)
    if largest * LARGE * max(program[0].shape) >= LONGEST:
        return None
    solution = engine.getSolution()
    point, prices = solution.col_value, [-y for y in solution.row_dual]
    point[n0:] = [x * largest for x in point[n0:]]
    prices[n1:] = [y * largest for y in prices[n1:]]
    both = _short_fractions(point + prices)
    if both is None:
        return None
    numerators, bottom = np.array(both[0], np.int64), both[1]
    split = len(point)
    return _proved(form, program, numerators[:split], bottom, numerators[split:], bottom)


def _short_fractions(numbers: list[float]) -> tuple[list[int], int] | None:
    """Numerators over the least common denominator, if that is short."""
    for bottom in range(1, MOST_PARTS + 1):
        numerators = []
        for x in numbers:
            multiple = x * bottom
            nearest = round(multiple)
            if abs(multiple - nearest) > NEAR:
                break
            numerators.append(nearest)
        else:
            return (numerators, bottom) if max(map(abs, numerators)) < LARGE else None
    return None


def _lifted_point(form: SequenceForm, program: Program, engine: Any) -> _Plans | None:
    """The solution of the equations that hold at the basis where HiGHS ends, in integers."""
    from kibitz.linear.systems.dixon import solve_pair

    basic, active = _basis(engine)
    if len(basic) != len(active):
        return None
    matrix, right, cost = program
    try:
        point, bottom, prices, price_bottom = solve_pair(
            np.ascontiguousarray(matrix[np.ix_(active, basic)]), right[active], cost[basic]
        )
    except ZeroDivisionError:
        return None
    z, y = np.zeros(matrix.shape[1], object), np.zeros(matrix.shape[0], object)
    z[basic], y[active] = point, prices
    return _proved(form, program, z, bottom, y, price_bottom)


def _proved(
    form: SequenceForm, program: Program, z: Any, bottom: int, y: Any, price_bottom: int
) -> _Plans | None:
    """The plans, if these integers over their bottoms are optimal."""
    n0, n1 = form.shape
    matrix, right, cost = program
    if z.dtype == object:
        right, cost = right.astype(object), cost.astype(object)
    if not _is_optimal(matrix, z, y, (n0, n1), (right * bottom, cost * price_bottom)):
        return None
    if int(z[n0]) * price_bottom != int(y[n1]) * bottom:
        return None
    assert form.unit is not None, "the game is exact"
    value = Fraction(int(z[n0]), bottom) * form.unit
    return _Plans((z[:n0], y[:n1]), (bottom, price_bottom), value)


def _is_optimal(
    matrix: Any, z: Any, y: Any, shape: tuple[int, int], sides: tuple[Any, Any]
) -> bool:
    """Whether z and y obey the program and its dual; both are scaled, and so are the sides."""
    n0, n1 = shape
    left, gains = _products(matrix, z, y)
    slack, excess = sides[0] - left, gains - sides[1]
    if slack[n1:].any() or excess[n0:].any():
        return False
    return bool(np.concatenate((z[:n0], y[:n1], slack[:n1], excess[:n0])).min() >= 0)


def _products(matrix: Any, z: Any, y: Any) -> tuple[Any, Any]:
    """The matrix times z, and y times the matrix, in integers of any length; most entries are 0."""
    if z.dtype != object:  # they are short
        return matrix @ z, y @ matrix
    rows, columns = np.nonzero(matrix)
    entries = matrix[rows, columns].astype(object)
    left, gains = np.zeros(matrix.shape[0], object), np.zeros(matrix.shape[1], object)
    np.add.at(left, rows, entries * z[columns])
    np.add.at(gains, columns, entries * y[rows])
    return left, gains


def _basis(engine: Any) -> tuple[Any, Any]:
    """The basic variables and the rows that hold with equality."""
    highspy = load_highs()
    basic = highspy.HighsBasisStatus.kBasic
    basis = engine.getBasis()
    columns = [k for k, status in enumerate(basis.col_status) if status == basic]
    rows = [k for k, status in enumerate(basis.row_status) if status != basic]
    return np.array(columns, np.int64), np.array(rows, np.int64)


def _proved_plans(form: SequenceForm) -> tuple[Any, Any]:
    n0, n1 = form.shape
    optimum = linear_program(form).solve()
    assert isinstance(optimum, Optimum), "a game always has a value"
    return np.array(optimum.x[:n0], object), np.array(optimum.dual[:n1], object)


def _float_plans(form: SequenceForm) -> tuple[Any, Any]:
    """Plans in floats: of a small game the exact ones, rounded; otherwise those of HiGHS."""
    if sum(form.shape) <= FEW:
        return _rounded_plans(form)
    engine = _solved(form, _sparse_rows(form), interior=True)
    if engine is None:
        return _rounded_plans(form)
    solution = engine.getSolution()
    n0, n1 = form.shape
    return np.array(solution.col_value)[:n0], -np.array(solution.row_dual)[:n1]


def _rounded_plans(form: SequenceForm) -> tuple[Any, Any]:
    exact = _rational(form)
    _require_small(exact)
    proposed = _proposed_plans(exact)
    if proposed is None:
        plans = _proved_plans(exact)
        return plans[0].astype(float), plans[1].astype(float)
    first, second = (
        np.array([x / bottom for x in plan.tolist()])
        for plan, bottom in zip(proposed.plans, proposed.bottoms, strict=True)
    )
    return first, second


def _rational(form: SequenceForm) -> SequenceForm:
    """The form in rationals: of the decimals in the game, or of the float entries as they are."""
    if form.game.exact:
        return form
    try:
        return sequence_form(form.game.rational())
    except GameError:  # probabilities that add up to 1 only after rounding
        entries, unit = scaled([[Fraction(x) for x in row] for row in form.entries.tolist()])
        return replace(form, entries=entries, unit=unit)


def _solved(form: SequenceForm, rows: Program, interior: bool = False) -> Any:
    """The program in floats, solved by HiGHS: by an interior point, if it may, where it is large.

    The largest payoff is scaled to 1, so that tolerances mean the same in every game. None when
    HiGHS does not find an optimum.
    """
    highspy = load_highs()
    n0, n1 = form.shape
    m0, m1 = _heights(form)
    starts, indices, entries = rows
    engine = _engine(n1 + m0)
    if n1 + m0 > INTERIOR and interior:
        engine.setOptionValue("solver", "ipm")
        engine.setOptionValue("run_crossover", "off")
    engine.passModel(
        n0 + m1,
        n1 + m0,
        len(entries),
        2,
        1,
        0.0,
        *_sides(n0, n1, m0, m1),
        starts,
        indices,
        entries,
        np.zeros(n0 + m1, np.int32),
    )
    engine.run()
    return engine if engine.getModelStatus() == highspy.HighsModelStatus.kOptimal else None


@lru_cache(maxsize=4)
def _sides(n0: int, n1: int, m0: int, m1: int) -> tuple[Any, ...]:
    """Costs, bounds of the variables, and bounds of the rows: all that payoffs do not change."""
    cost, lower, upper = np.zeros(n0 + m1), np.zeros(n0 + m1), np.full(n0 + m1, np.inf)
    cost[n0] = -1
    lower[n0:] = -np.inf
    row_lower, row_upper = np.zeros(n1 + m0), np.zeros(n1 + m0)
    row_lower[:n1] = -np.inf
    row_lower[n1] = row_upper[n1] = 1
    return cost, lower, upper, row_lower, row_upper


def _engine(rows: int) -> Any:
    """A solver; small programs of a thread share one, since to make it takes as long as they do."""
    highspy = load_highs()
    engine = getattr(_SHARED, "engine", None) if rows <= SHORT else None
    if engine is None:
        engine = highspy.Highs()
        engine.setOptionValue("output_flag", False)
        if rows <= SHORT:
            _SHARED.engine = engine
    return engine


_SHARED = local()


def _heights(form: SequenceForm) -> tuple[int, int]:
    """How many constraints the plans of each player obey."""
    first, second = (int(form.constraint_entries(player)[0][-1]) + 1 for player in range(2))
    return first, second


def _sparse(form: SequenceForm, matrix: Any) -> Program:
    """The same as ``_sparse_rows``, from the program's matrix."""
    n0, n1 = form.shape
    scaled = matrix.astype(float)
    scaled[:n1, :n0] /= form.largest
    rows, columns = scaled.nonzero()
    starts = rows.searchsorted(np.arange(len(matrix))).astype(np.int32)
    return starts, columns.astype(np.int32), scaled[rows, columns]


def _sparse_rows(form: SequenceForm) -> Program:
    """The program's matrix row by row: where each row starts, columns, entries."""
    n0, n1 = form.shape
    own, other = form.constraint_entries(0), form.constraint_entries(1)
    count = n1 + _heights(form)[0]
    rows = np.concatenate([form.columns, other[1], own[0] + n1])
    columns = np.concatenate([form.rows, other[0] + n0, own[1]])
    paid = (form.entries[:, 0] / -form.largest).astype(float)
    entries = np.concatenate([paid, other[2], own[2]]).astype(float)
    order = np.lexsort((columns, rows))
    starts = np.zeros(count, np.int32)
    starts[1:] = np.cumsum(np.bincount(rows, minlength=count))[:-1]
    return starts, columns[order].astype(np.int32), entries[order]


def behavior(form: SequenceForm, plans: tuple[Any, Any]) -> Profile:
    """Behavior strategies from realization plans; where a set is never reached, the first move.

    Exact plans may be scaled, each by a factor of its own.
    """
    game, plex = form.game, form.game.treeplex
    plan = np.zeros(plex.sequences, plans[0].dtype)
    for player in range(2):
        plan[form.sequences[player]] = plans[player][1:]
    if plan.dtype.kind != "f":
        return Profile(game, _shares(plan.tolist(), game.offset.tolist()))
    plan = np.maximum(plan, 0)
    totals = np.add.reduceat(plan, game.offset[:-1])
    sizes = np.repeat(totals, game.sizes)
    reached = sizes > 1e-12
    weights = np.zeros(plex.sequences)
    weights[reached] = plan[reached] / sizes[reached]
    weights[game.offset[:-1][~reached[game.offset[:-1]]]] = 1.0
    return Profile(game, weights)


def _shares(plan: list[Any], offset: list[int]) -> Any:
    """What part each number is of the sum of its set, as fractions."""
    weights = []
    for start, stop in pairwise(offset):
        part = plan[start:stop]
        total = sum(part)
        if total:
            weights += [ONE if x == total else Fraction(x, total) if x else ZERO for x in part]
        else:
            weights += [ONE, *[ZERO] * (len(part) - 1)]
    return np.array(weights, object)


ZERO, ONE = Fraction(0), Fraction(1)
