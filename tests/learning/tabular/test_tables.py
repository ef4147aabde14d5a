"""Learners with tables: each reaches what the exact solver finds, and traces its updates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.tabular.kernels.small_game import small_game
from kibitz.learning.tabular.world import made_world, restricted
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.train import train
from kibitz.play.players import PerfectMover
from kibitz.rules.examples import TakeAway

TABLES = (
    "q-learning",
    "sarsa",
    "expected-sarsa",
    "double-q-learning",
    "monte-carlo-control",
    "n-step-sarsa",
    "td-0",
    "td-lambda",
    "dynamic-programming",
)


@pytest.mark.parametrize("method", TABLES)
def test_every_learner_finds_perfect_play(method: str) -> None:
    found = train(TakeAway(12), method, rounds=10)
    assert found.measures["optimal"] == 1
    assert found.measures["gap"] == 0
    for taken in (1, 2, 3):
        here = TakeAway(12).position(taken)
        (best,) = (move for move, odds in found.policy(here).items() if odds)
        assert best == 4 - taken


@pytest.mark.parametrize("method", TABLES)
def test_every_learner_goes_on_bit_for_bit(method: str, tmp_path) -> None:
    path = tmp_path / "m.kbz"
    train(TakeAway(7), method, rounds=1, seed=2, output=path)
    rest = train(TakeAway(7), method, rounds=2, seed=2, output=path, resume=True)
    whole = train(TakeAway(7), method, rounds=2, seed=2)
    for name, array in whole.learner.state().arrays.items():
        assert np.array_equal(array, rest.learner.state().arrays[name]), name


@pytest.mark.parametrize("method", TABLES)
def test_updates_are_traced_as_they_were_made(method: str) -> None:
    learner = train("gridworld 3 3", method, rounds=1).learner
    told = str(learner.explain())
    assert learner.formula in told
    assert "The exact value of the start" in told
    log = np.zeros((5, 8))
    learner.loop(4, log)
    for row in log[1 : 1 + int(log[0, 0])]:
        old, goal, size, new = row[4:8]
        if method != "td-lambda":
            assert new == pytest.approx(old + size * (goal - old))


def test_tic_tac_toe_is_learned_whole() -> None:
    found = train("tic-tac-toe", "q-learning", rounds=120)
    assert found.measures["optimal"] == 1
    assert found.measures["gap"] == 0
    exact = PerfectMover(kb.game("tic-tac-toe"))
    for moves in ((), (8,), (2, 4), (6, 8, 4), (1, 7, 4, 2), (0, 8, 2)):
        here = kb.game("tic-tac-toe").position(*moves)
        (move,) = (m for m, odds in found.policy(here).items() if odds)
        assert exact._solve(here.play(move)).value == exact._solve(here).value


def test_sarsa_walks_away_from_the_cliff() -> None:
    safe = train("cliff-walking", "sarsa", rounds=60, rate=0.5, exploration=0.1)
    bold = train("cliff-walking", "q-learning", rounds=60)
    assert bold.measures["gap"] == 0
    assert safe.measures["gap"] > bold.measures["gap"]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["q-learning", "sarsa"])
def test_pig_is_learned(method: str) -> None:
    found = train("pig 20", method, rounds=400)
    assert found.measures["optimal"] == 1


@pytest.mark.slow
def test_simultaneous_moves() -> None:
    game = kb.stochastic_game({"G": [["1 + 3G/5", "3 + G/5"], ["1 + 4G/5", "2 + 2G/5"]]})
    exact = 5 * 2**0.5 / 2
    for method in ("minimax-q", "nash-q"):
        found = train(game, method, rounds=40)
        assert found.learner.values[0, 0] == pytest.approx(exact, abs=0.05)
        assert found.measures["gap"] < 0.1
        assert "val Q" in str(found.explain()) or "Nash" in str(found.explain())


@pytest.mark.parametrize("method", ["q-learning", "sarsa"])
@pytest.mark.parametrize("name", ["piglet 3", "gridworld 3 3", "gridworld 4 4"])
def test_optimal_policies_are_found(name: str, method: str) -> None:
    found = train(name, method, rounds=60)
    assert found.measures["optimal"] == 1
    assert found.measures["gap"] == pytest.approx(0, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_small_games_have_the_value_of_the_exact_solver(seed: int) -> None:
    random = np.random.default_rng(seed)
    m, n = random.integers(1, 5, 2)
    matrix = random.integers(-4, 5, (m, n)).astype(float)
    x, y = np.zeros(m), np.zeros(n)
    value = small_game.py_func(matrix, x, y)
    assert value == pytest.approx(float(kb.matrix(matrix.astype(int).tolist()).solve().value))
    assert (x @ matrix).min() == pytest.approx(value)
    assert (matrix @ y).max() == pytest.approx(value)
    assert x.sum() == pytest.approx(1)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_the_gap_is_that_of_best_replies(seed: int) -> None:
    world = made_world(TakeAway(8))
    random = np.random.default_rng(seed)
    policy = random.integers(0, np.diff(world.table.first))
    found = world.gap(policy)
    assert 0 <= found <= 4
    assert (found < 1e-12) == _is_perfect(world, policy)
    assert world.optimal_share(world.greedy(world.exact_cells)) == 1


def _is_perfect(world, policy) -> bool:
    """Whether neither side, by trying all replies, gains anything: by a slow recursion."""
    first, sign, pay, link, target, _, _ = world.arrays

    def value(state: int, fixed: float) -> float:
        cells = range(first[state], first[state + 1])
        if sign[state] == fixed:
            cells = range(first[state] + policy[state], first[state] + policy[state] + 1)
        found = [
            pay[k] + sum(value(target[t], fixed) for t in range(link[k], link[k + 1]))
            for k in cells
        ]
        return max(found) if sign[state] > 0 else min(found)

    exact = float(world.exact_values[0])
    return abs(value(0, 1.0) - exact) < 1e-12 and abs(value(0, -1.0) - exact) < 1e-12


def test_restricting_keeps_the_other_states() -> None:
    table = made_world(TakeAway(6)).table
    own = np.zeros(table.states, bool)
    same = restricted(table, np.zeros(table.states, np.int64), own)
    assert same.cells == table.cells
    assert np.array_equal(same.target, table.target)


@pytest.mark.parametrize(
    ("game", "method", "words"),
    [
        ("kuhn-poker", "sarsa", "something is hidden"),
        ("matching-pennies", "sarsa", "it takes games with moves or of states, not matrix games"),
        ("tic-tac-toe", "nash-q", "players move in turn"),
        ("big-match", "q-learning", "both players have a choice"),
    ],
)
def test_games_that_do_not_fit_are_refused(game: str, method: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        train(game, method, rounds=1)


@pytest.mark.parametrize(
    ("method", "options", "words"),
    [
        ("n-step", {"n": 0}, "n is 0"),
        ("td-lambda", {"trace": 1.5}, "trace is 1.5"),
        ("monte-carlo", {"longest": 0}, "longest is 0"),
        ("sarsa", {"steps": 0}, "steps is 0"),
    ],
)
def test_settings_are_checked(method: str, options: dict[str, float], words: str) -> None:
    with pytest.raises(GameError, match=words):
        train(TakeAway(5), method, rounds=1, **options)


def test_a_lesson_needs_a_game() -> None:
    with pytest.raises(GameError, match="learners take a game"):
        Lesson("tic-tac-toe")


def test_a_game_of_states_is_played_by_the_names_of_its_choices() -> None:
    model = train("gridworld 2 2", "dynamic-programming", rounds=20)
    world = model.learner.world
    assert world.number((3, "left over")) == 3
    odds = model.learner.policy((0,), 0)
    assert sum(odds.values()) == 1
    assert set(odds) == set(model.game.row_names(0))


def test_where_nothing_matters_everything_is_optimal() -> None:
    class Forced(TakeAway):
        def moves(self, state):
            yield 1

    model = train(Forced(3), "q-learning", rounds=1)
    assert model.measures["optimal"] == 1.0
