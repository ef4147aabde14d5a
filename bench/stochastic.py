"""Stochastic games: batched matrix games against a loop of linear programs, Pig, and QuantEcon."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from bench.harness import Job, Race, Timing, is_wanted
from kibitz.stochastic.decision.decision_process import (
    from_pairs,
    modified_policy_iteration,
    policy_iteration,
    value_iteration,
)
from kibitz.stochastic.from_rules.convert import to_stochastic
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.numeric_solve import solve_numerically
from kibitz.stochastic.table import TransitionTable

DISCOUNT, DISCOUNTED, ACCURACY = 0.9, 0.95, 1e-6
SAMPLE = 200
"""Linear programs that are timed of a loop that would take hours."""


def random_game(states: int, side: int = 5, ways: int = 3, seed: int = 1) -> StochasticGame:
    """States with payoffs from -1 to 1, each cell leading to a few states at random."""
    random = np.random.default_rng(seed)
    cells = states * side * side
    weights = random.random((cells, ways))
    weights /= weights.sum(axis=1, keepdims=True)
    table = TransitionTable(
        np.full(states, side),
        np.full(states, side),
        np.arange(states + 1) * side * side,
        random.uniform(-1, 1, (cells, 1)),
        np.arange(cells + 1) * ways,
        random.integers(0, states, cells * ways),
        weights.ravel(),
    )
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
            np.r_[np.zeros(m), -1.0],
            np.c_[-matrix.T, np.ones(n)],
            np.zeros(n),
            np.r_[np.ones(m), 0.0][None, :],
            [1.0],
            [(0, None)] * m + [(None, None)],
        )


def loop_of_minmax(matrices: list[Any]) -> None:
    """The same by QuantEcon's compiled solver of matrix games, the matrices ready made."""
    from quantecon.optimize.minmax import minmax

    for matrix in matrices:
        minmax(matrix)


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


QUANTECON = {
    "value iteration": "value_iteration",
    "modified policy iteration": "modified_policy_iteration",
    "policy iteration": "policy_iteration",
}
KIBITZ: dict[str, Any] = {
    "value iteration": value_iteration,
    "modified policy iteration": modified_policy_iteration,
    "policy iteration": policy_iteration,
}


def _quantecon(process: Any, discount: float, method: str) -> Any:
    from quantecon.markov import DiscreteDP

    rewards, matrix, owner = process
    actions = np.arange(len(owner)) - np.searchsorted(owner, owner)
    made = DiscreteDP(rewards, matrix, discount, owner, actions)
    return made.solve(method=QUANTECON[method], epsilon=ACCURACY, max_iter=10_000).v


def _kibitz(process: Any, discount: float, method: str) -> Any:
    rewards, matrix, owner = process
    made = from_pairs(rewards, matrix, discount, owner)
    return KIBITZ[method](made, ACCURACY).value_array


def cpu(job: Job) -> float:
    """Seconds of processor time, of all threads."""
    gc.collect()
    began = time.process_time()
    job()
    return time.process_time() - began


def cpu_race(
    title: str, jobs: dict[str, Job], reference: str, rounds: int, scales: dict[str, float]
) -> Race:
    """Processor time of jobs that take turns; that of a sample is multiplied by its scale."""
    if not is_wanted(title):
        return Race(f"{title} (processor time)", (), reference)
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            times[name].append(cpu(job) * scales.get(name, 1.0))
    timings = tuple(Timing(name, tuple(found)) for name, found in times.items())
    return Race(f"{title} (processor time)", timings, reference)


def shapley_races() -> Iterator[Race]:
    """Shapley's iteration against a loop over scipy's linear programs, and Newton's method."""
    game = random_game(10_000)
    steps = game.iterate(tolerance=1e-9).steps
    programs = steps * game.table.states
    loop = f"scipy linprog, {SAMPLE} of {programs:,} programs, times {programs // SAMPLE:,}"
    jobs: dict[str, Job] = {
        "Kibitz, Shapley iteration": partial(game.iterate, tolerance=1e-9),
        "Kibitz, Newton's method": partial(solve_numerically, game, 1e-9),
        loop: partial(loop_of_programs, game, SAMPLE),
    }
    scales = {loop: programs / SAMPLE}
    if find_spec("quantecon"):
        table = game.effective.floats
        zero = np.zeros(table.states)
        matrices = [np.array(table.matrix(s, zero)) for s in range(table.states)]
        loop_of_minmax(matrices[:1])
        name = f"QuantEcon minmax, one step, times {steps}"
        jobs[name], scales[name] = partial(loop_of_minmax, matrices), float(steps)
    title = f"10,000 states of 5 x 5, {steps} steps to 1e-9"
    yield cpu_race(title, jobs, "Kibitz, Shapley iteration", 5, scales)


def pig_races() -> Iterator[Race]:
    """Pig from its rules to the policy of all states."""
    from kibitz.games.dice.pig import Pig

    states = Pig(100).solve().game.table.states
    title = f"Pig to 100, all {states:,} states to 1e-12"
    jobs: dict[str, Job] = {
        "Kibitz, from rules to policy": lambda: Pig(100).solve(),
        "Kibitz, the positions alone": lambda: to_stochastic(Pig(100)),
    }
    yield cpu_race(title, jobs, "Kibitz, from rules to policy", 7, {})


def process_races() -> Iterator[Race]:
    """Decision processes against QuantEcon's, the same arrays for both."""
    large, small = random_process(1_000_000), random_process(1000)
    middle = random_process(100_000)
    cases = (
        ("10^5 states, 10^6 transitions", middle, "modified policy iteration", 5),
        ("10^6 states, 10^7 transitions", large, "modified policy iteration", 5),
        ("10^5 states, 10^6 transitions", middle, "value iteration", 5),
        ("1,000 states, 10^4 transitions", small, "policy iteration", 5),
    )
    for size, process, method, rounds in cases:
        title = f"decision process, {size}, 1e-6, {method}"
        if not is_wanted(title):
            yield cpu_race(title, {}, "Kibitz", rounds, {})
            continue
        jobs: dict[str, Job] = {"Kibitz": partial(_kibitz, process, DISCOUNTED, method)}
        found = _kibitz(process, DISCOUNTED, method)
        if find_spec("quantecon"):
            jobs["QuantEcon DiscreteDP"] = partial(_quantecon, process, DISCOUNTED, method)
            other = _quantecon(process, DISCOUNTED, method)
            assert np.abs(found - other).max() <= 2 * ACCURACY, "the values differ"
        yield cpu_race(title, jobs, "Kibitz", rounds, {})


def races() -> Iterator[Race]:
    """Shapley's iteration, Pig, and large decision processes."""
    yield from shapley_races()
    yield from pig_races()
    yield from process_races()
