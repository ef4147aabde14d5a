"""``kibitz bankruptcy``: an estate that does not cover the claims on it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Explain, Json, Verify
from kibitz.core.errors import GameError


def bankruptcy(
    estate: Annotated[str, typer.Argument(help="The estate to divide, or E for every estate.")],
    more: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CLAIMS]", help="As --claims.", show_default=False),
    ] = None,
    claims: Annotated[
        str | None,
        typer.Option("--claims", metavar="100,200,300", help="One claim each, or A:100,B:200."),
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B,C", help="Names of the claimants.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method", "--rule", metavar="NAME", help="Use only this rule: talmud, cea, ..."
        ),
    ] = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
) -> None:
    """Divide an estate by all classical rules.

    \b
    kibitz bankruptcy 200 --claims 100,200,300
    kibitz bankruptcy 200 --claims A:100,B:200,C:300 --method nucleolus --json
    kibitz bankruptcy E --claims 10,20,30 --method shapley
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.coalitional.bankruptcy.division import division_of
    from kibitz.coalitional.families import bankruptcy as make
    from kibitz.coalitional.names import amounts_in_words

    typed = claims or " ".join(more or [])
    if not typed or (claims and more):
        raise GameError("the claims are given twice; write `bankruptcy 200 --claims 100,200,300`")
    if estate.strip().isalpha():
        _say_schedule(estate, amounts_in_words(typed), players, method, explain, verify, json)
        return
    problem = make(estate, amounts_in_words(typed), players)
    if exact is not None:
        problem = problem.rational() if exact else problem.floating()
    division = division_of(problem)
    answer(division if method is None else division.award(method), json, verify, explain=explain)


def _say_schedule(
    letter: str,
    claims: Any,
    players: str | None,
    method: str | None,
    explain: bool,
    verify: bool,
    json: bool,
) -> None:
    """The awards as functions of the estate."""
    from kibitz.cli.machinery.answer import answer
    from kibitz.coalitional.bankruptcy.schedule import LETTER, schedule_of
    from kibitz.coalitional.families import bankruptcy as make

    if letter.strip() != LETTER:
        raise GameError(f"the estate is {letter!r}; write a number, or {LETTER} for every estate")
    if explain:
        raise GameError("--explain needs a number for the estate")
    answer(schedule_of(make(0, claims, players), method), json, verify)
