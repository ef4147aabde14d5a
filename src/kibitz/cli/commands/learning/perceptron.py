"""``kibitz perceptron``: the weights after every example."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Json, Verify


def perceptron(
    examples: Annotated[
        str,
        typer.Argument(
            metavar="EXAMPLES",
            help='Inputs and class of each example, "0,0,0; 0,1,1; 1,0,1"; JSON, a file, or -. '
            "Classes are 0 and 1, or -1 and 1.",
        ),
    ],
    weights: Annotated[
        str | None,
        typer.Option("--weights", metavar="W1,W2", help="Initial weights.", show_default="0"),
    ] = None,
    bias: Annotated[str, typer.Option("--bias", metavar="NUMBER", help="Initial bias.")] = "0",
    rate: Annotated[
        str, typer.Option("--rate", "--alpha", metavar="NUMBER", help="The learning rate.")
    ] = "1",
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            "--epochs",
            "-n",
            metavar="N",
            help="The largest number of rounds.",
            show_default="100, or until weights come back",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Treat a sum of 0 as below the threshold.")
    ] = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Train a perceptron by hand, example by example.

    \b
    kibitz perceptron "0,0,0; 0,1,0; 1,0,0; 1,1,1"
    kibitz perceptron "1,2,1; 2,-1,-1" --weights 0,1 --rate 1/2 --strict
    """
    from kibitz.cli.machinery.answer import claimed
    from kibitz.cli.machinery.console import say
    from kibitz.cli.machinery.typed_data import typed_data
    from kibitz.learning.by_hand.perceptron import perceptron as train

    training = train(typed_data(examples), weights, bias, rate, rounds, strict)
    claimed(training.to_json(), json, verify, lambda: say(str(training)))
