"""Average payments: replies, limits of discounted values, and strategies with a memory."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.formats.json_files.form import from_json, to_json
from kibitz.stochastic.average.best_reply import guarantee, moves_of
from kibitz.stochastic.average.chain import gain_and_bias
from kibitz.stochastic.average.moves import Continuation
from kibitz.stochastic.methods.approximate import stage_solutions

half = Fraction(1, 2)


@st.composite
def games(draw: Any, choices: str = "both", most: int = 2, states: int = 3) -> kb.StochasticGame:
    """A few states whose cells stop, go somewhere, or go to one of two places."""
    names = [f"S{k}" for k in range(draw(st.integers(1, states)))]
    pay = st.integers(-3, 3)
    stages = {}
    for name in names:
        m, n = draw(st.integers(1, most)), draw(st.integers(1, most))
        if choices == "one":
            n = 1
        elif choices == "turns" and draw(st.booleans()):
            m = 1
        elif choices == "turns":
            n = 1
        stages[name] = [
            [
                draw(
                    st.one_of(
                        st.builds(lambda a: {"pay": a}, pay),
                        st.builds(lambda a, s: {"pay": a, "go": s}, pay, st.sampled_from(names)),
                        st.builds(
                            lambda a, s, t: {
                                "pay": a,
                                "go": {s: 1} if s == t else {s: "1/2", t: "1/2"},
                            },
                            pay,
                            st.sampled_from(names),
                            st.sampled_from(names),
                        ),
                    )
                )
                for _ in range(n)
            ]
            for _ in range(m)
        ]
    return kb.stochastic_game(stages, endless="average")


def discounted_average(game: kb.StochasticGame, rate: float) -> Any:
    """Discounted values a stage, by iterating matrix games in floats until they stand still."""
    table = game.table.floats
    stop = 1 - table.stay
    pay = table.pay * (rate + (1 - rate) * stop)[:, None]
    discounted = replace(table, pay=pay, weight=table.weight * (1 - rate))
    values = np.zeros(table.states)
    for _ in range(int(20 / rate)):
        values = stage_solutions(discounted, values)[0]
    return values


@settings(max_examples=20)
@given(games("turns", 3, 5))
def test_turn_based_games_have_optimal_stationary_strategies(game: kb.StochasticGame) -> None:
    solution = game.solve()
    assert solution.exact
    assert solution.stationary == (True, True)
    assert list(solution.guarantees[0]) == list(solution.guarantees[1])
    assert solution.verify()


@settings(max_examples=4)
@given(games())
def test_values_are_limits_of_discounted_values(game: kb.StochasticGame) -> None:
    solution = game.solve()
    assert solution.exact
    assert solution.verify()
    values = np.array([float(x) for x in solution.value_list])
    coarse = float(np.abs(discounted_average(game, 0.3) - values).max())
    fine = float(np.abs(discounted_average(game, 0.01) - values).max())
    assert fine < 0.8
    assert fine <= coarse + 0.1
    secured = zip(*solution.guarantees, strict=True)
    for (low, high), v in zip(secured, values, strict=True):
        assert float(low) <= v + 1e-12
        assert float(high) >= v - 1e-12


@settings(max_examples=15)
@given(games())
def test_wrong_values_are_refused(game: kb.StochasticGame) -> None:
    solution = game.solve()
    moved = [
        Fraction(float(x)).limit_denominator(10**6) + Fraction(1, 50) for x in solution.value_list
    ]
    assert not replace(solution, value_list=moved).verify()
    assert not replace(solution, value_list=[x - Fraction(1, 25) for x in moved]).verify()


@settings(max_examples=25)
@given(games("one", 3, 4))
def test_decision_processes_by_all_policies(game: kb.StochasticGame) -> None:
    """The best gain is the best of all pure policies, looked at one after the other."""
    import itertools

    moves = moves_of(game.table)
    found = [
        gain_and_bias([moves[s][a][0] for s, a in enumerate(policy)])[0]
        for policy in itertools.product(*(range(len(stage)) for stage in moves))
    ]
    best = [max(gains) for gains in zip(*found, strict=True)]
    assert list(game.solve().value_list) == best


def test_big_match() -> None:
    solution = kb.game("big-match").solve()
    assert solution.value == half
    assert solution.has_optimal("I") is False
    assert solution.has_optimal("II") is True
    assert solution.column() == (half, half)
    assert solution.verify()
    plan = solution.epsilon_optimal("I", "1/20")
    assert plan.n == 9
    assert plan.guarantee == Fraction(9, 20)
    assert plan.verify()


@pytest.mark.parametrize("n", [0, 1, 5])
def test_blackwell_ferguson_against_every_reply(n: int) -> None:
    """The least expectation over all replies of a long play is the guarantee, N / (2 N + 2)."""
    plan = kb.game("big-match").solve().history_strategy("I", n=n)
    assert plan.guarantee == Fraction(n, 2 * n + 2)
    high = n + 40
    worth = {k: plan.value - plan.loss / (n + 1 + k) for k in range(-n - 1 + 1, high + 2)}
    for k in range(-n, high + 1):
        p = plan.chance(k)
        down = worth.get(k - 1, Fraction(0))
        left = p * 1 + (1 - p) * down
        right = p * 0 + (1 - p) * worth[k + 1]
        assert min(left, right) == worth[k]


def test_blackwell_ferguson_in_a_lopsided_match() -> None:
    game = kb.stochastic_game("G: 1 + G, 5 + G; 4, 2; 3, 2", endless="average")
    solution = game.solve()
    assert solution.value == kb.matrix("1 5; 4 2").solve().value
    assert solution.has_optimal("I") is False
    plan = solution.epsilon_optimal("I", "1/100")
    assert plan.verify()
    assert solution.value - Fraction(1, 100) <= plan.guarantee < solution.value
    assert not replace(plan, loss=plan.loss / 2).verify()
    assert solution.verify()


def test_roles_of_the_big_match_exchanged() -> None:
    game = kb.stochastic_game("G: G, -1; -1 + G, 0", endless="average")
    solution = game.solve()
    assert solution.value == -half
    assert (solution.has_optimal("I"), solution.has_optimal("II")) == (True, False)
    plan = solution.epsilon_optimal("II", "1/10")
    assert plan.guarantee == -half + Fraction(1, 10)
    assert solution.verify()


def test_bad_match() -> None:
    solution = kb.game("bad-match").solve()
    assert solution.value == 0
    assert (solution.has_optimal("I"), solution.has_optimal("II")) == (True, False)
    nearly = solution.epsilon_optimal("II", "1/1000")
    assert 0 < nearly.guarantees["play"] <= Fraction(1, 1000)
    assert solution.verify()


def test_irrational_average() -> None:
    game = kb.stochastic_game("A: 1+B, A; A, 2+B | B: 3+A, B; A, 1+B", endless="average")
    solution = game.solve()
    assert str(kb.stochastic.show.write(solution.value)) == "15/16-sqrt(105)/48"
    assert solution.verify()
    assert solution.shortfall("I") < 1e-6
    assert from_json(to_json(game)) == game


def test_irreducible_games_have_optimal_stationary_strategies() -> None:
    game = kb.stochastic_game(
        "A: A/2 + B/2, 1 + B; 3 + B, A/2 + B/2 | B: 2 + A, A; A/3 + B/3 + A/3, 1 + A",
        endless="average",
    )
    solution = game.solve()
    assert solution.stationary == (True, True)
    assert solution.verify()


def test_plays_that_stop_are_paid_on() -> None:
    recursive = kb.stochastic_game("G: G, 5; 1, 0", endless=0).solve().value
    assert kb.stochastic_game("G: G, 5; 1, 0", endless="mean").solve().value == recursive


def test_a_chain_that_swaps() -> None:
    swap = [
        Continuation(Fraction(0), 0, {1: Fraction(1)}, 0),
        Continuation(Fraction(1), 0, {0: Fraction(1)}, 0),
    ]
    gain, bias = gain_and_bias(swap)
    assert gain == [half, half]
    assert gain[0] + bias[0] == swap[0].pay + bias[1]


def test_guarantee_of_a_strategy() -> None:
    table = kb.game("big-match").table
    assert guarantee(moves_of(table), [(half, half)], True) == [0]
    assert guarantee(moves_of(table), [(half, half)], False) == [half]


@pytest.mark.parametrize("name", ["limit-average", "average", "undiscounted", "mean payoff"])
def test_method_names(name: str) -> None:
    game = kb.stochastic_game("G: G, 1 + G; 1, 0", discount="1/2")
    assert game.solve(method=name).value == half


def test_what_is_refused() -> None:
    average = kb.game("big-match")
    with pytest.raises(kb.GameError, match=r"newton does not apply.* use limit-average"):
        average.solve(method="newton")
    with pytest.raises(kb.GameError, match="positive"):
        average.solve().epsilon_optimal("I", 0)
    with pytest.raises(kb.GameError, match="unknown player"):
        average.solve().has_optimal("III")
    with pytest.raises(kb.GameError, match="two"):
        kb.stochastic_game({"G": [[{"pay": [1, 2, 3], "go": "G"}]]}, endless="average").solve()


def test_claims_are_read_back() -> None:
    from kibitz.formats.answers.solution import solution_from_json

    game = kb.game("big-match")
    data = game.solve().to_json()
    assert solution_from_json(game, data).verify()
    wrong = {**data, "values": {"play": "2/5"}}
    assert not solution_from_json(game, wrong).verify()
    bare = {"values": {"play": "1/2"}, "strategies": {"play": [["1", "0"], ["1/2", "1/2"]]}}
    assert solution_from_json(game, bare).verify()
    ladder = kb.game("ladder 2")
    claim = ladder.solve().to_json()
    assert solution_from_json(ladder, claim).verify()
    assert not solution_from_json(ladder, {"value": "3"}).verify()


def test_average_games_with_a_discount() -> None:
    bad = kb.game("bad-match")
    assert bad.discounted("3/4").solve().value == kb.game("bad-match 3/4").solve().value
    with pytest.raises(kb.GameError, match="no discount"):
        kb.stochastic_game("G: G", endless="average", discount="1/2")


def test_exchanged_roles_secure_what_is_claimed() -> None:
    """What a strategy secures depends on the other's, where the players exchange roles."""
    both = {"go": {"S0": "1/2", "S1": "1/2"}}
    states = {
        "S0": [[both, {"pay": 0}], [both, {"pay": 0}]],
        "S1": [[{"neg_go": "S0"}, {"pay": -1}], [{"pay": -1}, {"pay": 0}]],
    }
    found = kb.stochastic_game(states, endless="average").solve()
    assert float(found.values["S0"]) == pytest.approx(1 - 2**0.5)
    assert found.verify()


def test_states_left_at_once_are_played_exactly() -> None:
    assert kb.game("guess-it-stages 3 3").solve("limit-average").verify()


@pytest.mark.slow
def test_steps_toward_a_limit_do_not_go_in_circles() -> None:
    """Dinkelbach's steps alone return to where they were; the recursive game has the same value."""
    cells = "1, S0; S1, -S1", "-1, 1/2 S0 + 1/2 S1; -S1, -1"
    text = f"S0: {cells[0]} | S1: {cells[1]}"
    average = kb.stochastic_game(text, endless="average").solve()
    assert average.exact
    assert average.value == kb.stochastic_game(text, endless=0).solve().value
    assert average.verify()


BIG = [[{"pay": 1}, {"pay": 0}], [{"pay": 0}, {"pay": 1, "go": "S2"}]]


@pytest.mark.parametrize(
    "start",
    [
        [[{"pay": 0}]],
        [[{"pay": 0, "go": "S2"}]],
        [[{"pay": 0, "go": "S2"}, {"pay": 5}], [{"pay": 3}, {"pay": 0, "go": "S2"}]],
    ],
)
def test_states_that_do_not_recur_are_proved_beside_those_without_optimal_strategies(
    start: Any,
) -> None:
    solution = kb.stochastic_game({"S0": start, "S2": BIG}, endless="average").solve()
    assert solution.stationary[1] is False
    assert solution.verify()
    values = [x + Fraction(1, 50) for x in solution.value_list]
    assert not replace(solution, value_list=values).verify()
    assert not replace(solution, value_list=[values[0], *solution.value_list[1:]]).verify()
