"""``kibitz methods``: the ways to answer a question about a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Exact, Json, Seed
from kibitz.core.errors import TooLarge

if TYPE_CHECKING:
    from kibitz.core.method import Method
    from kibitz.core.noun import Noun


def methods(
    game: Annotated[
        list[str] | None,
        typer.Argument(
            autocompletion=offer_games,
            metavar="[GAME|METHOD]",
            help="A game, or the name of a method; if omitted, list all methods.",
        ),
    ] = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """List the methods that apply to a game, or describe a method.

    Methods that do not apply to the game are listed with the reason.

    \b
    kibitz methods
    kibitz methods chicken
    kibitz methods lemke-howson
    kibitz methods matrix "1 0; 0 1" --json
    """
    from rich.text import Text

    from kibitz.cli.machinery.console import say_json, show
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.method import every_method, methods, methods_named

    pages = methods_named(" ".join(game)) if game and not Path(game[0]).exists() else []
    noun = resolve(game, exact, seed) if game and not pages else None
    found = pages or (every_method() if noun is None else methods(noun))
    forms: dict[str, Any] = {}
    entries = [_entry(entry, noun, forms) for entry in found]
    if json:
        say_json({"kind": "methods", "methods": entries})
    elif pages:
        show(Text(str(pages)))
    else:
        _write(entries)


def _write(entries: list[dict[str, Any]]) -> None:
    """A table for each form; then what only solving shows, and what does not apply."""
    from kibitz.cli.machinery.console import say_raw, show
    from kibitz.core.explanation import Table

    forms: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        if entry.get("applies", True):
            forms.setdefault(entry["form"], []).append(entry)
    for form, group in forms.items():
        show(Table((form, "finds", "cost", "reference"), _rows(group)).rich())
        say_raw("")
    open_ = [entry for entry in entries if _is_open(entry)]
    if open_:
        show(Table(("shown by solving", "finds", "cost", "reference"), _rows(open_)).rich())
        say_raw(f"{open_[0]['reason']}\n")
    others = [(e["name"], e["reason"]) for e in entries if e.get("applies", True) is False]
    if others:
        show(Table(("does not apply", "because"), tuple(others)).rich())


def _rows(entries: list[dict[str, Any]]) -> tuple[tuple[str, ...], ...]:
    """Methods that find the same thing below each other, and what they find said once."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        groups.setdefault(entry["finds"], []).append(entry)
    return tuple(
        (entry["name"], "" if place else finds, entry["cost"], entry["reference"])
        for finds, group in groups.items()
        for place, entry in enumerate(group)
    )


def _is_open(entry: dict[str, Any]) -> bool:
    """Whether only solving shows that a method applies, since the game is too large to look at."""
    return entry.get("applies", True) is None


def _entry(entry: Method, noun: Noun | None, forms: dict[str, Any]) -> dict[str, Any]:

    about: dict[str, Any] = {
        "name": entry.name,
        "form": getattr(entry.noun, "kind", entry.noun.__name__),
        "finds": entry.finds,
        "cost": entry.cost,
        "reference": entry.reference,
        "aliases": list(entry.aliases),
        "options": [p.name for p in entry.options],
    }
    if noun is not None:
        reason = entry.why_not(noun, forms)
        about.update({"applies": reason is None, "reason": reason})
        other = None if isinstance(noun, entry.noun) else forms[noun.also[entry.noun.__name__]]
        if isinstance(other, TooLarge):
            about.update({"applies": None, "reason": str(other)})
    return about
