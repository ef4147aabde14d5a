"""``kibitz repeat``: a game played a known number of times."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify


def repeat(
    game: Game,
    rounds: Annotated[int, typer.Option("--rounds", "-n", help="Number of rounds.")],
    discount: Annotated[str, typer.Option(help="Discount factor per round.")] = "1",
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Play a game several times, solved from the last round back.

    \b
    kibitz repeat prisoners-dilemma --rounds 100
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic

    noun = strategic(resolve(game, exact, seed), "repeat")
    answer(noun.repeated(rounds, discount).solve(), json, verify, explain=explain)
