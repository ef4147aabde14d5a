"""Zero-sum games of two by the linear program of the sequence form.

The row player's plan x maximizes what the other must concede: ``max q0`` with ``F' q <= A' x``
and ``E x = e``; the multipliers are the column player's plan. The program is as large as the tree,
where the strategic form is exponential in it. Koller, Megiddo and von Stengel, *Efficient
computation of equilibria for extensive two-person games* (1996).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import over
from kibitz.core.tensor import Tensor
from kibitz.extensive.amounts import scaled
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import expected_payoffs
from kibitz.extensive.methods.sequence_form import SequenceForm, sequence_form
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.profile import Profile
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

EXACT_ENTRIES = 40_000_000
"""The dense program that exact arithmetic works on unasked may have this many entries."""
MOST_ENTRIES = 150_000_000
"""As many where exact arithmetic is asked for."""
INTERIOR = 20_000
"""From this many rows on an interior-point method is quicker than the simplex method."""


FEW = 200
"""Float games with no more sequences are solved exactly, and the answer is rounded."""


def needs_zero_sum(game: ExtensiveGame) -> str | None:
    """Why a zero-sum program does not apply."""
    if len(game.players) != 2:
        return f"a zero-sum program is for two players, but there are {len(game.players)}"
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
    plans, value = proposed
    total: Any = game.constant_sum
    return ExtensiveEquilibrium(game, behavior(form, plans), (value, total - value), method)


def require_zero_sum(game: ExtensiveGame) -> None:
    reason = needs_zero_sum(game)
    if reason is not None:
        raise GameError(reason)


def linear_program(form: SequenceForm) -> LinearProgram:
    """The row player's program: its plan, then a price for each of the other's constraints.

    The objective is the value in the form's ``unit``.
    """
    n0, n1 = form.shape
    payoff, own, other = _matrices(form)
    matrix, right, objective = _rows(payoff, own, other)
    m0, m1 = own.shape[0], other.shape[0]
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


def _matrices(form: SequenceForm) -> tuple[Any, Any, Any]:
    n0, n1 = form.shape
    kind = form.entries.dtype
    payoff = np.zeros((n0, n1), kind)
    payoff[form.rows, form.columns] = form.entries[:, 0]
    sides = []
    for player, width in enumerate((n0, n1)):
        rows, columns, data = form.constraint_entries(player)
        side = np.zeros((int(rows.max()) + 1, width), kind)
        side[rows, columns] = data
        sides.append(side)
    return payoff, sides[0], sides[1]


def _is_small(form: SequenceForm) -> bool:
    return sum(form.shape) ** 2 <= EXACT_ENTRIES


def _require_small(form: SequenceForm) -> None:
    n0, n1 = form.shape
    if (n0 + n1) ** 2 > MOST_ENTRIES:
        raise GameError(
            f"{n0:,} and {n1:,} sequences make a program of {(n0 + n1) ** 2:,} entries, too many "
            "for exact arithmetic; solve it in floats"
        )


def _proposed_plans(form: SequenceForm) -> tuple[tuple[Any, Any], Fraction] | None:
    """Optimal plans and the value at the basis that HiGHS ends at; None if it is not optimal."""
    from kibitz.linear.systems.dixon import solve_pair

    engine = _solved(form, simplex=True)
    if engine is None or form.entries.dtype == object:
        return None
    basic, active = _basis(engine)
    if len(basic) != len(active):
        return None
    n0, n1 = form.shape
    payoff, own, other = _matrices(form)
    matrix, right, cost = _rows(payoff, own, other)
    try:
        point, bottom, prices, price_bottom = solve_pair(
            np.ascontiguousarray(matrix[np.ix_(active, basic)]), right[active], cost[basic]
        )
    except ZeroDivisionError:
        return None
    z, y = np.zeros(matrix.shape[1], object), np.zeros(matrix.shape[0], object)
    z[basic], y[active] = point, prices
    if not _is_optimal(
        matrix,
        z,
        y,
        (n0, n1),
        (right.astype(object) * bottom, cost.astype(object) * price_bottom),
    ):
        return None
    if int(z[n0]) * price_bottom != int(y[n1]) * bottom:
        return None
    plans = over(z[:n0].tolist(), bottom), over(y[:n1].tolist(), price_bottom)
    assert form.unit is not None, "the game is exact"
    value = Fraction(int(z[n0]), bottom) * form.unit
    return (np.array(plans[0], object), np.array(plans[1], object)), value


def _is_optimal(
    matrix: Any, z: Any, y: Any, shape: tuple[int, int], sides: tuple[Any, Any]
) -> bool:
    """Whether z and y obey the program and its dual; both are scaled, and so are the sides."""
    n0, n1 = shape
    right, cost = sides
    left, gains = _products(matrix, z, y)
    return bool(
        min(z[:n0]) >= 0
        and min(y[:n1]) >= 0
        and (left[:n1] <= right[:n1]).all()
        and (left[n1:] == right[n1:]).all()
        and (gains[:n0] >= cost[:n0]).all()
        and (gains[n0:] == cost[n0:]).all()
    )


def _products(matrix: Any, z: Any, y: Any) -> tuple[Any, Any]:
    """The matrix times z, and y times the matrix, in integers of any length; most entries are 0."""
    rows, columns = np.nonzero(matrix)
    entries = matrix[rows, columns].astype(object)
    left, gains = np.zeros(matrix.shape[0], object), np.zeros(matrix.shape[1], object)
    np.add.at(left, rows, entries * z[columns])
    np.add.at(gains, columns, entries * y[rows])
    return left, gains


def _rows(payoff: Any, own: Any, other: Any) -> tuple[Any, Any, Any]:
    """The program in integers: its matrix, the right sides and the costs."""
    n0, n1 = payoff.shape
    m0, m1 = own.shape[0], other.shape[0]
    matrix = np.block([[-payoff.T, other.T], [own, np.zeros((m0, m1), payoff.dtype)]])
    right, cost = np.zeros(n1 + m0, np.int64), np.zeros(n0 + m1, np.int64)
    right[n1] = cost[n0] = 1
    return matrix, right, cost


def _basis(engine: Any) -> tuple[Any, Any]:
    """The basic variables and the rows that hold with equality."""
    import highspy

    basic = highspy.HighsBasisStatus.kBasic
    found = engine.getBasis()
    columns = [k for k, status in enumerate(found.col_status) if status == basic]
    rows = [k for k, status in enumerate(found.row_status) if status != basic]
    return np.array(columns, np.int64), np.array(rows, np.int64)


def _proved_plans(form: SequenceForm) -> tuple[Any, Any]:
    n0, n1 = form.shape
    found = linear_program(form).solve()
    assert isinstance(found, Optimum), "a game always has a value"
    return np.array(found.x[:n0], object), np.array(found.dual[:n1], object)


def _float_plans(form: SequenceForm) -> tuple[Any, Any]:
    """Plans in floats: of a small game the exact ones, rounded; otherwise those of HiGHS."""
    if sum(form.shape) <= FEW:
        return _rounded_plans(form)
    engine = _solved(form, simplex=False)
    if engine is None:
        return _rounded_plans(form)
    found = engine.getSolution()
    n0, n1 = form.shape
    return np.array(found.col_value)[:n0], -np.array(found.row_dual)[:n1]


def _rounded_plans(form: SequenceForm) -> tuple[Any, Any]:
    exact = _rational(form)
    _require_small(exact)
    proposed = _proposed_plans(exact)
    plans = _proved_plans(exact) if proposed is None else proposed[0]
    return plans[0].astype(float), plans[1].astype(float)


def _rational(form: SequenceForm) -> SequenceForm:
    """The form in rationals: of the decimals in the game, or of the float entries as they are."""
    if form.game.exact:
        return form
    try:
        return sequence_form(form.game.rational())
    except GameError:  # probabilities that add up to 1 only after rounding
        entries, unit = scaled([[Fraction(x) for x in row] for row in form.entries.tolist()])
        return replace(form, entries=entries, unit=unit)


def _solved(form: SequenceForm, simplex: bool) -> Any:
    """The program in floats, solved by HiGHS: by an interior point where it is large.

    The largest payoff is scaled to 1, so that tolerances mean the same in every game. None when
    HiGHS does not find an optimum.
    """
    import highspy

    n0, n1 = form.shape
    m0, m1 = (1 + int((form.game.owners == player).sum()) for player in range(2))
    starts, indices, entries = _sparse_rows(form, n1 + m0)
    engine: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    engine.setOptionValue("output_flag", False)
    if n1 + m0 > INTERIOR and not simplex:
        engine.setOptionValue("solver", "ipm")
        engine.setOptionValue("run_crossover", "off")
    cost = np.zeros(n0 + m1)
    cost[n0] = -1
    lower = np.concatenate([np.zeros(n0), np.full(m1, -np.inf)])
    upper = np.full(n0 + m1, np.inf)
    row_upper = np.zeros(n1 + m0)
    row_upper[n1] = 1
    row_lower = np.concatenate([np.full(n1, -np.inf), row_upper[n1:]])
    engine.passModel(
        n0 + m1,
        n1 + m0,
        len(entries),
        2,
        1,
        0.0,
        cost,
        lower,
        upper,
        row_lower,
        row_upper,
        starts,
        indices,
        entries,
        np.zeros(n0 + m1, np.int32),
    )
    engine.run()
    return engine if engine.getModelStatus() == highspy.HighsModelStatus.kOptimal else None


def _sparse_rows(form: SequenceForm, count: int) -> tuple[Any, Any, Any]:
    """The program's matrix row by row: where each row starts, columns, entries."""
    n0, n1 = form.shape
    own, other = form.constraint_entries(0), form.constraint_entries(1)
    rows = np.concatenate([form.columns, other[1], own[0] + n1])
    columns = np.concatenate([form.rows, other[0] + n0, own[1]])
    largest = np.abs(form.entries[:, 0]).max(initial=0) or 1
    paid = (form.entries[:, 0] / -largest).astype(float)
    entries = np.concatenate([paid, other[2], own[2]]).astype(float)
    order = np.lexsort((columns, rows))
    starts = np.zeros(count, np.int32)
    starts[1:] = np.cumsum(np.bincount(rows, minlength=count))[:-1]
    return starts, columns[order].astype(np.int32), entries[order]


def behavior(form: SequenceForm, plans: tuple[Any, Any]) -> Profile:
    """Behavior strategies from realization plans; where a set is never reached, the first move."""
    game, plex = form.game, form.game.treeplex
    kind = object if plans[0].dtype == object else float
    plan = np.zeros(plex.sequences + 1, kind)
    for player in range(2):
        plan[form.sequences[player]] = plans[player][1:]
    if kind is float:
        plan = np.maximum(plan, 0)
    totals = np.add.reduceat(plan[:-1], game.offset[:-1])
    weights = np.zeros(plex.sequences, kind)
    sizes = np.repeat(totals, game.sizes)
    reached = np.array([bool(t) for t in sizes]) if kind is object else sizes > 1e-12
    weights[reached] = plan[:-1][reached] / sizes[reached]
    idle = game.offset[:-1][~reached[game.offset[:-1]]]
    weights[idle] = Fraction(1) if kind is object else 1.0
    if kind is object:
        weights[weights == 0] = Fraction(0)
    return Profile(game, weights)
