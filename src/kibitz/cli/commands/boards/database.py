"""``kibitz database``: every position of a game, solved backwards from the ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Json, Moves, Output, Ray, State, Verify, Workers
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.rules.game import Position
    from kibitz.search.retrograde.packed import PackedDatabase
    from kibitz.search.retrograde.retrograde import Database


def database(
    words: Annotated[
        list[str],
        typer.Argument(
            autocompletion=offer_games,
            metavar="GAME [MOVE...]",
            help="A game with moves; add moves to look up a position.",
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
    workers: Workers = None,
    ray: Ray = None,
    verify: Verify = False,
    samples: Annotated[
        int,
        typer.Option(
            "--samples",
            metavar="N",
            min=0,
            help="How many positions of a database on disk --verify checks; 0 for all.",
        ),
    ] = 1000,
    json: Json = False,
) -> None:
    """Solve every position of a game by retrograde analysis; save them, or look one up.

    \b
    kibitz database lone-king -o kqk.kbdb
    kibitz database lone-king Kd2 Kd7 --load kqk.kbdb
    kibitz database lone-king -o kqk.kbpd --verify
    kibitz database chess-ending KQKR -o kqkr.kbpd --workers 8
    kibitz database checkers-ending black=2 white=1 -o c21.kbpd --verify --samples 0
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say_raw
    from kibitz.cli.machinery.position import position_of
    from kibitz.search.retrograde.packed import ENDING, PackedDatabase
    from kibitz.search.retrograde.read_database import DATABASES, disk_database, read_database
    from kibitz.search.retrograde.retrograde import retrograde

    if output is not None and output.suffix not in DATABASES:
        raise GameError(f"{output}: a database ends in {' or '.join(DATABASES)}")
    here = position_of(words, moves, state)
    made: Database | PackedDatabase
    if load is not None:
        made = read_database(load, here.rules)
    elif workers is not None or ray is not None:
        if output is None or output.suffix != ENDING or not here.rules.has("layers"):
            raise GameError(
                f"--workers and --ray need a game whose positions are numbered by layers, such as "
                f"chess-ending, written to a folder with -o NAME{ENDING}"
            )
        from kibitz.experiments import spread_database

        made = spread_database(here.rules, output, workers=workers, ray=ray)
    elif output is not None and output.suffix == ENDING:
        made = disk_database(here.rules, output)
    else:
        made = retrograde(here.rules, most=most)
    if output is not None:
        if not isinstance(made, PackedDatabase):
            made.save(output)
        say_raw(f"wrote {output}") if not json else None
    if here.history or state is not None:
        tell_entry(made, here, json)
    elif isinstance(made, PackedDatabase):
        _tell_packed(made, json, samples if verify else None)
    else:
        answer(made, json, verify)


def _tell_packed(made: PackedDatabase, json: bool, samples: int | None) -> None:
    """What is in a database on disk, and what was checked of it."""
    from kibitz.cli.machinery.console import say, say_json

    proof = None if samples is None else made.verify(samples or None)
    if json:
        keys = ("game", "positions", "counts", "longest")
        report: dict[str, Any] = {"kind": "database-on-disk", "folder": str(made.folder)}
        report.update({key: made.head[key] for key in keys})
        report.update(method="retrograde analysis", exact=True)
        if "layers" in made.head:
            shown = ("name", "positions", "counts", "longest", "by_plies")
            report["layers"] = [{key: layer[key] for key in shown} for layer in made.head["layers"]]
            report["unfinished"] = made.head.get("unfinished", [])
        say_json(report if proof is None else {**report, "certificate": proof.to_json()})
    else:
        say(str(made))
        if proof is not None:
            say(f"\n{proof}")
    if proof is not None and not proof.holds:
        raise typer.Exit(1)


def tell_entry(made: Database | PackedDatabase, here: Position, json: bool) -> None:
    """What a database says of one position."""
    from kibitz.cli.machinery.console import say, say_json, say_raw

    entry = _entry(made, here)
    if json:
        say_json(entry)
        return
    say_raw(here.rules.show(here.state))
    left = entry["plies"]
    ends = "drawn" if left is None else f"{count_of(left, 'move')} of both to the end"
    say(f"value {entry['value']}, {ends}; best: {', '.join(entry['best']) or 'none'}")


def _entry(made: Database | PackedDatabase, here: Position) -> dict[str, Any]:
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
        "method": "retrograde analysis",
        "exact": True,
    }
