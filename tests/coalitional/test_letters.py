"""Worths with several letters, against the games at many values of them."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.linear_form import read_form, write_form
from kibitz.coalitional.balanced_collections import balanced_collections
from kibitz.coalitional.letters import CoalitionalLetters
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.formats import load, save
from kibitz.proof.kernel.coalitions import minimal_balanced


def family(worths: object) -> Any:
    made: Any = kb.coalition(worths)
    assert isinstance(made, CoalitionalLetters)
    return made


def holds(condition: str, values: dict[str, Fraction]) -> bool:
    sign = "<=" if "<=" in condition else ">="
    left, right = (read_expression(side).at(values) for side in condition.split(sign))
    return bool(left <= right if sign == "<=" else left >= right)


@pytest.mark.parametrize("seed", range(5))
def test_each_member_agrees(seed: int) -> None:
    chance = random.Random(seed)
    names = ("A", "B", "C", "D")[: 3 + seed % 2]
    table: dict[str, object] = {}
    for mask in range(1, 1 << len(names)):
        who = ",".join(name for i, name in enumerate(names) if mask >> i & 1)
        terms = [f"{chance.choice([-1, 1, 2])}{x}" for x in "abc" if chance.random() < 0.3]
        table[who] = "+".join([*terms, str(chance.randint(0, 6))]).replace("+-", "-")
    table[",".join(names)] = "a+9"
    table["A"] = "b"
    found = family(table)
    solved = found.solve()
    assert solved.verify().holds
    for _ in range(12):
        values = {x: Fraction(chance.randint(-12, 24), 4) for x in found.letters}
        game = found.at(**values)
        shares = [read_expression(text).at(values) for text in solved.shapley]
        assert shares == list(game.shapley())
        nonempty = not solved.empty and all(holds(c.text, values) for c in solved.conditions)
        assert nonempty == bool(game.solve("balanced").answers[0][1])


def test_forms_are_read_back() -> None:
    letters = ("a", "b")
    for text in ("a/6 - 2b + 1/2", "-a", "0", "3b/4 - 7", "2a + b"):
        assert write_form(read_form(text, letters), letters) == text


def test_minimal_balanced_collections_balance() -> None:
    for collection in balanced_collections(4):
        for i in range(4):
            assert sum(w for mask, w in collection if mask >> i & 1) == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_checker_finds_the_same_collections_as_corners(players: int) -> None:
    found = [tuple(sorted(weights.items())) for weights in minimal_balanced(players)]
    assert sorted(found) == sorted(balanced_collections(players))


def test_a_condition_that_is_left_out_is_missed() -> None:
    data = family("A,B:a A,C:b B,C:c A,B,C:2").solve().to_json()
    for k in range(len(data["core"])):
        less = {**data, "core": data["core"][:k] + data["core"][k + 1 :]}
        assert not check(family("A,B:a A,C:b B,C:c A,B,C:2"), less).holds


def test_numbers_for_some_letters() -> None:
    found = family("A,B:a A,C:b B,C:c A,B,C:2")
    assert str(found.at(b=1, c=1).core()) == str(kb.coalition("A,B:a A,C:1 B,C:1 A,B,C:2").core())
    assert found.at(c=1) == family("A,B:a A,C:b B,C:1 A,B,C:2")
    assert found.at(a=1, b=1, c=1).worth("A", "B") == 1
    with pytest.raises(GameError, match="no letter 'x'"):
        found.at(x=1)


def test_what_is_wrong_is_not_proved(tmp_path: Any) -> None:
    found = family("A,B:a A,C:b B,C:c A,B,C:2")
    solved = found.solve()
    assert not replace(solved, conditions=solved.conditions[:-1]).verify().holds
    assert not replace(solved, empty=True).verify().holds
    assert not replace(solved, shapley=("a", "b", "c")).verify().holds
    save(found, tmp_path / "game.json")
    assert load(tmp_path / "game.json") == found


def test_what_is_not_linear_is_refused() -> None:
    for worth in ("a*b", "a^2+b", "a/b"):
        with pytest.raises(GameError, match="must be linear in a, b"):
            kb.coalition({"A": "a", "B": "b", "A,B": worth})
