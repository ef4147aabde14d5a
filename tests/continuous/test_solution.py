"""Answers to games on intervals: how claims are read, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.continuous.game import continuous_game
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution

MEETING = continuous_game(["-(x-y)^2", "-(x-y)^2"], (0, 1))
DUOPOLY = continuous_game(["x(1-x-y)", "y(1-x-y)"], (0, 1))
WHOLE = {"from": "0", "to": "1", "closed": [True, True]}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"spans": {"z": 1}}, "continua[0].spans: expected the interval of one variable"),
        (
            {"spans": {"y": {**WHOLE, "closed": [1, 2]}}},
            "continua[0].spans.y.closed: expected true or false, twice",
        ),
        (
            {"spans": {"y": {**WHOLE, "from": "1", "to": "0"}}},
            "continua[0].spans.y: it ends before it begins",
        ),
        (
            {"curve": {"x": "max(0,y)", "y": "y"}},
            "'max(0,y)' has cases; a rational function of y is expected",
        ),
        ({"curve": {"x": "exp(y)", "y": "y"}}, "'exp(y)' is not a rational function of y"),
    ],
)
def test_curves_that_cannot_be_read(wrong: dict[str, Any], said: str) -> None:
    data = MEETING.solve().to_json()
    assert read_solution(MEETING, data).verify()
    with pytest.raises(GameError) as refused:
        read_solution(MEETING, {**data, "continua": [{**data["continua"][0], **wrong}]})
    assert str(refused.value) == said


def test_a_curve_that_is_not_one_of_equilibria() -> None:
    data = MEETING.solve().to_json()
    wrong = {**data["continua"][0], "curve": {"x": "y/2", "y": "y"}}
    assert not read_solution(MEETING, {**data, "continua": [wrong]}).verify()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"strategies": [1]}, "equilibria[0].strategies: expected 2 numbers"),
        ({"radius": 2}, "equilibria[0].radius: 2; it must lie between 0 and 1"),
    ],
)
def test_profiles_that_cannot_be_read(wrong: dict[str, Any], said: str) -> None:
    data = DUOPOLY.solve().to_json()
    with pytest.raises(GameError) as refused:
        read_solution(DUOPOLY, {**data, "equilibria": [{**data["equilibria"][0], **wrong}]})
    assert str(refused.value) == said
    bare = {"kind": "continuous-equilibrium"}
    with pytest.raises(GameError, match=r"equilibria\[0\]\.strategies: it is missing"):
        read_solution(DUOPOLY, {**data, "equilibria": [bare]})


def test_no_strategies_without_an_isolated_equilibrium() -> None:
    with pytest.raises(GameError, match="there are 0 isolated equilibria; look at"):
        MEETING.solve().strategies  # noqa: B018


def test_reactions_that_there_are_not() -> None:
    with pytest.raises(GameError, match="y = 3 is outside its interval"):
        DUOPOLY.reaction(0).at(3)
    three = continuous_game(["x", "y", "z"], (0, 1), ["x", "y", "z"])
    with pytest.raises(GameError, match="reaction curves need two players, not 3; use best_respon"):
        three.reaction(0)
    rising = continuous_game(["exp(x)-y", "y"], (0, 1), ["x", "y"])
    with pytest.raises(GameError, match="payoffs must not contain exp, log or sqrt"):
        rising.reaction(0)
    with pytest.raises(GameError, match="it needs payoffs without exp, log and roots"):
        rising.solve("dominance")
