"""``kibitz reproduce``: a published computation, done again."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Json
from kibitz.core.errors import GameError, did_you_mean


def reproduce(
    work: Annotated[str, typer.Argument(metavar="WORK", help="The work to reproduce: young.")],
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART]...",
            help="Parts to reproduce: kuhn, cards, tables, buckets, replica, unbucketed, cost.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", help="Time limit for each game without buckets, in seconds."),
    ] = 15,
    json: Json = False,
) -> None:
    """Recompute the tables of a published work, and prove where they are wrong.

    \b
    kibitz reproduce young
    kibitz reproduce young kuhn replica --json
    """
    from kibitz.cli.machinery.console import say_json, show
    from kibitz.core.system.limits import check_limits
    from kibitz.reproduce.report import reproduce as compute

    if work != "young":
        raise GameError(f"unknown work {work!r}{did_you_mean(work, ['young'])}")
    check_limits(seconds=seconds)
    results = compute(parts or (), seconds)
    if json:
        say_json(results.to_json())
    else:
        show(results.rich(), 140)
