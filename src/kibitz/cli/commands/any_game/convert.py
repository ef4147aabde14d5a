"""``kibitz convert``: the same game in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Game, Json, Output, Seed
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.core.noun import Noun


def convert(
    game: Game,
    output: Output = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", help="nfg, nfg-outcomes, efg, json, csv, text or npz.", show_default=False
        ),
    ] = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Write a game in another format.

    The ending of -o FILE sets the format; with --to alone the game goes to standard output.

    \b
    kibitz convert morra -o morra.nfg
    kibitz convert game.nfg --to json
    kibitz convert tree.efg tree.json
    kibitz convert games/*.nfg -o games.jsonl
    kibitz convert games.jsonl -o games.parquet
    kibitz convert games.jsonl --to nfg -o folder
    """
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.cli.machinery.many_files import several
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.formats import ENDINGS, by_ending, by_name, write_text
    from kibitz.formats.files import ARRAYS, save

    if output is None and to is None and len(game) == 2:
        source, target = (Path(word.strip()) for word in game)
        if {source.suffix.lower(), target.suffix.lower()} <= {*ENDINGS, ARRAYS}:
            game, output = game[:1], target
    if files := several(game):
        _each_of(files, output, to, json, exact, seed)
        return
    name = ARRAYS[1:]
    if to == name and (output is None or output.suffix.lower() != ARRAYS):
        raise GameError(f"{name} is not text; write it to a file, -o NAME{ARRAYS}")
    if output is None:
        if to is None and not json:
            raise GameError("no output format; write -o FILE.nfg, -o FILE.json, or --to nfg")
        form = by_name(to or "json")
        text = form.write(resolve(game, exact, seed))
        if json and form.name != "json":
            say_json({"kind": "conversion", "format": form.name, "text": text})
        else:
            say_raw(text)
        return
    if output.suffix.lower() == ARRAYS and to in (None, name):
        noun = resolve(game, exact, seed)
        save(noun, output)
        say_json(_written(output, name, noun)) if json else say_raw(f"wrote {output}")
        return
    form = by_name(to) if to is not None else by_ending(output)
    if output.suffix and not form.name.startswith(by_ending(output).name):
        raise GameError(
            f"{output} is not a name for {form.name}; leave out --to, or change one of them"
        )
    noun = resolve(game, exact, seed)
    write_text(output, form.write(noun))
    if json:
        say_json(_written(output, form.name, noun))
    else:
        say_raw(f"wrote {output}")


def _written(file: Path, form: str, noun: Noun) -> dict[str, str]:
    """What was written where."""
    return {"kind": "conversion", "file": str(file), "format": form, "form": noun.kind}


def _each_of(
    files: list[str],
    output: Path | None,
    to: str | None,
    json: bool,
    exact: bool | None,
    seed: int | None,
) -> None:
    """Write several games, each to a file of a folder, or all to one file."""
    from json import loads

    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.cli.machinery.many_files import for_each
    from kibitz.formats import by_name, write_text
    from kibitz.formats.files import ARRAYS, save
    from kibitz.formats.many import LINES, TABLE, write_games

    lines = output is not None and output.suffix.lower() in (LINES, TABLE)
    if output is None or (output.suffix and not lines):
        raise GameError(f"several games need -o FOLDER with --to, or -o NAME{LINES} or NAME{TABLE}")
    kept: list[Any] = []
    arrays = to == ARRAYS[1:]
    form = by_name("json" if lines or arrays else to or "json")

    def convert_one(where: str, noun: Noun) -> None:
        if lines:
            kept.append(loads(form.write(noun)))
            return
        name = "".join(c if c.isalnum() or c in "-_" else "-" for c in Path(where).stem)
        ending = ARRAYS if arrays else form.endings[0] if form.endings else ".nfg"
        more = where.partition(", ")[2].replace(" ", "")
        file = output / f"{name}{'-' if more else ''}{more}{ending}"
        file.parent.mkdir(parents=True, exist_ok=True)
        if arrays:
            save(noun, file)
        else:
            write_text(file, form.write(noun))
        say_json(_written(file, ending[1:], noun)) if json else say_raw(f"wrote {file}")

    try:
        for_each(files, convert_one, exact, seed)
    finally:
        if lines and kept:
            write_games(kept, output)
            say_raw(f"wrote {output}, {count_of(len(kept), 'game')}")
