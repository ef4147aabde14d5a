"""A linear program worked on the board: standard form, dual, pivots, complementary slackness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.convert import bounds_as_rows, is_standard
from kibitz.linear.evaluation import evaluate
from kibitz.linear.optimal_face import other_optima
from kibitz.linear.program import LinearProgram, activities, combination, inner, magnitude
from kibitz.linear.show import LONGEST, SIGN, WIDEST, bounds_text, program_table
from kibitz.linear.simplex import Pivot
from kibitz.linear.solution import Infeasible, Optimum, Unbounded
from kibitz.linear.tolerance import noise

Answer = Optimum | Infeasible | Unbounded


@extends(LinearProgram)
def explain_program(program: LinearProgram, **options: Any) -> Explanation:
    """Solve the program and derive the answer step by step.

    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6])
    >>> [step.heading for step in explain_program(program).steps]
    ['The program', 'The dual', 'The pivots', 'The optimum', 'Rows', 'Variables', 'The proof']
    """
    return explain_solution(program.solve(**options))


@extends(Optimum, Infeasible, Unbounded)
def explain_solution(answer: Answer) -> Explanation:
    """The derivation of an answer, from the working of the method that was run."""
    program = answer.program
    title = program.title or "A linear program"
    steps = [_statement("The program", program)]
    if not is_standard(program):
        steps.append(
            _statement(
                "Standard form",
                program.standard_form(),
                "Maximize, all rows ≤, all variables nonnegative: a minimum is turned into a "
                "maximum, ≥ rows are negated, equalities split, variables measured from a bound.",
            )
        )
    if isinstance(answer, Optimum):
        steps += [*_dual_step(program), *_method(answer), *_optimum(answer)]
    elif isinstance(answer, Infeasible):
        steps += [*_method(answer), _contradiction(answer)]
    else:
        steps += [*_method(answer), _escape(answer)]
    return Explanation(title, tuple(steps))


def _statement(heading: str, program: LinearProgram, prose: str = "") -> Step:
    m, n = program.shape
    if m > LONGEST or n > WIDEST:
        rows = count_of(m, "row")
        size = f"{program.sense}imize over {count_of(n, 'variable')} subject to {rows}."
        return Step(heading, f"{prose}\n{size}".strip())
    note = f"Here {bounds_text(program)}"
    if program.constant:
        note += f"; the objective has the constant {show(program.constant)} added"
    return Step(heading, f"{prose}\n{note}.".strip(), program_table(program))


def _dual_step(program: LinearProgram) -> list[Step]:
    if bounds_as_rows(program).shape[0] == 0:
        return []
    other = "above" if program.sense == "max" else "below"
    prose = (
        f"Rows added up with multipliers bound the objective from {other} when every variable ends "
        "up with the coefficient it needs; the best such bound is a linear program itself."
    )
    if bounds_as_rows(program) is not program:
        prose += " Bounds other than x ≥ 0 and x ≤ 0 count as rows here."
    return [_statement("The dual", program.dual(), prose)]


def _method(answer: Answer) -> list[Step]:
    pivots = answer.working
    if isinstance(pivots, tuple) and all(isinstance(p, Pivot) for p in pivots):
        return [_pivots(pivots)]
    if isinstance(answer, Optimum) and answer.basis is not None:
        return [_basis(answer)]
    return []


def _pivots(pivots: tuple[Pivot, ...]) -> Step:
    if not pivots:
        return Step("The pivots", "The initial vertex already decides it: no pivot is needed.")
    shown = pivots[:LONGEST]
    rows = [
        (str(k), str(p.phase), p.entering, p.leaving, show(p.objective))
        for k, p in enumerate(shown, 1)
    ]
    prose = (
        "Slack variables s (and artificial ones a) turn the rows into equations. Each pivot "
        "exchanges a variable; phase one removes the artificial ones, phase two improves the "
        "objective."
    )
    if len(pivots) > len(shown):
        prose += f" The first {len(shown)} of {count_of(len(pivots), 'pivot')}:"
    return Step("The pivots", prose, Table(("", "phase", "enters", "leaves", "value"), tuple(rows)))


def _basis(optimum: Optimum) -> Step:
    basis, program = optimum.basis, optimum.program
    assert basis is not None
    basic = [program.variables[j] for j in basis.basic]
    active = [program.rows[i] for i in basis.active]
    arithmetic = "exactly" if optimum.exact else "in floating point"
    return Step(
        "The basis",
        f"The simplex method ends at a vertex. Rows that hold with equality there: "
        f"{_listed(active, 'none')}. They determine the basic variables: {_listed(basic, 'none')}; "
        f"all others rest at a bound. These {len(active)} equations are solved {arithmetic}.",
    )


def _optimum(optimum: Optimum) -> list[Step]:
    program = optimum.program
    side = "maximum" if program.sense == "max" else "minimum"
    text = (
        f"The {side} is {show(optimum.value)}, at {_assigned(program.variables, optimum.x)}, "
        f"with multipliers {_assigned(program.rows, optimum.dual)}."
    )
    steps = [Step("The optimum", text)]
    if program.shape[0] <= LONGEST and program.shape[1] <= WIDEST:
        steps += [_row_slackness(optimum), _column_slackness(optimum)]
    more = other_optima(optimum)
    others = [Step("Other optimal points", f"{more[0].upper()}{more[1:]}.")] if more else []
    return [*steps, _proof(optimum), *others]


def _proof(optimum: Optimum) -> Step:
    program = optimum.program
    from_rows = inner(optimum.dual, program.limits)
    from_bounds = optimum.value - program.constant - from_rows
    parts = [f"The right-hand sides, added up with the multipliers, give {show(from_rows)}"]
    if magnitude(from_bounds) > noise((from_rows, optimum.value)):
        parts.append(f"reduced costs at the bounds of variables add {show(from_bounds)}")
    if program.constant:
        parts.append(f"the constant adds {show(program.constant)}")
    return Step(
        "The proof",
        f"{', '.join(parts)}: no point can pass {show(optimum.value)}. The point above reaches "
        "it, so both are optimal.",
    )


def _row_slackness(optimum: Optimum) -> Step:
    program = optimum.program
    slacks = evaluate(program, optimum.x).slacks
    reached = activities(program.matrix, optimum.x)
    rows = [
        (name, show(a), SIGN[relation], show(b), show(s), show(y))
        for name, a, relation, b, s, y in zip(
            program.rows,
            reached,
            program.relations,
            program.limits,
            slacks,
            optimum.dual,
            strict=True,
        )
    ]
    prose = "Complementary slackness: a row that has slack at the point has multiplier 0."
    head = ("", "reached", "", "right side", "slack", "multiplier")
    return Step("Rows", prose, Table(head, tuple(rows)))


def _column_slackness(optimum: Optimum) -> Step:
    program = optimum.program
    charged = combination(optimum.dual, program.matrix)
    rows = [
        (name, show(x), show(c), show(z), show(d))
        for name, x, c, z, d in zip(
            program.variables, optimum.x, program.costs, charged, optimum.reduced_costs, strict=True
        )
    ]
    prose = (
        "Complementary slackness again: a variable away from its bounds earns in the objective "
        "what the multipliers charge for it, so its reduced cost is 0."
    )
    head = ("", "value", "earns", "charged", "reduced cost")
    return Step("Variables", prose, Table(head, tuple(rows)))


def _contradiction(answer: Infeasible) -> Step:
    program = answer.program
    prose = (
        "Constraints may be added up: ≤ rows with nonnegative multipliers, ≥ rows with nonpositive "
        f"ones, equalities with any. Here {answer.combination_text()}, which no point can satisfy. "
        "So the program is infeasible."
    )
    rows = [
        (name, show(y), SIGN[relation], show(right))
        for name, y, relation, right in zip(
            program.rows, answer.farkas, program.relations, program.limits, strict=True
        )
        if y
    ][:LONGEST]
    table = Table(("", "multiplier", "", "right side"), tuple(rows)) if rows else None
    return Step("The contradiction", prose, table)


def _escape(answer: Unbounded) -> Step:
    program = answer.program
    gain = inner(program.costs, answer.ray)
    return Step(
        "The way out",
        f"The point {_short(answer.point)} is feasible. From there along {_short(answer.ray)} no "
        f"row or bound is ever broken, and each step changes the objective by {show(gain)}. So "
        f"there is no {'maximum' if program.sense == 'max' else 'minimum'}.",
    )


def _listed(names: Sequence[str], none: str) -> str:
    if not names:
        return none
    more = f" and {len(names) - WIDEST} more" if len(names) > WIDEST else ""
    return ", ".join(names[:WIDEST]) + more


def _assigned(names: Sequence[str], values: Sequence[Number]) -> str:
    pairs = [f"{name} = {show(v)}" for name, v in zip(names, values, strict=True) if v]
    return _listed(pairs, "all 0") + (" (others 0)" if 0 < len(pairs) < len(values) else "")


def _short(values: Sequence[Number]) -> str:
    return (
        show_all(values)
        if len(values) <= WIDEST
        else _assigned([f"x{j}" for j in range(1, len(values) + 1)], values)
    )
