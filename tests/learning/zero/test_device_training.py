"""AlphaZero over arrays: returns, learning a tiny game, going on bit for bit."""

import numpy as np
import pytest

import kibitz
from kibitz.learning.encoding.encode import encode
from kibitz.learning.zero.array_rules import array_rules
from kibitz.learning.zero.device_training import Device, returns
from kibitz.learning.zero.settings import ZeroSettings

jax = pytest.importorskip("jax")
pytest.importorskip("optax")


def test_returns_are_results_seen_by_the_mover():
    value = np.array([[0.5], [-0.25], [0.1], [0.2]], np.float32)
    over = np.array([[False], [True], [False], [False]])
    paid = np.array([[0.0], [-1.0], [0.0], [0.0]], np.float32)
    found = np.asarray(returns(*map(jax.numpy.asarray, (value, over, paid)), 1.0))[:, 0]
    assert found.tolist() == pytest.approx([-1.0, 1.0, -0.2, 0.2])
    mixed = np.asarray(returns(*map(jax.numpy.asarray, (value, over, paid)), 0.5))[:, 0]
    assert mixed[0] == pytest.approx(-(0.5 * 1.0 + 0.5 * -0.25))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_weights():
    rules = kibitz.game("mnk 3 2 2")
    settings = ZeroSettings(
        games=8, moves=3, simulations=4, channels=8, blocks=1, buffer=64, batch=16, openings=2
    )
    device = Device.of(array_rules(rules), encode(rules), settings)
    play, learn = device.compiled()
    found = []
    for _ in range(2):
        run = device.start(3)
        for _ in range(3):
            run, _ = play(run)
            run, told = learn(run, 1e-3)
        assert np.isfinite(float(told["policy"]))
        found.append(np.asarray(run["weights"]["policy.c"]))
    assert (found[0] == found[1]).all()
