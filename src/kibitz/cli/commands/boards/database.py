"""``kibitz database``: every position of a game, solved backwards from the ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Json, Moves, Output, State, Verify

if TYPE_CHECKING:
    from kibitz.rules.game import Position
    from kibitz.search.retrograde.retrograde import Database


def database(
    words: Annotated[
        list[str],
        typer.Argument(
            autocompletion=offer_games,
            metavar="GAME [MOVE...]",
            help="A game with moves; with moves, the position to look up.",
            show_default=False,
        ),
    ],
    output: Output = None,
    load: Annotated[
        Path | None,
        typer.Option("--load", metavar="FILE", help="Load this database instead of building one."),
    ] = None,
    moves: Moves = None,
    state: State = None,
    most: Annotated[
        int | None,
        typer.Option(
            "--most", metavar="N", min=1, help="The largest number of positions to solve."
        ),
    ] = None,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Solve every position of a game by retrograde analysis; keep it, or look one up.

    \b
    kibitz database lone-king -o kqk.kbdb
    kibitz database lone-king Kd2 Kd7 --load kqk.kbdb
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say, say_json, say_raw
    from kibitz.cli.machinery.position import position_of
    from kibitz.search.retrograde.retrograde import load_database, retrograde

    here = position_of(words, moves, state)
    made = (
        load_database(load, here.rules) if load is not None else retrograde(here.rules, most=most)
    )
    if output is not None:
        made.save(output)
        say_raw(f"wrote {output}") if not json else None
    if here.history or state is not None:
        found = _entry(made, here)
        if json:
            say_json(found)
        else:
            say_raw(here.rules.show(here.state))
            ends = (
                "drawn" if found["plies"] is None else f"{found['plies']} moves of both to the end"
            )
            say(f"value {found['value']}, {ends}; best: {', '.join(found['best']) or 'none'}")
        return
    answer(made, json, verify)


def _entry(made: Database, here: Position) -> dict[str, Any]:
    from kibitz.search.result import placed

    rules, state = here.rules, here.state
    return {
        "kind": "database-entry",
        "game": rules.name,
        "position": rules.show(state),
        "value": made.value(state),
        "plies": made.plies(state),
        "best": [rules.show_move(state, move) for move in made.best_moves(state)],
        **placed(here),
        "method": made.method,
        "exact": True,
    }
