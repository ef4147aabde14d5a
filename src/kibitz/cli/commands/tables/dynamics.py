"""``kibitz dynamics``: let players learn or populations evolve, and see where it leads."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.cli.machinery.look import Theme, Width, check_look, write_picture
from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Output, Seed, Verify
from kibitz.core.errors import GameError


def dynamics(
    game: Game,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "--rule",
            "-r",
            metavar="NAME",
            help="replicator, logit, best-response, best-response-flow, fictitious-play, "
            "regret-matching or multiplicative-weights.",
        ),
    ] = "replicator",
    start: Annotated[
        str | None,
        typer.Option(
            metavar='"P; Q"',
            help="The starting point: a strategy for each player, or one mixture for all.",
            show_default=False,
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(help="Number of rounds, for discrete rules.", show_default=False),
    ] = None,
    time: Annotated[
        float | None, typer.Option(help="Time horizon, for flows.", show_default=False)
    ] = None,
    step: Annotated[
        float | None, typer.Option(help="Step size, for flows and weights.", show_default=False)
    ] = None,
    precision: Annotated[
        float | None, typer.Option(help="Precision of the logit response.", show_default=False)
    ] = None,
    portrait: Annotated[
        bool, typer.Option("--portrait", help="Draw paths from many starts.")
    ] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Show the states in order, with their regrets.")
    ] = False,
    explain: Explain = False,
    verify: Verify = False,
    output: Output = None,
    theme: Theme = None,
    width: Width = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Follow learning or evolutionary dynamics.

    \b
    kibitz dynamics matrix "0 -1 1; 1 0 -1; -1 1 0" --method fictitious-play --rounds 1000
    kibitz dynamics bimatrix "3 0; 4 1" "3 4; 0 1" --start "9/10 1/10; 1/2 1/2" -o path.svg
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say_raw, show
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.learning.dynamics.draw import phase_portrait
    from kibitz.learning.dynamics.methods import dynamics as follow

    check_look(theme, width, output)
    noun = resolve(game, exact, seed)
    if portrait:
        if output is None:
            raise GameError("--portrait needs an output file: -o portrait.svg")
        picture = phase_portrait(noun, method, 30 if time is None else time)
        write_picture(picture, output, theme, width)
        say_raw(f"wrote {output}: {picture.caption}")
        return
    options: dict[str, Any] = {"rounds": rounds, "time": time, "step": step, "precision": precision}
    path = follow(noun, method, start, **options)
    if trace and not json:
        show(path.table().rich(), 140)
    answer(path, json, verify, explain=explain)
    if output is not None:
        picture = path.draw()
        write_picture(picture, output, theme, width)
        if not json:
            say_raw(f"wrote {output}: {picture.caption}")
