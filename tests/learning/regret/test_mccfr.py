"""Sampling approaches the equilibrium, compiled or not, within the memory that it is given."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.learning.kernels import positions, regret_table
from kibitz.learning.regret.mccfr import MCCFR, SAMPLINGS, mccfr
from kibitz.rules import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.rules.compile.machine import machine
from kibitz.rules.kernels import hash_table

COMPILED = [
    pytest.param(name, marks=pytest.mark.slow if name != "external" else []) for name in SAMPLINGS
]
"""Each takes 7 s to compile; all of them run in Python below."""
ITERATIONS = {"external": 30_000, "chance": 20_000, "outcome": 300_000}


@pytest.mark.parametrize("sampling", COMPILED)
def test_approaches_kuhn(sampling):
    found = mccfr(kibitz.game("kuhn-poker"), sampling, ITERATIONS[sampling])
    assert found.exploitability < 0.02
    measured = found.measured()
    assert abs(measured.value + 1 / 18) < 0.02
    assert found.verify()
    assert len(found.heads) == 12


@pytest.mark.usefixtures("interpreted")
def test_without_baselines_it_is_noisier():
    game = kibitz.game("kuhn-poker")
    noise = []
    for learning in (0.5, 0.0):
        gaps = [
            mccfr(game, "outcome", 1_000, seed=seed, learning=learning).exploitability
            for seed in range(5)
        ]
        noise.append(np.mean(gaps))
    assert noise[0] < 0.75 * noise[1]


def test_a_seed_gives_the_same_run_and_pieces_the_same_as_the_whole():
    game = kibitz.game("kuhn-poker")
    whole = MCCFR(game, seed=3)
    whole.run(iterations=500)
    parts = MCCFR(game, seed=3)
    for stop in (1, 60, 500):
        parts.run(iterations=stop)
    other = MCCFR(game, seed=4)
    other.run(iterations=500)
    assert (whole.table == parts.table).all()
    assert (whole.table != other.table).any()


def in_python(game, sampling, seed):
    run = MCCFR(game, sampling, seed)
    files = (hash_table, regret_table, positions, SAMPLINGS[sampling])
    run.machine = machine(game, *files, compiled=False)
    run.states = run.machine.room_for_states(len(run.places))
    return run


@pytest.mark.parametrize("sampling", COMPILED)
def test_python_and_compiled_agree(sampling):
    game = kibitz.game("kuhn-poker")
    compiled, plain = MCCFR(game, sampling, seed=1), in_python(game, sampling, 1)
    compiled.run(iterations=300)
    plain.run(iterations=300)
    assert np.allclose(compiled.table, plain.table)
    views, names = compiled.machine.VIEW_WORDS, plain.machine.VIEW_WORDS
    entries = compiled.information_sets
    ours, theirs = compiled.heads[:entries, views:], plain.heads[:entries, names : names + 3]
    assert (ours == theirs).all()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_the_same_whether_positions_are_kept_or_not(sampling, monkeypatch):
    game = kibitz.game("leduc")
    kept = MCCFR(game, sampling, seed=5)
    kept.run(iterations=100)
    rooms = []
    for room in (0, 100_000):
        monkeypatch.setattr("kibitz.learning.regret.mccfr.KEPT", room)
        forgotten = MCCFR(game, sampling, seed=5)
        forgotten.run(iterations=100)
        rooms.append(len(forgotten.places))
        assert (kept.table == forgotten.table).all()
        assert (
            kept.heads[: kept.information_sets] == forgotten.heads[: kept.information_sets]
        ).all()
    assert rooms[0] < rooms[1] < len(kept.places)


@pytest.mark.usefixtures("interpreted")
def test_grows_and_stays_within_memory():
    game = kibitz.game("leduc")
    small = MCCFR(game)
    small.sets, small.heads, small.table = small._room(16, 64)
    small.run(iterations=300)
    assert small.information_sets > 200
    assert len(small.heads) >= 256
    large = MCCFR(game)
    large.run(iterations=300)
    assert set(small.solution()._where) == set(large.solution()._where)
    with pytest.raises(GameError, match="bytes"):
        MCCFR(game, memory=1000)
    tight = MCCFR(game)
    tight.sets, tight.heads, tight.table = tight._room(16, 64)
    tight.memory = 20_000
    with pytest.raises(GameError, match=r"information sets.*the limit is 20,000"):
        tight.run(iterations=300)


def test_asked_at_a_position():
    game = kibitz.game("kuhn-poker")
    found = mccfr(game, iterations=20_000)
    here = game.position()
    while here.player < 0:
        here = here.play(here.moves[0])
    moves = found.strategy_at(here.state)
    assert sum(moves.values()) == pytest.approx(1)
    assert tuple(moves) == here.moves


def test_bad_input():
    game = kibitz.game("kuhn-poker")
    with pytest.raises(GameError, match="did you mean 'external'"):
        mccfr(game, "extern", 10)
    with pytest.raises(GameError, match="must be positive"):
        mccfr(game, iterations=0)
    with pytest.raises(GameError, match="explore"):
        mccfr(game, "outcome", 10, explore=0)
    with pytest.raises(GameError, match="give a stopping criterion"):
        MCCFR(game).run()
    assert set(SAMPLINGS) == {"external", "chance", "outcome"}


class HiddenScale(Rules):
    """Chance hides a coin; the player bets on it. The state has a float in it."""

    title = "Hidden scale"
    players = 1
    most_moves = 2
    longest = 2

    def start(self):
        return (0, 0.0)

    def player(self, state):
        return (CHANCE, 0, OVER)[state[0]]

    def chance(self, state):
        yield 0, Fraction(1, 4)
        yield 1, Fraction(3, 4)

    def moves(self, state):
        yield 0
        yield 1

    def play(self, state, move):
        if state[0] == 0:
            return (1, 0.5 + move)
        return (2, state[1] if move else 0.75)

    def payoffs(self, state):
        return (state[1],)

    def key(self, state):
        return (state[0], int(2 * state[1]))

    def information_state(self, state, player):
        return (state[0],)


@pytest.mark.usefixtures("interpreted")
def test_states_with_floats_and_unequal_odds():
    found = mccfr(HiddenScale(), iterations=3000, seed=2)
    assert found.measured().value == pytest.approx(1.25, abs=0.02)


@pytest.mark.slow
def test_states_with_floats_and_unequal_odds_are_compiled():
    found = mccfr(HiddenScale(), iterations=3000, seed=2)
    assert not found.machine.reason
    assert found.measured().value == pytest.approx(1.25, abs=0.02)


class Endless(HiddenScale):
    longest = None

    def start(self):
        return (1, 0.5)

    def player(self, state):
        return 0

    def play(self, state, move):
        return (1, state[1])


@pytest.mark.usefixtures("interpreted")
def test_endless_games_are_refused():
    with pytest.raises(GameError, match="lasts more than"):
        mccfr(Endless(), iterations=10)


class AtOnce(HiddenScale):
    players = 2

    def start(self):
        return (0, 0.0)

    def player(self, state):
        return SIMULTANEOUS if state[0] == 0 else OVER

    def choices(self, state, player):
        yield 0
        yield 1

    def play_together(self, state, moves):
        return (2, 0.0)

    def payoffs(self, state):
        return (0, 0)


def test_moves_at_once_are_refused():
    with pytest.raises(GameError, match="simultaneously"):
        mccfr(AtOnce(), iterations=10)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_goes_on_from_a_checkpoint_bit_for_bit(tmp_path, sampling):
    game, path = kibitz.game("leduc"), tmp_path / "run.ckpt"
    mccfr(game, sampling, 40, seed=7, checkpoint=path)
    rest = mccfr(game, sampling, 100, seed=0, checkpoint=path, resume=True)
    whole = mccfr(game, sampling, 100, seed=7)
    assert (rest.heads == whole.heads).all()
    assert (rest.sums == whole.sums).all()
    with pytest.raises(GameError, match="another game"):
        mccfr(kibitz.game("kuhn-poker"), sampling, 500, checkpoint=path, resume=True)
    with pytest.raises(GameError, match="checkpoint is of power"):
        mccfr(game, sampling, 500, checkpoint=path, resume=True, power=0.0)
    other = next(name for name in SAMPLINGS if name != sampling)
    with pytest.raises(GameError, match=f"sampling '{sampling}'"):
        mccfr(game, other, 500, checkpoint=path, resume=True)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(GameError, match="not a complete"):
        mccfr(game, sampling, 500, checkpoint=path, resume=True)
    with pytest.raises(GameError, match="resume needs a checkpoint"):
        mccfr(game, sampling, 500, resume=True)


@pytest.mark.slow
def test_a_large_table_comes_back_from_a_checkpoint(tmp_path):
    game, path = kibitz.game("liars-dice"), tmp_path / "run.ckpt"
    mccfr(game, iterations=300, checkpoint=path)
    rest = mccfr(game, iterations=400, checkpoint=path, resume=True)
    whole = mccfr(game, iterations=400)
    assert len(whole.heads) > 8192
    assert (rest.heads == whole.heads).all()
    assert (rest.sums == whole.sums).all()


@pytest.mark.usefixtures("interpreted")
def test_a_tree_too_large_to_measure_is_said_to_be_so(monkeypatch):
    monkeypatch.setattr("kibitz.learning.regret.mccfr.SMALL", 10)
    found = mccfr(kibitz.game("kuhn-poker"), iterations=20)
    assert found.exploitability is None
    assert not found.verify()
    assert "not measured, the tree is too large" in str(found.explain())
    assert "strategies" not in found.to_json()
    with pytest.raises(GameError, match="the tree has more than 10 nodes"):
        found.draw()


@pytest.mark.usefixtures("interpreted")
def test_time_and_checkpoints_of_sampling(tmp_path):
    game, file = kibitz.game("kuhn-poker"), tmp_path / "kuhn.kbz"
    with pytest.raises(GameError, match="resume needs a checkpoint"):
        mccfr(game, iterations=5, resume=True)
    first = mccfr(game, iterations=30, checkpoint=file, resume=True)  # there is none yet
    again = mccfr(game, iterations=30, checkpoint=file, resume=True)
    assert again.iterations in (30, 60)
    assert first.draw().to_svg() != ""
    timed = mccfr(game, seconds=0.05)
    assert timed.iterations > 0
