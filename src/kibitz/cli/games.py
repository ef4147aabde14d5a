"""``kibitz games``: what stands on the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.options import Json

if TYPE_CHECKING:
    from kibitz.core.registry import Entry


def games(
    which: Annotated[
        str | None, typer.Argument(metavar="[FAMILY|NAME]", help="A family, or one game.")
    ] = None,
    json: Json = False,
) -> None:
    """List the games with a name, or say how one of them is called.

    \b
    kibitz games
    kibitz games random
    kibitz games blotto
    """
    from kibitz.cli.console import say, say_json

    found, one = _select(which)
    if json:
        say_json({"games": [entry_json(entry) for entry in found]})
    elif one:
        say(_details(found[0]))
    else:
        _print_table(found)


def entry_json(entry: Entry) -> dict[str, Any]:
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


def _select(which: str | None) -> tuple[list[Entry], bool]:
    """The games to show, and whether it is a single one asked for by name."""
    from kibitz.core.errors import GameError, did_you_mean
    from kibitz.games import shelf

    entries = shelf()
    families = sorted({entry.family for entry in entries})
    if which is None or which in families:
        return [entry for entry in entries if which in (None, entry.family)], False
    key = which.strip().lower().replace("_", "-")
    found = [entry for entry in entries if entry.name == key]
    if not found:
        known = [*families, *(entry.name for entry in entries)]
        raise GameError(f"no family or game is called {which!r}{did_you_mean(key, known)}")
    return found, True


def _print_table(entries: list[Entry]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from kibitz.cli.console import show

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title, style in (("game", "bold"), ("family", "cyan"), ("what it is", "")):
        table.add_column(title, style=style)
    for entry in entries:
        table.add_row(Text(entry.usage), Text(entry.family), Text(entry.description))
    show(table, width=1000)


def _details(entry: Entry) -> str:
    rows = [("call", entry.usage), ("family", entry.family)]
    rows += [(f"  {p.name}", _parameter(p)) for p in entry.parameters]
    width = max(len(name) for name, _ in rows)
    facts = [f"  {name:<{width}}  {fact}" for name, fact in rows]
    return "\n".join([f"{entry.name}: {entry.description}", *facts])


def _parameter(parameter: Any) -> str:
    if parameter.required:
        return "needed, " + str(parameter).partition(": ")[2]
    return "default " + (str(parameter).partition("=")[2] or "none")
