"""Neural fictitious self-play: what is remembered, exact exploitability, runs that go on."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.hidden.nfsp import NFSP
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import load_model
from kibitz.learning.training.train import train

SMALL = {"games": 64, "units": 16, "steps": 5}


def small(memory: int = 5_000) -> NFSP:
    return NFSP(Lesson(kb.game("kuhn-poker")), 64, 0.5, memory, 16, 0.003, 5)


def test_steps_that_are_remembered_follow_one_another() -> None:
    learner = small()
    learner._play()
    game, count = learner.game, int(learner.count[0])
    assert count >= 128
    made, reward, following = learner.past[:count].T
    inside, onward = made.astype(int), following.astype(int)
    goes_on = onward >= 0
    assert (game.treeplex.parent[onward[goes_on]] == inside[goes_on]).all()
    assert not reward[goes_on].any()
    assert reward[~goes_on].all()
    assert reward.sum() == pytest.approx(0)


def test_responses_are_counted_and_pure() -> None:
    learner = small()
    pure = learner.best()
    learner._play()
    assert learner.chosen.sum() > 0
    assert not learner.chosen[pure == 0].any()


def test_a_memory_smaller_than_a_round_keeps_the_last_steps() -> None:
    learner = small(memory=10)
    learner.learn()
    assert learner.past.shape == (10, 3)
    assert np.isfinite(learner.measure()["exploitability"])


def test_a_run_goes_on_bit_for_bit(tmp_path) -> None:
    path = tmp_path / "m.kbz"
    train("kuhn-poker", "nfsp", rounds=6, output=path, **SMALL)
    rest = train("kuhn-poker", "nfsp", rounds=15, output=path, resume=True, **SMALL)
    whole = train("kuhn-poker", "nfsp", rounds=15, **SMALL)
    for name, array in whole.learner.state().arrays.items():
        assert np.array_equal(array, rest.learner.state().arrays[name]), name
    model = load_model(path)
    learner = whole.learner
    assert isinstance(learner, NFSP)
    state = learner.tree.state(0)
    assert model.learner.policy(state, 0) == learner.policy(state, 0)
    assert "fictitious" in str(whole.explain())


@pytest.mark.parametrize(
    ("options", "words"),
    [({"games": 0}, "games is 0"), ({"response": 0}, "response is 0"), ({"rate": 0}, "rate is 0")],
)
def test_settings_that_make_no_sense_are_one_line(options, words) -> None:
    with pytest.raises(GameError, match=words):
        train("kuhn-poker", "nfsp", rounds=1, **options)


@pytest.mark.slow
def test_it_learns_kuhn_poker() -> None:
    model = train("kuhn-poker", "nfsp", rounds=500)
    assert model.measures["exploitability"] < 0.12
