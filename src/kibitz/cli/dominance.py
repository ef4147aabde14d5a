"""``kibitz dominance``: dominated strategies crossed out, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.options import Exact, Game, Json, Seed

if TYPE_CHECKING:
    from kibitz.strategic.dominance import Elimination


def dominance(
    game: Game,
    mixed: Annotated[bool, typer.Option(help="Look for dominating mixtures, too.")] = False,
    strict: Annotated[bool, typer.Option(help="Remove only what is strictly dominated.")] = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Cross out dominated rows and columns, with the reason for each.

    \b
    kibitz dominance matrix "2 0 4; 1 2 3; 4 1 2"
    kibitz dominance matrix "0 4 6; 5 7 4; 9 6 3" --mixed
    """
    from kibitz.cli.console import say, say_json
    from kibitz.cli.evaluate import matrix_game
    from kibitz.cli.resolve import resolve

    noun = matrix_game(resolve(game, exact, seed), "dominance")
    found = noun.eliminate(mixed=mixed, strict=strict)
    if json:
        say_json(_to_json(found))
    else:
        say(f"{found}\n\nwhat remains\n{found.reduced}")


def _to_json(found: Elimination) -> dict[str, Any]:
    from kibitz.core.numbers import plain
    from kibitz.formats.json_form import to_json

    labels = {"row": found.game.rows, "column": found.game.columns}
    removals = [
        {
            "side": d.side,
            "label": labels[d.side][d.index],
            "by": {labels[d.side][k]: plain(weight) for k, weight in d.by},
            "strict": d.strict,
        }
        for d in found.removals
    ]
    return {
        "kind": "elimination",
        "removals": removals,
        "rows": [found.game.rows[i] for i in found.rows],
        "columns": [found.game.columns[j] for j in found.columns],
        "reduced": to_json(found.reduced),
    }
