"""Answers with average payments: strategies with a memory, bounds, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.stochastic import stochastic_game
from kibitz.stochastic.average.blackwell_ferguson import BlackwellFerguson
from kibitz.stochastic.average.limit_average import rounded
from kibitz.stochastic.methods.epsilon_optimal import NoStrategy

MATCH = stochastic_game({"play": [["play", "1 + play"], [1, 0]]}, endless="average")
TWO = stochastic_game(
    {"a": [["a", "1 + a"], [1, 0]], "b": [["2 + b", "b"], [0, 2]]}, endless="average"
)
LEAVING = stochastic_game({"a": [["a", "1 + a"], ["b", 0]], "b": [[3]]}, endless="average")
GOLDEN = stochastic_game(
    {"a": [["a", "1 + a"], [1, "b"]], "b": [["b", "1 + b"], ["a", 0]]}, endless="average"
)


def test_each_big_match_has_its_strategy_with_a_memory() -> None:
    found = TWO.solve()
    assert found.values == {"a": Fraction(1, 2), "b": 1}
    for state, value in found.values.items():
        plan = found.history_strategy("I", epsilon="1/50", state=state)
        assert plan.state == state
        assert plan.guarantee >= value - Fraction(1, 50)
    told = str(found.explain())
    assert "Strategies with a memory" in told
    assert "I in b: wait with (1, 0)" in told


def test_strategies_with_a_memory_that_there_are_not() -> None:
    found = MATCH.solve()
    with pytest.raises(GameError, match="n is -1; it must not be negative"):
        found.history_strategy(n=-1)
    with pytest.raises(GameError, match="epsilon: 0; it must be positive"):
        found.history_strategy(epsilon=0)
    with pytest.raises(NoStrategy, match="no strategy of Blackwell and Ferguson's kind for II in"):
        found.history_strategy("II")


def test_where_no_nearly_optimal_strategy_is_known_one_is_named() -> None:
    found = GOLDEN.solve()
    a, b = (float(x) for x in found.value_list)
    assert (a, b) == pytest.approx((5**0.5 / 2 - 0.5, 1.5 - 5**0.5 / 2))
    assert a == pytest.approx(1 / (2 - b))  # the Big Match with b in place of its second end
    with pytest.raises(NoStrategy, match="Mertens and Neyman's strategy comes arbitrarily close"):
        found.epsilon_optimal("I", "1/100")
    assert "II's strategy secures the value up to" in str(found)


def test_an_explanation_without_a_memory_has_no_step_for_one() -> None:
    game = stochastic_game("A: 4 + B, B; B, 2 + B | B: 1 + A", endless="average")
    assert "memory" not in str(game.solve().explain())


def test_answers_are_read_back_with_or_without_a_memory() -> None:
    for game in (MATCH, stochastic_game("A: 1 + A, A; A, 1 + A", endless="average")):
        data = game.solve().to_json()
        again = read_solution(game, data)
        assert again.to_json() == data
        assert again.verify()
        wrong = {**data, "value": "2/3", "values": {str(game.states[0]): "2/3"}}
        assert not read_solution(game, wrong).verify()


def test_what_is_settled_elsewhere_belongs_to_the_strategy() -> None:
    plan = LEAVING.solve().history_strategy()
    assert plan.to_json()["aim"] == "3/4"  # p on the first column: 3 p = 1 - p
    assert BlackwellFerguson.from_json(LEAVING, plan.to_json()).guarantee == plan.guarantee
    with pytest.raises(GameError, match="elsewhere: the value of b is missing"):
        BlackwellFerguson.from_json(LEAVING, {**plan.to_json(), "elsewhere": {}})
    with pytest.raises(GameError, match="step: 0; it must be positive"):
        BlackwellFerguson.from_json(LEAVING, {**plan.to_json(), "step": 0})


def test_too_many_states_for_averages() -> None:
    states = {f"s{k}": [[f"1 + s{(k + 1) % 301}"]] for k in range(301)}
    with pytest.raises(GameError) as refused:
        stochastic_game(states, endless="average").solve()
    assert str(refused.value) == (
        "301 states exceed the limit of 300 for average payments; use a discount near 1 instead"
    )


def test_mixtures_are_rounded_to_distributions() -> None:
    assert rounded([0.334, 0.666], 4) == (Fraction(1, 3), Fraction(2, 3))
    assert rounded([0.2, 0.2, 0.2, 0.2, 0.2], 1) == (Fraction(1, 5),) * 5  # all rounded to 0
    assert rounded([-1e-17, 1.0], 1000) == (0, 1)
