"""Rules are compiled in whichever way they are written, and mean the same."""

from __future__ import annotations

import ast

import pytest

from helpers.idiomatic_games import GAMES, Flooded
from kibitz.rules.compile.idioms import as_tuples
from kibitz.rules.compile.listing import fill_arrays
from kibitz.rules.compile.machine import machine
from kibitz.rules.compile.self_test import disagreement
from kibitz.rules.compile.tables import Reading
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER


@pytest.mark.parametrize(
    "game",
    [*GAMES, pytest.param(Flooded, marks=pytest.mark.slow)],
    ids=lambda game: game.__name__,
)
def test_compiles_and_agrees(game):
    made = machine(game())
    assert made.reason == ""
    assert disagreement(made, games=20) == ""


def test_lists_that_are_more_than_copies_stay():
    text = "def f(s):\n    row = list(s)\n    row.append(1)\n    return tuple(row)"
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert ast.unparse(as_tuples(tree)) == text


def test_slices_around_an_entry_are_one_tuple():
    tree = ast.parse("def f(s, k):\n    return s[:k] + (1,) + s[k + 1:]").body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert ast.unparse(as_tuples(tree)).endswith("return replaced_(s, k, 1)")


def listed(text):
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return ast.unparse(ast.fix_missing_locations(fill_arrays(tree, 1, 8)))


def test_a_list_that_is_only_appended_to_is_not_made():
    made = listed("def f(s):\n    a = []\n    a.append(s)\n    return a")
    assert "append" not in made
    for last in ("a[::-1]", "a + [1]", "sorted(a)"):
        made = listed(f"def f(s):\n    a = []\n    a.append(s)\n    return {last}")
        assert "a.append(s)" in made


@pytest.mark.parametrize("use", ["NEAR[k] + NEAR[0]", "len(f(NEAR[k]))", "2 if NEAR[k] else 1"])
def test_rows_of_different_lengths_are_only_read(use):
    tree = ast.parse(f"def g(k):\n    return {use}")
    reading = Reading(tree, lambda node: 2 * (ast.unparse(node) == "NEAR"))
    assert not reading.is_only_reading()


def test_a_list_that_changes_in_a_loop_over_it_stays():
    text = (
        "def f(s):\n    row = list(s)\n    for x in row:\n        row[x] = 1\n    return tuple(row)"
    )
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert "replaced" not in ast.unparse(as_tuples(tree))


class Rest(TakeAway):
    def player(self, state):
        *_, turn = state
        return OVER if state[0] == 0 else turn


class Later(TakeAway):
    def player(self, state):
        turn = state[1]
        try:
            return OVER if state[0] == 0 else turn
        finally:
            del turn


@pytest.mark.parametrize("game", [Rest, Later])
def test_what_numba_does_not_read_runs_in_python(game):
    made = machine(game(6))
    assert made.reason
    assert "Raised from" not in made.reason
    assert game(6).solve().value == TakeAway(6).solve().value
