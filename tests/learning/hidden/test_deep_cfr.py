"""Deep CFR: walks without bias, slopes that are right, exact exploitability, runs that go on."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from threadpoolctl import threadpool_info

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.methods.best_response import expected_payoffs, realization, sequence_gains
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.deep.network import answers, initial_weights
from kibitz.learning.hidden.backpropagation import backpropagation
from kibitz.learning.hidden.deep_cfr import DeepCFR
from kibitz.learning.hidden.sampled_walks import SampledWalks
from kibitz.learning.training.choose_learner import choose_learner
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import load_model
from kibitz.learning.training.train import train
from kibitz.rules.examples import TakeAway

SMALL = {"walks": 100, "units": 16, "steps": 20}


def test_slopes_are_those_of_the_loss() -> None:
    generator = np.random.default_rng(1)
    weights = {
        name: array.astype(float) for name, array in initial_weights(4, 6, 3, generator).items()
    }
    seen, target = generator.normal(size=(5, 4)), generator.normal(size=(5, 3))
    found, slopes = backpropagation(weights, seen, lambda out: 2 * (out - target))
    assert np.allclose(found, answers(weights, seen))
    for name, array in weights.items():
        place = (0,) * array.ndim
        sides = []
        for step in (1e-6, -1e-6):
            moved = {**weights, name: array.copy()}
            moved[name][place] += step
            sides.append(((answers(moved, seen) - target) ** 2).sum())
        assert slopes[name][place] == pytest.approx((sides[0] - sides[1]) / 2e-6, abs=1e-6)


@pytest.mark.parametrize("player", [0, 1])
def test_regrets_of_walks_are_those_of_the_tree_on_average(player: int) -> None:
    game = unfold(kb.game("kuhn-poker"))
    generator = np.random.default_rng(2)
    raw = generator.random(game.treeplex.sequences)
    sums = np.add.reduceat(raw, game.offset[:-1])[game.treeplex.infoset_of]
    profile = Profile(game, raw / sums)
    walks = 40_000
    found = SampledWalks(game).sample(profile.weights, player, walks, generator)
    sampled = np.bincount(found.sequences, found.regrets, game.treeplex.sequences) / walks
    gains = sequence_gains(game, player, realization(game, profile)) / game.chance_weights[1]
    for infosets in reversed(game.treeplex.rounds):
        for infoset in infosets[game.owners[infosets] == player].tolist():
            inside = slice(*game.offset[infoset : infoset + 2])
            worth = profile.weights[inside] @ gains[inside]
            assert sampled[inside] == pytest.approx(gains[inside] - worth, abs=0.03)
            gains[game.treeplex.parent[infoset]] += worth
    assert gains[-1] == pytest.approx(expected_payoffs(game, profile)[player])


def test_walks_meet_the_opponent_as_often_as_chance_and_it_lead_there() -> None:
    game = unfold(kb.game("kuhn-poker"))
    even = game.uniform().weights.astype(float)
    found = SampledWalks(game).sample(even, 0, 30_000, np.random.default_rng(3))
    met = np.bincount(found.met, minlength=game.infosets) / 30_000
    second = game.owners == 1
    assert met[second] == pytest.approx(np.full(6, 1 / 3), abs=0.02)
    assert not met[~second].any()


def test_it_learns_kuhn_poker() -> None:
    model = train("kuhn-poker", "deep-cfr", rounds=35, **SMALL)
    learner = model.learner
    assert isinstance(learner, DeepCFR)
    assert model.measures["exploitability"] < 0.1
    exact = learner.game.exploitability(Profile(learner.game, learner.average()))
    assert model.measures["exploitability"] == pytest.approx(float(exact), abs=1e-6)
    assert "mean regret" in str(model.explain())


def test_a_run_goes_on_bit_for_bit(tmp_path) -> None:
    path = tmp_path / "m.kbz"
    train("kuhn-poker", "deep-cfr", rounds=4, output=path, **SMALL)
    rest = train("kuhn-poker", "deep-cfr", rounds=9, output=path, resume=True, **SMALL)
    whole = train("kuhn-poker", "deep-cfr", rounds=9, **SMALL)
    for name, array in whole.learner.state().arrays.items():
        assert np.array_equal(array, rest.learner.state().arrays[name]), name
    model = load_model(path)
    here = kb.game("kuhn-poker").position()
    while here.player < 0:
        here = here.play(here.moves[0])
    assert model.policy(here) == whole.policy(here)
    assert sum(model.policy(here).values()) == pytest.approx(1)


def test_policies_are_those_that_are_measured() -> None:
    learner = DeepCFR(Lesson(kb.game("kuhn-poker")), 10, 8, 0.01, 5)
    learner.learn()
    average = learner.average()
    for infoset, owner in enumerate(learner.game.owners.tolist()):
        state = learner.tree.state(infoset)
        odds = learner.tree.policy(average, state, owner)
        assert learner.policy(state, owner) == pytest.approx(odds, abs=1e-6)


def test_it_is_the_learner_of_hidden_information() -> None:
    assert choose_learner(Lesson(kb.game("leduc-poker"))) == "deep-cfr"
    with pytest.raises(GameError, match="nothing is hidden"):
        train(TakeAway(5), "deep-cfr", rounds=1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"walks": 0}, "walks is 0"),
        ({"units": 0}, "units is 0"),
        ({"steps": 0}, "steps is 0"),
        ({"rate": 0}, "rate is 0"),
    ],
)
def test_settings_that_make_no_sense_are_one_line(options, words) -> None:
    with pytest.raises(GameError, match=words):
        train("kuhn-poker", "deep-cfr", rounds=1, **options)


def test_a_network_of_other_sizes_is_refused() -> None:
    lesson = Lesson(kb.game("kuhn-poker"))
    kept = DeepCFR(lesson, 10, 8, 0.01, 5).knowledge()
    with pytest.raises(GameError, match="different sizes"):
        DeepCFR(lesson, 10, 9, 0.01, 5).recall(kept)


@pytest.mark.slow
def test_it_learns_leduc_poker() -> None:
    model = train("leduc-poker", "deep-cfr", rounds=250)
    assert model.measures["exploitability"] < 0.15


@pytest.mark.slow
def test_it_learns_draw_poker() -> None:
    game = kb.game("lowball-draw ranks=2-5 suits=1 size=1 discard=free")
    assert str(game.solve().value) == "-1/260"
    model = train(game, "deep-cfr", rounds=60)
    assert model.measures["exploitability"] < 0.1


def test_weights_beyond_all_bounds_are_one_line_without_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(GameError, match="policy loss is nan in round 1") as found:
            train("kuhn-poker", "deep-cfr", rounds=5, rate=1e30, walks=10, units=4, steps=20)
    assert "\n" not in str(found.value)


def test_small_products_run_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def learn(self: DeepCFR) -> dict[str, float]:
        infos = threadpool_info()
        threads.extend(info["num_threads"] for info in infos if info["user_api"] == "blas")
        return {}

    before = [info["num_threads"] for info in threadpool_info() if info["user_api"] == "blas"]
    monkeypatch.setattr(DeepCFR, "learn", learn)
    train("kuhn-poker", "deep-cfr", rounds=1, walks=10, units=4, steps=1)
    assert set(threads) == {1}
    after = [info["num_threads"] for info in threadpool_info() if info["user_api"] == "blas"]
    assert after == before
