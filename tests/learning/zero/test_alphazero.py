"""AlphaZero as a learner: its network in NumPy, its search, its models and checkpoints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.encoding.encode import encode
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import Model, load_model
from kibitz.learning.zero.alphazero import AlphaZero, alphazero
from kibitz.learning.zero.ladder import Ladder
from kibitz.learning.zero.numpy_net import evaluate_in_numpy
from kibitz.learning.zero.puct_search import puct_search
from kibitz.learning.zero.settings import ZeroSettings
from kibitz.rules.examples import TakeAway

RULES = kb.game("tic-tac-toe")


def small() -> AlphaZero:
    return alphazero(Lesson(RULES), games=8, moves=4, simulations=4, channels=4, blocks=2, batch=16)


def blind(state: Any) -> tuple[dict[Any, float], float]:
    return dict.fromkeys(RULES.moves(state), 1.0), 0.0


@pytest.mark.parametrize(
    ("moves", "best"), [("a1 b1 a2 b2", "a3"), ("a1 b2 c3 a3", "c1"), ("b2 a1 b1", "b3")]
)
def test_the_search_sees_wins_and_threats(moves: str, best: str) -> None:
    here = RULES.position(*moves.split())
    visits = puct_search(RULES, here.state, blind, 400)
    assert RULES.show_move(here.state, max(visits, key=lambda m: visits[m])) == best


def test_noise_changes_where_the_search_looks() -> None:
    state = RULES.start()
    plain = puct_search(RULES, state, blind, 40)
    noisy = puct_search(RULES, state, blind, 40, noise=0.9, generator=np.random.default_rng(1))
    assert plain != noisy
    assert sum(noisy.values()) == sum(plain.values()) == 40


def test_the_network_is_the_same_in_numpy() -> None:
    pytest.importorskip("jax")
    from kibitz.learning.zero.residual_net import evaluate_net

    learner = small()
    shape = learner.shape
    weights = {
        k: np.random.default_rng(len(k)).normal(size=w.shape).astype(np.float32) * 0.3
        for k, w in learner.weights.items()
    }
    planes = np.random.default_rng(0).random((5, *shape.input)).astype(np.float32)
    told, worth = evaluate_net(shape, weights, planes)
    logits, value = evaluate_in_numpy(shape, weights, planes)
    assert np.allclose(np.asarray(told), logits, atol=1e-3)
    assert np.allclose(np.tanh(np.asarray(worth) / 2), value, atol=1e-4)


def test_a_model_is_kept_and_plays(tmp_path: Path) -> None:
    learner = small()
    path = tmp_path / "model.kbz"
    options = {"games": 8, "moves": 4, "simulations": 4, "channels": 4, "blocks": 2, "batch": 16}
    Model(learner.lesson, "alphazero", options, learner).save(path)
    again = load_model(path)
    here = RULES.position()
    assert again.policy(here) == learner.policy(here.state, 0)
    assert sum(again.policy(here).values()) == 1
    assert "AlphaZero" in str(again.explain())


def test_games_of_other_kinds_are_refused_in_one_line() -> None:
    with pytest.raises(GameError, match="hidden"):
        kb.train(kb.game("kuhn-poker"), "alphazero", rounds=1)
    with pytest.raises(GameError, match="thinking is -1"):
        alphazero(Lesson(RULES), thinking=-1)
    with pytest.raises(GameError, match="search is 'uct'; it must be gumbel or puct"):
        alphazero(Lesson(RULES), search="uct")


def test_a_model_says_of_how_many_positions_its_share_is() -> None:
    learner = small()
    learner.checked = 64
    model = Model(learner.lesson, "alphazero", {}, learner)
    model.history.add(1, 1.0, {"optimal": 0.5})
    assert "optimal: 0.5 (at 64 positions)" in str(model)


def test_a_card_gets_larger_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.learning.training import device

    board = kb.game("connect-four")
    monkeypatch.setattr(device, "has_card", lambda: False)
    assert device.suited("alphazero", "auto", {"games": 8}, board) == {"games": 8}
    monkeypatch.setattr(device, "has_card", lambda: True)
    found = device.suited("alphazero", "auto", {"games": 8}, board)
    assert found["games"] == 8
    assert found["channels"] > 32
    assert device.suited("alphazero", "cpu", {}, board) == {}
    assert device.suited("alphazero", "auto", {}, kb.game("mancala")) == {}


@pytest.mark.slow
def test_a_run_goes_on_bit_for_bit() -> None:
    pytest.importorskip("optax")
    whole, first, second = small(), small(), small()
    for _ in range(2):
        whole.learn()
    first.learn()
    second.restore(first.state())
    second.learn()
    assert all((whole.weights[k] == second.weights[k]).all() for k in whole.weights)


@pytest.mark.slow
def test_tic_tac_toe_is_learned() -> None:
    pytest.importorskip("optax")
    model = kb.train(RULES, "alphazero", rounds=200, thinking=0)
    assert model.measures["optimal"] > 0.995


@pytest.mark.slow
def test_connect_four_on_a_small_board_is_learned() -> None:
    pytest.importorskip("optax")
    model = kb.train("connect-four 5 4", "alphazero", rounds=60, thinking=0)
    assert model.measures["optimal"] > 0.7


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"games": 0}, "games is 0; it must be at least 1"),
        ({"proof": -1}, "proof is -1; it must be at least 0"),
        ({"precision": "int8"}, "precision is 'int8'; it must be float32 or bfloat16"),
        ({"rate": 0.0}, "rate is 0.0; it must be positive"),
        ({"reuse": -1.0}, "reuse is -1.0; it must be positive"),
        ({"chanels": 4}, "no setting 'chanels'; did you mean 'channels'"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(GameError, match=words):
        ZeroSettings().changed(settings)


def test_ratings_go_on_from_what_was_kept() -> None:
    code = encode(TakeAway(4))

    def flat(weights: Any, planes: Any) -> tuple[Any, Any]:
        return np.full((len(planes), code.actions), weights["w"][0]), np.zeros(len(planes))

    first, second = Ladder(code, flat, 1), Ladder(code, flat, 1)
    weights = {"w": np.zeros(1)}
    for _ in range(4):
        first.rate(weights)
    second.recall(first.arrays())
    assert second.rate(weights) == first.rate(weights)
    with pytest.raises(GameError, match="ratings of the checkpoint cannot be read"):
        second.recall({"count": np.array(1)})
