"""``kibitz repeat``: a game played a known number of times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify

if TYPE_CHECKING:
    from kibitz.strategic.game import StrategicGame

ENDLESS = ("infinite", "infinitely", "inf", "infinity", "forever", "∞")
"""How a game without a last round is asked for."""


def repeat(
    game: Game,
    rounds: Annotated[
        str, typer.Option("--rounds", "-n", metavar="N", help="Number of rounds, or infinite.")
    ],
    discount: Annotated[
        str | None, typer.Option(help="Discount factor per round.", show_default="1")
    ] = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Play a game several times, solved from the last round back.

    Without end: which cells trigger strategies sustain, and from which discount factor on.

    \b
    kibitz repeat prisoners-dilemma --rounds 100
    kibitz repeat prisoners-dilemma --rounds infinite --discount 3/4
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.core.errors import GameError

    noun = strategic(resolve(game, exact, seed), "repeat")
    if rounds.strip().lower() in ENDLESS:
        _without_end(noun, discount, json, verify, explain)
        return
    if not rounds.strip().lstrip("+-").isdigit():
        raise GameError(f"--rounds {rounds}: it must be a whole number, or infinite")
    found = noun.repeated(int(rounds), "1" if discount is None else discount)
    answer(found.solve(), json, verify, explain=explain)


def _without_end(
    noun: StrategicGame, discount: str | None, json: bool, verify: bool, explain: bool
) -> None:
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.core.errors import GameError
    from kibitz.strategic.sequential.grim_trigger import grim_trigger

    if verify or explain:
        raise GameError("--verify and --explain are for a number of rounds; leave them out")
    found = grim_trigger(noun, discount=discount)
    if json:
        say_json(found.to_json(), noun)
    else:
        say(str(found))
