"""``kibitz bankruptcy``: an estate that does not cover the claims on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Explain, Json, Verify
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.coalitional.bankruptcy.schedule import EstateSchedule


def bankruptcy(
    estate: Annotated[
        str | None,
        typer.Argument(help="The estate to divide, or E for every estate.", show_default=False),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CLAIMS]", help="As --claims.", show_default=False),
    ] = None,
    claims: Annotated[
        str | None,
        typer.Option("--claims", metavar="100,200,300", help="One claim each, or A:100,B:200."),
    ] = None,
    divided: Annotated[
        str | None,
        typer.Option("--estate", metavar="ESTATE", help="As ESTATE.", show_default=False),
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

    if divided is not None:
        estate, more = divided, [word for word in (estate, *(more or [])) if word]
    if estate is not None:
        estate, more = _in_order(estate, more or [])
    if estate is None:
        raise GameError("the estate is missing; write `bankruptcy 200 --claims 100,200,300`")
    typed = claims or " ".join(more or [])
    if not typed or (claims and more):
        fault = "given twice" if typed else "missing"
        raise GameError(f"the claims are {fault}; write `bankruptcy 200 --claims 100,200,300`")
    if estate.strip().isalpha():
        if exact is False:
            raise GameError("awards for every estate are exact; leave out --float")
        schedule = _schedule(estate, amounts_in_words(typed), players, method)
        answer(schedule, json, verify, explain=explain)
        return
    problem = make(estate, amounts_in_words(typed), players)
    if exact is not None:
        problem = problem.rational() if exact else problem.floating()
    division = division_of(problem)
    answer(division if method is None else division.award(method), json, verify, explain=explain)


def _in_order(estate: str, more: list[str]) -> tuple[str, list[str]]:
    """The estate first, and apart from the claims.

    >>> _in_order("100; 30, 60", []), _in_order("30,60,90", ["100"])
    (('100', ['30, 60']), ('100', ['30,60,90']))
    """
    first, parted, rest = estate.partition(";")
    if parted:
        return first.strip(), [rest.strip(), *more]
    if "," in estate and len(more) == 1 and "," not in more[0]:
        return more[0], [estate]
    return estate, more


def _schedule(letter: str, claims: Any, players: str | None, method: str | None) -> EstateSchedule:
    """The awards as functions of the estate."""
    from kibitz.coalitional.bankruptcy.schedule import LETTER, schedule_of
    from kibitz.coalitional.families import bankruptcy as make

    if letter.strip() != LETTER:
        raise GameError(f"the estate is {letter!r}; write a number, or {LETTER} for every estate")
    return schedule_of(make(0, claims, players), method)
