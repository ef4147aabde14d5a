"""``kibitz draw``: a picture of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.machinery.completion import offer_themes, offer_words
from kibitz.cli.machinery.look import check_look
from kibitz.cli.machinery.options import Exact, Game, Json, Output, Seed

PICTURES = [
    "table",
    "tree",
    "graph",
    "tableau",
    "solution",
    "movement",
    "equilibria",
    "regions",
    "cube",
    "path",
    "logit",
    "alpha-beta",
]


def draw(
    game: Game,
    output: Output = None,
    what: Annotated[
        str | None,
        typer.Option(
            "--what",
            help=f"{', '.join(PICTURES)} ...",
            show_default=False,
            autocompletion=offer_words(*PICTURES),
        ),
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option("--moves", help="Draw the position after these moves.", show_default=False),
    ] = None,
    state: Annotated[
        str | None,
        typer.Option(
            "--state",
            help="Draw a position, in games with a notation for them.",
            show_default=False,
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(
            "--layout",
            help="Layout of a tree: right, down or comb.",
            show_default=False,
            autocompletion=offer_words("right", "down", "comb"),
        ),
    ] = None,
    theme: Annotated[
        str,
        typer.Option(
            "--theme",
            help="light, dark, print, or a .toml file.",
            autocompletion=offer_themes,
        ),
    ] = "light",
    width: Annotated[
        str | None,
        typer.Option("--width", help="Width, such as 640, 12cm, 5in or 300pt.", show_default=False),
    ] = None,
    page: Annotated[
        str | None,
        typer.Option(
            "--page",
            help="Fit the picture to a page: article, slide or notebook. This sets the layout "
            "and folding of trees.",
            show_default=False,
            autocompletion=offer_words("article", "slide", "notebook"),
        ),
    ] = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Draw a game as .svg, .png, .pdf, .tex (TikZ) or .html.

    Without -o the picture goes to NAME.svg in this directory.

    \b
    kibitz draw matrix "2 3 1 5; 4 1 6 0" --what graph -o lines.svg
    kibitz draw othello --moves "f5 d6" -o board.svg
    kibitz draw kuhn-poker --layout down --theme print --width 12cm -o kuhn.pdf
    kibitz draw kuhn-poker --page slide --theme print -o kuhn.tex
    """
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.cli.machinery.position import position_of
    from kibitz.cli.machinery.resolve import name_of, resolve
    from kibitz.core import verbs
    from kibitz.pictures.pages import room_of
    from kibitz.pictures.width import read_width

    target = output if output is not None else Path(f"{name_of(game)}.svg")
    check_look(theme, width, target)
    if moves is None and state is None:
        noun = resolve(game, exact, seed)
        given = {"what": what, "layout": layout}
        picture = verbs.draw(noun, **{key: word for key, word in given.items() if word})
    else:
        picture = position_of(game, moves, state).draw()
    wide = None if width is None else read_width(width)
    if page is not None:
        room = room_of(page)
        picture = picture.fitted(*room)
        wide = picture.width * picture.scale(*room) if wide is None else wide
    picture.save(target, theme, wide)
    if json:
        say_json({"kind": "picture", "file": str(target), "caption": picture.caption})
    else:
        say_raw(f"wrote {target}: {picture.caption}")
