"""``kibitz equilibria``: all equilibria of a game, or the end of a path to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.solution import Solution
    from kibitz.strategic.game import StrategicGame


def equilibria(
    game: Game,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="vertex-enumeration, support-enumeration, two-by-two or lemke-howson; for more "
            "than two players support-enumeration, one, logit, global-newton, "
            "iterated-polymatrix or simplicial-subdivision.",
        ),
    ] = "auto",
    label: Annotated[
        str | None,
        typer.Option(
            "--label",
            metavar="LABEL",
            help="The strategy whose label lemke-howson drops: its position from 0, rows before "
            "columns, its name, or all.",
            show_default=False,
        ),
    ] = None,
    pure: Annotated[bool, typer.Option("--pure", help="Find only pure equilibria.")] = False,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Find the symmetric equilibria of a symmetric game.")
    ] = False,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Find all equilibria of a game, exactly, with their components.

    \b
    kibitz equilibria bimatrix "2,1 0,0; 0,0 1,2"
    kibitz equilibria game.nfg --json --verify
    kibitz equilibria bimatrix "3 3; 2 5; 0 6" "3 2; 2 6; 3 1" --label all
    kibitz equilibria chain-store --pure
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.continuous.game import ContinuousGame

    if pure and (method != "auto" or label is not None or symmetric):
        raise GameError(
            "--pure chooses its own method; leave out --method, --label and --symmetric"
        )
    given = resolve(game, exact, seed)
    if isinstance(given, ContinuousGame):
        if pure or symmetric or label is not None:
            raise GameError("on intervals only pure equilibria are found; leave out the options")
        answer(given.solve(method), json, verify, explain=explain)
        return
    noun = strategic(given, "equilibria")
    answer(
        _found(noun, "pure" if pure else method, label, symmetric), json, verify, explain=explain
    )


def _found(game: StrategicGame, method: str, label: str | None, symmetric: bool) -> Solution:

    if symmetric and (method != "auto" or label is not None):
        raise GameError("--symmetric chooses its own method; leave out --method and --label")
    if symmetric:
        solution: Solution = game.symmetric_equilibria()
    elif label is not None:
        if method not in ("auto", "lemke-howson"):
            raise GameError("--label applies only to lemke-howson")
        solution = _by_labels(game, label.strip())
    elif method == "pure":
        solution = game.pure_equilibria()
    else:
        solution = game.equilibria(method)
    return solution


def _by_labels(game: StrategicGame, label: str) -> Solution:
    from kibitz.strategic.two_player.lemke_howson import lemke_howson, lemke_howson_all

    if label == "all":
        return lemke_howson_all(game)
    names = [name for labels in game.strategies for name in labels]
    position = label.isascii() and label.isdigit() and names.count(label) != 1
    return lemke_howson(game, int(label) if position else label)
