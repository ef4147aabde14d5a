"""Answers as the commands print them."""

from __future__ import annotations

from kibitz.cli.machinery.answer import shortened
from kibitz.core.explanation import Explanation, Step, Table


def test_the_command_takes_digits_for_text_alone(run, refuse):
    assert "value 0.083" in run("solve", "matrix", "-2 3; 3 -4", "--digits", "3").stdout
    assert "JSON gives numbers in full" in refuse(
        "solve", "matrix", "-2 3; 3 -4", "--digits", "3", "--json"
    )


def test_long_fractions_of_a_derivation_are_decimals() -> None:
    long = "123456789012345678/987654321098765431"
    table = Table(("", "value"), (("a", long), ("b", "1/3")))
    told = shortened(Explanation("A game", (Step("Why", f"It is {long}.", table),)))
    assert told.steps[0].prose == "It is 0.1249999989."
    assert told.steps[0].table is not None
    assert told.steps[0].table.rows == (("a", "0.1249999989"), ("b", "1/3"))
    assert "--json" in told.steps[-1].prose
    short = Explanation("A game", (Step("Why", "It is 1/3."),))
    assert shortened(short) is short
