"""``kibitz check``: random games, to find contradictions in the rules of one."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Game, Json
from kibitz.core.errors import GameError


def check(
    game: Game,
    games: Annotated[int, typer.Option("--games", help="Number of random games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 0,
    json: Json = False,
) -> None:
    """Test the rules of a game on random play, and report contradictions with the position.

    \b
    kibitz check my_game.py:MyGame
    kibitz check connect-four --games 1000
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.rules.check import check as look
    from kibitz.rules.game import Rules

    noun = resolve(game)
    if not isinstance(noun, Rules):
        raise GameError(f"{noun.several} have no rules to check; give a game with moves")
    report = look(noun, games, seed)
    if json:
        say_json(report.to_json())
    else:
        say(str(report))
    if not report:
        raise typer.Exit(1)
