"""``kibitz quantal-response``: noisy play from pure noise to equilibrium."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.machinery.look import Theme, Width, check_look, write_picture
from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify
from kibitz.core.errors import GameError

SMALLEST = 1e-9
"""The precision to which a branch is traced where only its beginning is asked for."""


def quantal_response(
    game: Game,
    at: Annotated[
        float | None,
        typer.Option(
            "--at",
            metavar="LAMBDA",
            help="Compute only the equilibrium at this precision.",
            show_default=False,
        ),
    ] = None,
    highest: Annotated[
        float | None,
        typer.Option(
            "--highest",
            metavar="LAMBDA",
            help="The largest precision to trace; a million, and more where payoffs are small.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            "--draw",
            metavar="FILE",
            help="Draw the branch to this file.",
            show_default=False,
        ),
    ] = None,
    theme: Theme = None,
    width: Width = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Trace the branch of logit equilibria, from uniform play to an equilibrium.

    \b
    kibitz quantal-response game.nfg -o branch.svg
    kibitz quantal-response bimatrix "2,1 0,0; 0,0 1,2" --at 1.5
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say_raw
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.strategic.n_player.logit import quantal_response as trace

    check_look(theme, width, output)
    noun = strategic(resolve(game, exact, seed), "quantal-response")
    if at is not None and not 0 <= at < inf:
        raise GameError(f"lambda is {at:g}; it must be at least 0")
    if at is not None:
        asked = max(at, SMALLEST)
        if output is None:
            highest = asked if highest is None else min(highest, asked)
        elif highest is not None:
            highest = max(highest, at)
    branch = trace(noun, highest)
    answer(branch if at is None else branch.point(at), json, verify, explain=explain)
    if output is not None:
        picture = branch.draw()
        write_picture(picture, output, theme, width)
        if not json:
            say_raw(f"wrote {output}: {picture.caption}")
