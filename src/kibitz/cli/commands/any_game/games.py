"""``kibitz games``: what stands on the shelf."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_families
from kibitz.cli.machinery.options import Json
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import canonical_name

if TYPE_CHECKING:
    from kibitz.core.registry import ShelfEntry

WIDEST = 1000
"""Columns where there is no terminal: nothing is broken into lines, so that all can be found."""


def games(
    which: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FAMILY|NAME|WORD]",
            autocompletion=offer_families,
            help="A family, one game, or a word to look for in names and descriptions.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List or search the named games, or show the parameters of one.

    \b
    kibitz games
    kibitz games random
    kibitz games blotto
    kibitz games prisoner
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.core.names.topics import topic

    entries, one = _select(" ".join(which or []))
    if json:
        say_json({"kind": "games", "games": [entry_json(entry) for entry in entries]})
    elif one:
        say(_details(entries[0]))
    else:
        asked = topic(" ".join(which or []))
        _print_shelf(entries, "" if asked.startswith("kibitz games") else asked)


def entry_json(entry: ShelfEntry) -> dict[str, Any]:
    """One game of the shelf: name, family, usage, description and parameters."""
    return {
        "name": entry.name,
        "family": entry.family,
        "usage": entry.usage,
        "description": entry.description,
        "parameters": [
            {
                "name": p.name,
                "spelling": str(p),
                "required": p.required,
                "default": None if p.required else str(p).partition("=")[2],
            }
            for p in entry.parameters
        ],
    }


def _select(which: str) -> tuple[list[ShelfEntry], bool]:
    """The games to show, and whether it is a single one asked for by name."""
    from kibitz.core.index import table
    from kibitz.core.names.topics import topic
    from kibitz.games import families, look_up, shelf

    key = canonical_name(which)
    alone = key in families() and [entry.name for entry in shelf(key)] == [key]
    if not key or (key in families() and not alone):
        return shelf(key or None), False
    try:
        return [look_up(which)], True
    except GameError:
        if entries := _with_word(which.strip().lower()):
            return entries, False
        known = [*families(), *table("GAMES")]
        asked = topic(key)
        near = f"; try `{asked}`" if asked else did_you_mean(key, known)
        near = near or "; `kibitz games` lists them all"
        raise GameError(f"no game or family matches {which!r}{near}") from None


def _with_word(word: str) -> list[ShelfEntry]:
    """The games that have a word in their name, family or description.

    The index knows the descriptions that stand in the sources; only what may be found is imported.
    """
    from kibitz.core.index import table
    from kibitz.games import look_up

    stem, descriptions = word.removesuffix("s"), table("DESCRIPTIONS")
    names = [
        name
        for family, members in table("FAMILIES").items()
        for name in members
        if name not in descriptions or _has(stem, (name, family, descriptions[name]))
    ]
    entries = [entry for entry in map(look_up, names) if _has(stem, _texts(entry))]
    return sorted(entries, key=lambda entry: (entry.family, entry.name))


def _has(stem: str, texts: tuple[str, ...]) -> bool:
    """Whether a word of the texts begins so: "hat" is in "two-hats", not in "what"."""
    begins = re.compile(rf"\b{re.escape(stem)}")
    return any(begins.search(f"{text} {text.replace('-', ' ')}".lower()) for text in texts)


def _texts(entry: ShelfEntry) -> tuple[str, ...]:
    return entry.name, entry.family, entry.description


def _print_shelf(entries: list[ShelfEntry], asked: str = "") -> None:
    """How each game is called and what it is, under the names of the families."""
    from itertools import groupby

    from rich.console import Group, RenderableType
    from rich.padding import Padding
    from rich.text import Text

    from kibitz.cli.machinery.console import show

    lines: list[RenderableType] = []
    for family, members in groupby(entries, key=lambda entry: entry.family):
        lines.append(Text(family, style="bold cyan"))
        for entry in members:
            called = Text(entry.usage)
            called.stylize("bold", 0, len(entry.name))
            lines.append(Padding(called, (0, 0, 0, 2)))
            lines.append(Padding(Text(entry.description), (0, 0, 0, 6)))
        lines.append(Text())
    count = "1 game" if len(entries) == 1 else f"{len(entries)} games"
    lines.append(Text(f"{count}; `kibitz games NAME` shows one in detail."))
    if asked:
        lines.append(Text(f"See also `{asked}`."))
    show(Group(*lines), width=WIDEST)


def _details(entry: ShelfEntry) -> str:
    rows = [("call", entry.usage), ("family", entry.family)]
    rows += [(f"  {p.name}", _parameter(p)) for p in entry.parameters]
    width = max(len(name) for name, _ in rows)
    facts = [f"  {name:<{width}}  {fact}" for name, fact in rows]
    return "\n".join([f"{entry.name}: {entry.description}", *facts, *_notation(entry)])


def _notation(entry: ShelfEntry) -> list[str]:
    """How the game is written: the rest of its description."""
    from inspect import getdoc

    text = (getdoc(entry.maker) or "").partition("\n\n")[2]
    first = text.partition("\n\n")[0].strip()
    plain = first and not first.startswith(">>>") and "\n---" not in first
    return ["", " ".join(first.replace("``", "").split())] if plain else []


def _parameter(parameter: Any) -> str:
    if parameter.required:
        return "needed, " + str(parameter).partition(": ")[2]
    return "default " + (str(parameter).partition("=")[2] or "none")
