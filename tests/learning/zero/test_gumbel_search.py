"""The search over arrays: wins in one, blocks, and the schedule of sequential halving."""

import numpy as np
import pytest

import kibitz
from kibitz.learning.zero.array_rules import array_rules
from kibitz.learning.zero.gumbel_search import considered_visits, gumbel_search

jax = pytest.importorskip("jax")


def knows_nothing(actions):
    import jax.numpy as jnp

    return lambda planes: (jnp.zeros((len(planes), actions)), jnp.zeros(len(planes)))


def test_it_wins_and_blocks_without_knowing_anything():
    rules = kibitz.game("tic-tac-toe")
    arrays = array_rules(rules)
    must_block = rules.position(0, 4, 1).state
    can_win = rules.position(0, 4, 1, 8).state
    batch = tuple(map(jax.numpy.asarray, arrays.read([must_block, can_win])))
    search = jax.jit(lambda b, k: gumbel_search(arrays, knows_nothing(9), b, k, 24, noise=0.0))
    found = search(batch, jax.random.key(0))
    assert found.action.tolist() == [2, 2]
    assert float(found.value[1]) == pytest.approx(1.0, abs=0.02)
    assert np.asarray(found.visits).sum(1).tolist() == [24, 24]
    assert np.asarray(found.policy)[:, 0].tolist() == [0.0, 0.0]


def test_sequential_halving_spends_all_simulations():
    table = considered_visits(7, 32)
    assert table.shape == (8, 32)
    for moves in range(2, 8):
        visits = [0] * moves
        for wanted in table[moves]:
            visits[visits.index(wanted)] += 1
        assert sum(visits) == 32
        assert sum(v == max(visits) for v in visits) <= 2
    assert table[1].tolist() == list(range(32))
