"""``kibitz repeat``: a game played a known number of times."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify
from kibitz.core.errors import GameError

ENDLESS = ("infinite", "infinitely", "inf", "infinity", "forever", "∞")
"""How a game without a last round is asked for."""


def repeat(
    game: Game,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds",
            "--periods",
            "-n",
            metavar="N",
            help="Number of rounds, or infinite.",
            show_default="infinite, with a discount",
        ),
    ] = None,
    discount: Annotated[
        str | None, typer.Option(help="Discount factor per round.", show_default="1")
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            "--strategies",
            "--play",
            metavar="NAMES",
            help="Automata that play: tit-for-tat,always-defect; also grim-trigger, pavlov, CCD.",
            show_default=False,
        ),
    ] = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Solve a repeated game by backward induction, or find what trigger strategies sustain.

    With --strategies two automata play, and best replies to them are found.

    Repeated infinitely: the cells that trigger strategies sustain, and from which discount
    factor on.

    \b
    kibitz repeat prisoners-dilemma --rounds 100
    kibitz repeat prisoners-dilemma --rounds infinite --discount 3/4
    kibitz repeat prisoners-dilemma --rounds 10 --strategies tit-for-tat,always-defect
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.strategic.sequential.grim_trigger import grim_trigger

    if rounds is None:
        game, rounds = _without_rounds(game, discount)
    noun = strategic(resolve(game, exact, seed), "repeat")
    endless = rounds.strip().lower() in ENDLESS
    if strategies is not None and (endless or rounds.strip().isdigit()):
        from kibitz.strategic.sequential.automata_play import automata_play

        count = None if endless else int(rounds)
        result = automata_play(noun, strategies, count, "1" if discount is None else discount)
        answer(result, json, verify, explain=explain)
        return
    if endless:
        answer(grim_trigger(noun, discount=discount), json, verify, explain=explain)
        return
    if not rounds.strip().lstrip("+-").isdigit():
        raise GameError(f"--rounds {rounds}: it must be a whole number, or infinite")
    whole = noun.repeated(int(rounds), "1" if discount is None else discount)
    answer(whole.solve(), json, verify, explain=explain)


def _without_rounds(game: list[str], discount: str | None) -> tuple[list[str], str]:
    """The game, and that it has no last round: by a last word, or by the discount."""
    if game[-1].strip().lower() in ENDLESS:
        return game[:-1], ENDLESS[0]
    if discount is None:
        raise GameError("how often is it played? give --rounds 10, or --rounds infinite")
    return game, ENDLESS[0]
