"""``kibitz sequence``: the nimbers of heaps 0, 1, 2, ... and their period."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.options import Json

if TYPE_CHECKING:
    from kibitz.combinatorial.heaps.heap_game import HeapGame
    from kibitz.combinatorial.heaps.sequence import NimSequence

_CODE = re.compile(r"[0-9A-Fa-f]*\.\S+")


def sequence(
    rules: Annotated[
        list[str],
        typer.Argument(
            metavar="RULES",
            help="A take-and-break code such as 0.77, or a game of heaps without its heaps: "
            "kayles, grundy, subtraction set=1,3,4.",
            show_default=False,
        ),
    ],
    to: Annotated[
        int | None,
        typer.Option("--to", help="The largest heap.", show_default="100, 20000 for the period"),
    ] = None,
    period: Annotated[
        bool, typer.Option("--period", help="Only the period, with its proof.")
    ] = False,
    json: Json = False,
) -> None:
    """List the nimbers of single heaps, and prove their period.

    \b
    kibitz sequence 0.77 --to 1000000 --period
    kibitz sequence subtraction set=1,3,4
    """
    from kibitz.cli.console import say, say_json
    from kibitz.combinatorial.heaps.sequence import nim_sequence

    found = nim_sequence(_rules(rules), to if to is not None else 20_000 if period else 100)
    if json:
        say_json(_to_json(found, period))
    elif period:
        say("\n".join(_period_lines(found)))
    else:
        say(str(found))


def _rules(words: list[str]) -> HeapGame | str:
    from kibitz.combinatorial.heaps.heap_game import HeapGame
    from kibitz.core.errors import GameError
    from kibitz.games import game

    if len(words) == 1 and _CODE.fullmatch(words[0].strip()):
        return words[0].strip()
    noun = game(shlex.join(word.strip() for word in words), heaps=[0])
    if not isinstance(noun, HeapGame):
        raise GameError(f"{words[0]} is no game of heaps; `kibitz games heaps` lists them")
    return noun


def _period_lines(found: NimSequence) -> list[str]:
    from kibitz.combinatorial.heaps.periodicity import Periodicity

    lines = [str(found).splitlines()[0], found.period_words()]
    if isinstance(found.period, Periodicity):
        lines += ["", str(found.period.verify())]
    return lines


def _to_json(found: NimSequence, only_period: bool) -> dict[str, Any]:
    data = found.to_json()
    if only_period:
        del data["values"]
    return data
