"""``kibitz contraction``: iterate toward a fixed point, with bounds."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Explain, Json, Verify


def contraction(
    formulas: Annotated[
        list[str],
        typer.Argument(
            metavar="FORMULA",
            help='The map, "x/2 + 1", or a formula for each of x, y: "y/2; x/3".',
            show_default=False,
        ),
    ],
    start: Annotated[
        str, typer.Option(metavar="X", help="The starting point, such as 0 or 1,1.")
    ] = "0",
    factor: Annotated[
        str | None,
        typer.Option("--factor", "-c", help="The contraction factor, below 1.", show_default=False),
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Number of steps.", show_default=False)] = None,
    tolerance: Annotated[
        str | None, typer.Option(help="Stop when the bound is this small.", show_default=False)
    ] = None,
    metric: Annotated[str, typer.Option(help="sup, l1 or euclid.")] = "sup",
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Iterate a contraction: how near is the fixed point?

    \b
    kibitz contraction "x/2 + 1" --start 0 --factor 1/2 --steps 10
    kibitz contraction "y/2 + 1" "x/3" --start 0,0 -c 1/2 --tolerance 1/1000
    """
    from kibitz.algebra.contraction import contract
    from kibitz.cli.machinery.answer import answer

    if steps is None and tolerance is None:
        steps = 10
    function = ";".join(formulas) if len(formulas) > 1 else formulas[0]
    run = contract(function, start, factor, steps=steps, tolerance=tolerance, metric=metric)
    answer(run, json, verify, explain=explain)
