"""The Nash map fixes equilibria and nothing else."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.strategic.concepts.nash_map import iterate_nash_map, nash_map

small = st.integers(-4, 4)


@st.composite
def games_with_profiles(draw):
    shape = draw(st.lists(st.integers(1, 3), min_size=2, max_size=3))

    def nested(sizes):
        if not sizes:
            return draw(small)
        return [nested(sizes[1:]) for _ in range(sizes[0])]

    game = kb.strategic_game([nested(shape) for _ in shape])
    profile = []
    for size in shape:
        counts = [draw(st.integers(0, 5)) for _ in range(size)]
        counts[0] += not any(counts)
        profile.append([Fraction(c, sum(counts)) for c in counts])
    return game, profile


@given(games_with_profiles())
def test_fixed_exactly_at_equilibria(drawn):
    game, profile = drawn
    step = nash_map(game, profile)
    assert step.verify()
    assert step.fixed == bool(game.is_equilibrium(profile))
    assert all(sum(side) == 1 and min(side) >= 0 for side in step.image)


def test_known_steps():
    battle = kb.bimatrix("2 0; 0 1", "1 0; 0 2")
    assert nash_map(battle, [["2/3", "1/3"], ["1/3", "2/3"]]).fixed
    assert nash_map(battle, [[1, 0], [1, 0]]).fixed
    assert nash_map(battle, [["1/2", "1/2"]] * 2).image[0] == (Fraction(3, 5), Fraction(2, 5))
    pennies = kb.matrix("1 -1; -1 1")
    assert nash_map(pennies, [["1/2", "1/2"]] * 2).fixed
    path = iterate_nash_map(pennies, [[1.0, 0.0], [1.0, 0.0]], 50)
    assert len(path) == 51
    with pytest.raises(kb.GameError, match="must not be negative"):
        iterate_nash_map(pennies, [[1, 0], [1, 0]], -1)


def test_command_line():
    words = ["nash-map", "bimatrix", "2 0; 0 1", "1 0; 0 2"]
    found = CliRunner().invoke(app, [*words, "--profile", "2/3 1/3; 1/3 2/3", "--json"])
    assert json.loads(found.stdout)["fixed"] is True
    found = CliRunner().invoke(app, [*words, "--json"])
    assert json.loads(found.stdout)["image"] == [["3/5", "2/5"], ["2/5", "3/5"]]


def test_the_divisor_is_written_so_that_it_can_be_read_one_way():
    told = CliRunner().invoke(app, ["nash-map", "bimatrix", "2 0; 0 1", "1 0; 0 2", "--explain"])
    assert "/ (5/4)" in " ".join(told.output.split())


def test_exact_iteration_ends_before_its_fractions_fill_the_memory():
    game = kb.matrix([[i * j % 7 for j in range(15)] for i in range(40)])
    start = [[Fraction(1, n)] * n for n in game.shape]
    with pytest.raises(GameError, match="times as many as before: take fewer steps, or floats"):
        iterate_nash_map(game, start, 40)
