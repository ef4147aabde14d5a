"""Contractions: the modulus, two steps, the bound on the error, and the fixed point."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.explanation import Explanation, Step
from kibitz.core.numbers import show
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem

Numbers = tuple[Fraction, ...]
Affine = tuple[tuple[Numbers, ...], Numbers]
"""A matrix and what is added."""
METRICS = (
    "|u - v|",
    "the largest absolute difference of a coordinate",
    "the sum of the absolute differences of the coordinates",
)


@exercise(
    "contraction",
    "foundations",
    book="Ferguson A.2",
    levels=("on the line", "in the plane, sup norm", "in the plane, sum of distances"),
)
def contraction(draft: Draft) -> Problem:
    """A contraction and its fixed point."""
    dice = draft.dice
    size = 1 if draft.level == 1 else 2

    def candidate() -> Affine | None:
        bottom = dice.integer(3, 6)
        matrix = tuple(
            tuple(Fraction(x, bottom) for x in row) for row in dice.table(size, size, -3, 3)
        )
        added = tuple(Fraction(x) for x in dice.integers(size, -4, 6))
        small = Fraction(1, 4) <= _modulus(matrix, draft.level) < 1
        if not small or not all(any(row) for row in matrix) or not any(added):
            return None
        point = _fixed(matrix, added)
        return (matrix, added) if max(x.denominator for x in point) < 30 else None

    game, properties = draft.find(candidate)
    matrix, added = game
    c = _modulus(matrix, draft.level)
    first = added
    second = _apply(game, first)
    last = _length(tuple(b - a for a, b in zip(first, second, strict=True)), draft.level)
    names = ("x", "y")[:size]
    point = _fixed(matrix, added)
    parts = (
        Part(
            "Find the modulus: the least c with d(Tu, Tv) ≤ c d(u, v).",
            NumberJudge(c, "the modulus"),
            "The constant cancels in Tu - Tv; look at the absolute values of the coefficients.",
        ),
        Part(
            "Start at 0 and apply T twice. Where are you?",
            VectorJudge(names, second),
            "The first step leads to the constant.",
        ),
        Part(
            "At most how far is that from the fixed point, by the bound c/(1 - c) times the "
            "last step?",
            NumberJudge(c / (1 - c) * last, "the bound"),
            "Measure the second step in the given distance.",
        ),
        Part(
            "Find the fixed point.",
            VectorJudge(names, point),
            "Solve Tu = u.",
        ),
    )

    def derive(_: Any) -> Explanation:
        steps = (
            Step("The modulus", f"{_reason(draft.level)} c = {show(c)} < 1."),
            Step("Two steps", f"0 → {_shown(first)} → {_shown(second)}."),
            Step(
                "The bound",
                f"The second step has length {show(last)}, so the error is at most "
                f"c/(1 - c) × {show(last)} = {show(c / (1 - c) * last)}; the actual error is "
                f"{show(_distance(second, point, draft.level))}.",
            ),
            Step("The fixed point", f"Tu = u is a linear equation; its solution: {_shown(point)}."),
        )
        return Explanation("A contraction", steps)

    prose = f"T{_shown(names)} = {_formula(game, names)}, with distance {METRICS[draft.level - 1]}."
    return Problem("A contraction", prose, game, parts, (), properties, derive=derive)


def _modulus(matrix: tuple[Numbers, ...], level: int) -> Fraction:
    """The norm of the matrix: the largest row sum, or column sum, of absolute values."""
    lines = list(zip(*matrix, strict=True)) if level == 3 else list(matrix)
    return max(sum(map(abs, line), Fraction(0)) for line in lines)


def _length(vector: Numbers, level: int) -> Fraction:
    sizes = [abs(x) for x in vector]
    return sum(sizes, Fraction(0)) if level == 3 else max(sizes)


def _distance(u: Numbers, v: Numbers, level: int) -> Fraction:
    return _length(tuple(a - b for a, b in zip(u, v, strict=True)), level)


def _apply(game: Affine, at: Numbers) -> Numbers:
    matrix, added = game
    return tuple(
        sum((a * x for a, x in zip(row, at, strict=True)), b)
        for row, b in zip(matrix, added, strict=True)
    )


def _fixed(matrix: tuple[Numbers, ...], added: Numbers) -> Numbers:
    """The solution of (1 - A) u = b by Cramer's rule; the determinant of a contraction is not 0."""
    if len(added) == 1:
        return (added[0] / (1 - matrix[0][0]),)
    (a, b), (c, d) = matrix
    e, f = added
    bottom = (1 - a) * (1 - d) - b * c
    return (((1 - d) * e + b * f) / bottom, (c * e + (1 - a) * f) / bottom)


def _reason(level: int) -> str:
    return (
        "The absolute value of the coefficient:",
        "The largest sum of absolute values in a row:",
        "The largest sum of absolute values in a column:",
    )[level - 1]


def _shown(items: tuple[Any, ...]) -> str:
    return "(" + ", ".join(x if isinstance(x, str) else show(x) for x in items) + ")"


def _formula(game: Affine, names: tuple[str, ...]) -> str:
    lines = []
    for row, b in zip(*game, strict=True):
        terms = [(a, f" {name}") for a, name in zip(row, names, strict=True) if a]
        terms += [(b, "")] if b else []
        sum_of_terms = "".join(
            f" {'-' if a < 0 else '+'} {_coefficient(abs(a), name)}" for a, name in terms
        )
        lines.append(f"-{sum_of_terms[3:]}" if sum_of_terms.startswith(" - ") else sum_of_terms[3:])
    return lines[0] if len(lines) == 1 else f"({', '.join(lines)})"


def _coefficient(size: Fraction, name: str) -> str:
    return name.strip() if name and size == 1 else f"{show(size)}{name}"
