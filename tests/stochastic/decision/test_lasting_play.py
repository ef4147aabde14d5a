"""Turn-based games in which play may last, against all pairs of pure policies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.stochastic.decision.turn_based import solve_turn_based
from kibitz.stochastic.game import StochasticGame, stochastic_game

WEIGHTS = ("1", "1/2", "1/3", "9/10")


@st.composite
def games(draw: st.DrawFn) -> StochasticGame:
    """Up to four states, in each one player with one to three cells, many of which never stop."""
    names = [f"s{k}" for k in range(draw(st.integers(1, 4)))]
    stages: dict[str, Any] = {}
    for name in names:
        cells = []
        for _ in range(draw(st.integers(1, 3))):
            into = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
            if len(into) == 1 and draw(st.booleans()):
                cells.append({"go": into[0]})
                continue
            weight = draw(st.sampled_from(WEIGHTS))
            go = {t: float(Fraction(weight)) / len(into) for t in into}
            left = 1 - sum(go.values())
            cells.append({"pay": draw(st.integers(-3, 3)) * (left if left > 1e-9 else 0), "go": go})
        stages[name] = [[c] for c in cells] if draw(st.booleans()) else [cells]
    return stochastic_game(stages, endless=draw(st.integers(-2, 2)))


def chain_value(game: StochasticGame, choice: tuple[int, ...], endless: float) -> Any:
    """What a pair of policies is worth: a million steps of the chain, and then endless play."""
    table = game.table.floats
    n = table.states
    matrix, pay = np.zeros((n + 1, n + 1)), np.zeros((n + 1, 1))
    matrix[n, n] = 1.0
    for s in range(n):
        cell = int(table.first[s]) + choice[s]
        pay[s] = table.pay[cell, 0]
        for t, w in table.go(cell):
            matrix[s, t] += w
    values = np.full((n + 1, 1), endless)
    values[n] = 0.0
    for _ in range(20):
        values = pay + matrix @ values
        pay, matrix = pay + matrix @ pay, matrix @ matrix
    return values[:n, 0]


def plain_value(game: StochasticGame) -> Any:
    """The best of the worst over all policies, state by state."""
    table, endless = game.table, float(game.endless)  # type: ignore[arg-type]
    sizes = (table.rows * table.columns).tolist()
    mine = [range(k) if c == 1 else [0] for k, c in zip(sizes, table.columns, strict=True)]
    theirs = [[0] if c == 1 else range(k) for k, c in zip(sizes, table.columns, strict=True)]
    best = np.full(table.states, -np.inf)
    for a in product(*mine):
        worst = np.full(table.states, np.inf)
        for b in product(*theirs):
            choice = tuple(x + y for x, y in zip(a, b, strict=True))
            worst = np.minimum(worst, chain_value(game, choice, endless))
        best = np.maximum(best, worst)
    return best


@settings(deadline=None, max_examples=60)
@given(games())
def test_values_are_those_of_the_best_policies(game: StochasticGame) -> None:
    solved = solve_turn_based(game)
    assert solved.value_array == pytest.approx(plain_value(game), abs=1e-6)
    assert solved.bound < 1e-6
    assert solved.verify()
    assert not replace(solved, value_array=solved.value_array + 0.01, known_bound=1e-9).verify()


def test_staying_is_not_mistaken_for_winning() -> None:
    game = stochastic_game("a: a; 1", endless=0)
    solved = solve_turn_based(game)
    assert solved.choice("a") == "2"
    assert not replace(solved, policy=np.array([0]), known_bound=1e-9).verify()


def test_delay_does_not_hide_a_loss() -> None:
    """Iteration from the payoff for endless play would find 1/2."""
    stages = {"a": [["a"], [{"pay": "1/2", "go": {"d": "1/2"}}]], "d": [["-49/50"]]}
    assert solve_turn_based(stochastic_game(stages, endless=0)).value == pytest.approx(0.01)


def test_the_cycle_is_named() -> None:
    with pytest.raises(kb.GameError, match="a -> b -> a; give the payoff"):
        solve_turn_based(stochastic_game("a: b; 1 | b: a, 2"))


def test_staying_does_not_raise_an_exact_value() -> None:
    """Every number from 1/100 on solves the equation of the first state; endless play pays 0."""
    leave = {"pay": "1/2", "go": {"d": "1/2"}}
    game = stochastic_game({"a": [["a"], [leave]], "d": [["-49/50", "a"]]}, endless=0)
    found = game.solve()
    assert found.values == {"a": Fraction(1, 100), "d": Fraction(-49, 50)}
    assert found.verify()
