"""``kibitz batch``: a grid of games, solved, verified and kept, to be stopped and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.machinery.options import Json
from kibitz.cli.machinery.shell import INTERRUPTED
from kibitz.core.errors import GameError


def batch(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME...",
            help='Games in quotes, ranges allowed: "blotto {4..12} {3..9} 3"; or files: '
            "games/*.nfg.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the rows.")
    ],
    method: Annotated[
        list[str] | None,
        typer.Option("--method", metavar="NAME", help="A method; repeat it for a grid."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="An option of the methods; label={0..3} tries four values.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Time limit for each row, in seconds.")
    ] = None,
    memory: Annotated[
        float | None, typer.Option("--memory", metavar="MB", help="Memory limit for each row.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Check every answer.")
    ] = True,
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Keep complete answers as JSON.")
    ] = True,
    add: Annotated[
        bool, typer.Option("--add", help="Add the rows to those of another grid in the folder.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 0,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="Number of worker processes; 0 for none."),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Run on a Ray cluster; auto finds one."),
    ] = None,
    json: Json = False,
) -> None:
    """Solve a grid of games and keep a row for each.

    Rows are saved as they finish, in Parquet if pyarrow is installed; failures are rows with a
    reason. The same command resumes where it stopped. The exit status is 1 when no row was solved,
    or an answer was disproved.

    \b
    kibitz batch "blotto {4..12} {3..9} 3" -o blotto
    kibitz batch "random-bimatrix {n=2..6} {n} seed={0..99}" --method equilibria -o counts
    kibitz batch games/*.nfg --method lemke-howson --option label={0..3} --seconds 10 -o labels
    kibitz batch "octal 0.{0..7}{0..7}{0..7} 1" --method period --ray auto -o octal
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.experiments.experiment import experiment

    result = experiment(
        games,
        method or "auto",
        _options(option or []),
        into=output,
        seconds=seconds,
        memory=memory,
        verify=verify,
        keep=keep,
        seed=seed,
        workers=workers,
        ray=ray,
        add=add,
    )
    tally = result.tally()
    if json:
        say_json({"kind": "batch", "folder": str(output), **tally})
    else:
        say(result.summary())
        say(_where(output))
    if not result.is_complete:
        raise typer.Exit(INTERRUPTED)
    if not tally["status"].get("solved") or tally["not_proved"]:
        raise typer.Exit(1)


def _where(folder: Path) -> str:
    """The files that hold the rows, and what would make them Parquet."""
    files = sorted(folder.glob("*.parquet")) or sorted(folder.glob("*.jsonl"))
    if not files:
        return f"rows in {folder}"
    wish = "" if files[0].suffix == ".parquet" else "; for Parquet: pip install 'kibitz[batch]'"
    return f"rows in {', '.join(map(str, files))}{wish}"


def _options(given: list[str]) -> dict[str, Any]:
    """Options of methods as they were typed, a list for each that has a range.

    >>> _options(["label={0..2}", "exact=no"])
    {'label': [0, 1, 2], 'exact': [False]}
    """
    from kibitz.experiments.grid import expand

    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise GameError(f"--option {text}: write NAME=VALUE, such as label=2")
        options[name.strip().replace("-", "_")] = [_value(word) for word in expand(value)]
    return options


def _value(word: str) -> Any:
    """A value as it was typed: a number, yes or no, or a word."""
    if word.lower() in ("yes", "true", "no", "false"):
        return word.lower() in ("yes", "true")
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word
