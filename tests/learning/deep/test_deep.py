"""Networks that learn: episodes in step, the exact gap, models that play without JAX."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.deep import deep_world as worlds
from kibitz.learning.deep.network import answers, initial_weights
from kibitz.learning.deep.reinforce import reinforce
from kibitz.learning.deep.rollout import play_episodes, policy_of
from kibitz.learning.training.learner import Learner
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import load_model, make_learner
from kibitz.learning.training.train import train
from kibitz.rules.examples import TakeAway

METHODS = ("reinforce", "ppo", "dqn")


def test_choices_are_numbered_as_outputs() -> None:
    deep = worlds.deep_world(Lesson(TakeAway(6)))
    states = np.arange(deep.world.table.states)
    places = deep.places(states)
    first = deep.world.arrays[0]
    for s in states.tolist():
        assert sorted(places[s][places[s] >= 0]) == list(range(first[s], first[s + 1]))
    assert np.array_equal(deep.legal(states), places >= 0)


def test_returns_are_those_of_the_episodes() -> None:
    deep = worlds.deep_world(Lesson(TakeAway(6)))
    generator = np.random.default_rng(1)
    weights = initial_weights(deep.seen.shape[1], 8, deep.actions + 1, generator)
    found = play_episodes(deep, weights, 50, 0.0, 100, generator)
    assert set(found.returns) == {-1.0, 1.0}
    assert (found.likely <= 0).all()
    assert found.legal[np.arange(len(found.actions)), found.actions].all()


def test_probabilities_add_up() -> None:
    legal = np.array([[True, False, True]])
    logs = policy_of(np.array([[0.3, 9.0, -1.0]]), legal)
    assert np.exp(logs)[legal].sum() == pytest.approx(1)


def test_lotteries_are_drawn_with_their_weights() -> None:
    deep = worlds.deep_world(Lesson(kb.game("frozen-lake")))
    cells = np.zeros(30_000, np.int64)
    found = deep.follow(cells, np.random.default_rng(2))
    link, target, weight = deep.world.arrays[3:6]
    for t in range(link[0], link[1]):
        assert (found == target[t]).mean() == pytest.approx(weight[t], abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_networks_learn_and_go_on_bit_for_bit(method: str, tmp_path) -> None:
    pytest.importorskip("jax")
    path = tmp_path / "m.kbz"
    train(TakeAway(9), method, rounds=10, units=32, output=path)
    rest = train(TakeAway(9), method, rounds=20, units=32, output=path, resume=True)
    whole = train(TakeAway(9), method, rounds=20, units=32)
    for name, array in whole.learner.state().arrays.items():
        assert np.array_equal(array, rest.learner.state().arrays[name]), name
    assert whole.measures["optimal"] > whole.history.rows[0].measures["optimal"]
    model = load_model(path, TakeAway(9))
    here = TakeAway(9).position()
    assert model.policy(here) == rest.policy(here)
    assert "update" in str(whole.explain())


@pytest.mark.parametrize("method", METHODS)
def test_products_are_computed_on_one_thread(method: str, monkeypatch) -> None:
    seen: set[int] = set()

    def learn(self: Learner) -> dict[str, float]:
        seen.update(each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas")
        return {}

    lesson = Lesson(TakeAway(5))
    monkeypatch.setattr(type(make_learner(lesson, method, {})), "learn", learn)
    with threadpool_limits(limits=2, user_api="blas"):
        train(TakeAway(5), method, rounds=1)
    assert seen == {1}


def test_the_rate_of_a_policy_falls_and_is_kept() -> None:
    pytest.importorskip("jax")
    learner, other = (
        reinforce(Lesson(TakeAway(5)), units=8, episodes=8, rate=0.1) for _ in range(2)
    )
    learner.learn()
    other.restore(learner.state())
    learner.rounds = 300  # the rate has halved
    assert other.rounds == 1
    before = learner.weights["w1"].copy()
    for each in (learner, other):
        each.learn()
    moved, further = (abs(each.weights["w1"] - before).max() for each in (learner, other))
    assert moved == pytest.approx(further * (1 + 1 / 300) / 2, rel=1e-3)


def test_without_jax_it_is_one_line(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(GameError, match=r"needs JAX; install it with: pip install 'kibitz\[learn"):
        train(TakeAway(5), "dqn", rounds=1)


@pytest.mark.parametrize(
    ("method", "options", "words"),
    [
        ("dqn", {"units": 0}, "units is 0"),
        ("dqn", {"renewal": 0}, "renewal is 0"),
        ("dqn", {"exploration": 2}, "exploration is 2"),
        ("ppo", {"clip": 1}, "clip is 1"),
        ("ppo", {"epochs": 0}, "epochs is 0"),
        ("reinforce", {"episodes": 0}, "episodes is 0"),
        ("reinforce", {"rate": 0}, "rate is 0"),
        ("reinforce", {"starts": 3}, "starts is 3; it must lie between 0 and 1"),
        ("ppo", {"entropy": -1}, "entropy is -1; it must be at least 0"),
    ],
)
def test_settings_are_checked(method: str, options: dict[str, float], words: str) -> None:
    with pytest.raises(GameError, match=words):
        train(TakeAway(5), method, rounds=1, **options)


@pytest.mark.slow
def test_the_network_answers_alike_in_both() -> None:
    jnp = pytest.importorskip("jax.numpy")
    weights = initial_weights(4, 6, 3, np.random.default_rng(0))
    seen = np.random.default_rng(1).random((5, 4)).astype(np.float32)
    assert np.allclose(answers(weights, seen), answers(weights, seen, jnp), atol=1e-5)
