"""Claims about linear programs.

A status with value, x and dual (optimal), farkas_certificate (infeasible), or feasible_point and
ray (unbounded).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import ANY, Reader
from kibitz.formats.json_files.keys import number_at, numbers_at
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Infeasible, Optimum, Unbounded

_BY_STATUS = ("optimal", "infeasible", "unbounded")


def _of_linear_program(program: LinearProgram, data: dict[str, Any]) -> Solution:
    status, method = data.get("status", "optimal"), str(data.get("method", "unknown"))
    m, n = program.shape
    if status == "optimal":
        x, dual = numbers_at(data, "x", n), numbers_at(data, "dual", m)
        value = number_at(data, "value")
        return Optimum(program, value, tuple(x), tuple(dual), None, method)
    if status == "infeasible":
        rows = tuple(numbers_at(data, "farkas_certificate", m))
        return Infeasible.from_rows(program, rows, method)
    if status == "unbounded":
        point, ray = numbers_at(data, "feasible_point", n), numbers_at(data, "ray", n)
        return Unbounded(program, tuple(point), tuple(ray), method)
    raise GameError(f"status: {status!r} is not one{did_you_mean(str(status), _BY_STATUS)}")


CLAIMS: dict[str, Reader] = {ANY: _of_linear_program}
