"""``kibitz convert``: the same game in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Game, Json, Output, Seed


def convert(
    game: Game,
    output: Output = None,
    to: Annotated[
        str | None,
        typer.Option("--to", help="nfg, nfg-outcomes, efg, json or text.", show_default=False),
    ] = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Write a game in another format.

    The ending of -o FILE chooses it; with --to alone it goes to standard output.

    \b
    kibitz convert morra -o morra.nfg
    kibitz convert game.nfg --to json
    kibitz convert tree.efg tree.json
    """
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.errors import GameError
    from kibitz.formats import ENDINGS, by_ending, by_name, write_text

    if output is None and to is None and len(game) == 2:
        source, target = (Path(word.strip()) for word in game)
        if source.suffix.lower() in ENDINGS and target.suffix.lower() in ENDINGS:
            game, output = game[:1], target
    if output is None:
        if to is None and not json:
            raise GameError("convert to what? write -o FILE.nfg, -o FILE.json, or --to nfg")
        form = by_name(to or "json")
        text = form.write(resolve(game, exact, seed))
        if json and form.name != "json":
            say_json({"format": form.name, "text": text})
        else:
            say_raw(text)
        return
    form = by_name(to) if to is not None else by_ending(output)
    if output.suffix and not form.name.startswith(by_ending(output).name):
        raise GameError(f"{output} is not a name for {form.name}; leave --to out or change one")
    noun = resolve(game, exact, seed)
    write_text(output, form.write(noun))
    if json:
        say_json({"file": str(output), "format": form.name, "kind": noun.kind})
    else:
        say_raw(f"wrote {output}")
