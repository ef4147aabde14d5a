"""``kibitz engine``: play a game for another program, over standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.core.errors import GameError


def engine(
    words: Annotated[
        list[str],
        typer.Argument(
            autocompletion=offer_games,
            metavar="GAME",
            help="A game with moves.",
            show_default=False,
        ),
    ],
    protocol: Annotated[
        str, typer.Option("--protocol", metavar="NAME", help="uci, or text: Kibitz's own.")
    ] = "uci",
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            help="The agent that plays (text protocol only), such as mcts:1000 or perfect.",
        ),
    ] = "seconds:1",
    seed: Annotated[int | None, typer.Option("--seed", help="Random seed.")] = None,
) -> None:
    """Run as an engine that another program drives.

    \b
    kibitz engine chess
    kibitz engine connect-four --protocol text --agent mcts:1000
    kibitz tournament connect-four "engine:kibitz engine connect-four --protocol text" random
    """
    import sys

    from kibitz.cli.machinery.agents import rules_of

    rules = rules_of(words)
    if protocol == "uci":
        from kibitz.play.adapters.uci_server import UciServer

        UciServer(rules, _say).serve(sys.stdin)
    elif protocol == "text":
        from kibitz.play.adapters.text_server import TextServer

        TextServer(rules, _say, agent, seed).serve(sys.stdin)
    else:
        raise GameError(f"unknown protocol {protocol!r}; use uci or text")


def _say(line: str) -> None:
    print(line, flush=True)
