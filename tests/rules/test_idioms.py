"""Rules are compiled in whichever way they are written, and mean the same."""

from __future__ import annotations

import ast

import pytest

from helpers.idiomatic_games import GAMES
from kibitz.rules.idioms import as_tuples
from kibitz.rules.machine import machine
from kibitz.rules.self_test import disagreement


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
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
