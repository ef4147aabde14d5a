"""Policy-space response oracles: exact values, and runs that go on bit for bit."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.hidden.psro import PSRO
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import load_model
from kibitz.learning.training.train import train
from kibitz.rules.examples import TakeAway


def test_kuhn_poker_ends_at_its_exact_value() -> None:
    model = train("kuhn-poker", "psro", rounds=100)
    learner = model.learner
    assert isinstance(learner, PSRO)
    assert model.rounds < 20
    assert learner.is_finished
    assert learner.meta_value == Fraction(-1, 18)
    assert learner.gap == 0
    assert "-1/18" in str(model.explain())


def test_the_gap_is_the_exploitability_of_the_policy() -> None:
    learner = PSRO(Lesson(kb.game("kuhn-poker")))
    for _ in range(4):
        learner.learn()
        odds = learner.tree.exploitability(learner._behavior)
        assert odds == pytest.approx(float(learner.gap), abs=1e-12)


def test_floats_and_fractions_agree() -> None:
    runs = [PSRO(Lesson(kb.game("kuhn-poker")), exact=exact) for exact in (True, False)]
    for run in runs:
        while not run.is_finished:
            run.learn()
    assert float(runs[0].meta_value) == pytest.approx(float(runs[1].meta_value), abs=1e-12)
    assert isinstance(runs[1].meta_value, float)


def test_payoffs_of_the_meta_game_are_those_of_the_tree() -> None:
    learner = PSRO(Lesson(kb.game("kuhn-poker")))
    for _ in range(3):
        learner.learn()
    learner.mixtures = [(Fraction(1), *[Fraction(0)] * (len(p) - 1)) for p in learner.plans]
    learner._answer()
    paid = learner.game.expected_payoffs(Profile(learner.game, learner._behavior))[0]
    assert float(paid) == pytest.approx(int(learner.meta[0, 0]) / learner.game.chance_weights[1])


def test_a_run_goes_on_bit_for_bit(tmp_path) -> None:
    path = tmp_path / "m.kbz"
    train("kuhn-poker", "psro", rounds=3, output=path)
    rest = train("kuhn-poker", "psro", rounds=6, output=path, resume=True)
    whole = train("kuhn-poker", "psro", rounds=6)
    for name, array in whole.learner.state().arrays.items():
        assert np.array_equal(array, rest.learner.state().arrays[name]), name
    model = load_model(path)
    here = kb.game("kuhn-poker").position()
    while here.player < 0:
        here = here.play(here.moves[0])
    assert model.policy(here) == whole.policy(here)
    assert sum(model.policy(here).values()) == pytest.approx(1)


def test_strategies_of_another_game_are_refused() -> None:
    learner = PSRO(Lesson(kb.game("kuhn-poker")))
    kept = learner.state()
    kept.arrays["first"] = np.zeros((2, 3), np.uint8)
    with pytest.raises(GameError, match="do not fit this game"):
        learner.restore(kept)


def test_nothing_hidden_is_refused() -> None:
    with pytest.raises(GameError, match="nothing is hidden"):
        train(TakeAway(5), "psro", rounds=1)


def test_an_unknown_learner_is_one_line() -> None:
    with pytest.raises(GameError, match="unknown method 'pspo' for games to be learned"):
        train("kuhn-poker", "pspo", rounds=1)


@pytest.mark.slow
def test_leduc_poker_ends_at_its_exact_value() -> None:
    model = train("leduc-poker", "psro", rounds=1000)
    learner = model.learner
    assert isinstance(learner, PSRO)
    assert learner.is_finished
    assert learner.gap == 0
    assert float(learner.meta_value) == pytest.approx(-0.0856064240780)


def test_strategies_that_do_not_fit_are_refused() -> None:
    learner = PSRO(Lesson(kb.game("kuhn-poker")))
    learner.restore(learner.state())  # nothing learned yet
    learner.learn()
    kept = learner.state()
    for arrays, words in (
        ({}, "the strategies of the players are missing"),
        ({**kept.arrays, "first": np.zeros((1, 3))}, "do not fit this game"),
        ({**kept.arrays, "meta": np.zeros((9, 9))}, "do not fit the strategies"),
    ):
        with pytest.raises(GameError, match=words):
            learner.restore(Kept(kept.facts, arrays))
    again = PSRO(Lesson(kb.game("kuhn-poker")))
    again.restore(kept)
    assert again.meta_value == learner.meta_value


def test_fractions_from_the_first_round_on() -> None:
    model = train("kuhn-poker", "psro", rounds=100, exact=True)
    assert model.learner.meta_value == Fraction(-1, 18)
    assert "the mixtures are optimal" in str(model.explain())
