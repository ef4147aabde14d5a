"""Claims damaged in a file are refused in a line, and what floats may be off by is told."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from helpers.commands import printed
from kibitz.core.certificate import check
from kibitz.extensive import decision, extensive_game
from kibitz.learning import value_updates
from kibitz.rules.trees.build import game_tree
from kibitz.search.puzzles import Queens

THREE = kb.strategic_game("1,1,1")
LABELS = {"equilibria": [{"strategies": [["1"]] * 3}], "by_label": []}
TREE = "max(min(3, 12, 8), min(2, 4, 6))"
OPEN = "max(min(3, 12, x), min(2, 4, 6))"
JUNK: list[Any] = [[], {}, None, ["a"], [[1]], {"a": [1]}, [1, 2, 3], "x"]


def policy() -> tuple[Any, dict[str, Any]]:
    game = kb.stochastic_game({"a": [["1 + 9/10 a"], ["5 + 1/2 b"]], "b": [["a"]]}, discount="0.9")
    return game, game.solve("value-iteration").to_json()


def ranges() -> tuple[Any, dict[str, Any]]:
    return game_tree(TREE), printed(f'search "{TREE}" --ranges')


def plan() -> tuple[Any, dict[str, Any]]:
    return game_tree(TREE), printed(f'search "{TREE}" --plan')


def symmetric() -> tuple[Any, dict[str, Any]]:
    game = kb.game("finger-game")
    return game, game.solve("symmetric-equilibria").to_json()


def program() -> tuple[Any, dict[str, Any]]:
    game = kb.linear_program(c=[2, 1], A=[[1, 1]], b=[4])
    return game, game.solve().to_json()


def queens() -> tuple[Any, dict[str, Any]]:
    game = Queens(4)
    return game, game.solve().to_json()


def gain() -> tuple[Any, dict[str, Any]]:
    return None, printed('gain "Wind,Play; No,Yes; Yes,Yes; No,No" --tree')


@pytest.mark.parametrize(
    ("made", "place"),
    [
        (lambda: (THREE, {"kind": "lemke-howson", **LABELS}), ("by_label",)),
        (policy, ("lengths",)),
        (ranges, ("steps", 0, "ranges", "A", 0)),
        (plan, ("moves", "A")),
        (symmetric, ("equilibria", 0, "x", "between")),
        (program, ("basis", "columns", 0)),
        (queens, ("moves", 0)),
        (gain, ("examples",)),
        (gain, ("tables", "Wind")),
    ],
)
def test_what_is_damaged_is_refused_in_a_line(made: Any, place: tuple[Any, ...]) -> None:
    game, data = made()
    for junk in JUNK:
        damaged = json.loads(json.dumps(data))
        inside: Any = damaged
        for key in place[:-1]:
            inside = inside[key]
        inside[place[-1]] = junk
        with pytest.raises(kb.GameError, match=r"^.+$"):
            check(game, damaged).require()


def test_lengths_are_a_list_for_each_player() -> None:
    game, data = policy()
    for junk in ({"a": 1}, [1], [{}, {}], [["a", "b"]] * 2, [[1, [2]]] * 2):
        with pytest.raises(kb.GameError, match="lengths"):
            check(game, {**data, "lengths": junk})


def test_lists_of_values_are_about_the_game_that_is_given() -> None:
    data = printed("sequence subtraction set=1,2,3 play=misere --to 9")
    told = {key: x for key, x in data.items() if key != "provenance"}
    for words in ("set=1,2,3 play=misere heaps=0", "set=1,2,3 play=misere heaps=7"):
        assert check(kb.game(f"subtraction {words}"), told).holds
    for words in ("set=1,2 play=misere heaps=7", "set=1,2,3 heaps=7"):
        assert not check(kb.game(f"subtraction {words}"), told).holds


def test_ranges_with_leaves_that_are_open() -> None:
    game, data = game_tree(OPEN), printed(f'search "{OPEN}" --ranges --bounds -3,3')
    assert check(game, data).holds
    for wrong in (["-3", "2"], ["3", "3"], ["3", "-3"]):
        lie = {**data, "ranges": {**data["ranges"], "A.1": wrong}}
        with pytest.raises(kb.GameError):
            check(game, lie).require()


def test_the_tolerance_of_floats_is_told() -> None:
    whole = kb.bimatrix("3/2,1 0,0; 0,0 1,2")
    floats = whole.in_numbers(False)
    for name in ("pure", "movement-diagram", "pareto", "joint-optimum"):
        assert "best to 1e-12 of the spread" in floats.solve(name).verify().theorem
        assert "1e-12" not in whole.solve(name).verify().theorem


def test_the_tolerance_of_behavior_strategies_is_told() -> None:
    low, high = (decision("I", "one", f=x, g=y) for x, y in ((0, 1), (1, 0)))
    game = extensive_game(decision("II", "first", a=low, b=high))
    data = game.solve("mixed").to_json()
    told = data["behavioral"]
    assert "1e-08" not in str(check(game, data))
    rough = {**told, "lower": float(Fraction(told["lower"]))}
    assert "within 1e-08 of the spread" in str(check(game, {**data, "behavioral": rough}))


def test_the_tolerance_of_steps_of_learning_is_told() -> None:
    updates = value_updates([("A", "a", 0.5, None)], rate=0.3).to_json()
    words = "within 1e-09 of the largest number that it comes from, for each step"
    assert words in check(None, updates).theorem
    gain = printed('gain "9 5" "6 2; 3 3"')
    assert "within 1e-09, gains within 1e-12 being equal" in check(None, gain).theorem


def test_counts_of_checkers_name_the_game() -> None:
    assert check(kb.game("checkers"), printed("size checkers --pieces 2")).holds
