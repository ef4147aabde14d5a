"""Evaluation functions, dice, and what a change of scale does to decisions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules.trees.build import game_tree
from kibitz.search import (
    alpha_beta,
    category_value,
    dice_throws,
    dice_totals,
    expectiminimax,
    games_by_length,
    keeps_order,
    linear_value,
    material,
    max_n,
    minimax,
    nonlinear_value,
    plies_within,
    positions_by_ply,
    tree_statistics,
    with_evaluation,
)

PIECES = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}


def test_values_by_name_and_in_a_row():
    assert category_value({"win": "1/2", "loss": "1/3", "draw": "1/6"}) == Fraction(1, 6)
    assert category_value(["1/2", "1/3", "1/6"], [1, -1, 0]) == Fraction(1, 6)
    assert linear_value({"rook": 1, "pawn": -2}, PIECES) == 3
    assert material("RP kpp") == linear_value([1, -1], [5, 1]) == 4


def test_a_pair_of_bishops_and_the_phase():
    features = {"bishop": 2, "rook": -1}
    assert nonlinear_value(features, PIECES, [({"bishop": 2}, "1/2")]) == Fraction(3, 2)
    assert nonlinear_value({"bishop": 1}, PIECES, [({"bishop": 2}, "1/2")]) == 3
    late = {"bishop": 4, "rook": 6}
    assert nonlinear_value(features, PIECES, endgame=late, phase="1/2") == Fraction(1 + 2, 2)


def test_order_is_all_that_counts_without_chance():
    tree = game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    for change in (lambda x: x**3, lambda x: exp(x), lambda x: 2 * x + 7):
        assert minimax(tree.transformed(change)).move == minimax(tree).move
    assert keeps_order([1, 8, 27], [1, 2, 3])
    assert not keeps_order([1, 1], [1, 2])


def test_sizes_count_where_chance_moves():
    def lottery(a, b):
        return {
            "type": "chance",
            "children": [{"p": "9/10", "value": a}, {"p": "1/10", "value": b}],
        }

    tree = game_tree({"type": "max", "children": {"a1": lottery(2, 3), "a2": lottery(1, 4)}})
    found = expectiminimax(tree)
    assert found.moves == {0: Fraction(21, 10), 1: Fraction(13, 10)}
    spread = {1: 1, 2: 20, 3: 30, 4: 400}
    other = expectiminimax(tree.transformed(spread.__getitem__))
    assert other.moves == {0: 21, 1: Fraction(409, 10)}
    assert (found.shown_move, other.shown_move) == ("a1", "a2")
    assert expectiminimax(tree.transformed(lambda x: 5 * x - 3)).move == found.move


@pytest.mark.parametrize(("dice", "sides"), [(1, 3), (2, 4), (2, 8), (3, 6), (4, 2)])
def test_throws_and_totals_counted_one_by_one(dice, sides):
    every = list(product(range(1, sides + 1), repeat=dice))
    throws = dice_throws(dice, sides)
    assert {t: p * len(every) for t, p in throws.items()} == {
        t: sum(tuple(sorted(e)) == t for e in every) for t in throws
    }
    totals = dice_totals(dice, sides)
    assert {t: p * len(every) for t, p in totals.items()} == {
        t: sum(sum(e) == t for e in every) for t in range(dice, dice * sides + 1)
    }


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (lambda: category_value({"win": "-1/2", "loss": "3/2"}), "negative"),
        (lambda: category_value({"win": "1/2", "lost": "1/2"}), "only one has: lost"),
        (lambda: category_value(["1/2", "1/2"], {"win": 1}), "both in a row"),
        (lambda: linear_value({"rook": 1, "guard": 1}, PIECES), "only one has: guard"),
        (lambda: linear_value([1, 2], [1]), "are given"),
        (lambda: linear_value([float("nan")], [1]), "finite"),
        (lambda: nonlinear_value({"rook": 1}, PIECES, phase=2), "from 0 to 1"),
        (lambda: material("QX"), "not a piece"),
        (lambda: dice_throws(2.5), "whole numbers"),
        (lambda: dice_throws(2, "six"), "whole numbers"),
        (lambda: dice_totals(10_000), "too many"),
    ],
)
def test_bad_values(question, told):
    with pytest.raises(GameError, match=told):
        question()


def test_another_estimate_for_the_same_game():
    rules = kb.game("tic-tac-toe")

    def lines(state):
        """Three times the lines of two, plus those of one, ours less theirs."""
        total = 0
        for line in rules.lines:
            ours = (state.crosses & line).bit_count()
            theirs = (state.noughts & line).bit_count()
            if not theirs:
                total += {0: 0, 1: 1, 2: 3, 3: 0}[ours]
            if not ours:
                total -= {0: 0, 1: 1, 2: 3, 3: 0}[theirs]
        return total

    here = with_evaluation(rules, lines)
    found = minimax(here, depth=2)
    assert (found.shown_move, found.value) == ("b2", 1)
    assert found.moves == {0: -1, 1: -2, 2: -1, 3: -2, 4: 1, 5: -2, 6: -1, 7: -2, 8: -1}
    assert alpha_beta(here, depth=2).value == 1
    assert positions_by_ply(rules, rules.key, plies=2) == (1, 3, 12)
    with pytest.raises(GameError, match="is a tuple"):
        max_n(with_evaluation("nim-of-many", lambda state: 0), depth=1)


@pytest.mark.parametrize("branching", [2, 3, 7, 35, "5/2"])
def test_plies_that_just_fit_and_just_do_not(branching):
    base = Fraction(branching)
    for plies in (1, 2, 5, 30, 60):
        assert plies_within(branching, base**plies) == plies
        assert plies_within(branching, base**plies - Fraction(1, 10**6)) == plies - 1
        assert plies_within(branching, base**plies, pruned=True) == 2 * plies
    assert plies_within(branching, 1) == 0
    for bad in ((1, 9), (float("nan"), 9), (3, 0), ("many", 9)):
        with pytest.raises(GameError):
            plies_within(*bad)


def test_material_by_letters_and_by_name():
    assert material("QPP rp") == material({"queen": 1, "pawn": 1, "rook": -1}) == 5
    for bad in (7, {"prince": 1}, "QX"):
        with pytest.raises(GameError):
            material(bad)


def test_the_games_of_tic_tac_toe():
    rules = kb.game("tic-tac-toe")
    assert tree_statistics(rules).outcomes == {(1, -1): 131184, (-1, 1): 77904, (0, 0): 46080}
    lengths = {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
    assert games_by_length(rules) == lengths
    assert games_by_length("max(1, min(2, 3), min(max(4, 5)))") == {1: 1, 2: 2, 3: 2}
