"""``kibitz draw``: a picture of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Game, Json, Output, Seed


def draw(
    game: Game,
    output: Output = None,
    what: Annotated[
        str | None,
        typer.Option(
            "--what",
            help="table, tree, graph, tableau, solution, movement, equilibria, regions, cube, path "
            "or logit.",
            show_default=False,
        ),
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option("--moves", help="Draw a game with moves after these.", show_default=False),
    ] = None,
    state: Annotated[
        str | None,
        typer.Option(
            "--state", help="Draw a position, in games that read one.", show_default=False
        ),
    ] = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Draw a game as .svg or .html.

    Without -o the picture goes to NAME.svg in this directory.

    \b
    kibitz draw matrix "2 3 1 5; 4 1 6 0" --what graph -o lines.svg
    kibitz draw othello --moves "f5 d6" -o board.svg
    """
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.cli.machinery.position import position_of
    from kibitz.cli.machinery.resolve import name_of, resolve
    from kibitz.core import verbs

    target = output if output is not None else Path(f"{name_of(game)}.svg")
    if moves is None and state is None:
        noun = resolve(game, exact, seed)
        picture = verbs.draw(noun, **({} if what is None else {"what": what}))
    else:
        picture = position_of(game, moves, state).draw()
    picture.save(target)
    if json:
        say_json({"file": str(target), "caption": picture.caption})
    else:
        say_raw(f"wrote {target}: {picture.caption}")
