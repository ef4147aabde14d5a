"""Cells of stochastic games: what is read from them, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.stochastic.read_cell import read_cell
from kibitz.stochastic.table import CellOutcome

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    "text",
    ["1 + $", "1 2", "G 2", "* 3", "2/", "(2", "1 + (G + 1)", "1 )", "1 + * 2", "G*", "1 / G"],
)
def test_sums_that_cannot_be_read(text: str) -> None:
    with pytest.raises(GameError) as refused:
        read_cell(text, {"G": 0}, "G, row 1")
    assert str(refused.value) == (f"G, row 1: {text!r} cannot be read; write a sum such as 1 + G/2")


@pytest.mark.parametrize(
    ("given", "entry"),
    [
        ("0 G + 1", CellOutcome((Fraction(1),), {})),
        ("(1/2)(G)", CellOutcome((Fraction(0),), {(0, 1): HALF})),
        ("G/4 + G/4 - G/2", CellOutcome((Fraction(0),), {(0, 1): HALF, (0, -1): HALF})),
        ({"pay": "1, 2", "go": {"G": "1/2"}}, CellOutcome((1, 2), {(0, 1): HALF})),
        (
            {"prize": [1, 2], "go": {"G": "1/2", "stop": "1/2"}},
            CellOutcome((1, 2), {(0, 1): HALF}, (1, 2)),
        ),
        ({"pay": 3, "G": "1/2", "stop": "1/2"}, CellOutcome((3,), {(0, 1): HALF})),
        ({"pay": 3, "go": {"G": 0}}, CellOutcome((3,), {})),
    ],
)
def test_cells_that_can_be_read(given: Any, entry: CellOutcome) -> None:
    assert read_cell(given, {"G": 0}, "G") == entry


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"pay": [1, 2], "neg_go": "G"}, "G: roles are exchanged in zero-sum games only"),
        (
            {"pay": [], "go": "G"},
            "G: a cell has no payoff; write a number, or one for each player",
        ),
        (
            {"pay": [1], "prize": [1, 2]},
            "G: pay and prize list a number for each player, or one each",
        ),
        (
            {"go": {"G": "1/2", "stop": "1/4"}},
            "G: the probabilities of continuing and stopping add up to 3/4, not 1",
        ),
        ({"go": {"G": "3/2"}}, "G: the probability of G is 3/2, above 1"),
        ("1/0", "G: '1/0' divides by zero"),
    ],
)
def test_cells_that_contradict_themselves(given: Any, said: str) -> None:
    with pytest.raises(GameError) as refused:
        read_cell(given, {"G": 0}, "G")
    assert str(refused.value) == said
