"""``kibitz tournament``: agents against each other, with ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Json, Luck
from kibitz.cli.machinery.shell import INTERRUPTED
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.play.store import Result


def tournament(
    words: Annotated[
        list[str],
        typer.Argument(
            autocompletion=offer_games,
            metavar="GAME AGENT AGENT...",
            help="A game, then the agents: random, perfect, depth:6, seconds:1, "
            "mcts:iterations=500, alpha-beta:depth=3, engine:COMMAND, a solution file.",
            show_default=False,
        ),
    ],
    games: Annotated[int, typer.Option("--games", help="Games in every pairing.")] = 10,
    seed: Luck = 0,
    db: Annotated[
        Path | None,
        typer.Option("--db", metavar="FILE", help="Save results to this file, and resume from it."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Seconds per move, for agents without a budget."),
    ] = None,
    longest: Annotated[
        int | None, typer.Option("--longest", help="Declare a draw after this many moves.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="N", help="Number of processes that play games in parallel."
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; auto finds one."),
    ] = None,
    json: Json = False,
) -> None:
    """Let agents play each other from every seat, and rate them.

    Ctrl-C stops and prints the table so far. With --db the same command resumes later.

    \b
    kibitz tournament connect-four random depth:4 mcts:iterations=500 --games 20
    kibitz tournament my_game.py:MyGame random perfect --db results.sqlite
    kibitz tournament connect-four depth:2 depth:4 --games 100 --workers 8
    """
    from kibitz.cli.machinery.agents import game_and_agents, make_agent
    from kibitz.cli.machinery.console import say_json, say_raw, show
    from kibitz.play.tournament import tournament as compete

    rules, agents = game_and_agents(words)
    watch = None if json else _report
    if workers is None and ray is None:
        done = compete(rules, agents, games, seed, db, seconds, longest, watch, make_agent)
    else:
        from kibitz.experiments.tournaments import spread_tournament

        limits = (seconds, longest, workers, ray)
        done = spread_tournament(rules, agents, games, seed, db, *limits, watch=watch)
    if json:
        say_json(done.to_json())
    else:
        say_raw(done.heading)
        if done.results:
            show(done.table().rich(), 160)
        for remark in done.remarks:
            say_raw(remark)
    if not done.is_complete:
        raise typer.Exit(INTERRUPTED)


def _report(result: Result, done: int, of: int) -> None:
    """A line for each game, where someone watches."""
    from kibitz.cli.machinery.console import console

    paper = console()
    if paper.is_terminal:
        paid = ", ".join(f"{a} {x:+g}" for a, x in zip(result.seats, result.payoffs, strict=True))
        line = f"{done}/{of}  {paid}  ({result.ending}, {count_of(result.moves, 'move')})"
        paper.print(line, style="dim", markup=False)
