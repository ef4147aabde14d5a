"""Matrix games: Kibitz against QuantEcon, SciPy's and OR-tools' linear programs, and Gambit.

Every alternative gets the matrix in the shape it likes best and returns the value and both
strategies. Kibitz is timed twice: from the array to the finished solution, with the game checked
and its structure looked for, and as bare arrays in, arrays out, which is what QuantEcon does.
An exact answer is proved before it is returned, and all its fractions are made; to verify it
again starts from the payoffs alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

import kibitz as kb
from bench.harness import Job, Race, race
from kibitz.linear.game_simplex import game_basis

Matrix = npt.NDArray[np.int64]
SIZES = (5, 10, 20, 50, 100, 200, 500, 1000)
BUDGET = 30
"""Seconds for each race."""


def random_game(n: int, seed: int = 1) -> Matrix:
    """An n x n matrix of integers from -100 to 100."""
    return np.random.default_rng(seed).integers(-100, 101, (n, n))


def quantecon(matrix: Matrix) -> Job:
    from quantecon.optimize import minmax

    floats = matrix.astype(float)
    return lambda: minmax(floats)


def scipy(matrix: Matrix) -> Job:
    from scipy.optimize import linprog

    m, n = matrix.shape
    inequality = np.hstack([-matrix.T.astype(float), np.ones((n, 1))])
    cost = np.zeros(m + 1)
    cost[-1] = -1
    equality = np.ones((1, m + 1))
    equality[0, -1] = 0
    bounds = [(0, None)] * m + [(None, None)]
    return lambda: linprog(cost, inequality, np.zeros(n), equality, [1.0], bounds, method="highs")


def glop(matrix: Matrix) -> Job:
    from ortools.linear_solver import pywraplp

    m, n = matrix.shape
    rows = matrix.astype(float).tolist()

    def job() -> object:
        solver = pywraplp.Solver.CreateSolver("GLOP")
        p = [solver.NumVar(0, 1, "") for _ in range(m)]
        v = solver.NumVar(-solver.infinity(), solver.infinity(), "")
        for j in range(n):
            constraint = solver.Constraint(0, solver.infinity())
            for i in range(m):
                constraint.SetCoefficient(p[i], rows[i][j])
            constraint.SetCoefficient(v, -1)
        solver.Add(sum(p) == 1)
        solver.Maximize(v)
        solver.Solve()
        return v.solution_value()

    return job


def gambit(matrix: Matrix) -> Job:
    import pygambit

    game = pygambit.Game.from_arrays(matrix, -matrix)
    return lambda: pygambit.nash.lp_solve(game, rational=True)


def kibitz_float(matrix: Matrix) -> Job:
    floats = matrix.astype(float)
    return lambda: kb.matrix(floats).solve()


def kibitz_arrays(matrix: Matrix) -> Job:
    floats = matrix.astype(float)
    return lambda: game_basis(floats)


def kibitz_exact(matrix: Matrix) -> Job:
    return lambda: kb.matrix(matrix).solve()


def kibitz_verified(matrix: Matrix) -> Job:
    return lambda: kb.matrix(matrix).solve().verify().require()


def races() -> Iterator[Race]:
    """Float answers at every size, then exact ones."""
    for n in SIZES:
        matrix = random_game(n)
        jobs: dict[str, Job] = {
            "Kibitz, float": kibitz_float(matrix),
            "Kibitz, arrays": kibitz_arrays(matrix),
        }
        jobs |= _present({"QuantEcon": quantecon} if n <= 500 else {}, matrix)
        jobs |= _present({"SciPy (HiGHS)": scipy}, matrix)
        jobs |= _present({"OR-tools (GLOP)": glop} if n >= 100 else {}, matrix)
        yield race(f"{n} x {n}, floating point", jobs, "Kibitz, float", budget=BUDGET)
    for n in SIZES:
        matrix = random_game(n)
        jobs = {
            "Kibitz, float": kibitz_float(matrix),
            "Kibitz, exact": kibitz_exact(matrix),
            "Kibitz, exact, verified again": kibitz_verified(matrix),
        }
        jobs |= _present({"SciPy (HiGHS)": scipy} if n <= 500 else {}, matrix)
        jobs |= _present({"Gambit, rational": gambit} if n <= 50 else {}, matrix)
        yield race(f"{n} x {n}, exact", jobs, "Kibitz, float", budget=BUDGET)


def _present(makers: dict[str, Callable[[Matrix], Job]], matrix: Matrix) -> dict[str, Any]:
    """The jobs of those peers that are installed."""
    homes = {
        "QuantEcon": "quantecon",
        "SciPy (HiGHS)": "scipy",
        "OR-tools (GLOP)": "ortools",
        "Gambit, rational": "pygambit",
    }
    return {name: make(matrix) for name, make in makers.items() if find_spec(homes[name])}
