"""The arguments and options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.machinery.completion import offer_games, offer_methods

Game = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME",
        help='matrix "ROWS", bimatrix "A" "B", strategic "CELLS", a file (.nfg .efg .json .txt '
        ".csv), "
        "- (standard input), file.py:NAME, or a name from `kibitz games` with its parameters. "
        "Label a typed table with --rows a,b --columns c,d --players I,II; if it holds costs, add "
        "--costs.",
        show_default=False,
        autocompletion=offer_games,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Exact = Annotated[
    bool | None,
    typer.Option(
        "--exact/--float", help="Compute in rationals or in floats.", show_default="as given"
    ),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Random seed, for random games.", show_default=False)
]
Method = Annotated[
    str,
    typer.Option(
        "--method", metavar="NAME", help="The method to use.", autocompletion=offer_methods
    ),
]
Setting = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="An option of the method, such as label=2.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to this file.", show_default=False),
]
Verify = Annotated[bool, typer.Option("--verify", help="Also print the proof.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show the derivation step by step.")]
Moves = Annotated[str | None, typer.Option("--moves", help="Moves already played.")]
Databases = Annotated[
    list[str] | None,
    typer.Option(
        "--database",
        metavar="FILE",
        help="A database of the game or of endings, where the search can stop; may be repeated.",
        show_default=False,
    ),
]
State = Annotated[
    str | None, typer.Option("--state", help="A position, in games with a notation for them.")
]
Luck = Annotated[int, typer.Option("--seed", help="Random seed.")]
Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=0, help="Number of worker processes; 0 for none."),
]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Run on a Ray cluster; auto finds one."),
]
