"""``kibitz nash-map``: one step of the map whose fixed points are the equilibria."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed
from kibitz.core.errors import GameError


def nash_map(
    game: Game,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar='"P; Q"',
            help="A strategy for each player: labels or probabilities.",
            show_default="even mixtures",
        ),
    ] = None,
    steps: Annotated[int, typer.Option(help="Number of steps.")] = 1,
    explain: Explain = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Apply the Nash map: a profile is fixed exactly when it is an equilibrium.

    \b
    kibitz nash-map bimatrix "2 0; 0 1" "1 0; 0 2" --profile "2/3 1/3; 1/3 2/3"
    kibitz nash-map bimatrix "2 0; 0 1" "1 0; 0 2" --explain
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.strategic.concepts.nash_map import iterate_nash_map
    from kibitz.strategic.concepts.nash_map import nash_map as step
    from kibitz.zero_sum.strategies.mixture import uniform

    noun = strategic(resolve(game, exact, seed), "nash-map")
    if steps < 1:
        raise GameError(f"--steps is {steps}; it must be at least 1")
    start = profile if profile is not None else [uniform(size) for size in noun.shape]
    last = iterate_nash_map(noun, start, steps - 1)[-1]
    answer(step(noun, last), json, verify=False, explain=explain)
