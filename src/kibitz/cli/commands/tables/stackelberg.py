"""``kibitz stackelberg``: what a leader gains by commitment."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify
from kibitz.core.errors import GameError


def stackelberg(
    game: Game,
    leader: Annotated[
        str | None, typer.Option(help="The name of the leader.", show_default="the first player")
    ] = None,
    pure: Annotated[
        bool, typer.Option("--pure", help="Restrict the leader to pure strategies.")
    ] = False,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Let one player commit to a strategy that the other observes.

    \b
    kibitz stackelberg bimatrix "2,1 4,0; 1,0 3,1"
    kibitz stackelberg chicken --leader II --pure
    kibitz stackelberg cournot 17-Q q
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.continuous.game import ContinuousGame
    from kibitz.continuous.markets.stackelberg import stackelberg_of

    given = resolve(game, exact, seed)
    if isinstance(given, ContinuousGame):
        if pure:
            raise GameError(
                "--pure: on intervals the leader always plays a pure strategy; leave it out"
            )
        order = None if leader is None else [leader, *(p for p in given.players if p != leader)]
        answer(stackelberg_of(given, order).solve(), json, verify, explain=explain)
        return
    noun = strategic(given, "stackelberg")
    first = noun.players[0] if leader is None else leader
    answer(noun.stackelberg(first, mixed=not pure), json, verify, explain=explain)
