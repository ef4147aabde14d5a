"""Linear programming: programs with proved answers, exact where the numbers are.

>>> from kibitz.linear import LinearProgram
>>> print(LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6]).solve())
optimal, max 14/5
x      x1 = 8/5   x2 = 6/5
dual   row 1: 2/5   row 2: 1/5
found by the exact simplex method
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.linear.certify import certify_basis
    from kibitz.linear.convert import equality_form, inequality_form, standard_form
    from kibitz.linear.duality import aggregate, dual, weak_duality
    from kibitz.linear.evaluation import evaluate
    from kibitz.linear.game_simplex import GameBasis, game_basis
    from kibitz.linear.program import LinearProgram
    from kibitz.linear.simplex import exact_simplex
    from kibitz.linear.solution import Basis, Infeasible, Optimum, Unbounded
    from kibitz.linear.solve import solve_program

_HOME = {
    "Basis": "solution",
    "GameBasis": "game_simplex",
    "Infeasible": "solution",
    "LinearProgram": "program",
    "Optimum": "solution",
    "Unbounded": "solution",
    "aggregate": "duality",
    "certify_basis": "certify",
    "dual": "duality",
    "equality_form": "convert",
    "evaluate": "evaluation",
    "exact_simplex": "simplex",
    "game_basis": "game_simplex",
    "inequality_form": "convert",
    "solve_program": "solve",
    "standard_form": "convert",
    "weak_duality": "duality",
}

__all__ = [
    "Basis",
    "GameBasis",
    "Infeasible",
    "LinearProgram",
    "Optimum",
    "Unbounded",
    "aggregate",
    "certify_basis",
    "dual",
    "equality_form",
    "evaluate",
    "exact_simplex",
    "game_basis",
    "inequality_form",
    "solve_program",
    "standard_form",
    "weak_duality",
]


def __getattr__(name: str) -> Any:
    """Fetch a name when it is first used, so that importing the package costs next to nothing."""
    if name in _HOME:
        return getattr(import_module(f"kibitz.linear.{_HOME[name]}"), name)
    raise AttributeError(f"module 'kibitz.linear' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
