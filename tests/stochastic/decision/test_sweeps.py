"""Sweeps over large decision processes: rows of all lengths, choices that change, proved bounds."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from kibitz.stochastic.decision import sweep_kernels
from kibitz.stochastic.decision.decision_process import (
    NOBODY,
    from_pairs,
    modified_policy_iteration,
    policy_iteration,
    value_iteration,
)


def _process(seed, discount, stops):
    """States with 1 to 4 choices, each with 1 to 6 successors; with ``stops``, some play ends."""
    random = np.random.default_rng(seed)
    states = 60
    owner = np.repeat(np.arange(states), random.integers(1, 5, states))
    lengths = random.integers(1, 7, len(owner))
    link = np.concatenate([[0], np.cumsum(lengths)])
    weight = random.random(link[-1])
    sums = np.add.reduceat(weight, link[:-1]) * (1 + 0.3 * stops * random.random(len(owner)))
    weight /= np.repeat(sums, lengths)
    matrix = csr_matrix((weight, random.integers(0, states, link[-1]), link), (len(owner), states))
    return from_pairs(random.normal(size=len(owner)), matrix, discount, owner)


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize("discount", [0.0, 0.5, 0.95, 0.999])
def test_iterations_stop_within_the_tolerance(discount, stops):
    for seed in range(5):
        game = _process(seed, discount, stops)
        exact = policy_iteration(game).value_array
        for iterate in (modified_policy_iteration, value_iteration):
            found = iterate(game, 1e-6)
            assert found.bound <= 1e-6 + 1e-12
            assert np.abs(found.value_array - exact).max() <= found.bound + 1e-9
            assert found.verify().holds


def test_rows_that_are_there_already_are_those_of_a_fresh_copy():
    game = _process(1, 0.9, False)
    table = game.table
    arrays = (
        table.first.view(np.uint64),
        np.ascontiguousarray(table.pay[:, 0]),
        table.link.view(np.uint64),
        table.target.view(np.uint32),
        table.weight,
    )

    def room():
        kept, links = np.full(table.states, NOBODY), np.zeros(table.states + 1, np.uint64)
        targets, weights = np.empty(len(table.target), np.uint32), np.empty(len(table.target))
        return kept, np.empty(table.states), links, targets, weights

    random, rows = np.random.default_rng(2), room()
    choices = np.diff(table.first)
    policy = np.zeros(table.states, np.uint64)
    for share in (1.0, 0.2, 0.02, 0.0, 0.05, 1.0):
        anew = random.random(table.states) < share
        policy[anew] = random.integers(0, choices)[anew]
        sweep_kernels.take_rows(*arrays, policy, rows)
        fresh = room()
        sweep_kernels.take_rows(*arrays, policy, fresh)
        end = int(fresh[2][-1])
        for mine, theirs, stop in zip(rows, fresh, (None, None, None, end, end), strict=True):
            assert (mine[:stop] == theirs[:stop]).all()
