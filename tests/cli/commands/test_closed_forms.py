"""Closed forms, rows and origins on the command line."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("nim", "g(n) = n"),
        ("at-most-half", "g(2k) = k and g(2k + 1) = g(k)"),
        ("mock-turtles", "the odious numbers"),
        ("turning-corners", "r ⊗ c"),
        ("wythoff", "⌊kφ⌋"),
    ],
)
def test_closed_forms_are_stated(run: Any, words: str, form: str) -> None:
    told = run("sequence", words, "--to", "6")
    assert told.exit_code == 0
    assert form in told.output
    assert "closed_form" in run("sequence", words, "--to", "6", "--json").output


def test_rows_and_origins(run: Any) -> None:
    assert "knock down pin 4, pin 6" in run("solve", "kayles", "xx.xxx").output
    assert "mark square 6, square 8" in run("solve", "dawsons-chess", "...x....").output
    assert "turn 1, 8 and 11" in run("solve", "mock-turtles", "3", "6", "11", "origin=1").output
    assert run("sequence", "kayles", "play=misere", "--to", "5").exit_code == 0


def test_origins_of_boards(run: Any) -> None:
    told = run("solve", "tartan", "origin=1").output
    assert "turn row 4 x column 3;" in told
    assert "rows are numbered" not in told
    assert "turn rows 0 and 1 x columns 0 to 3" in run("solve", "rugs", "origin=0").output
    refused = run("solve", "acrostic-twins", "origin=1")
    assert refused.exit_code == 2
    assert "origin is for products of rows" in refused.output


def test_a_period_is_proved_though_few_heaps_are_listed(run: Any) -> None:
    told = run("sequence", "kayles", "--to", "20").output
    assert "heaps 0 to 20" in told
    assert "period 12 from 71 on, proved by the theorem of Guy and Smith" in told
    assert "unknown; heaps up to 300 prove no period" in run("sequence", "0.6").output


def test_the_formulas_of_a_map_in_one_argument() -> None:
    words = ["--start", "0,0", "-c", "1/2", "--steps", "3"]
    together, apart = (
        CliRunner().invoke(app, ["contraction", *formulas, *words]).output
        for formulas in (["y/2+1; x/3"], ["y/2+1", "x/3"])
    )
    assert together == apart
    assert "(7/6, 1/3)" in together
