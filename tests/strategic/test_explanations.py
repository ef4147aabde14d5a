"""Derivations of safety levels, of the Nash map, and of the worths of coalitions."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.core.explanation import Explanation
from kibitz.strategic.coalitions.coalition_values import coalition_matrix, coalition_values
from kibitz.strategic.coalitions.readings import coalition_readings
from kibitz.strategic.concepts.nash_map import nash_map

ASYMMETRIC = kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5")
ODD_ONE_OUT = kb.strategic_game(
    [
        [[[0, 1], [1, -2]], [[-2, 1], [1, 0]]],
        [[[0, 1], [-2, 1]], [[1, -2], [1, 0]]],
        [[[0, -2], [1, 1]], [[1, 1], [-2, 0]]],
    ]
)


def headings(explanation: Explanation) -> list[str]:
    return [step.heading for step in explanation.steps]


def test_every_coalition_has_its_matrix_against_the_rest() -> None:
    found = coalition_values(ODD_ONE_OUT)
    told = found.explain()
    for mask in range(1, 7):
        heading = f"{found.spell(mask)} against {found.spell(7 ^ mask)}"
        step = told.steps[headings(told).index(heading)]
        assert step.table is not None
        shown = [row[1:] for row in step.table.rows]
        matrix = coalition_matrix(ODD_ONE_OUT, mask)
        assert [[Fraction(x) for x in row] for row in shown] == matrix.matrix.numbers()


@pytest.mark.parametrize("reading", ["security", "alpha", "beta", "threat"])
def test_every_reading_tells_how_it_comes_to_a_worth(reading: str) -> None:
    found = coalition_values(ASYMMETRIC, reading)
    told = str(found.explain())
    for mask in (1, 2):
        assert f"v({found.spell(mask)}) =" in told.replace("\n   ", " ")


def test_the_nash_reading_shows_the_game_between_two_sides() -> None:
    dilemma = kb.bimatrix("3 0; 4 1", "3 4; 0 1")
    told = coalition_values(dilemma, "nash").explain()
    step = told.steps[headings(told).index("I against II")]
    assert step.table is not None
    assert step.table.rows[0][1] == "3, 3"
    assert "In each equilibrium of this game I gets 1, so v(I) = 1." in step.prose


def test_readings_are_set_side_by_side_at_the_end() -> None:
    told = coalition_readings(ASYMMETRIC).explain()
    last = told.steps[-1]
    assert last.table is not None
    assert last.table.header == ("coalition", "security", "alpha", "beta", "threat")


def test_safety_levels_are_derived_from_a_matrix_game_for_each_player() -> None:
    told = ASYMMETRIC.safety_levels().explain()
    assert "I against the rest" in headings(told)
    step = told.steps[headings(told).index("II against the rest")]
    assert step.table is not None
    assert [row[1:] for row in step.table.rows] == [("0", "-1"), ("2", "6"), ("2", "5")]
    assert "II can guarantee 2" in told.steps[-1].prose


def test_the_nash_map_tells_the_gains_and_the_new_weights() -> None:
    game = kb.bimatrix("2 0; 0 1", "1 0; 0 2")
    told = nash_map(game, [["1/2", "1/2"], ["1/2", "1/2"]]).explain()
    table = told.steps[1].table
    assert table is not None
    assert table.rows == (("1", "1/2", "1", "1/4", "3/5"), ("2", "1/2", "1/2", "0", "2/5"))
    assert headings(told)[-1] == "The profile moves"
    fixed = nash_map(game, [["2/3", "1/3"], ["1/3", "2/3"]]).explain()
    assert headings(fixed)[-1] == "The profile is fixed"


@pytest.mark.parametrize("name", ["pareto", "pure", "dominant-strategies", "joint-optimum"])
def test_answers_without_steps_of_their_own_tell_their_proof(name: str) -> None:
    answer = ASYMMETRIC.solve(name)
    told = answer.explain()
    assert headings(told) == ["The answer", "Verification"]
    assert told.steps[0].prose == str(answer)
    assert "this follows from" in told.steps[1].prose


def test_several_answers_are_told_one_after_another() -> None:
    told = kb.matrix("2 0; 1 3").solve(["two-by-two", "simplex"]).explain()
    assert {heading.partition(":")[0] for heading in headings(told)} == {"two-by-two", "simplex"}


def test_extreme_equilibria_of_a_continuum_have_no_column_of_indices():
    def header(game):
        told = game.explain()
        steps = [s for s in told.steps if "quilibri" in s.heading and s.table is not None]
        return next(s.table.header for s in steps if "payoffs" in s.table.header)

    assert "index" not in header(kb.bimatrix("4 2 0; 2 3 1; 1 0 5", "1 2 3; 4 3 2; 0 5 1"))
    assert "index" in header(kb.game("chicken"))
