"""Sampling approaches the equilibrium, compiled or not, within the memory that it is given."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.learning.kernels import external_sampling, regret_table
from kibitz.learning.mccfr import MCCFR, SAMPLINGS, mccfr
from kibitz.rules.kernels import hash_table
from kibitz.rules.machine import machine


@pytest.mark.parametrize(
    ("sampling", "iterations"), [("external", 30_000), ("chance", 20_000), ("outcome", 300_000)]
)
def test_approaches_kuhn(sampling, iterations):
    found = mccfr(kibitz.game("kuhn-poker"), sampling, iterations)
    assert found.exploitability < 0.02
    measured = found.measured()
    assert abs(measured.value + 1 / 18) < 0.02
    assert found.verify()
    assert len(found.heads) == 12


def test_without_baselines_it_is_noisier():
    game = kibitz.game("kuhn-poker")
    noise = []
    for learning in (0.5, 0.0):
        gaps = [
            mccfr(game, "outcome", 20_000, seed=seed, learning=learning).exploitability
            for seed in range(5)
        ]
        noise.append(np.mean(gaps))
    assert noise[0] < 2 * noise[1]


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


def test_python_and_compiled_agree():
    game = kibitz.game("kuhn-poker")
    compiled, plain = MCCFR(game, seed=1), MCCFR(game, seed=1)
    plain.machine = machine(game, hash_table, regret_table, external_sampling, compiled=False)
    compiled.run(iterations=300)
    plain.run(iterations=300)
    assert np.allclose(compiled.table, plain.table)
    views, names = compiled.machine.VIEW_WORDS, plain.machine.VIEW_WORDS
    assert (compiled.heads[:, views:] == plain.heads[:, names : names + 3]).all()


def test_grows_and_stays_within_memory():
    game = kibitz.game("leduc")
    small = MCCFR(game)
    small.sets, small.heads, small.table = small._room(16, 64)
    small.run(iterations=3000)
    assert small.information_sets > 200
    assert len(small.heads) >= 256
    large = MCCFR(game)
    large.run(iterations=3000)
    assert set(small.solution()._where) == set(large.solution()._where)
    with pytest.raises(GameError, match="bytes"):
        MCCFR(game, memory=1000)
    tight = MCCFR(game)
    tight.sets, tight.heads, tight.table = tight._room(16, 64)
    tight.memory = 20_000
    with pytest.raises(GameError, match=r"information sets.*20,000 are allowed"):
        tight.run(iterations=3000)


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
    with pytest.raises(GameError, match="more than 0"):
        mccfr(game, iterations=0)
    with pytest.raises(GameError, match="explore"):
        mccfr(game, "outcome", 10, explore=0)
    with pytest.raises(GameError, match="say when to stop"):
        MCCFR(game).run()
    assert set(SAMPLINGS) == {"external", "chance", "outcome"}
