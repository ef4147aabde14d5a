"""``kibitz warm``: compile ahead of time what is compiled at first use."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Json


def warm(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            autocompletion=offer_games,
            metavar="[GAME]",
            help="A game; if omitted, the most used ones.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Compile a game ahead of its first use.

    This takes a minute or two, once; the machine code is kept on disk.

    \b
    kibitz warm
    kibitz warm connect-four
    kibitz warm my_game.py:MyGame
    """
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.progress import work
    from kibitz.play.warm import count_steps, warm

    games = (resolve(words),) if words else ()
    done = []
    with work("compiling", total=count_steps(*games)) as task:
        for step in warm(*games):
            done.append(step)
            task.label = step.what
            task.advance()
            if not json:
                say_raw(str(step))
            if task.stopped:
                break
    if json:
        rows = [{"what": d.what, "seconds": d.seconds, "trouble": d.trouble} for d in done]
        say_json({"kind": "warm", "compiled": rows})
