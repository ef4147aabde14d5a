"""The methods against each other, and input that cannot be right."""

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
from kibitz.stochastic import decision_process, hoffman_karp, pollatschek_avi_itzhak
from kibitz.stochastic.methods.numeric_solve import solve_numerically

small = st.integers(-4, 4)


@st.composite
def games(draw: Any, discount: Any = Fraction(4, 5)) -> kb.StochasticGame:
    """Two or three states of up to 3 x 3 cells that may lead anywhere."""
    count = draw(st.integers(1, 3))
    names = [f"S{k}" for k in range(count)]
    states = {}
    for name in names:
        m, n = draw(st.integers(1, 3)), draw(st.integers(1, 3))
        states[name] = [
            [{"pay": draw(small), "go": draw(st.sampled_from(names))} for _ in range(n)]
            for _ in range(m)
        ]
    return kb.stochastic_game(states, discount=discount)


@settings(max_examples=25)
@given(games())
def test_methods_agree(game: kb.StochasticGame) -> None:
    exact = game.solve()
    assert exact.verify()
    wanted = [float(x) for x in exact.value_list]
    for method in (solve_numerically, hoffman_karp):
        found = method(game, 1e-12)
        assert [float(x) for x in found.value_list] == pytest.approx(wanted, abs=1e-8)
        assert found.verify()
    run = game.iterate(tolerance="1/1000")
    assert all(abs(float(a) - b) <= 1e-3 for a, b in zip(run.iterates[-1], wanted, strict=True))


@settings(max_examples=25)
@given(games())
def test_wrong_claims_are_refused(game: kb.StochasticGame) -> None:
    solution = game.solve()
    moved = [float(x) + 0.01 for x in solution.value_list]
    wrong = replace(solution, value_list=moved, parts=(), bound=1e-9)
    assert not wrong.verify()


@settings(max_examples=25)
@given(games())
def test_files_keep_everything(game: kb.StochasticGame) -> None:
    assert from_json(to_json(game)) == game


def test_plain_newton_solves_where_it_converges() -> None:
    game = kb.stochastic_game("G: 3 + 3/4 G, 6; 2, 1", discount="1/2")
    assert pollatschek_avi_itzhak(game).verify()


def test_plain_newton_says_when_it_does_not_converge() -> None:
    """Van der Wal's game: the strategy pairs come back."""
    game = kb.stochastic_game("G: 3 + G, 6 + G/3; 2 + G, 1 + G", discount="3/4")
    with pytest.raises(kb.GameError, match="does not converge"):
        pollatschek_avi_itzhak(game)
    assert game.solve(method="newton").verify()


def test_decision_processes_agree() -> None:
    random = np.random.default_rng(3)
    rewards = random.integers(0, 9, (6, 3)).tolist()
    chances = random.integers(1, 5, (6, 3, 6))
    transitions = [
        [[Fraction(int(x), int(row.sum())) for x in row] for row in rows] for rows in chances
    ]
    game = decision_process(rewards, transitions, "9/10")
    exact = [float(x) for x in game.solve(method="linear-program").value_list]
    for method in ("policy-iteration", "modified-policy-iteration", "value-iteration"):
        found = game.solve(method=method, tolerance=1e-9)
        assert found.value_array.tolist() == pytest.approx(exact, abs=1e-6)
        assert found.verify()


@pytest.mark.peer
def test_decision_process_of_quantecon() -> None:
    markov = pytest.importorskip("quantecon.markov")
    rewards = np.array([[5.0, 10.0], [-1.0, -3.0]])
    chances = np.array([[[0.5, 0.5], [0.0, 1.0]], [[0.0, 1.0], [0.9, 0.1]]])
    theirs = markov.DiscreteDP(rewards, chances, 0.9).solve(method="policy_iteration")
    mine = decision_process(rewards.tolist(), chances.tolist(), 0.9)
    found = mine.solve(method="policy-iteration").value_array
    assert found == pytest.approx(theirs.v)


@pytest.mark.parametrize(
    ("games", "options", "words"),
    [
        ("G: 3/2 G, 1", {"endless": 0}, "above 1"),
        ({"G": [[{"go": {"G": "-1/2"}}]]}, {}, "below 0"),
        ({"G": [[{"go": {"G": "3/2"}}]]}, {}, "above 1"),
        ("G: H, 1", {}, "unknown state 'H'"),
        ("G: G, 5; 1, 0", {}, "G -> G"),
        ("A: B | B: A", {}, "A -> B -> A"),
        ("G: 1, 2; 3", {}, "row 2 has 1"),
        ("G: 1 ++ 2", {}, "cannot be read"),
        ("G: G/2", {"discount": 2}, "between 0 and 1"),
        ({}, {}, "at least one state"),
        ("G: G, 5; 1, 0", {"endless": "any"}, "depends on the payoff"),
    ],
)
def test_bad_input(games: Any, options: Any, words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        kb.stochastic_game(games, **options).solve()


def test_backward_induction_needs_an_end() -> None:
    with pytest.raises(kb.GameError, match="return to a state"):
        kb.stochastic_game("G: G/2, 1").solve(method="backward-induction")


@pytest.mark.parametrize(
    "name",
    [
        "Hoffman_Karp",
        "strategy-iteration",
        "policy-iteration",
        "shapley",
        "algebraic",
        "value-iteration",
        "pollatschek",
        "newton",
        "equilibrium",
    ],
)
def test_methods_by_their_names(name: str) -> None:
    game = kb.stochastic_game("G: 1+3G/5, 3+G/5; 1+4G/5, 2+2G/5")
    found = game.solve(method=name)
    value = found.values["G"]
    first = value[0] if isinstance(value, tuple) else value
    assert float(first) == pytest.approx(5 * 2**0.5 / 2, abs=1e-6)
    assert found.verify()


recursive_cell = st.one_of(
    st.integers(-2, 2).map(lambda a: {"pay": a}),
    st.sampled_from(["S0", "S1"]).map(lambda s: {"go": s}),
    st.sampled_from(["S0", "S1"]).map(lambda s: {"neg_go": s}),
    st.just({"go": {"S0": "1/2", "S1": "1/2"}}),
)


@settings(max_examples=12)
@given(st.lists(recursive_cell, min_size=8, max_size=8))
def test_recursive_games_are_those_of_the_average(cells: list[Any]) -> None:
    """Endless play that pays nothing is worth its average; the two solvers share no method."""
    states = {"S0": [cells[:2], cells[2:4]], "S1": [cells[4:6], cells[6:]]}
    recursive = kb.stochastic_game(states, endless=0).solve()
    average = kb.stochastic_game(states, endless="average").solve()
    assert recursive.verify()
    assert average.verify()
    slack = 1e-7 + float(recursive.bound) + float(average.bound)
    for name, value in recursive.values.items():
        assert abs(float(value) - float(average.values[name])) <= slack


HALVES = {"go": {"S0": "1/2", "S1": "1/2"}}
LASTING = [HALVES, 0, 0, HALVES, -1, {"neg_go": "S0"}, {"go": "S1"}, -2]
"""A reply to the strategies that are found gains a rounding in each of 10^10 stages."""
EXCHANGED = [{"go": "S1"}, -2, HALVES, 1, {"go": "S0"}, 1, {"neg_go": "S1"}, {"go": "S1"}]
"""Each player plays both strategies of a state, so that what one guarantees rests on both."""
THIRDS = {"go": {"S0": 1 / 3, "S1": 2 / 3}}
ROUNDED = [1.0, THIRDS, -2.0, {"neg_go": "S1"}, THIRDS, {"neg_go": "S0"}, -1.0, {"go": "S1"}]
"""Probabilities that add up to 1 but for their rounding."""


@pytest.mark.parametrize("cells", [LASTING, EXCHANGED, ROUNDED])
def test_what_rounding_costs_in_a_long_play_is_in_the_bound(cells: list[Any]) -> None:
    states = {"S0": [cells[:2], cells[2:4]], "S1": [cells[4:6], cells[6:]]}
    found = solve_numerically(kb.stochastic_game(states, endless=0).with_numbers(False))
    assert found.bound < 1e-8
    assert found.verify()


def test_a_chance_to_stop_of_exact_numbers_is_one_however_small() -> None:
    late = Fraction(10**14 - 1, 10**14)
    solved = kb.stochastic_game({"G": [[{"pay": 1, "go": {"G": late}}]]}).solve()
    assert solved.value == 10**14
    assert solved.verify()


pair = st.tuples(small, small)


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(pair, min_size=8, max_size=8), st.lists(st.booleans(), min_size=8, max_size=8))
def test_stationary_equilibria_leave_no_gain(pays: list[Any], stay: list[bool]) -> None:
    cells = [
        {"pay": list(pay), "go": "S0" if here else "S1"}
        for pay, here in zip(pays, stay, strict=True)
    ]
    states = {"S0": [cells[:2], cells[2:4]], "S1": [cells[4:6], cells[6:]]}
    assert kb.stochastic_game(states, discount="1/2").solve().verify()


def test_a_stationary_equilibrium_leaves_no_gain() -> None:
    cells = [{"pay": [k % 3, (5 * k) % 4], "go": "S0" if k % 3 else "S1"} for k in range(8)]
    states = {"S0": [cells[:2], cells[2:4]], "S1": [cells[4:6], cells[6:]]}
    assert kb.stochastic_game(states, discount="1/2").solve().verify()


def test_nearly_optimal_strategies_of_games_wider_than_high() -> None:
    solved = kb.stochastic_game("A: -2/3 + A/3, A, A; 2 + A/2, A, 2/3 + 2A/3", endless=3).solve()
    assert (solved.value, solved.optimal_for) == (2, (True, False))
    assert solved.verify()


LATE = "A: 1/2 B + 1/2 C, A; A, -2 + 1/3 B | B: 2 + 1/3 A, 2 + 1/3 C; 3, 1/2 A | C: -1 + 1/2 B; 3"


def test_a_false_fixed_point_does_not_catch_the_vanishing_discount() -> None:
    # (3, 3, 3) satisfies the equations, but the second column holds A below -1.
    game = kb.stochastic_game(LATE, endless=-2)
    solved = game.solve()
    assert solved.exact
    assert float(solved.value) == pytest.approx((12 - 3 * 51**0.5) / 7)
    assert solved.optimal_for == (False, True)
    assert solved.verify()
    floating = solve_numerically(game.with_numbers(False))
    assert float(floating.value) == pytest.approx(float(solved.value), abs=1e-4)
    assert floating.bound < 1e-3


def test_discounts_next_to_one() -> None:
    game = kb.stochastic_game("A: A, -1, A; -2, A, 3", discount=1 - 1e-9)
    solved = game.solve()
    assert float(solved.value) == pytest.approx(-1, abs=1e-6)
    assert solved.bound < 1e-6


def test_games_that_hardly_ever_stop_are_solved_where_newton_fails() -> None:
    rate = Fraction(1, 10**6)
    go = {"A": str((1 - rate) / 2), "B": str((1 - rate) / 2)}
    lasting = {"pay": str(-3 * rate), "go": {"A": str(1 - rate)}}
    back = {"pay": str(3 * rate), "go": {"A": str(3 * (1 - rate) / 4), "B": str((1 - rate) / 4)}}
    states = {"A": [[{"go": go}, lasting], [-1, back]], "B": [[{"pay": str(2 * rate), "go": go}]]}
    solved = solve_numerically(kb.stochastic_game(states).with_numbers(False))
    assert float(solved.value) == pytest.approx(-0.999989, abs=1e-5)
    assert solved.bound < 1e-4


@pytest.mark.parametrize("size", [1e9, 1e15, 1e30, 1e60])
def test_large_payoffs_do_not_hide_small_values_from_floats(size: float) -> None:
    game = kb.stochastic_game(f"G: {int(size)} + G/2, 0; 0, 1")
    rounded, exact = game.with_numbers(exact=False).solve(), game.solve()
    assert rounded.value == pytest.approx(float(exact.value), rel=1e-9)
    assert rounded.bound < 1e-9
    assert rounded.verify().holds
    assert not replace(rounded, value_list=[1.1]).verify().holds


def test_the_bound_of_strategy_iteration_allows_for_rounding() -> None:
    paid = [[0, 1, 0], [1, -1, 0]]
    cells = [[{"pay": x, "go": "S0"} for x in row] for row in paid]
    found = hoffman_karp(kb.stochastic_game({"S0": cells}, discount=Fraction(4, 5)))
    assert abs(found.value_list[0]) <= found.bound < 1e-13
    assert found.verify()


@pytest.mark.parametrize("stay", [[], [0, 4, 5]])
def test_a_player_who_is_always_paid_nothing_is_in_no_ones_way(stay: list[int]) -> None:
    cells = [{"pay": [0, int(k == 7)], "go": "S0" if k in stay else "S1"} for k in range(8)]
    states = {"S0": [cells[:2], cells[2:4]], "S1": [cells[4:6], cells[6:]]}
    found = kb.stochastic_game(states, discount="1/2").solve()
    assert found.payoffs["S0"][0] == found.payoffs["S1"][0] == 0
    assert found.verify()
