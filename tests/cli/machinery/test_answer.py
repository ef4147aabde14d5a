"""Answers that people can read: decimals for long fractions, the first lines of very many."""

from __future__ import annotations

from kibitz.cli.machinery.answer import MOST_LINES, SHOWN, readable, shortened
from kibitz.core.explanation import Explanation, Step, Table


def test_long_fractions_become_decimals_and_short_ones_stay():
    long = f"{10**20 + 1}/{3 * 10**20}"
    told = readable(f"value 7/12\nother -{long}")
    assert told.startswith("value 7/12\nother -0.3333333333\n")
    assert "--json gives them in full" in told
    assert readable("value 7/12") == "value 7/12"


def test_digits_are_those_asked_for():
    assert readable("value -7/12, 3", 3) == "value -0.583, 3"


def test_very_many_lines_are_cut_with_the_way_to_all():
    text = "\n".join(map(str, range(MOST_LINES + 1)))
    lines = readable(text).splitlines()
    assert lines[:SHOWN] == text.splitlines()[:SHOWN]
    assert lines[SHOWN] == f"... {MOST_LINES - SHOWN} more lines"
    assert lines[SHOWN + 1] == str(MOST_LINES)
    assert lines[-1] == "--json gives the whole answer"
    short = "\n".join(map(str, range(MOST_LINES)))
    assert readable(short) == short


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
