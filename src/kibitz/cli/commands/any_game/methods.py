"""``kibitz methods``: the ways to answer a question about a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Exact, Json, Seed


def methods(
    game: Annotated[
        list[str] | None,
        typer.Argument(
            autocompletion=offer_games,
            metavar="[GAME|METHOD]",
            help="A game, or the name of a method; if omitted, list all methods.",
        ),
    ] = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """List the methods that apply to a game, or describe a method.

    Methods that do not apply to the game are listed with the reason.

    \b
    kibitz methods
    kibitz methods chicken
    kibitz methods lemke-howson
    kibitz methods matrix "1 0; 0 1" --json
    """
    from rich.text import Text

    from kibitz.cli.machinery.console import say_json, say_raw, show
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.errors import GameError, did_you_mean
    from kibitz.core.index import table
    from kibitz.core.method import every_method, methods, methods_named
    from kibitz.core.method_list import MethodPages, Methods
    from kibitz.core.spelling import canonical_name

    is_name = game and not Path(game[0]).exists()
    entries: Methods = methods_named(" ".join(game)) if game and is_name else Methods()
    if game and not entries and _is_unknown(game):
        known = {name for form in table("METHODS").values() for name in form}
        near = did_you_mean(canonical_name(" ".join(game)), sorted(known | {*table("GAMES")}))
        near = near or "; `kibitz games` and `kibitz methods` list them all"
        raise GameError(f"unknown game or method {' '.join(game)!r}{near}")
    if not entries:
        entries = methods(resolve(game, exact, seed)) if game else every_method()
    if json:
        say_json(entries.to_json())
    elif isinstance(entries, MethodPages):
        show(Text(str(entries)))
    else:
        for place, listed in enumerate(entries.tables()):
            if place:
                say_raw("")
            show(listed.rich())


def _is_unknown(game: list[str]) -> bool:
    """Whether a word names neither a game on the shelf, nor a form, nor a file."""
    from kibitz.formats.typed import is_typed, on_shelf

    first = game[0].strip()
    plain = len(game) == 1 and first.replace("-", "").replace(" ", "").isalpha()
    return plain and not (is_typed(game) or on_shelf(first) or Path(first).exists())
