"""Linear programs as text and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.core.explanation import Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, plain, show
from kibitz.core.spelling import count_of
from kibitz.linear.program import LinearProgram, magnitude

SIGN = {"<=": "≤", ">=": "≥", "=": "="}
WIDEST = 12
LONGEST = 24
"""Programs with more variables or rows than this are summarized, not written out."""


def expression(coefficients: Sequence[Number], names: Sequence[str]) -> str:
    """A linear expression as a person writes it.

    >>> expression([Fraction(2), Fraction(0), Fraction(-1)], ["x1", "x2", "x3"])
    '2 x1 - x3'
    """
    text = ""
    for coefficient, name in zip(coefficients, names, strict=True):
        if coefficient:
            text += _sign(coefficient, first=not text) + _term(coefficient, name)
    return text or "0"


def constraint(program: LinearProgram, i: int) -> str:
    """Row i as a person writes it, cut short when it is long."""
    row = [program.matrix[i, j] for j in range(program.shape[1])]
    text = expression(row, program.variables)
    text = text if len(text) <= 60 else text[:57] + "..."
    return f"{text} {SIGN[program.relations[i]]} {show(program.right[(i,)])}"


def bounds_text(program: LinearProgram) -> str:
    """The bounds of the variables, those alike together."""
    groups: dict[str, list[str]] = {}
    for name, low, high in zip(program.variables, program.lower, program.upper, strict=True):
        groups.setdefault(_interval(low, high), []).append(name)
    return "; ".join(pattern.format(", ".join(names)) for pattern, names in groups.items())


@extends(LinearProgram)
def program_text(program: LinearProgram) -> str:
    """The whole program with its columns aligned, or one line for a large one."""
    m, n = program.shape
    verb = "maximize" if program.sense == "max" else "minimize"
    head = [program.title] if program.title else []
    if n > WIDEST or m > LONGEST:
        size = f"{count_of(m, 'row')}, {count_of(n, 'variable')}"
        return "\n".join([*head, f"linear program: {verb}, {size}"])
    coefficients = [program.costs, *program.matrix.numbers()]
    lines = _aligned(coefficients, program.variables)
    constant = program.constant
    tail = _sign(constant, first=False) + show(magnitude(constant)) if constant else ""
    body = [f"{verb:<10} {lines[0].rstrip()}{tail}"]
    for line, relation, right in zip(lines[1:], program.relations, program.limits, strict=True):
        lead = "subject to" if len(body) == 1 else ""
        body.append(f"{lead:<10} {line} {SIGN[relation]} {show(right)}")
    lead = "with" if m == 0 else ""
    body.append(f"{lead:<10} {bounds_text(program)}")
    return "\n".join([*head, *(line.rstrip() for line in body)])


def program_table(program: LinearProgram) -> Table:
    """Coefficients in a table: the objective first, then a line for each row."""
    head = ("", *program.variables, "", "")
    objective = (program.sense, *(show(x) for x in program.costs), "", "")
    rows = [
        (name, *(show(x) for x in row), SIGN[relation], show(right))
        for name, row, relation, right in zip(
            program.rows, program.matrix.numbers(), program.relations, program.limits, strict=True
        )
    ]
    return Table(head, (objective, *rows))


@extends(LinearProgram)
def program_repr(program: LinearProgram) -> str:
    """An expression that builds the program again, or a tag for a large one."""
    m, n = program.shape
    if m * n > 60:
        return f"<LinearProgram {program.sense}, {count_of(m, 'row')}, {count_of(n, 'variable')}>"
    parts = [
        _list(program.costs),
        "[" + ", ".join(_list(row) for row in program.matrix.numbers()) + "]",
        repr(list(program.relations)),
        _list(program.limits),
        f"sense={program.sense!r}",
    ]
    if any(low is None or low != 0 for low in program.lower):
        parts.append(f"lower={_list(program.lower)}")
    if any(high is not None for high in program.upper):
        parts.append(f"upper={_list(program.upper)}")
    if program.constant:
        parts.append(f"constant={_literal(program.constant)}")
    return f"LinearProgram.read({', '.join(parts)})"


def _list(values: Sequence[Number | None]) -> str:
    return "[" + ", ".join(map(_literal, values)) + "]"


def _literal(x: Number | None) -> str:
    if isinstance(x, Fraction) and x.denominator == 1:
        return str(x)
    return repr(None if x is None else plain(x))


def _sign(coefficient: Number, first: bool) -> str:
    if first:
        return "-" if coefficient < 0 else ""
    return " - " if coefficient < 0 else " + "


def _term(coefficient: Number, name: str) -> str:
    size = magnitude(coefficient)
    return name if size == 1 else f"{show(size)} {name}"


def _aligned(rows: Sequence[Sequence[Number]], names: Sequence[str]) -> list[str]:
    """Expressions one under another, each variable and each sign in its own column."""
    terms = [[_term(x, v) if x else "" for x, v in zip(row, names, strict=True)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*terms, strict=True)]
    slots = [1 if any(row[0] < 0 for row in rows) else 0] + [3] * (len(names) - 1)
    lines = []
    for row, words in zip(rows, terms, strict=True):
        text, written = "", False
        for coefficient, word, width, slot in zip(row, words, widths, slots, strict=True):
            sign = _sign(coefficient, first=not written) if word else ""
            written = written or bool(word)
            text += sign.center(slot) + word.rjust(width)
        lines.append(text if written else "0".rjust(len(text)))
    return lines


def _interval(low: Number | None, high: Number | None) -> str:
    if low is None:
        return "{} free" if high is None else f"{{}} ≤ {show(high)}"
    if high is None:
        return f"{{}} ≥ {show(low)}"
    return f"{{}} = {show(low)}" if low == high else f"{show(low)} ≤ {{}} ≤ {show(high)}"
