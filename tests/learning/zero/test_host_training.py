"""AlphaZero of any game: searches over rules as they are, trails, the buffer, ratings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kibitz as kb
from helpers.blind_games import knows_nothing, run_of
from kibitz.learning.encoding.encode import encode
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.zero.alphazero import alphazero
from kibitz.learning.zero.host_training import Forest
from kibitz.learning.zero.ladder import Ladder, elo
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER


@pytest.mark.parametrize("search", ["gumbel", "puct"])
def test_wins_and_threats_are_seen(search: str) -> None:
    changes = {"search": search, "simulations": 60, "temperature_moves": 0}
    host = knows_nothing(kb.game("tic-tac-toe"), **changes)
    forest = Forest(host, run_of(host, [[0, 3, 0], [0, 3, 0, 5]]))
    with np.errstate(over="ignore"):
        _, players, actions, policy, value, _, _, over, paid = forest.move()
    assert players.tolist() == [1, 0]
    best = [int(actions[g, policy[g].argmax()]) for g in range(2)]
    assert best == [2, 2]
    assert value[1] > 0.4
    if search == "puct":
        assert over.tolist() == [False, True]
        assert paid.tolist() == [0.0, 1.0]


def test_the_network_is_asked_once_about_a_position_in_a_round() -> None:
    host = knows_nothing(kb.game("tic-tac-toe"), games=20, simulations=8)
    asked: list[int] = []

    def evaluate(weights: Any, planes: Any) -> tuple[Any, Any]:
        asked.append(len(planes))
        value = planes.reshape(len(planes), -1) @ np.arange(planes[0].size)
        return np.tile(value[:, None], (1, host.code.actions)), value

    host.__dict__["evaluate"] = evaluate
    forest = Forest(host, run_of(host, [[0], [1], [0], [1]] * 5))
    rows = forest.words(forest.roots)
    logits, values = forest.judge(*rows)
    assert asked == [16]  # two positions, in a batch of the smallest size
    expected = evaluate({}, host.code.observe_words(*rows))
    assert (values == expected[1]).all()
    assert (logits == expected[0]).all()
    assert forest.judge(*rows)[1].tolist() == values.tolist()
    assert len(asked) == 2


def test_a_round_fills_the_buffer_with_results() -> None:
    host = knows_nothing(TakeAway(3), simulations=12)
    run, told = host.play(run_of(host, [[], []]))
    assert int(run["written"]) == 6
    assert told["games"] >= 2
    seen = host.code.observe_words(run["buffer"]["words"][:6], run["buffer"]["player"][:6])
    assert seen.shape[0] == 6
    assert np.isclose(run["buffer"]["policy"][:6].astype(float).sum(1), 1, atol=0.01).all()
    first = run["buffer"]["value"][:2].astype(float)
    assert (first > 0.5).all()


def test_who_moves_twice_and_dice_are_backed_up_for_the_right_player() -> None:
    rules = kb.game("pig 5")
    host = knows_nothing(rules, simulations=12, search="puct")
    run, _ = host.play(run_of(host, [[], []]))
    assert np.isfinite(run["buffer"]["value"].astype(float)).all()
    assert int(run["written"]) == 6
    assert set(run["buffer"]["player"][:6].tolist()) <= {0, 1}


def test_trails_lead_back_to_the_same_positions() -> None:
    host = knows_nothing(kb.game("pig 5"), simulations=4)
    run = run_of(host, [[], []])
    forest = Forest(host, run)
    with np.errstate(over="ignore"):
        for _ in range(3):
            forest.move()
    there = [forest.states[k] for k in forest.roots]
    again = Forest(host, run)
    assert [again.states[k] for k in again.roots] == there


def test_ratings_follow_results() -> None:
    found = elo(np.array([[1, 0, 24, 24], [2, 1, 12, 24]]), 3)
    assert found[0] == 0
    assert found[1] > 600
    assert found[2] == pytest.approx(found[1])


def test_better_players_climb_the_ladder() -> None:
    rules = TakeAway(9)
    code = encode(rules)

    def evaluate(weights: Any, planes: Any) -> tuple[Any, Any]:
        return np.stack([weights["table"] @ seen for seen in planes]), np.zeros(len(planes))

    perfect = np.zeros((code.actions, code.size))
    for left in range(1, 10):
        seen = code.observe((left, 0) if isinstance(rules.start(), tuple) else left, 0)
        perfect[:, seen > 0] += np.eye(code.actions)[code.action(left % 4 or 1)][:, None] * 1.0
    ladder = Ladder(code, evaluate, seed=1)
    blind = ladder.rate({"table": np.zeros((code.actions, code.size))})
    taught = ladder.rate({"table": perfect})
    assert taught > blind
    again = Ladder(code, evaluate, seed=1)
    again.recall(ladder.arrays())
    assert again.rate({"table": perfect}) == ladder.rate({"table": perfect})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mancala 3 2", "pig 10", "breakthrough 4 4", "othello"])
def test_other_games_are_learned_and_go_on_bit_for_bit(name: str) -> None:
    pytest.importorskip("optax")
    settings = {"games": 8, "moves": 4, "simulations": 4, "channels": 4, "blocks": 1, "batch": 16}
    whole, first, second = (alphazero(Lesson(kb.game(name)), **settings) for _ in range(3))
    for _ in range(2):
        told = whole.learn()
    assert np.isfinite(list(told.values())).all()
    first.learn()
    second.restore(first.state())
    second.learn()
    assert all((whole.weights[k] == second.weights[k]).all() for k in whole.weights)
    rules = kb.game(name)
    here = rules.position()
    while here.player < 0 and here.player != OVER:
        here = here.play(here.moves[0])
    assert sum(whole.policy(here.state, here.player).values()) == 1
