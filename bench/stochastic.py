"""Stochastic games: batched matrix games against a loop of linear programs, Pig, and QuantEcon."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from bench.harness import Job, Race, race
from kibitz.stochastic.decision_process import from_pairs, modified_policy_iteration
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.numeric_solve import solve_numerically
from kibitz.stochastic.table import Table
from kibitz.stochastic.turn_based import solve_turn_based

DISCOUNT = 0.9


def random_game(states: int, side: int = 5, ways: int = 3, seed: int = 1) -> StochasticGame:
    """States with payoffs from -1 to 1, each cell leading to a few states at random."""
    random = np.random.default_rng(seed)
    cells = states * side * side
    weights = random.random((cells, ways))
    weights /= weights.sum(axis=1, keepdims=True)
    table = Table(
        np.full(states, side), np.full(states, side), np.arange(states + 1) * side * side,
        random.uniform(-1, 1, (cells, 1)), np.arange(cells + 1) * ways,
        random.integers(0, states, cells * ways), weights.ravel(),
    )  # fmt: skip
    return StochasticGame(tuple(map(str, range(states))), table, None, DISCOUNT)


def loop_of_programs(game: StochasticGame, states: int) -> None:
    """One sweep of Shapley's iteration over some states, a linear program of scipy's for each."""
    from scipy.optimize import linprog

    table = game.effective.floats
    values = np.zeros(table.states)
    for s in range(states):
        matrix = np.array(table.matrix(s, values))
        m, n = matrix.shape
        linprog(
            np.r_[np.zeros(m), -1.0], np.c_[-matrix.T, np.ones(n)], np.zeros(n),
            np.r_[np.ones(m), 0.0][None, :], [1.0], [(0, None)] * m + [(None, None)],
        )  # fmt: skip


def _solve(game: StochasticGame, tolerance: float) -> object:
    return solve_numerically(game, tolerance)


def random_process(states: int, actions: int = 2, ways: int = 5, seed: int = 1) -> Any:
    """Rewards, a sparse matrix of transitions and the state of every state-action pair."""
    from scipy.sparse import csr_matrix

    random = np.random.default_rng(seed)
    pairs = states * actions
    weights = random.random((pairs, ways))
    weights /= weights.sum(axis=1, keepdims=True)
    matrix = csr_matrix(
        (weights.ravel(), random.integers(0, states, pairs * ways), np.arange(pairs + 1) * ways),
        shape=(pairs, states),
    )
    matrix.sum_duplicates()
    return random.random(pairs), matrix, np.repeat(np.arange(states), actions)


def _quantecon(rewards: Any, matrix: Any, owner: Any, discount: float) -> object:
    from quantecon.markov import DiscreteDP

    actions = np.arange(len(owner)) - np.searchsorted(owner, owner)
    process = DiscreteDP(rewards, matrix, discount, owner, actions)
    return process.solve(method="modified_policy_iteration", epsilon=1e-6, max_iter=10_000)


def _kibitz(rewards: Any, matrix: Any, owner: Any, discount: float) -> object:
    return modified_policy_iteration(from_pairs(rewards, matrix, discount, owner), 1e-6)


def races() -> Iterator[Race]:
    """Shapley's iteration, Pig, and a large decision process."""
    small = random_game(200)
    rounds = 10
    yield race(
        "200 states of 5 x 5, one sweep of LPs, all of Kibitz",
        {
            "Kibitz, solved to 1e-9": partial(_solve, small, 1e-9),
            "scipy linprog, one sweep of 200": partial(loop_of_programs, small, 200),
        },
        "Kibitz, solved to 1e-9", rounds, 20.0,
    )  # fmt: skip
    large = random_game(10_000)
    yield race(
        "10,000 states of 5 x 5 to 1e-9",
        {
            "Kibitz": partial(_solve, large, 1e-9),
            "scipy linprog, 1/100 of one sweep": partial(loop_of_programs, large, 100),
        },
        "Kibitz", 3, 40.0,
    )  # fmt: skip
    from kibitz.games.dice import Pig
    from kibitz.stochastic.convert import to_stochastic

    pig = to_stochastic(Pig(100))
    yield race(
        "Pig to 100, all states to 1e-12",
        {"Kibitz": partial(solve_turn_based, pig, 1e-12)}, "Kibitz", 3, 20.0,
    )  # fmt: skip
    rewards, matrix, owner = random_process(1_000_000)
    jobs: dict[str, Job] = {"Kibitz": partial(_kibitz, rewards, matrix, owner, 0.95)}
    if find_spec("quantecon"):
        jobs["QuantEcon DiscreteDP"] = partial(_quantecon, rewards, matrix, owner, 0.95)
    yield race("decision process, 10^6 states, 10^7 transitions, 1e-6", jobs, "Kibitz", 3, 60.0)
