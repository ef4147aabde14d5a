"""Printing an answer, with its proof when that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from kibitz.core.solution import Solution


def answer(solution: Solution, json: bool, verify: bool) -> None:
    """Print a solution for people or as JSON; exit status 1 if it does not hold."""
    from kibitz.cli.machinery.console import say, say_json

    certificate = solution.verify() if verify else None
    if json:
        proof = {} if certificate is None else {"certificate": certificate.to_json()}
        say_json({**solution.to_json(), **proof})
    else:
        say(str(solution))
        if certificate is not None:
            say(f"\n{certificate}")
    if certificate is not None and not certificate.holds:
        raise typer.Exit(1)
