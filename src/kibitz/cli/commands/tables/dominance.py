"""``kibitz dominance``: dominated strategies crossed out, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.zero_sum.strategies.dominance import Elimination

MOST_CELLS = 2_500
"""What remains is looked at again if it has at most this many cells."""


def dominance(
    game: Game,
    mixed: Annotated[
        bool | None,
        typer.Option(
            "--mixed/--pure",
            help="Also consider dominance by mixed strategies.",
            show_default="pure for matrix games, mixed for others",
        ),
    ] = None,
    strict: Annotated[
        bool | None,
        typer.Option(
            "--strict/--weak",
            help="Remove only strictly dominated strategies.",
            show_default="weak for matrix games, strict for others",
        ),
    ] = None,
    explain: Explain = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Cross out dominated strategies, with the reason for each.

    \b
    kibitz dominance matrix "2 0 4; 1 2 3; 4 1 2"
    kibitz dominance matrix "0 4 6; 5 7 4; 9 6 3" --mixed --explain
    kibitz dominance bimatrix "3,3 0,4; 4,0 1,1"
    kibitz dominance cournot 17-Q q
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.continuous.game import ContinuousGame
    from kibitz.formats.json_files.form import to_json
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame
    from kibitz.zero_sum.strategies.dominance import eliminate

    chosen = mixed, strict
    noun = resolve(game, exact, seed)
    if isinstance(noun, ContinuousGame):
        if mixed is not None or strict is False:
            raise GameError("on intervals only strict dominance by pure strategies is supported")
        answer(noun.solve("dominance"), json, verify=False, explain=explain)
        return
    if not isinstance(noun, MatrixGame):
        noun = strategic(noun, "dominance")
    careful = isinstance(noun, StrategicGame)
    mixed = careful if mixed is None else mixed
    strict = careful if strict is None else strict
    elimination = eliminate(noun, mixed=mixed, strict=strict)
    if explain:
        answer(elimination, json, verify=False, explain=True)
    elif json:
        say_json({**elimination.to_json(), "reduced": to_json(elimination.reduced)})
    else:
        how = f"{'strictly ' if strict else ''}dominated{'' if mixed else ' by a pure strategy'}"
        text = str(elimination) if elimination.removals else f"nothing is {how}"
        say(f"{text}\n\nwhat remains\n{elimination.reduced}")
        if hint := _left_in(elimination, (mixed, strict), chosen):
            say(f"\n{hint}")


def _left_in(
    elimination: Elimination, used: tuple[bool, bool], chosen: tuple[bool | None, bool | None]
) -> str:
    """What an option that was not chosen would remove from what remains.

    Nothing if that is too large to read, or if both options were chosen.
    """
    from math import prod

    from kibitz.zero_sum.strategies.dominance import dominated

    left = elimination.reduced
    if prod(left.shape) > MOST_CELLS:
        return ""
    mixed, strict = used
    for option, wider in (("--mixed", (True, strict)), ("--weak", (mixed, False))):
        which = ("--mixed", "--weak").index(option)
        if wider != used and chosen[which] is None and (more := dominated(left, *wider)):
            return f"{more[0].sentence(left)}; {option} removes it as well"
    return ""
