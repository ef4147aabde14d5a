"""One convention for players: positions from 0 in Python; text is a name or a number from 1."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.arrows import to_extensive
from kibitz.cli import app
from kibitz.extensive.methods.best_response import best_response
from kibitz.rules.trees.build import game_tree
from kibitz.search.scope import seat_of
from kibitz.zero_sum.strategies.dominance import dominating_mixtures

KUHN = to_extensive(kb.game("kuhn-poker"))
CHICKEN = kb.game("chicken")


COURNOT = kb.cournot("17-Q", "q+9", players=["I", "II"])
DARE = kb.game("dare").solve()


@pytest.mark.parametrize(
    "find",
    [
        KUHN.player,
        CHICKEN.player,
        lambda who: seat_of(TREE, who),
        COURNOT.index,
        DARE._player,
    ],
)
def test_every_form_counts_players_alike(find):
    assert [find(0), find("1"), find("I")] == [0, 0, 0]
    assert [find(1), find("2"), find("II")] == [1, 1, 1]
    for wrong in ("0", "3", 2, -1, True, "III", None):
        with pytest.raises(kb.GameError, match="unknown player"):
            find(wrong)


TREE = game_tree({"player": 1, "children": [{"player": 2, "children": [1, 2]}, 3]})
FROM_ZERO = game_tree({"player": 0, "children": [{"player": 1, "children": [1, 2]}, 3]})


def test_numbers_are_those_of_the_description():
    assert TREE.nodes[0].player == FROM_ZERO.nodes[0].player == 0
    assert [seat_of(TREE, word) for word in ("1", "2", "max", "min")] == [0, 1, 0, 1]
    assert [seat_of(FROM_ZERO, word) for word in ("0", "1", "max", "min")] == [0, 1, 0, 1]


def test_a_plan_is_made_for_the_player_that_is_named():
    tree = '{"player": 1, "children": [{"player": 2, "children": [1, 2]}, 3]}'
    for word, who in (("1", "A"), ("2", "A.1")):
        words = ["search", tree, "--plan", "--player", word, "--json"]
        found = json.loads(CliRunner().invoke(app, words).stdout)
        assert list(found["moves"]) == [who]


def test_functions_take_names_as_methods_do():
    profile = KUHN.solve().profile
    for who in ("I", 0, "1"):
        assert best_response(KUHN, who, profile).value == KUHN.best_response(who, profile).value
    pennies = kb.matrix("1 0; 0 1; -1 -1")
    assert dominating_mixtures(pennies, "I", 2) == dominating_mixtures(pennies, "row", 2)


@pytest.mark.parametrize(
    "tree",
    [
        {"player": "max", "children": [1, 2], "estimat": 3},
        {"player": "max", "children": [{"value": 1, "hh": 2}, 3]},
    ],
)
def test_keys_of_nodes_that_mean_nothing_are_refused(tree):
    with pytest.raises(kb.GameError, match="unknown key"):
        game_tree(tree)


def test_branches_of_trees_refuse_what_they_would_drop():
    branch = {"move": "l", "node": [1, 2], "probabilty": "1/2"}
    with pytest.raises(kb.GameError, match="unknown key 'probabilty'"):
        kb.extensive_game({"player": "I", "moves": [branch, ["r", [0, 0]]]})


def test_h_is_an_estimate():
    tree = game_tree({"player": "max", "children": [{"h": 5, "children": [1, 2]}, 3]})
    assert tree.nodes[1].estimate == (5, -5)


def test_an_unknown_player_is_told_the_names_once():
    with pytest.raises(kb.GameError) as refused:
        kb.game("chicken").stackelberg("Bob")
    assert str(refused.value) == "unknown player 'Bob'; they are I, II, or by number 1 to 2"
