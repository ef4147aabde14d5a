"""Answers to stochastic games: how they are written, explained, drawn and read back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.core.verbs import explain
from kibitz.stochastic import decision_process, stochastic_game

STOPPING = stochastic_game("G: 1 + G/2, 0; 0, 2")
WAITING = stochastic_game({"G": [["G", 1], [1, 0]]}, endless=0)
CYCLE = stochastic_game({f"s{k}": [[f"1 + s{(k + 1) % 60}/2"]] for k in range(60)})
CHAIN = decision_process([[5, 10], [-1]], [[[0.5, 0.5], [0, 1]], [[0, 1]]], 0.95)
PAIRS = stochastic_game({"G": [[(1, 2), (0, 0)], [(0, 0), (2, 1)]]})


def test_a_value_in_floating_point_is_written_with_its_bound() -> None:
    found = STOPPING.solve("newton")
    root = 8**0.5 - 2  # v = (1 + v/2) 2 / (3 + v/2) has v^2 + 4 v - 4 = 0
    assert abs(found.value - root) <= found.bound
    assert str(found).splitlines()[-1] == (
        f"values within {found.bound:.10g}; found by Newton's method on Shapley's equations"
    )
    assert found.fixed_points() == (found.value, found.value)


def test_who_has_only_nearly_optimal_strategies() -> None:
    found = WAITING.solve()
    assert found.value == 1
    assert found.fixed_points("G") == (1, 1)
    assert str(found).endswith(
        "I has no optimal strategy; the one shown guarantees the value up to 1/100; "
        "found by the fixed points of each state"
    )
    near = found.epsilon_optimal("I", Fraction(1, 10))
    assert near.guarantees["G"] >= Fraction(9, 10)
    assert str(near).splitlines()[-1] == "for every small ε > 0: (1/(ε+1), ε/(ε+1))"
    with pytest.raises(GameError, match="epsilon: 0; it must be positive"):
        found.epsilon_optimal("I", 0)


def test_an_answer_with_fixed_points_is_read_back_as_a_claim() -> None:
    game = stochastic_game("G: G, 1; 0, G", endless=0)
    found = game.solve()
    data = found.to_json()
    assert read_solution(game, data).to_json() == data
    assert read_solution(game, data).verify()
    wrong = {**data, "value": "2", "values": {"G": "2"}}
    assert not read_solution(game, wrong).verify()


def test_states_beyond_the_first_are_counted() -> None:
    written = str(CYCLE.solve()).splitlines()
    assert written[-2] == "... 48 more states"
    assert {line.split("value ")[1] for line in written if "value" in line} == {"2"}
    average = stochastic_game(
        {f"s{k}": [[f"{k} + s{(k + 1) % 60}"]] for k in range(60)}, endless="average"
    ).solve()
    assert set(average.value_list) == {Fraction(59, 2)}
    assert "... 48 more states" in str(average)


def test_long_mixtures_are_written_by_number() -> None:
    found = stochastic_game({"G": [[int(i == j) for j in range(9)] for i in range(9)]}).solve()
    eight = "   ".join(f"{k}: 1/9" for k in range(1, 9))
    assert str(found).splitlines()[1] == f"   I   {eight}   and 1 more"
    pure = stochastic_game({"G": [[*range(10)]]}).solve()
    assert str(pure).splitlines()[:2] == ["G  value 0", "   II  1: 1"]


def test_cubic_weights_are_written_as_decimals() -> None:
    game = stochastic_game("A: 1, 0; 0, B | B: 2, 1/2; 0, A/2 + 1")
    found = game.solve()
    assert found.exact
    assert found.verify()
    near = game.solve("newton")
    for name, worth in found.values.items():
        assert float(worth) == pytest.approx(near.values[name], abs=1e-9)


def test_an_iteration_is_explained_step_by_step() -> None:
    told = str(explain(STOPPING, "shapley", 2))
    assert "0.666667" in told  # Val [1, 0; 0, 2] = 2/3
    assert "0.800000" in told  # Val [4/3, 0; 0, 2] = 4/5
    assert str(explain(STOPPING, "shapley-iteration", 2)) == told


def test_a_policy_is_written_with_what_to_do() -> None:
    found = CHAIN.solve("policy-iteration")
    assert str(found).splitlines()[:2] == ["0  value -8.571428571, best: 1", "1  value -20"]
    assert found.value == pytest.approx((5 - 0.95 * 10) / (1 - 0.95 / 2))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"values": 3}, "values: expected an object with an entry for every state"),
        ({"values": {}}, "values: '0' is missing"),
        ({"policy": {"0": "3", "1": ""}}, "policy, 0: no move '3'; known: 1, 2"),
        ({"policy": {"0": "1", "1": "2"}}, "policy, 1: no move '2'"),
    ],
)
def test_policies_that_cannot_be_read(wrong: dict[str, Any], said: str) -> None:
    data = CHAIN.solve("policy-iteration").to_json()
    with pytest.raises(GameError) as refused:
        read_solution(CHAIN, {**data, **wrong})
    assert str(refused.value).startswith(said)


def test_an_equilibrium_is_written_and_read_back() -> None:
    found = PAIRS.solve("equilibrium")
    assert str(found).splitlines()[:3] == [
        "G  payoffs (0.66666667, 0.66666667)",
        "  I  (0.333333, 0.666667)",
        "  II  (0.666667, 0.333333)",
    ]
    data = found.to_json()
    assert read_solution(PAIRS, data).to_json() == data
    with pytest.raises(GameError, match="payoffs: expected two numbers for every state"):
        read_solution(PAIRS, {**data, "payoffs": {"G": [1]}})


def test_choices_with_names_are_shown_by_them() -> None:
    found = kb.game("coin-challenge 0.99").solve()
    assert "I   131: 1" in str(found)
    assert found.to_json()["choices"] == {"G": [["131", "132"], ["match"]]}
    assert kb.game("serve").solve().to_json()["choices"]["serve"][0] == ["high", "low"]
    assert "server    high: 1/4   low: 3/4" in str(kb.game("serve").solve())
    assert "I   wait: 1" in str(kb.game("big-match").solve())
    assert "choices" not in kb.stochastic_game("G: 1, 0; 0, G/2").solve().to_json()


@pytest.mark.parametrize("name", ["serve", "big-match"])
def test_names_of_other_choices_are_refused(name: str) -> None:
    game = kb.game(name)
    data = game.solve().to_json()
    assert check(game, data).holds
    state = next(iter(data["choices"]))
    data["choices"][state][0].reverse()
    assert not check(game, data).holds


def test_explanations_name_the_choices_and_leave_out_long_functions() -> None:
    told = str(kb.game("serve").explain())
    assert "high    1 - 1/5 serve^T   1 - 1/2 serve^T" in told
    assert "high: 1/4, low: 3/4" in told
    assert "It is worth a function Val of its own value v" in str(
        kb.game("coin-challenge 9/10").explain()
    )
