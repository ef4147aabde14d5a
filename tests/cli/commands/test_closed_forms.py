"""Closed forms, rows and origins on the command line."""

from __future__ import annotations

from typing import Any

import pytest


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
