"""PUCT over arrays: wins in one and blocks, noise, and moves drawn by visits."""

import numpy as np
import pytest

import kibitz
from kibitz.learning.zero.array_rules import array_rules
from kibitz.learning.zero.puct_in_step import puct_in_step

jax = pytest.importorskip("jax")


def test_it_wins_and_blocks_without_knowing_anything():
    import jax.numpy as jnp

    rules = kibitz.game("tic-tac-toe")
    arrays = array_rules(rules)
    states = [rules.position(0, 4, 1).state, rules.position(0, 4, 1, 8).state]
    batch = tuple(map(jnp.asarray, arrays.read(states)))

    def blind(planes):
        return jnp.zeros((len(planes), 9)), jnp.zeros(len(planes))

    def both(batch, key, noise):
        return puct_in_step(arrays, blind, batch, key, 60, noise=noise, warm=False)

    search = jax.jit(both)
    found = search(batch, jax.random.key(0), 0.0)
    assert found.action.tolist() == [2, 2]
    assert np.asarray(found.visits).sum(1).tolist() == [60, 60]
    assert np.asarray(found.policy)[:, 0].tolist() == [0.0, 0.0]
    noisy = search(batch, jax.random.key(1), 0.9)
    assert np.asarray(noisy.visits).tolist() != np.asarray(found.visits).tolist()
