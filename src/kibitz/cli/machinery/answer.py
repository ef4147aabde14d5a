"""Printing an answer, with its proof when that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import typer

from kibitz.core import readable
from kibitz.core.explanation import Explanation, Step

if TYPE_CHECKING:
    from kibitz.core.solution import Solution


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
        say(readable.readable(str(solution), "--json", digits))
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
        rows = tuple(tuple(map(readable.shortened, row)) for row in table.rows)
        table = replace(table, rows=rows)
    return replace(step, prose=readable.shortened(step.prose), table=table)
