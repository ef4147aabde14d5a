"""``kibitz evaluate``: what given strategies are worth, and the best answers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.answer import answer
from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed
from kibitz.cli.machinery.strategic import strategic
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.core.noun import Noun
    from kibitz.core.solution import Solution
    from kibitz.zero_sum.game import MatrixGame

Weights = Annotated[
    str | None,
    typer.Option(
        metavar="WEIGHTS",
        help='Probabilities in order, "1/3 2/3" or "√3/3 1-√3/3".',
        show_default=False,
    ),
]


def evaluate(
    game: Game,
    row: Weights = None,
    column: Weights = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="PROFILE",
            help='A strategy for each player: labels, "C D", or mixtures, "1/2 1/2; 1 0".',
            show_default=False,
        ),
    ] = None,
    clock: Annotated[
        int | None,
        typer.Option(help="Divide the cells of a dial, such as 60, among the strategies."),
    ] = None,
    explain: Explain = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Evaluate mixed strategies: what they guarantee, and the best replies to them.

    With a strategy for each player: what each expects, and whether it is an equilibrium; with that
    of one player of a general game, the best replies of the other. In a search game the row player
    hides: the best search against that mixture.

    \b
    kibitz evaluate matrix "-2 3; 3 -4" --row "3/5 2/5"
    kibitz evaluate matrix "-2 3; 3 -4" --row "7/12 5/12" --column "7/12 5/12" --clock 60
    kibitz evaluate bimatrix "4,1 0,0; 0,0 1,4" --row "4/5 1/5" --column "1/5 4/5"
    kibitz evaluate finger-game 3 --profile "1 1 2"
    kibitz evaluate dresher 3 --row "1/2 1/4 1/4"
    """
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.zero_sum.strategies.evaluation import evaluation

    resolved = resolve(game, exact, seed)
    if hasattr(resolved, "best_search"):
        if row is None or column is not None or profile is not None or clock is not None:
            raise GameError('give only the mixed strategy of the hider, as in --row "1/3 1/3 1/3"')
        answer(resolved.best_search(_split(row)), json, verify=False, explain=explain)
        return
    everybody = _everybody(resolved, row, column, profile)
    if everybody is not None:
        if clock is not None:
            raise GameError("--clock needs exactly one strategy of a matrix game")
        answer(everybody, json, verify=False, explain=explain)
    elif row is None and column is None:
        raise GameError(
            'no strategy; give --row "1/2 1/2", --column "1/2 1/2", both, or --profile "1 2"'
        )
    else:
        noun = matrix_game(resolved, "evaluate")
        answer(
            evaluation(noun, row, column, clock),
            json,
            verify=False,
            explain=explain,
        )


def _everybody(
    noun: Noun, row: str | None, column: str | None, profile: str | None
) -> Solution | None:
    """About a game that is not of constant sum: a whole profile, or the best replies to a guess."""
    from kibitz.strategic.game import StrategicGame

    if profile is not None:
        if row is not None or column is not None:
            raise GameError("give --profile, or --row and --column, not both")
        return strategic(noun, "evaluate").is_equilibrium(profile)
    if not isinstance(noun, StrategicGame) or (row is None and column is None):
        return None
    if len(noun.players) != 2:
        raise GameError(
            f"{count_of(len(noun.players), 'player')}: give --profile with a strategy for each"
        )
    if row is not None and column is not None:
        return noun.is_equilibrium([row, column])
    if noun.constant_sum() is None:
        return noun.best_replies(1 if column is None else 0, [row, column])
    return None


def matrix_game(noun: Noun, command: str) -> MatrixGame:
    """The matrix game that a command for matrix games was given."""
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    if isinstance(noun, StrategicGame):
        return noun.matrix_game()
    if not isinstance(noun, MatrixGame):
        raise GameError(f"{command} applies to tables of payoffs only, not to {noun.several}")
    return noun


def _split(text: str | None) -> list[str] | None:
    from kibitz.zero_sum.strategies.mixture import weights_in

    return None if text is None else weights_in(text)
