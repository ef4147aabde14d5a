"""``kibitz voting``: how much a vote is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.options import Explain, Json, Verify

if TYPE_CHECKING:
    from kibitz.coalitional.voting.power_by_weights import VotingPower
    from kibitz.core.solution import Solution


def voting(
    quota: Annotated[
        str | None,
        typer.Argument(
            metavar="QUOTA",
            help="The quota of a winning coalition, or majority.",
            show_default=False,
        ),
    ] = None,
    more: Annotated[
        list[str] | None, typer.Argument(metavar="[WEIGHTS]", show_default=False)
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option("--weights", metavar="40,30,20,10", help="One for each voter, or A:40,B:30."),
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B,C", help="Names of the voters.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Winning weights must exceed the quota.")
    ] = False,
    chairman: Annotated[
        str | None,
        typer.Option(
            "--chairman", metavar="NAME", help="This voter breaks ties at exactly the quota."
        ),
    ] = None,
    winning: Annotated[
        str | None,
        typer.Option("--winning", metavar='"A,B A,C"', help="The minimal winning coalitions."),
    ] = None,
    method: Annotated[
        str,
        typer.Option("--method", metavar="NAME", help="Other answers: shapley,nucleolus,core."),
    ] = "auto",
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Measure the power of voters with weights.

    \b
    kibitz voting 51 --weights 40,30,20,10
    kibitz voting 57 --weights 31,31,28,21,2,2 --strict --explain
    kibitz voting 51 --weights A:40,B:30,C:20,D:10 --method nucleolus
    kibitz voting majority 1,1,1,1 --chairman 1
    kibitz voting --winning "A,B A,C B,C,D"
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.coalitional.names import amounts_in_words
    from kibitz.coalitional.voting.power_by_weights import VotingPower
    from kibitz.coalitional.voting.weighted import weighted_voting
    from kibitz.core.errors import GameError

    typed = weights or " ".join(more or [])
    if winning is not None:
        if quota or typed or strict or chairman is not None:
            raise GameError("--winning lists the winning coalitions; it goes without weights")
        answer(_by_winners(winning, players, method), json, verify, explain=explain)
        return
    if not quota or not typed or (weights and more):
        raise GameError("voting takes the weights once, as in `voting 51 --weights 40,30,20,10`")
    voters = amounts_in_words(typed)
    game = weighted_voting(quota, voters, players, strict=strict, chairman=chairman)
    solution: Solution = game.solve(method)
    answer(solution, json, verify, explain=explain)
    if isinstance(solution, VotingPower) and not json and not explain:
        _print_voters(solution)


def _by_winners(winning: str, players: str | None, method: str) -> Solution:
    """The power of voters of whom the minimal winning coalitions are known."""
    from kibitz.coalitional.make import coalition

    solution: Solution = coalition(winning=winning, players=players).solve(
        "power" if method == "auto" else method
    )
    return solution


def _print_voters(power: VotingPower) -> None:
    from kibitz.cli.machinery.console import say_raw

    game = power.game
    if game.n <= 8:
        shown = ["{" + ",".join(names) + "}" for names in game.minimal_winning()]
        say_raw(f"minimal winning coalitions: {' '.join(shown)}")
    say_raw(f"with a veto: {', '.join(power.veto_players) or 'none'}")
    say_raw(f"never make a difference: {', '.join(power.null_players) or 'none'}")
