"""``kibitz correlated``: what a referee should recommend."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify


def correlated(
    game: Game,
    objective: Annotated[
        str,
        typer.Option(
            help="welfare, egalitarian, a player, or weights of the players, such as 1,2."
        ),
    ] = "welfare",
    coarse: Annotated[
        bool,
        typer.Option(
            "--coarse",
            help="Coarse correlated equilibria: players decide before they see the recommendation.",
        ),
    ] = False,
    worst: Annotated[
        bool, typer.Option("--worst", help="Find the worst equilibrium instead of the best.")
    ] = False,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Find the best correlated equilibrium for an objective.

    \b
    kibitz correlated chicken
    kibitz correlated bimatrix "0,0 7,2; 2,7 6,6" --objective egalitarian --verify
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic

    noun = strategic(resolve(game, exact, seed), "correlated")
    wanted: object = objective
    if objective not in noun.players and "," in objective:
        wanted = [part.strip() for part in objective.split(",")]
    find = noun.coarse_correlated_equilibrium if coarse else noun.correlated_equilibrium
    answer(find(wanted, "min" if worst else "max"), json, verify, explain=explain)
