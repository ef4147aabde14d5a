"""Claims about V(t), closed forms and games on infinitely many numbers, read back and checked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kibitz import GameError, cournot, entry, game, stackelberg
from kibitz.formats.answers.solution import solution_from_json
from kibitz.zero_sum.parametric.game import parametric_game

NOUNS = [
    parametric_game("0 2; t 1"),
    parametric_game("t^2 2; 1 t"),
    parametric_game("0 -1 s; s 2 -2; -1 s 1", parameter="s"),
    game("mendelsohn-infinite"),
    game("silverman-infinite"),
    game("larger-integer-infinite"),
    game("growing-stakes"),
    cournot("a-Q", "c*q"),
    stackelberg("a-Q", "c*q"),
    entry("a-Q", "c*q+F"),
]


@pytest.mark.parametrize(
    "noun",
    [*NOUNS[:-1], pytest.param(NOUNS[-1], marks=pytest.mark.slow)],  # and is tested with its room
    ids=lambda noun: f"{noun.kind} {noun.title}",
)
def test_what_is_written_is_read_back_and_holds(noun: Any) -> None:
    claim = json.loads(json.dumps(noun.solve().to_json()))
    assert solution_from_json(noun, claim).verify().holds


@pytest.mark.parametrize(
    ("noun", "said", "wrong"),
    [
        (NOUNS[0], '"2t/(t+1)"', '"2t/(t+2)"'),
        (NOUNS[0], '"1/(t+1)"', '"2/(t+1)"'),
        (NOUNS[1], '"2"', '"3"'),
        (NOUNS[3], '{"1": "1/4", "2": "1/2", "3": "1/4"}', '{"1": "1/2", "3": "1/2"}'),
        (NOUNS[5], '"lower": "-1"', '"lower": "0"'),
        (NOUNS[7], '"(a - c)/3"', '"(a - c)/4"'),
        (NOUNS[8], '"(a - c)/4"', '"(a - c)/5"'),
    ],
)
def test_what_is_wrong_is_found(noun: Any, said: str, wrong: str) -> None:
    text = json.dumps(noun.solve().to_json())
    assert said in text
    assert not solution_from_json(noun, json.loads(text.replace(said, wrong))).verify().holds


def test_formulas_may_be_written_otherwise() -> None:
    inner = {"quantities": ["a/3-c/3"] * 2, "price": "a/3+2c/3"}
    active, idle = {**inner, "conditions": ["a>c"]}, {"quantities": ["0", "0"], "price": "a"}
    market, kind = cournot("a-Q", "c*q"), {"kind": "continuous-closed-form"}
    claim = {**kind, "equilibria": [active, {**idle, "conditions": ["a <= c"]}]}
    assert solution_from_json(market, claim).verify().holds
    everywhere = {**kind, "equilibria": [inner]}
    assert not solution_from_json(market, everywhere).verify().holds


@pytest.mark.parametrize(
    ("noun", "claim", "told"),
    [
        (NOUNS[0], {"kind": "parametric-solution"}, "pieces: it is missing"),
        (NOUNS[0], {"pieces": [3]}, r"pieces\[0\]: expected an object"),
        (NOUNS[0], {"pieces": [{"value": "1/0", "strategies": []}]}, "divides by 0"),
        (NOUNS[0], {"pieces": [{"value": "x", "strategies": []}]}, "x. is not a function of t"),
        (NOUNS[3], {"value": 0, "row": [1], "column": {"1": 1}}, "row: expected an object"),
        (NOUNS[3], {"kind": "no-value", "lower": 0}, "upper: it is missing"),
        (cournot("9-Q", "q"), {"kind": "continuous-closed-form"}, "the game has no letters"),
    ],
)
def test_what_is_no_claim_is_refused_in_a_line(noun: Any, claim: Any, told: str) -> None:
    with pytest.raises(GameError, match=told) as caught:
        solution_from_json(noun, claim).verify()
    assert "\n" not in str(caught.value)
