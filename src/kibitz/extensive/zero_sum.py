"""Zero-sum games of two by the linear program of the sequence form.

The row player's plan x maximises what the other must concede: ``max q0`` with ``F' q <= A' x``
and ``E x = e``; the multipliers are the column player's plan. The program is as large as the tree,
where the strategic form is exponential in it. Koller, Megiddo and von Stengel, *Efficient
computation of equilibria for extensive two-person games* (1996).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.tensor import Tensor
from kibitz.extensive.best_response import expected_payoffs
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.profile import Profile
from kibitz.extensive.sequence_form import SequenceForm, sequence_form
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

EXACT_ENTRIES = 40_000_000
"""The dense program that exact arithmetic works on may have so many entries."""
INTERIOR = 20_000
"""From so many rows on an interior-point method is quicker than the simplex method."""


def zero_sum(game: ExtensiveGame, exact: bool | None = None) -> ExtensiveEquilibrium:
    """The value and an optimal behaviour strategy for each of two players.

    Exact games are solved exactly unless ``exact`` says otherwise.
    """
    wanted = game.exact if exact is None else exact
    require_zero_sum(game)
    if wanted and not game.exact:
        raise GameError("the game has floats in it, so that exact answers mean nothing")
    form = sequence_form(game)
    if wanted:
        return _exactly(form)
    profile = behaviour(form, _float_plans(form))
    method = "the sequence-form linear program, in floats"
    return ExtensiveEquilibrium(game, profile, expected_payoffs(game, profile), method)


def _exactly(form: SequenceForm) -> ExtensiveEquilibrium:
    """The basis that floats propose, solved in rationals; best responses say whether it is right.

    Where it is not, the exact methods for linear programs take over.
    """
    game, method = form.game, "the sequence-form linear program, exactly"
    _require_small(form)
    program = linear_program(form)
    plans = _proposed_plans(form, program)
    if plans is not None:
        profile = behaviour(form, plans)
        found = ExtensiveEquilibrium(game, profile, expected_payoffs(game, profile), method)
        if not any(found.regrets()):
            return found
    profile = behaviour(form, _proved_plans(form, program))
    return ExtensiveEquilibrium(game, profile, expected_payoffs(game, profile), method)


def require_zero_sum(game: ExtensiveGame) -> None:
    if len(game.players) != 2:
        raise GameError(f"a zero-sum program is for two players, and there are {len(game.players)}")
    if game.constant_sum is None:
        raise GameError("the payoffs of the leaves do not have a constant sum; use the LCP instead")


def linear_program(form: SequenceForm) -> LinearProgram:
    """The row player's program: its plan, then a price for each of the other's constraints.

    The objective is the value in the form's ``unit``.
    """
    n0, n1 = form.shape
    payoff, own, other = _matrices(form)
    m0, m1 = own.shape[0], other.shape[0]
    matrix = np.block([[-payoff.T, other.T], [own, np.zeros((m0, m1), payoff.dtype)]])
    objective = np.zeros(n0 + m1, np.int64)
    objective[n0] = 1
    right = np.zeros(n1 + m0, np.int64)
    right[n1] = 1
    lower = (Fraction(0),) * n0 + (None,) * m1
    return LinearProgram(
        Tensor(objective), Tensor(matrix), ("<=",) * n1 + ("=",) * m0, Tensor(right), "max", lower,
        (), Fraction(0), _variables(form, m1), title=f"sequence form of {form.game.title}".strip(),
    )  # fmt: skip


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


def _require_small(form: SequenceForm) -> None:
    n0, n1 = form.shape
    entries = (n0 + n1) ** 2
    if entries > EXACT_ENTRIES:
        raise GameError(
            f"{n0:,} and {n1:,} sequences make a program of {entries:,} entries, too many for "
            "exact arithmetic; solve it in floats"
        )


def _proposed_plans(form: SequenceForm, program: LinearProgram) -> tuple[Any, Any] | None:
    """Plans at the vertex that HiGHS ends at, in rationals; nothing is proved about them."""
    from kibitz.linear.certify import basic_solution
    from kibitz.linear.highs import Data, FloatModel

    try:
        found = FloatModel(program).solve(Data.of(program))
    except (GameError, OverflowError):
        return None
    if found.status != "optimal" or found.basis is None:
        return None
    vertex = basic_solution(program, found.basis)
    if vertex is None:
        return None
    n0, n1 = form.shape
    plans = np.array(vertex[0][:n0], object), np.array(vertex[1][:n1], object)
    return plans if all(min(plan) >= 0 for plan in plans) else None


def _proved_plans(form: SequenceForm, program: LinearProgram) -> tuple[Any, Any]:
    n0, n1 = form.shape
    found = program.solve()
    assert isinstance(found, Optimum), "a game always has a value"
    return np.array(found.x[:n0], object), np.array(found.dual[:n1], object)


def _float_plans(form: SequenceForm) -> tuple[Any, Any]:
    import highspy
    from scipy.sparse import bmat, csr_matrix

    n0, n1 = form.shape
    own, _ = form.constraints(0)
    other, _ = form.constraints(1)
    m0, m1 = own.shape[0], other.shape[0]
    matrix = csr_matrix(bmat([[-form.payoffs(0).T, other.T], [own, None]]))
    engine: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    engine.setOptionValue("output_flag", False)
    if n1 + m0 > INTERIOR:
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
        n0 + m1, n1 + m0, matrix.nnz, 2, 1, 0.0, cost, lower, upper, row_lower, row_upper,
        matrix.indptr[:-1].astype(np.int32), matrix.indices.astype(np.int32), matrix.data,
        np.zeros(n0 + m1, np.int32),
    )  # fmt: skip
    engine.run()
    if engine.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        status = engine.modelStatusToString(engine.getModelStatus())
        raise GameError(f"the linear program was not solved: HiGHS says {status!r}")
    found = engine.getSolution()
    return np.array(found.col_value)[:n0], -np.array(found.row_dual)[:n1]


def behaviour(form: SequenceForm, plans: tuple[Any, Any]) -> Profile:
    """Behaviour strategies from realization plans; where a set is never reached, the first move."""
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
