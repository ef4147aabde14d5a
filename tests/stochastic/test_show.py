"""Stochastic games as text: how they are written, described and read without names."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.stochastic import stochastic_game


@pytest.mark.parametrize(
    "given",
    [
        "1, 0; 0, G/2",
        "[[1, 0], [0, G/2]]",
        "G: [1, 0; 0, G/2]",
        [[1, 0], [0, "G/2"]],
        {"G": [[1, 0], [0, "G/2"]]},
    ],
)
def test_one_state_needs_no_name(given: Any) -> None:
    assert stochastic_game(given) == stochastic_game("G: 1, 0; 0, G/2")


def test_states_without_names_are_numbered() -> None:
    assert stochastic_game("1, 0; 0, G2 | 2").states == ("G", "G2")
    assert stochastic_game("G: 1") != "G: 1"


def test_zeros_stand_for_pairs_of_zeros() -> None:
    both = stochastic_game({"G": [[(1, 2), 0]]})
    assert both == stochastic_game({"G": [[(1, 2), (0, 0)]]})


def test_prizes_are_written_with_a_star() -> None:
    written = str(stochastic_game("G: 2* + G/2, 1; 0, 3"))
    assert "2* + 1/2 G" in written
    assert stochastic_game("G: 2* + G/2, 1; 0, 3") != stochastic_game("G: 2 + G/2, 1; 0, 3")


def test_large_games_are_written_by_their_size() -> None:
    assert str(stochastic_game({"G": [[*range(201)]]})) == "stochastic game, 1 state\n201 cells"


def test_what_a_description_says() -> None:
    turned = stochastic_game("G: -G/2, 1; 0, 3").describe().facts
    assert ("roles", "may be exchanged") in turned
    assert ("endless play", "cannot happen") in turned
    many = dict(stochastic_game({f"s{k}": [[k]] for k in range(2001)}).describe().facts)
    assert "roles" not in many
    assert "endless play" not in many  # it is looked for in games of up to 2,000 states
    assert many["play"] == "never returns to a state: multistage"


def test_long_iterations_keep_the_last_values() -> None:
    found = stochastic_game("G: 1 + G/2, 0; 0, 2").iterate(steps=1200)
    assert found.steps == 1200
    assert len(found.iterates) < 1200
    assert float(found.iterates[-1][0]) == pytest.approx(8**0.5 - 2, abs=1e-15)
    lasting = stochastic_game("G: G, 1; 1, 0", endless=0).iterate(steps=2)
    assert lasting.a_priori() is None


def test_an_average_in_two_states_is_not_an_iteration() -> None:
    with pytest.raises(GameError, match="for averages give a discount"):
        stochastic_game("A: B | B: 2 + A", endless="average").iterate(steps=2)
