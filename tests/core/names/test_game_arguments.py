"""Functions that take games, given text, rows, other forms, or what is not a game at all."""

from __future__ import annotations

import inspect
import pickle
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

import kibitz as kb
from kibitz import combinatorial as cg
from kibitz import zero_sum
from kibitz.core.errors import GameError

PACKAGES = ("bargaining", "coalitional", "combinatorial", "extensive", "stochastic", "strategic")


def test_text_and_rows_stand_for_games() -> None:
    assert zero_sum.row_safety([[-2, 3], [3, -4]], ["3/5", "2/5"]).guarantee == 0
    assert zero_sum.graph("2 3 1 5; 4 1 6 0").value == Fraction(17, 7)
    assert kb.coalitional.shapley({"A": 1, "B": 3, "A,B": 6})["A"] == 2
    assert kb.coalitional.shapley("A:1 B:3 A,B:6")["B"] == 4
    assert str(cg.genus("kayles 5")) == "4^146"
    assert cg.compare("0.73 5", "nim 1").equivalent


def test_several_games_may_come_in_one_list() -> None:
    assert cg.disjunctive_sum(["nim 3", kb.game("kayles 4")]).nimber() == 2
    assert cg.disjunctive_sum(kb.game("nim 3"), "nim 5").nimber() == 6


def test_another_form_is_brought_to_the_one_that_is_wanted() -> None:
    endgame = kb.game("poker-endgame")
    mixed = kb.extensive.mixed_from_behavior(endgame, "I", endgame.solve().profile)
    assert mixed == {"bet,bet": Fraction(1, 6), "bet,check": Fraction(5, 6)}


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: zero_sum.row_safety(7, [1, 0]), "7 is not a matrix game; write kb.matrix"),
        (lambda: zero_sum.row_safety(kb.game("nim 3"), [1]), "takes a matrix game; impartial"),
        (lambda: cg.genus("kayles", 5), "kayles: needs heaps"),
        (lambda: cg.genus("nim 3 4"), "genus takes a game of heaps; impartial games"),
        (lambda: cg.compare("0.73", "0.77"), "needs heaps"),
        (lambda: cg.find_period([0, 1] * 99), "is not a game of heaps; write"),
        (lambda: cg.turning_corners([(3, 4)]), "it takes no arguments"),
        (lambda: cg.nim_product(10), "missing a required argument: 'y'"),
        (lambda: zero_sum.graph("no-such-game"), "unknown game 'no-such-game'"),
    ],
)
def test_what_is_not_a_game_is_refused_in_one_line(call: Any, error: str) -> None:
    with pytest.raises(GameError, match=error) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("package", PACKAGES)
def test_no_function_that_takes_a_game_ends_in_an_error_of_python(package: str) -> None:
    module = import_module(f"kibitz.{package}")
    seen = 0
    for name in module.__all__:
        function = getattr(module, name)
        if not inspect.isfunction(function):
            continue
        first, *rest = [*inspect.signature(function).parameters.values(), None]
        needed = [p for p in rest if p is not None and p.default is p.empty]
        if first is None or needed or not str(first.annotation).endswith("Game"):
            continue
        seen += 1
        with pytest.raises(GameError):
            function(object())
    assert seen > 1


@pytest.mark.parametrize("function", [kb.matrix, kb.strategic.lemke_howson, zero_sum.graphical])
def test_functions_are_pickled_by_where_they_are_found(function: Any) -> None:
    assert pickle.loads(pickle.dumps(function)) is function
