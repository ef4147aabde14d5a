"""The quicker parts of the compiler mean what the ones in their places mean."""

from __future__ import annotations

from numba.core import errors, ir
from numba.core.compiler import Flags, run_frontend

from kibitz.core.compiling.lean_compiler import make_lean, without_colors


def recursive(instruction, value):
    """The variables in a part of an instruction, as Numba writes it."""
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Inst):
        return value.list_vars()
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [found for part in value for found in recursive(instruction, part)]
    return []


def some_function(a, b):
    total = 0
    for k in range(a):
        pair = (k, b[k], -k)
        total += max(pair[1], k, key=None) if k else {k: b}[k]
        b[k : k + 2] = pair
    return [total, a]


def test_variables_of_instructions():
    make_lean()
    blocks = run_frontend(some_function).blocks.values()
    statements = [statement for block in blocks for statement in block.body]
    assert len(statements) > 40
    for statement in statements:
        assert statement.list_vars() == recursive(statement, statement.__dict__)


def test_settings_are_equal_where_all_values_are():
    make_lean()
    one, other = Flags(), Flags()
    other.nrt = False  # as it is unless it is set
    assert one == other
    assert hash(one) == hash(other)
    other.nrt = True
    assert one != other
    assert one != "settings"


def test_errors_without_colors_are_plain():
    with without_colors():
        assert errors.termcolor().errmsg("wrong") == "wrong"
        assert str(errors.TypingError("wrong")) == "wrong"
    assert "wrong" in errors.termcolor().errmsg("wrong")
