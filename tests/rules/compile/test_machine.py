"""Compiled rules and rules in Python give the same answers, and say which they are."""

from __future__ import annotations

import numpy as np
import pytest

from helpers import count_kernels
from helpers.rules_games import Bits, Dice, Growing, Squares, Words
from kibitz.rules.compile import machine as together
from kibitz.rules.compile.machine import machine
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER, Rules
from kibitz.rules.kernels import hash_table

COMPILED = [
    TakeAway(8),
    pytest.param(Squares(4), marks=pytest.mark.slow),
    Squares(9),
    Dice(),
    Bits(),
]


@pytest.mark.parametrize("game", COMPILED, ids=repr)
def test_compiles_and_agrees(game):
    fast, slow = machine(game, count_kernels), machine(game, count_kernels, compiled=False)
    assert fast.reason == ""
    assert not slow.is_compiled
    depth = 6
    there = fast.count(fast.encode(game.start()), depth)
    assert there == slow.count(slow.encode(game.start()), depth)
    assert there > depth


def test_agrees_on_payoffs():
    game = Squares(4)
    fast, slow = machine(game, count_kernels), machine(game, count_kernels, compiled=False)
    start = game.start()
    assert fast.total_payoff(fast.encode(start)) == slow.total_payoff(slow.encode(start)) != 0


@pytest.mark.parametrize(
    ("game", "reason"), [(Growing(), "64 bits"), (Words(), "str")], ids=["growing", "words"]
)
def test_says_why_it_does_not_compile(game, reason):
    made = machine(game, count_kernels)
    assert reason in made.reason
    assert made.count(made.encode(game.start()), 3) == 15


def test_moves_that_are_not_numbers_come_back():
    game = Words()
    made = machine(game, count_kernels)
    out = [0] * 4
    assert [made.move(out[k]) for k in range(made.moves("", out))] == ["a", "b"]


def test_a_second_machine_is_the_same_code():
    game = Squares(4)
    one, other = machine(game, count_kernels), machine(Squares(4), count_kernels)
    assert one.count.__wrapped__ is other.count.__wrapped__


def test_rules_are_tested_once_for_all_algorithms(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    tested = []

    def agreeing(made):
        tested.append(made)
        return ""

    monkeypatch.setattr(together, "disagreement", agreeing)
    game = Squares(7)
    one, other = machine(game, count_kernels), machine(game, count_kernels, hash_table)
    assert one.moves is not other.moves
    assert len(tested) == 1
    assert machine(game, count_kernels, MOST_MOVES=50).is_compiled
    assert len(tested) == 2, "this constant is one of the rules"


def test_rules_are_tested_as_optimized_as_they_are_used(monkeypatch, tmp_path):
    """LLVM calls the code that it saw first under a name, for as long as the process lives."""
    from numba.core import config

    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    levels = []

    def agreeing(made):
        levels.append(config.OPT)
        return ""

    monkeypatch.setattr(together, "disagreement", agreeing)
    machine(Squares(6), count_kernels)
    assert levels == [config.OPT]


def test_parameters_make_different_machines():
    one, other = machine(Squares(4), count_kernels), machine(Squares(9), count_kernels)
    assert one.moves is not other.moves


@pytest.mark.parametrize("game", [TakeAway(8), Squares(4), Squares(9), Words()], ids=repr)
def test_states_are_written_down_and_read_back(game):
    made = machine(game, count_kernels)
    state = game.play(game.start(), next(iter(game.moves(game.start()))))
    words = np.zeros(made.STATE_WORDS, np.int64)
    made.write_state(made.encode(state), words)
    assert made.decode(made.read_state(words)) == state


class Shares(Rules):
    """Three take in turn; who takes the last counter gets a share of each of the others."""

    players = 3

    def start(self):
        return (4, 0)

    def player(self, state):
        return state[1] if state[0] else OVER

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, (state[1] + 1) % self.players)

    def payoffs(self, state):
        last = (state[1] + 2) % 3
        return tuple(2 if k == last else -1 for k in range(self.players))


def test_tuples_of_generators_are_compiled():
    made = machine(Shares())
    assert made.reason == ""
    assert [made.payoff(made.encode((0, 1)), k) for k in range(3)] == [2, -1, -1]


class FromNothing(Rules):
    """Two throws of a coin, written down one after the other."""

    players = 1
    zero_sum = False

    def start(self):
        return ()

    def player(self, state):
        return 0 if len(state) < 2 else OVER

    def moves(self, state):
        return (0, 1)

    def play(self, state, move):
        return (*state, move)

    def payoffs(self, state):
        return (sum(state),)


def test_states_that_begin_empty_run_in_python():
    assert "empty" in machine(FromNothing()).reason
    assert FromNothing().solve().value == 2
