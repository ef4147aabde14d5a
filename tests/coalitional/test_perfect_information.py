"""Worths of coalitions in trees of moves, against the strategic form and by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.coalitional.perfect_information import TreeWorths, perfect_information
from kibitz.strategic.coalitions.coalition_values import coalition_values
from kibitz.strategic.coalitions.readings import coalition_readings


def test_by_hand():
    tree = {
        "player": "A",
        "moves": {
            "l": {"player": "B", "moves": {"x": [1, 2, 3], "y": [4, 0, 0]}},
            "r": {"player": "C", "moves": [{"payoffs": [0, 5, 1]}, {"A": 2, "B": 2, "C": 2}]},
        },
    }
    found = perfect_information(tree, players="A B C")
    assert found.game == kb.coalition(
        {"A": 1, "B": 2, "C": 0, "A,B": 4, "A,C": 4, "B,C": 5, "A,B,C": 6}
    )
    assert found.verify()
    assert found.line(found.game.mask("B,C")) == ("A l", "B x")
    assert kb.coalition(tree=tree, players="A B C") == found.game


def test_wrong_worths_are_not_proved():
    found = perfect_information(("1", [(1, 2), (3, 0)]))
    worse = TreeWorths(
        found.players, found.nodes, (*found.worths[:1], Fraction(9), *found.worths[2:])
    )
    assert found.verify()
    assert not worse.verify()


@st.composite
def payoff_tables(draw):
    shape = draw(st.sampled_from([(2, 2), (2, 3), (2, 2, 2)]))
    cells = list(product(*map(range, shape)))
    rows = draw(
        st.lists(
            st.lists(st.integers(-3, 3), min_size=len(shape), max_size=len(shape)),
            min_size=len(cells),
            max_size=len(cells),
        )
    )
    return shape, dict(zip(cells, rows, strict=True))


def plans(shape, order, mover):
    """All plans of a player who sees what was chosen before, as functions of the history."""
    before = order[: order.index(mover)]
    histories = list(product(*(range(shape[i]) for i in before)))
    for choice in product(range(shape[mover]), repeat=len(histories)):
        yield dict(zip(histories, choice, strict=True))


@given(payoff_tables())
def test_agrees_with_the_strategic_form_of_plans(table):
    """The tree, written out as a strategic game of plans, has the same worths by matrix games."""
    shape, payoffs = table
    if len(shape) == 3:
        payoffs = {cell: payoffs[(*cell, 0)][:2] for cell in product(range(2), range(2))}
        shape = (2, 2)
    order = [0, 1]
    arrays = [[[None] * (shape[1] ** shape[0]) for _ in range(shape[0])] for _ in range(2)]
    for row in range(shape[0]):
        for column, plan in enumerate(plans(shape, order, 1)):
            for i in range(2):
                arrays[i][row][column] = payoffs[row, plan[row,]][i]
    by_matrices = kb.to_coalitional(kb.strategic_game(arrays))
    flat = [
        [[payoffs[r, c][i] for c in range(shape[1])] for r in range(shape[0])] for i in range(2)
    ]
    in_turn = kb.to_coalitional(kb.strategic_game(flat), order="I II")
    assert in_turn.worths == by_matrices.worths


@given(payoff_tables(), st.permutations([0, 1, 2]))
def test_worths_are_proved_and_between_the_readings(table, order):
    shape, payoffs = table
    n = len(shape)
    order = [i for i in order if i < n]

    def tree(chosen):
        if len(chosen) == n:
            return payoffs[tuple(chosen[i] for i in range(n))]
        mover = order[len(chosen)]
        return str(mover + 1), [tree({**chosen, mover: k}) for k in range(shape[mover])]

    found = perfect_information(tree({}))
    assert found.verify()
    assert found.game.is_superadditive()


@given(payoff_tables())
def test_readings_bound_each_other(table):
    shape, payoffs = table
    n = len(shape)

    def nested(i, chosen):
        if len(chosen) == n:
            return payoffs[chosen][i]
        return [nested(i, (*chosen, k)) for k in range(shape[len(chosen)])]

    game = kb.strategic_game([nested(i, ()) for i in range(n)])
    found = coalition_readings(game)
    assert found.verify()
    for mask in range(1, 1 << n):
        alpha, security, beta = (
            found[reading].worths[mask] for reading in ("alpha", "security", "beta")
        )
        assert alpha <= security <= beta


def test_a_saddle_point_needs_no_linear_program():
    game = kb.strategic_game([[[1, 2], [0, 5]], [[0, 1], [3, 4]]])
    methods = {a.method for a in coalition_values(game).answers if a is not None}
    assert methods == {"a saddle point"}


def test_the_nash_reading_says_when_it_is_silent():
    battle = kb.bimatrix("2 0; 0 1", "1 0; 0 2")
    with pytest.raises(
        kb.GameError, match="I has several equilibrium payoffs against the others, 2/3, 1, 2"
    ):
        kb.to_coalitional(battle, "nash")
    found = coalition_readings(battle)
    assert [name for name, _ in found.silent] == ["nash"]
    assert "nash: I has several equilibrium payoffs" in str(found)


@pytest.mark.parametrize(
    ("tree", "players", "says"),
    [
        (("A", []), "A B", "A has no moves"),
        (("A", [(1, 2), (1, 2, 3)]), "A B", "3 numbers for 2 players"),
        (("Z", [(1, 2)]), "A B", "unknown player 'Z'"),
        (("A", [(1, 2), (1, 2)]), None, "players: give them in the order"),
        (("chance", [("1/2", (1, 2)), ("1/3", (1, 2))]), "A B", "add up to 5/6"),
        (("chance", [(1, 2)]), "A B", "neither payoffs nor"),
        ("A", "A B", "neither payoffs nor"),
    ],
)
def test_bad_trees(tree, players, says):
    with pytest.raises(kb.GameError, match=says):
        perfect_information(tree, players)


@pytest.mark.parametrize("reading", ["security", "alpha", "beta", "threat", "nash"])
def test_changed_worths_are_not_proved(reading):
    for game in (kb.bimatrix("3 0; 4 1", "3 4; 0 1"), kb.bimatrix("1 0; 0 1", "0 1; 1 0")):
        found = coalition_values(game, reading)
        assert found.verify()
        for mask in (1, 2, 3):
            changed = [x + (k == mask) for k, x in enumerate(found.worths)]
            assert not replace(found, worths=tuple(changed)).verify()
    floats = kb.bimatrix("0.1 0.2; 0.7 0.1", "0.2 0.1; -0.4 0.2")
    assert coalition_values(floats, reading).verify()


def test_trees_as_extensive_games_are_written():
    plain = kb.coalition(tree=("I", {"a": [2, 1], "b": [0, 3]}), players="I II")
    for moves in (
        {"a": {"payoff": [2, 1]}, "b": {"payoff": [0, 3]}},
        [["a", {"payoff": [2, 1]}], ["b", {"payoff": {"II": 3, "I": 0}}]],
    ):
        assert kb.coalition(tree={"player": "I", "moves": moves}, players="I II") == plain
