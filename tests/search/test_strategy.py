"""Plans and best answers against all strategies of small trees, one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from helpers.search_trees import random_tree
from kibitz.core.errors import GameError
from kibitz.rules.game import OVER
from kibitz.rules.trees.build import game_tree
from kibitz.search import (
    contingent_strategy,
    exploit,
    leaves_by_order,
    minimax,
    paranoid,
    plan_value,
)


def strategies(tree, player):
    nodes = [k for k in range(len(tree)) if tree.player(k) == player]
    for chosen in product(*(tree.moves(k) for k in nodes)):
        yield dict(zip(nodes, chosen, strict=True))


def outcome(tree, *given):
    moves = {k: move for one in given for k, move in one.items()}
    state = 0
    while tree.player(state) != OVER:
        state = tree.play(state, moves[state])
    return tree.payoffs(state)[0]


def small_trees(count):
    random = Random(23)
    while count:
        tree = game_tree(random_tree(random, 3))
        if all(len(list(strategies(tree, who))) <= 200 for who in (0, 1)):
            count -= 1
            yield tree


def test_a_plan_is_never_worse_than_the_value():
    for tree in small_trees(25):
        theirs = list(strategies(tree, 1))
        found = contingent_strategy(tree)
        full = {**dict.fromkeys(range(len(tree)), 0), **found.moves}
        assert found.value == minimax(tree).value == plan_value(tree, found.moves)
        assert min(outcome(tree, {**full, **reply}) for reply in theirs) == found.value


def test_the_best_answer_to_a_known_opponent():
    random = Random(4)
    for tree in small_trees(25):
        theirs = random.choice(list(strategies(tree, 1)))
        best = max(outcome(tree, plan, theirs) for plan in strategies(tree, 0))
        found = exploit(tree, theirs)
        assert found.value == best >= minimax(tree).value
        assert plan_value(tree, found.moves, against=theirs) == best


def test_the_best_answer_of_the_second_player_and_to_lots():
    tree = game_tree({"a": {"l": 3, "r": -1}, "b": {"l": 0, "r": 5}})
    assert exploit(tree, {"A": {"a": "1/3", "b": "2/3"}}, player="min").value == Fraction(1, 3)
    assert contingent_strategy(tree, player=1).shown_moves == {"A.a": "r", "A.b": "l"}


def test_players_go_by_number_or_by_name():
    tree = game_tree([[(1, 4, 5), (6, 2, 2)], [(0, 3, 7), (5, 3, 2)]], players=["Al", "Bo", "Cy"])
    for k, name in enumerate(["al", "Bo", "CY"]):
        assert paranoid(tree, name).value == paranoid(tree, k).value
    assert str(contingent_strategy(game_tree("max(min(3, 5), 2)"), "min")).startswith(
        "game tree, MIN: a plan worth -3"
    )


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (lambda tree: plan_value(tree, {}), "does not cover 'A', which can be reached"),
        (lambda tree: plan_value(tree, {"A": {"1": "1/2", "2": "1/2"}}), "mixes"),
        (lambda tree: exploit(tree, {"A.1": "9", "A.2": "1"}), "policy at 'A.1': .*no move '9'"),
        (lambda tree: exploit(tree, {"A.1": "1", "A.2": "1", "Z": "1"}), "unknown node 'Z'"),
        (lambda tree: exploit(tree, {"A.1": {"1": "1/2"}, "A.2": "1"}), "add up to 1/2"),
        (lambda tree: exploit(tree, lambda state: 7), "not a move there"),
        (lambda tree: exploit(tree, 5), "give a dict of moves"),
        (lambda tree: contingent_strategy(tree, "Zoe"), "unknown player"),
        (lambda tree: contingent_strategy(tree, 2), "unknown player 2"),
        (lambda tree: paranoid(tree, "Zoe"), "unknown player 'Zoe'"),
        (lambda tree: paranoid(tree, True), "unknown player True"),
        (lambda tree: paranoid(tree.position(0, 0)), "give player="),
        (lambda tree: leaves_by_order(tree, most=1), "8 orders"),
    ],
)
def test_bad_plans(question, told):
    with pytest.raises(GameError, match=told):
        question(game_tree([[3, 12], [2, 4]]))
