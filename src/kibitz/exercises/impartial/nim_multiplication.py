"""Nim multiplication."""

from __future__ import annotations

from typing import Any

from kibitz.combinatorial.nimbers.expression import nim_value
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.solution import Claimed
from kibitz.exercises.judges.number import whole
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem

POWERS = (
    "2 ⊗ 2 = 3; 4 ⊗ 4 = 6; 16 ⊗ 16 = 24; a number times a larger 2, 4, 16 is the ordinary product."
)


@exercise(
    "nim-multiplication",
    "impartial",
    book="Ferguson I.5.4",
    levels=("numbers below 4", "numbers below 16", "numbers below 64"),
)
def nim_multiplication(draft: Draft) -> Problem:
    """Nim multiplication."""
    high = [3, 15, 63][draft.level - 1]
    low = [2, 5, 17][draft.level - 1]
    pairs: list[tuple[int, int]] = []
    while len(pairs) < 3:
        x, y = draft.dice.integer(low, high), draft.dice.integer(2, high)
        if (x, y) not in pairs and (y, x) not in pairs:
            pairs.append((x, y))
    products = [int(str(nim_value(f"{x} * {y}"))) for x, y in pairs]
    solutions = tuple(
        Claimed(None, {"kind": "nim-value", "expression": f"{x} * {y}", "value": z})
        for (x, y), z in zip(pairs, products, strict=True)
    )
    hint = "Write both as sums of Fermat 2-powers 1, 2, 4, 16 and their products, and multiply out."
    parts = tuple(
        Part(f"Find {x} ⊗ {y}.", whole(z, "the product"), hint)
        for (x, y), z in zip(pairs, products, strict=True)
    )

    def derive(_: Any) -> Explanation:
        rows = tuple(
            (f"{x} ⊗ {y}", _text(x), _text(y), str(z))
            for (x, y), z in zip(pairs, products, strict=True)
        )
        table = Table(("product", "first", "second", "value"), rows)
        prose = f"Multiply the sums out, term by term, with {POWERS}"
        return Explanation("Nim multiplication", (Step("As sums of powers of 2", prose, table),))

    prose = "Multiply nimbers: ⊗ is the multiplication of the field of nimbers."
    return Problem("Nim multiplication", prose, pairs, parts, solutions, derive=derive)


def _text(x: int) -> str:
    """A number as a nim-sum of powers of 2.

    >>> _text(13)
    '8 ⊕ 4 ⊕ 1'
    """
    powers = [1 << k for k in reversed(range(x.bit_length())) if x >> k & 1]
    return " ⊕ ".join(map(str, powers))
