"""``kibitz updates``: a table of values after each step of some experience."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Json, Verify


def updates(
    steps: Annotated[
        str,
        typer.Argument(
            metavar="STEPS",
            help='The state, action, reward and next state of each step: "A right -1 B; B right 10 '
            'end"; JSON, a file, or -.',
        ),
    ],
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "--rule",
            metavar="NAME",
            help="q-learning, sarsa, expected-sarsa, td-0 (no choices) or monte-carlo (every "
            "visit, with or without choices).",
        ),
    ] = "q-learning",
    rate: Annotated[
        str | None,
        typer.Option(
            "--rate",
            "--alpha",
            metavar="NUMBER",
            help="The step size.",
            show_default="1 / number of visits",
        ),
    ] = None,
    discount: Annotated[
        str, typer.Option("--discount", "--gamma", metavar="NUMBER", help="The discount factor.")
    ] = "1",
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="VALUES",
            help='Values before the first step: "B right 4; A left 2", for td-0 "B 4"; or JSON, '
            '{"B": {"right": 4}}.',
        ),
    ] = None,
    exploration: Annotated[
        str | None,
        typer.Option(
            "--exploration",
            "--epsilon",
            metavar="NUMBER",
            help="For expected-sarsa: probability of a random action.",
        ),
    ] = None,
    choices: Annotated[
        str | None,
        typer.Option(
            "--choices",
            metavar="NAMES",
            help="The choices in every state, left,right: those never made are worth 0.",
        ),
    ] = None,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Update values by hand, as reinforcement learning does.

    \b
    kibitz updates "A right -1 B; B right 10 end" --rate 1/2 --discount 9/10
    kibitz updates "A right -1 B; B left 0 A right" --method sarsa --alpha 0.1
    kibitz updates "A 1 B; B 3 end; A 1 end" --method td-0 --table "A 2"
    """
    from kibitz.cli.machinery.answer import claimed
    from kibitz.cli.machinery.console import say
    from kibitz.cli.machinery.typed_data import typed_data
    from kibitz.core.errors import GameError
    from kibitz.learning.by_hand.updates import value_updates

    if exploration is not None and method != "expected-sarsa":
        raise GameError("--exploration applies only to expected-sarsa")
    known = typed_data(table) if table is not None else None
    if known is not None and not isinstance(known, (dict, str)):
        raise GameError('--table: write "B right 4; A left 2", or {"B": {"right": 4}}')
    mixing = exploration or 0
    result = value_updates(typed_data(steps), method, rate, discount, known, mixing, choices)
    claimed(result.to_json(), json, verify, lambda: say(str(result)))
