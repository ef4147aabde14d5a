"""Cells and states as people write them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.formats.json_files.form import from_json
from kibitz.stochastic import shapley_game
from kibitz.stochastic.read_cell import read_cell
from kibitz.stochastic.table import CellOutcome

NAMES = {"G": 0, "G1": 1, "H": 2}
half = Fraction(1, 2)


@pytest.mark.parametrize(
    ("cell", "pay", "go"),
    [
        ("1/2 G1 + 1/2*3", Fraction(3, 2), {(1, 1): half}),
        ("1 + 3G/5", 1, {(0, 1): Fraction(3, 5)}),
        ("(1/2)(G1) - 1", -1, {(1, 1): half}),
        ("G^T", 0, {(0, -1): 1}),
        ("-G^T", 0, {(0, -1): 1}),
        ("-G", 0, {(0, -1): 1}),
        ("2 - G'/2", 2, {(0, -1): half}),
        ("stop", 0, {}),
        ("3*", 3, {}),
        ("1/2 G + 1/2 stop", 0, {(0, 1): half}),
        (".5G + .25 H + 2", 2, {(0, 1): half, (2, 1): Fraction(1, 4)}),
        ({"pay": 1, "go": [["G", "1/2"], ["H", "1/2"]]}, 1, {(0, 1): half, (2, 1): half}),
        ({"pay": 1, "go": {"-G": "1/2"}}, 1, {(0, -1): half}),
        ({"G": "1/2", "pay": 2}, 2, {(0, 1): half}),
        ({"pay": 2, "go": {"G": "1/2"}, "stop": "1/2"}, 2, {(0, 1): half}),
        ([3, {"G": "1/2"}], 3, {(0, 1): half}),
    ],
)
def test_cells(cell: Any, pay: Any, go: Any) -> None:
    assert read_cell(cell, NAMES, "here") == CellOutcome((pay,), go)


@pytest.mark.parametrize(
    ("cell", "pay", "prize"),
    [
        ("3* + G/2", 3, 3),
        ("1 + 3* + G/2", 4, 3),
        ("G/2 - 3/2*", Fraction(-3, 2), Fraction(-3, 2)),
        ({"pay": 1, "prize": "1/2", "go": {"G": "1/2"}}, Fraction(3, 2), half),
        ({"prize": 1, "go": {"G": "1/2"}}, 1, 1),
    ],
)
def test_what_only_stopping_pays(cell: Any, pay: Any, prize: Any) -> None:
    assert read_cell(cell, NAMES, "here") == CellOutcome((pay,), {(0, 1): half}, (prize,))


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("1 ++ 2", "cannot be read"),
        ("G G", "cannot be read"),
        ("G*H", "cannot be read"),
        ("1/G", "cannot be read"),
        ("(1", "cannot be read"),
        ("G/0", "divides by zero"),
        ("1/2 G + 2/3 H", "7/6, above 1"),
        ("K", "unknown state 'K'"),
        ("t", "unknown state 't'; .*; a letter is not a number here"),
        ("", "empty"),
        ({"pay": 1, "go": {"G": "1/2"}, "stop": "1/3"}, "5/6, not 1"),
        ({"go": {"G": "-1/2"}}, "below 0"),
        ({"foo": 1}, "no key 'foo'"),
        ("1* + G", "a prize is paid only when play stops"),
        ("G*", "cannot be read"),
        ({"pay": [1, 1], "prize": 1}, "a number for each player"),
        (None, "not a number"),
    ],
)
def test_cells_that_cannot_be_right(cell: Any, words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        read_cell(cell, NAMES, "here")


def test_names_of_rows_are_a_list() -> None:
    stage = {"rows": ["a"], "columns": 7, "cells": [[{"pay": 1}]]}
    with pytest.raises(kb.GameError, match="G: columns: expected a list of names, found 7"):
        from_json({"kind": "stochastic", "games": {"G": stage}})


@pytest.mark.parametrize(
    "text",
    [
        "G: G, 1; 1, 0",
        "G = [[G, 1], [1, 0]]",
        "G: G 1; 1 0",
        "G: [[G, 1], [1, 0]]",
        '{"G": [["G", 1], [{"pay": 1}, 0]]}',
    ],
)
def test_states_as_text(text: str) -> None:
    assert kb.stochastic_game(text, endless=0) == kb.stochastic_game(
        {"G": [["G", 1], [1, 0]]}, endless=0
    )


def test_a_fraction_multiplies_the_name_after_it() -> None:
    game = kb.stochastic_game("G: 1/2 G; 1")
    assert (int(game.table.rows[0]), int(game.table.columns[0])) == (2, 1)


def test_a_number_inside_a_sum_multiplies_the_name_after_it() -> None:
    spaced = kb.stochastic_game("A: 0 + 1 B; 2 | B: 1 - 1 A", endless=0)
    assert spaced == kb.stochastic_game({"A": [["B"], [2]], "B": [["1 - A"]]}, endless=0)


def test_commas_in_one_row_speak_for_the_state() -> None:
    with pytest.raises(kb.GameError, match="row 2 has 1 entry"):
        kb.stochastic_game("A: A, 1; 1/2 A", endless=0)


def test_arrays() -> None:
    data = {
        "payoffs": [[[1, 3], [1, 2]]],
        "transitions": [[[["3/5"], ["1/5"]], [["4/5"], ["2/5"]]]],
    }
    game: Any = from_json(data)
    assert game == kb.stochastic_game("G: 1+3G/5, 3+G/5; 1+4G/5, 2+2G/5")
    two = shapley_game([[[1]], [[2]]], [[[[0, "1/2"]]], [[{"G1": "1/2"}]]])
    assert two.solve().values == {"G1": Fraction(8, 3), "G2": Fraction(10, 3)}
    with pytest.raises(kb.GameError, match="2 probabilities for 1 state"):
        shapley_game([[[1]]], [[[[0, 1]]]])
    with pytest.raises(kb.GameError, match="above 1"):
        shapley_game([[[1]]], [[[["3/2"]]]])


def test_criterion_of_a_file() -> None:
    match: Any = from_json({"games": {"G": [["G", "1 + G"], [1, 0]]}, "criterion": "limit-average"})
    assert match.solve().value == half
    with pytest.raises(kb.GameError, match="criterion"):
        from_json({"games": {"G": [[1]]}, "criterion": "best"})


def test_multistage_games_never_come_back() -> None:
    data: dict[str, Any] = {"kind": "multistage", "games": {"A": [["B", 1]], "B": [[2], [3]]}}
    game: Any = from_json(data)
    assert game.solve().value == 1
    with pytest.raises(kb.GameError, match="play can return to a state: A -> B -> A"):
        from_json({**data, "games": {"A": [["B", 1]], "B": [["A"], [3]]}})


def test_states_with_brackets_in_their_names() -> None:
    plain = "G1: 4 + .3 G1, .4 G2; 1 + .4 G2, 3 + .5 G1 | G2: .5 G1, -5; -4, 1 + .5 G2"
    right = kb.stochastic_game(plain).iterate(3).iterates
    for name in ("G({})", "G^({})", "G^{{({})}}"):
        text = plain.replace("G1", name.format(1)).replace("G2", name.format(2))
        assert kb.stochastic_game(text).iterate(3).iterates == right
    assert kb.stochastic_game("G(1): 0, -G(1)^T; 1, 3").solve().value == 1


def test_the_name_of_a_state_begins_it_behind_a_semicolon_too() -> None:
    parted = kb.stochastic_game("G: 1 2; 3 H | H: 0 G; 1 0", endless=0)
    assert kb.stochastic_game("G: 1 2; 3 H; H: 0 G; 1 0", endless=0) == parted
    assert kb.stochastic_game("G = 1, 2; 3, H; H = 0, G; 1, 0", endless=0) == parted
