"""Monte Carlo tree search: comes to the right move, adds up, repeats itself, and proves."""

from __future__ import annotations

import sys
import threading
from random import Random

import pytest

from helpers.rules_games import Squares
from helpers.search_trees import random_tree
from kibitz.core.errors import GameError
from kibitz.games.board.connect_four import ConnectFour
from kibitz.games.board.tic_tac_toe import tic_tac_toe
from kibitz.rules.compile import machine
from kibitz.rules.compile.run import STOP
from kibitz.rules.examples import TakeAway
from kibitz.rules.trees.build import game_tree
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.monte_carlo.mcts import MCTSSettings, mcts
from kibitz.search.monte_carlo.rave import rave_share, rave_value


@pytest.mark.parametrize("counters", [5, 6, 7, 9])
def test_finds_the_only_winning_move(counters):
    found = mcts(TakeAway(counters), iterations=3000, seed=3)
    assert found.move == counters % 4
    assert found.value > 0.5


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "settings",
    [MCTSSettings(rave=100), MCTSSettings(bias=1), MCTSSettings(answer="mean", exploration=0.5)],
    ids=["rave", "bias", "mean"],
)
def test_settings_find_it_too(settings, compiled):
    game = ConnectFour(5, 4).position("3", "2", "3", "2", "3", "5")
    assert mcts(game, iterations=3000, settings=settings, compiled=compiled).shown_move == "3"


def test_all_settings_are_compiled():
    settings = MCTSSettings(rave=100, bias=1, answer="mean", solver=True)
    game = TakeAway(6)
    found = [mcts(game, 200, settings=settings, seed=4, compiled=c) for c in (True, False)]
    assert "in Python" not in found[0].note
    assert found[0].moves == found[1].moves


def test_the_solver_proves():
    found = mcts(TakeAway(8), 100_000, settings=MCTSSettings(solver=True), compiled=False)
    assert "proved" in found.method
    assert found.counts["iterations"] < 100_000


def test_the_solver_proves_every_payoff():
    random, proved = Random(5), 0
    for _ in range(25):
        here = game_tree([random_tree(random, 2), random_tree(random, 2)]).position()
        found = mcts(here, 3000, settings=MCTSSettings(solver=True), compiled=False)
        assert found.is_exact == ("proved" in found.method)
        if found.is_exact:
            proved += 1
            assert found.value == plain_value(here, 10_000)
            assert plain_value(here.play(found.move), 10_000) == found.value
            assert found.verify()
    assert proved > 20


class Fine(TakeAway):
    """Only the second player ever loses something; the bounds are those of the first."""

    payoff_bounds = (0, 5)

    def payoffs(self, state):
        return (0, 0) if state[1] == 0 else (5, -5)


@pytest.mark.parametrize("counters", range(1, 9))
def test_the_solver_takes_bounds_of_the_first_player(counters):
    settings = MCTSSettings(solver=True)
    found = mcts(Fine(counters), 5000, settings=settings, compiled=False)
    assert (found.value, found.is_exact) == (5 if counters % 4 else 0, True)


def test_the_solver_proves_large_payoffs():
    tree = game_tree([[7, 1_000_001], [-1_000_003, 9]])
    found = mcts(tree, 1000, settings=MCTSSettings(solver=True), compiled=False)
    assert (found.value, found.is_exact) == (7, True)


def test_the_solver_proves_draws():
    here = tic_tac_toe().position("b2", "a1", "c3", "a3")
    for threads in (1, 2):
        settings = MCTSSettings(solver=True)
        found = mcts(here, 50_000, settings=settings, threads=threads, compiled=False)
        assert (found.value, found.is_exact, found.shown_move) == (0, True, "a2")
    three = game_tree({"player": 0, "children": [(1, 2, 3), (3, 2, 1)]})
    with pytest.raises(GameError, match="two players"):
        mcts(three, 10, settings=MCTSSettings(solver=True))


def test_repeats_itself_with_a_seed_and_in_python(compiled_at_once):
    once, again = (mcts(TakeAway(12), iterations=500, seed=5) for _ in range(2))
    assert once.moves == again.moves
    slow = mcts(TakeAway(12), iterations=500, seed=5, compiled=False)
    assert slow.moves == once.moves
    assert mcts(TakeAway(12), iterations=500, seed=6).moves != once.moves


def test_few_iterations_are_not_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("kibitz.rules.compile.machine._KEPT", {})
    asked = []

    def put_together(rules, algorithm, compiled, given):
        asked.append(compiled)
        return machine._interpreted(rules, algorithm, given, set(), machine.ASKED)

    monkeypatch.setattr(machine, "_put_together", put_together)
    few = mcts(TakeAway(12), iterations=100, seed=5)
    assert asked == [False]
    monkeypatch.setattr(sys.modules[mcts.__module__], "PATIENCE", 0.0)
    assert mcts(TakeAway(12), iterations=100, seed=5).visits == few.visits
    assert asked == [False, True]


def test_statistics_of_the_moves():
    found = mcts(TakeAway(12), iterations=300, seed=5)
    assert set(found.visits) == {1, 2, 3}
    assert sum(found.visits.values()) == 299
    for known in found.statistics:
        assert found.moves[known.move] == pytest.approx(2 * known.mean - 1)
    assert found.to_json()["visits"] == {str(move): n for move, n in found.visits.items()}


def test_fame_gives_way_to_experience():
    shares = [rave_share(n, 100) for n in range(0, 500, 50)]
    assert shares == sorted(shares, reverse=True)
    assert rave_value(0.2, 0, 0.9, 100) == 0.9
    assert rave_value(0.2, 10, 0.9, 0) == 0.2
    with pytest.raises(GameError, match="negative"):
        rave_share(-1, 3)


def test_threads_add_up():
    found = mcts(ConnectFour(5, 4), iterations=2000, threads=2)
    assert found.counts["iterations"] == 2000
    again = mcts(ConnectFour(5, 4), iterations=2000, threads=2)
    assert found.visits == again.visits


def test_threads_leave_nothing_behind():
    before = sys.getrecursionlimit(), threading.stack_size()
    for _ in range(5):
        mcts(ConnectFour(5, 4), iterations=2000, threads=3)
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


@pytest.mark.parametrize("compiled", [True, False])
def test_threads_end_by_the_clock(compiled):
    found = mcts(ConnectFour(5, 4), seconds=0.05, threads=2, compiled=compiled)
    assert found.counts["iterations"] > 2
    assert found.move in range(5)


def test_there_is_a_move_even_if_time_is_up_before_the_search_begins(monkeypatch):
    def too_late(task, control, seconds, label):
        control[STOP] = 1

    monkeypatch.setattr(sys.modules["kibitz.search.monte_carlo.mcts"], "run", too_late)
    assert mcts(TakeAway(5), seconds=1, threads=2).move in (1, 2, 3)


def test_one_iteration_is_enough_for_a_move():
    assert mcts(TakeAway(5), iterations=1).move in (1, 2, 3)


def test_bad_input():
    over = TakeAway(1).position(1)
    with pytest.raises(GameError, match="over"):
        mcts(over)
    with pytest.raises(GameError, match="must be positive"):
        mcts(TakeAway(5), iterations=0)
    with pytest.raises(GameError, match="payoff_bounds"):
        mcts(Squares(4), settings=MCTSSettings(solver=True))
    with pytest.raises(GameError, match="visits"):
        MCTSSettings(answer="best")


def test_payoffs_without_bounds_are_sampled():
    found = mcts(Squares(4), iterations=200, compiled=False)
    assert found.move in found.position.moves
    assert not found.is_exact
