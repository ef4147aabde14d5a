"""``kibitz web``: the workbench in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.core.errors import GameError


def web(
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game to open; if omitted, the start page.",
            autocompletion=offer_games,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=1,
            max=65535,
            help="Port.",
            show_default="8765, or a free one",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            help="Address to listen on; --token is required if other machines can reach it.",
        ),
    ] = "127.0.0.1",
    token: Annotated[
        str,
        typer.Option("--token", help="A secret that browsers must send.", show_default=False),
    ] = "",
    allow_code: Annotated[
        bool, typer.Option("--allow-code", help="Run Python code entered in the page.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="NUMBER", min=1.0, help="Time limit of a solver, in seconds."
        ),
    ] = 60.0,
    memory: Annotated[
        float,
        typer.Option(
            "--memory", metavar="NUMBER", min=0.5, help="Memory limit of a solver, in gigabytes."
        ),
    ] = 4.0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Open the workbench in the browser: write, solve, explain, draw and play games.

    \b
    kibitz web
    kibitz web nim 3 4 5
    kibitz web chicken --port 8000 --no-browser
    """
    import sys
    from importlib.util import find_spec

    if find_spec("nicegui") is None:
        raise GameError("the workbench needs the package nicegui: pip install 'kibitz[web]'")
    from kibitz.cli.machinery.typed_text import text_of_words
    from kibitz.web.serve import free_port, serve
    from kibitz.web.settings import Settings

    settings = Settings(host, 0, token, allow_code, seconds, int(memory * (1 << 30)))
    if not settings.is_local and not token:
        raise GameError(
            f"--host {host} accepts connections from other machines, so --token is required"
        )
    text = text_of_words(game) if game else ""
    chosen = free_port(host, port)
    if not settings.is_local:
        sys.stderr.write(f"kibitz: warning: anyone with the token can use {host}\n")
    serve(Settings(host, chosen, token, allow_code, seconds, settings.memory), text, browser)
