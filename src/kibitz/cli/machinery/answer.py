"""Printing an answer, with its proof when that is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import typer

from kibitz.core.explanation import Explanation, Step

if TYPE_CHECKING:
    from kibitz.core.solution import Solution


LONGEST = 30
"""The longest fraction, in characters, that is not shown as a decimal."""
MOST_LINES, SHOWN = 400, 60
"""Lines of an answer that are printed, and how many of a longer one."""
MOST_DIGITS = 4000
"""Digits that Python reads without being asked."""
_RATIONAL = r"\d+(?:/\d+)?"
_FRACTION = re.compile(
    rf"(?P<surd>(?:-?{_RATIONAL}[+-]|-)?(?:\d+\*)?sqrt\({_RATIONAL}\)(?:/\d+)?)|-?\d+/\d+"
)
"""A fraction, or a number with a square root, of which no part may be rounded by itself."""


def answer(
    solution: Solution,
    json: bool,
    verify: bool,
    digits: int | None = None,
    explain: bool = False,
) -> None:
    """Print a solution, or its derivation, for people or as JSON; exit status 1 if it is false."""
    from kibitz.cli.machinery.console import say, say_json, show

    certificate = solution.verify() if verify else None
    if explain and json:
        proof = {} if certificate is None else {"certificate": certificate.to_json()}
        say_json({**solution.explain().to_json(), **proof})
    elif explain:
        show(shortened(solution.explain()).rich())
        if certificate is not None:
            say(f"\n{certificate}")
    elif json:
        proof = {} if certificate is None else {"certificate": certificate.to_json()}
        game = getattr(solution, "game", None)
        say_json({**solution.to_json(), **proof}, game, solution)
    else:
        say(readable(str(solution), digits))
        if certificate is not None:
            say(f"\n{certificate}")
    if certificate is not None and not certificate.holds:
        raise typer.Exit(1)


def claimed(data: dict[str, Any], json: bool, verify: bool, tell: Callable[[], None]) -> None:
    """Print plain data that make a claim, as JSON or in words; exit status 1 if it is false."""
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.core.certificate import check

    certificate = check(None, data) if verify else None
    if json:
        proof = {} if certificate is None else {"certificate": certificate.to_json()}
        say_json({**data, **proof})
    else:
        tell()
        if certificate is not None:
            say(f"\n{certificate}")
    if certificate is not None and not certificate.holds:
        raise typer.Exit(1)


def shortened(explanation: Explanation) -> Explanation:
    """A derivation with long fractions in decimals, and a word about it at the end.

    >>> from kibitz.core.explanation import Explanation, Step
    >>> long = Step("The value", "It is 1000000000000000/3000000000000001.")
    >>> print(shortened(Explanation("A game", (long,))).steps[0].prose)
    It is 0.3333333333.
    """
    steps = tuple(map(_short_step, explanation.steps))
    if steps == explanation.steps:
        return explanation
    note = Step("Decimals", "Long fractions are shown as decimals; --json gives them in full.")
    return replace(explanation, steps=(*steps, note))


def _short_step(step: Step) -> Step:
    table = step.table
    if table is not None:
        rows = tuple(tuple(_FRACTION.sub(_decimal, cell) for cell in row) for row in table.rows)
        table = replace(table, rows=rows)
    return replace(step, prose=_FRACTION.sub(_decimal, step.prose), table=table)


def _is_long(found: re.Match[str]) -> bool:
    return len(found[0]) > (2 * LONGEST if found["surd"] else LONGEST)


def _decimal(found: re.Match[str]) -> str:
    """A fraction that people no longer read as a decimal."""
    return f"{_float(found[0]):.10g}" if _is_long(found) else found[0]


def _float(fraction: str) -> float:
    """A fraction or a number with a square root as a float, however many digits it has.

    >>> _float("1/4"), _float("1" + "0" * 5000 + "/3" + "0" * 5000), _float("-4+3*sqrt(4)/2")
    (0.25, 0.3333333333333333, -1.0)
    """
    if "sqrt" in fraction:
        from kibitz.algebra.surd import read_point

        return float(read_point(fraction))
    if len(fraction) < MOST_DIGITS:
        return float(Fraction(fraction))
    from flint import fmpz

    top, _, bottom = fraction.partition("/")
    return float(Fraction(int(fmpz(top)), int(fmpz(bottom))))


def readable(text: str, digits: int | None = None) -> str:
    """Text with long fractions in decimals and only the first lines of very many.

    With ``digits`` every fraction is a decimal with this many digits after the point.

    >>> readable("value 1/3"), readable("value 1/3", digits=4)
    ('value 1/3', 'value 0.3333')
    >>> print(readable("value 1000000000000000/3000000000000001"))
    value 0.3333333333
    long fractions are shown as decimals; --json gives them in full
    >>> readable("value -9/2+sqrt(113)/2"), readable("value -9/2+sqrt(113)/2", digits=4)
    ('value -9/2+sqrt(113)/2', 'value 0.8151')
    """
    long = any(map(_is_long, _FRACTION.finditer(text)))

    def decimal(found: re.Match[str]) -> str:
        if digits is not None:
            return f"{_float(found[0]):.{digits}f}"
        return _decimal(found)

    lines = _FRACTION.sub(decimal, text).splitlines()
    notes = []
    if len(lines) > MOST_LINES:
        left = len(lines) - SHOWN - 1
        lines = [*lines[:SHOWN], f"... {left:,} more lines", lines[-1]]
        notes.append("--json gives the whole answer")
    if long and digits is None:
        notes.append("long fractions are shown as decimals; --json gives them in full")
    return "\n".join([*lines, *notes])
