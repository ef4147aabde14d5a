"""Kuhn poker's normal form against the printed tables, and against hands played one by one."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.games.cards.kuhn import kuhn_normal_form
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "games.json").read_text(encoding="utf-8")
)["kuhn"]


def bold() -> MatrixGame:
    built = kuhn_normal_form()
    rows = [built.rows.index(name) for name in DATA["bold_rows"]]
    columns = [built.columns.index(name) for name in DATA["bold_columns"]]
    return built.restrict(rows, columns)


def test_the_plans_are_named_as_printed() -> None:
    built = kuhn_normal_form()
    assert list(built.rows) == DATA["rows"]
    assert list(built.columns) == DATA["columns"]


def test_the_undominated_part_of_the_matrix() -> None:
    expected = [[Fraction(x, 6) for x in line] for line in DATA["bold_matrix"]]
    assert bold().matrix.numbers() == expected


def test_value_and_printed_strategies() -> None:
    solution = kuhn_normal_form().solve()
    assert solution.value == Fraction(DATA["value"])
    solution.verify().require()
    claim = MatrixSolution(
        bold(),
        Fraction(DATA["value"]),
        tuple(map(Fraction, DATA["row_strategy"])),
        tuple(map(Fraction, DATA["column_strategy"])),
        "printed",
    )
    claim.verify().require()


def test_rounds_of_weak_dominance() -> None:
    built = kuhn_normal_form()
    array = built.matrix.array
    rows, columns = list(range(array.shape[0])), list(range(array.shape[1]))
    sizes = [[len(rows), len(columns)]]
    while True:
        part = array[np.ix_(rows, columns)]
        better = [(part >= line).all(axis=1) & (part > line).any(axis=1) for line in part]
        flipped = -part.T
        lower = [(flipped >= line).all(axis=1) & (flipped > line).any(axis=1) for line in flipped]
        kept_rows = [r for r, by in zip(rows, better, strict=True) if not by.any()]
        kept_columns = [c for c, by in zip(columns, lower, strict=True) if not by.any()]
        if (kept_rows, kept_columns) == (rows, columns):
            break
        rows, columns = kept_rows, kept_columns
        sizes.append([len(rows), len(columns)])
    assert sizes == DATA["dominance_sizes"]
    assert [built.rows[r] for r in rows] == DATA["survivors_rows"]
    assert [built.columns[c] for c in columns] == DATA["survivors_columns"]


def play(first: str, second: str, deal: tuple[int, int], ante: Fraction, bet: Fraction) -> Fraction:
    """One hand from the rules: the plans as two words, first actions and answers to a bet."""
    opening, reply = first.split(",")
    after_check, after_bet = second.split(",")
    mine, theirs = deal
    showdown = 1 if mine > theirs else -1
    if opening[mine] == "B":
        return showdown * (ante + bet) if after_bet[theirs] == "B" else ante
    if after_check[theirs] == "P":
        return showdown * ante
    return showdown * (ante + bet) if reply[mine] == "B" else -ante


@pytest.mark.parametrize(("n", "ante", "bet"), [(2, 1, 1), (3, 1, 2), (3, "1/2", "3/4")])
def test_every_entry_is_the_average_over_the_deals(n: int, ante: Any, bet: Any) -> None:
    a, b = Fraction(ante), Fraction(bet)
    built = kuhn_normal_form(n, a, b)
    deals = list(permutations(range(n), 2))
    for i, first in enumerate(built.rows):
        for j, second in enumerate(built.columns):
            total = sum((play(first, second, deal, a, b) for deal in deals), Fraction(0))
            assert built[i, j] == total / len(deals)


@pytest.mark.parametrize(("n", "worth"), [(3, "-1/18"), (4, "-1/24"), (5, "-1/15")])
def test_larger_decks(n: int, worth: str) -> None:
    assert kuhn_normal_form(n).solve().value == Fraction(worth)
