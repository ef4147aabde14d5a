"""Game trees in all the ways in which people write them down."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.formats.json_files.form import from_json, to_json
from kibitz.rules.game import CHANCE
from kibitz.rules.trees.build import game_tree
from kibitz.search import alpha_beta, expectiminimax, max_n, minimax, value_ranges
from kibitz.search.alpha_beta import plain

SAME = [
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    "[[3,12,8],[2,4,6],[14,5,2]]",
    "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))",
    "((3 12 8) (2 4 6) (14 5 2))",
    {"a1": {"b1": 3, "b2": 12, "b3": 8}, "a2": {"c1": 2, "c2": 4, "c3": 6}, "a3": [14, 5, 2]},
    {"type": "max", "moves": {"a1": [3, 12, 8], "a2": [2, 4, 6], "a3": [14, 5, 2]}},
    {"player": "I", "moves": [["a1", [3, 12, 8]], ["a2", [2, 4, 6]], ["a3", [14, 5, 2]]]},
    {"tree": {"type": "max", "children": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}, "algorithm": "x"},
    {"A": ["B", "C", "D"], "B": [3, 12, 8], "C": [2, 4, 6], "D": [14, 5, 2]},
    {
        "root": "A",
        "nodes": {
            "A": {"player": "max", "children": {"a1": "B", "a2": "C", "a3": "D"}},
            "B": [3, 12, 8],
            "C": [2, 4, 6],
            "D": [14, 5, 2],
        },
    },
    {
        "initial": "A",
        "player": {"A": "max"},
        "successors": {
            "A": [["a1", "B"], ["a2", "C"], ["a3", "D"]],
            "B": ["p", "q", "r"],
            "C": ["s", "t", "u"],
            "D": ["v", "w", "x"],
        },
        "utility": dict(zip("pqrstuvwx", (3, 12, 8, 2, 4, 6, 14, 5, 2), strict=True)),
    },
    {
        "max": [
            {"min": [3, 12, 8]},
            {"min": [2, 4, 6], "name": "C"},
            {"MIN": {"d1": 14, "d2": 5, "d3": 2}},
        ]
    },
    ["max", ["min", 3, 12, 8], ["min", 2, 4, 6], ["min", 14, 5, 2]],
    ["max", [["min", [3, 12, 8]], ["min", ["2", "4", "6"]], ["min", 14, 5, 2]]],
    {
        "kind": "max",
        "children": [
            {"kind": "min", "children": [{"leaf": x} for x in row]}
            for row in ([3, 12, 8], [2, 4, 6], [14, 5, 2])
        ],
    },
    {
        "type": "max",
        "actions": {
            "a1": [3, 12, 8],
            "a2": {"type": "min", "actions": {"c1": 2, "c2": 4, "c3": 6}},
            "a3": [14, 5, 2],
        },
    },
    {"root": {"children": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}, "title": "a root alone"},
    {"name": "fig 2", "tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]},
    {"expression": "max(min(3, 12, 8), min(2, x, y), min(14, 5, 2))", "values": {"x": 4, "y": 6}},
    "max(a1: min(b1: 3, b2: 12, b3: 8), a2: min(2, 4, 6), a3: min(14, 5, 2))",
]


@pytest.mark.parametrize("written", SAME)
def test_one_tree_written_in_many_ways(written):
    found = alpha_beta(game_tree(written), trace=True)
    assert found.value == 3
    assert found.move == 0
    assert found.counts == {"nodes": 11, "leaves": 7, "cutoffs": 1}
    assert minimax(written).counts == {"nodes": 13, "leaves": 9}


@pytest.mark.parametrize(
    "written",
    [
        {"type": "min", "children": [[3, 12], [2, 4]]},
        "min((3 12) (2 4))",
        {"tree": [[3, 12], [2, 4]], "first": "min"},
        {"root": [[3, 12], [2, 4]], "first": "min"},
        ["min", [["max", [3, 12]], ["max", [2, 4]]]],
        {"player": "min", "tree": [[3, 12], [2, 4]]},
        {
            "initial": "A",
            "player": "min",
            "utility": {"pq": 12, "r": 2, "s": 4},
            "successors": {"A": ["B", "C"], "B": "pq", "C": ["r", "s"]},
        },
    ],
)
def test_after_min_it_is_the_turn_of_max(written):
    assert minimax(game_tree(written)).value == 4
    assert minimax(game_tree([[3, 12], [2, 4]], first="min")).value == 4


def test_chance_does_not_use_up_a_turn():
    lots = [{"p": "1/2", "node": [1, 5]}, {"p": "1/2", "node": [4, 2]}]
    tree = game_tree([{"type": "chance", "children": lots}, 1])
    assert expectiminimax(tree).value == Fraction(3, 2)


@pytest.mark.parametrize(
    "written",
    [
        {"type": "chance", "children": [{"p": "1/3", "value": 4}, {"p": "2/3", "value": 1}]},
        {"type": "nature", "children": [{"prob": "1/3", "value": 4}, {"prob": "2/3", "value": 1}]},
        {"type": "chance", "probabilities": ["1/3", "2/3"], "children": [4, 1]},
        {"type": "chance", "children": [["1/3", 4], ["2/3", 1]]},
        {"player": "chance", "moves": [["heads", "1/3", 4], ["tails", "2/3", 1]]},
        "chance(1/3: 4, 2/3: 1)",
        {
            "type": "chance",
            "probabilities": {"tails": "2/3", "heads": "1/3"},
            "children": {"heads": 4, "tails": 1},
        },
        {"children": [{"p": "1/3", "value": 4}, {"p": "2/3", "value": 1}]},
        {"chance": [["1/3", 4], ["2/3", {"min": [1, 7]}]]},
        {"probabilities": ["1/3", "2/3"], "children": [4, 1]},
    ],
)
def test_probabilities_in_many_places(written):
    assert expectiminimax(game_tree(written)).value == 2


def test_three_players_take_turns_where_nobody_says_who_moves():
    tree = game_tree([[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]]])
    assert [tree.player(k) for k in (0, 1)] == [0, 1]
    assert max_n(tree).value == (1, 2, 6)
    third = {
        "tree": {
            "type": "player",
            "player": "C",
            "children": [{"payoff": [1, 2, 6]}, {"payoff": [4, 2, 3]}],
        },
        "players": ["A", "B", "C"],
    }
    assert max_n(third).value == max_n(third["tree"]).value == (1, 2, 6)


@pytest.mark.parametrize(
    "written",
    [
        {"players": 3, "tree": [[[1, 2, 6], [4, 2, 3]], [[6, 1, 2], [0, 4, 1]]]},
        {
            "players": ["A", "B", "C"],
            "tree": {
                "player": "A",
                "children": [
                    {"player": "B", "children": [{"payoff": {"C": 6, "A": 1, "B": 2}}, (4, 2, 3)]},
                    {"player": "B", "children": [(6, 1, 2), {"payoff": {"A": 0, "B": 4, "C": 1}}]},
                ],
            },
        },
    ],
)
def test_payoffs_as_lists_and_by_name(written):
    assert max_n(written).value == (1, 2, 6)


def test_lists_of_one_player_are_all_its_own():
    assert max_n(game_tree([[1, 2], [3, 0]], players=1)).value == (3,)


@pytest.mark.parametrize(
    "written",
    [
        {"player": "max", "moves": ["a1", "a2"], "children": [3, 5]},
        {"player": "max", "labels": ["a1", "a2"], "children": [3, {"type": "leaf", "value": 5}]},
        {"A": {"a1": "B", "a2": "C"}, "B": {"b1": 3, "b2": 4}, "C": 5},
        {"nodes": {"A": {"children": {"a1": "B", "a2": "C"}}, "B": 3, "C": 5}},
        "max(a1: 3, a2: 5)",
    ],
)
def test_moves_keep_their_names(written):
    assert minimax(written).shown_line == ("a2",)


def test_an_array_is_a_tree_of_lists():
    assert minimax(game_tree(np.array([[3, 12], [2, 4]]))).value == 3


def test_players_may_be_numbered_from_one():
    tree = {"player": 1, "children": [{"player": 2, "children": [(1, 5), (2, 0)]}, (0, 0)]}
    assert max_n(game_tree(tree, players=[1, 2])).value == (1, 5)


def test_leaves_that_are_never_looked_at_need_no_value():
    tree = game_tree("max(min(3, 12, 8), min(2, x, y), min(14, 5, 2))")
    found = alpha_beta(tree, trace=True)
    assert (found.value, found.trace.pruned) == (3, ("x", "y"))
    with pytest.raises(GameError, match="leaf x has no value"):
        minimax(tree)
    assert minimax(game_tree("min(2, x)", values={"x": -1})).value == -1


def test_shared_nodes_are_one_position():
    graph = {"A": ["B", "C"], "B": ["D", 9], "C": ["D", 1], "D": [2, 3]}
    tree = game_tree(graph)
    assert (len(tree), tree.is_shared) == (8, True)
    assert minimax(tree).value == plain.plain_value(tree.position(), 100) == 3


def test_a_tree_of_random_shape_is_the_same_with_its_nodes_by_name():
    random = Random(5)
    for _ in range(30):
        nodes = {}

        def grow(depth, nodes=nodes):
            name = f"n{len(nodes)}"
            nodes[name] = None
            if depth == 0 or random.random() < 0.2:
                nodes[name] = {"value": random.randint(-9, 9)}
                return name, nodes[name]["value"]
            who = random.choice(["max", "min"])
            below = [grow(depth - 1) for _ in range(random.randint(1, 3))]
            nodes[name] = {"type": who, "children": [name for name, _ in below]}
            return name, {"type": who, "children": [tree for _, tree in below]}

        root, nested = grow(4)
        by_name = minimax({"root": root, "nodes": nodes})
        assert (by_name.value, by_name.counts) == (
            minimax(game_tree(nested)).value,
            minimax(game_tree(nested)).counts,
        )


def test_nodes_that_look_alike():
    def day(good):
        return {
            "type": "max",
            "name": f"{good} fork",
            "infoset": "fork",
            "children": {
                "left": 10 if good == "left" else -10,
                "right": 10 if good == "right" else -10,
            },
        }

    days = [{"p": "1/2", "node": day("left")}, {"p": "1/2", "node": day("right")}]
    tree = game_tree({"type": "chance", "children": days})
    assert tree.has("information_state")
    assert tree.player(tree.start()) == CHANCE
    assert tree.solve().value == 0
    with pytest.raises(GameError, match="one information set"):
        game_tree(
            [
                {"infoset": "h", "player": 1, "children": {"a": 1}},
                {"infoset": "h", "player": 1, "children": {"b": 1}},
            ]
        )


def endless():
    tree = [1, 2]
    tree.append(tree)
    return tree


def doubled():
    tree = [1, 2]
    for _ in range(60):
        tree = [tree, tree]
    return tree


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (endless(), "contains itself"),
        ({"A": ["B", 1], "B": ["A", 2]}, "lead back"),
        ({"initial": "A", "successors": {"A": ["B"]}}, "B, after A: it has no successors"),
        ({"initial": "A", "successors": {"A": ["B"], "B": []}}, "no successors and no utility"),
        ({"initial": "A", "successors": {"A": ["B"]}, "utility": {"A": 1, "B": 2}}, "utility and"),
        ({"root": "Z", "nodes": {"A": 1}}, "unknown node"),
        ({"A": ["B", "C"], "B": ["D", 9], "C": [["D", 1]], "D": [2, 3]}, "different players"),
        ({"type": "leaf", "children": [1]}, "a leaf has no children"),
        ({"type": "chance", "children": [1, 2]}, "has no probability"),
        (
            {"type": "chance", "children": [{"p": "-1/2", "value": 1}, {"p": "3/2", "value": 1}]},
            "negative",
        ),
        ({"type": "chance", "probabilities": [1], "children": [1, 2]}, "1 probability for 2"),
        (((3, 12), (2, 4)), "write moves as a list"),
        ([(1, 2), (1, 2, 3)], "2 payoffs in a game of 3"),
        ([[float("nan")]], "finite"),
        ("max(min(3, 12)", "not closed"),
        ("max(3))", "closes nothing"),
        ("(3,12,8; 2,4,6; 14,5,2)", "put each group in brackets"),
        ("((3 12; 2 8))", "put each group in brackets"),
        ("3 4", "2 roots"),
        ("max(3, &)", "no meaning"),
        ('{"type": "max"', "the tree: line"),
        ([["nan", 3], [2, 1]], "'nan' is not a number"),
        ([["-inf", 3], [2, 1]], "'-inf' is not a number"),
        ([["x", 12, 8], [2, 4, 6]], "is not a chance node"),
        (
            {"type": "max", "children": [{"p": 1, "value": 3}, {"p": 0, "value": 5}]},
            "is not a chance node",
        ),
        (
            {
                "type": "chance",
                "children": {"h": 1, "t": 2},
                "probabilities": {"h": "1/2", "x": "1/2"},
            },
            "do not match: t, x",
        ),
        ({"type": "max", "moves": ["a1"], "children": [3, 5]}, "1 move for 2 children"),
        ({"players": ["A", "A"], "tree": [1, 2]}, "the same name"),
        ({"players": 3, "tree": [[1, 2], [1, 2, 3]]}, "2 payoffs in a game of 3"),
        ({"player": "A", "children": [{"payoff": {"A": 1, "C": 2}}, (1, 2)]}, "give each player"),
        ({"initial": "A", "successors": {"A": 3}}, "its successors are 3"),
        ("max(3,, 4)", "there is nothing before"),
        ("[(3, {[]: 2})]", "a colon follows a move or a probability"),
    ],
)
def test_bad_trees(written, told):
    with pytest.raises(GameError, match=told):
        game_tree(written)


def test_a_tree_of_too_many_nodes_is_not_built(monkeypatch):
    monkeypatch.setattr("kibitz.rules.trees.reader.NODES", 1000)
    with pytest.raises(GameError, match="more than 1,000 nodes, too many for a tree"):
        game_tree(doubled())


def test_values_change_into_numbers():
    tree = game_tree([["1/2", 12], [2, 4]])
    assert minimax(tree.transformed(lambda x: 2 * x + 7)).value == 11
    for change in (lambda x: None, lambda x: float("nan"), lambda x: "high"):
        with pytest.raises(GameError, match="the change of"):
            tree.transformed(change)


def test_bad_first_player():
    for first in ("maybe", 7, 1.5):
        with pytest.raises(GameError, match="first is"):
            game_tree([1, 2], first=first)


def test_moves_by_number_are_moves_not_leaves():
    moves = [["1", {"payoff": [3, -3]}], ["2", {"payoff": [5, -5]}]]
    tree = game_tree({"players": ["Ann", "Bob"], "tree": {"player": "Ann", "moves": moves}})
    assert minimax(tree).counts == {"nodes": 3, "leaves": 2}
    assert tree.show_move(0, 1) == "2"


@pytest.mark.parametrize(("players", "value"), [((1,), 5), ((2,), 3), ((0,), 5), (("1",), 5)])
def test_numbers_of_players_count_from_1_unless_somebody_is_0(players, value):
    tree = game_tree({"player": players[0], "children": [3, 5]})
    assert minimax(tree).value == value
    again = from_json(to_json(tree))
    assert minimax(again).value == value


def test_players_are_called_by_the_numbers_of_the_file():
    tree = game_tree({"player": 0, "children": [{"player": 1, "children": [3, 1]}, 2]})
    assert [tree.player_name(k) for k in (0, 1)] == ["player 0", "player 1"]
    assert from_json(to_json(tree)).player_name(0) == "player 0"
    with pytest.raises(GameError, match="3 players"):
        game_tree({"player": 3, "children": [(1, 2), (3, 1)]})


@pytest.mark.parametrize("unknown", ["x", "?", None])
def test_a_leaf_may_be_unknown_in_a_file(unknown):
    lot = {"type": "chance", "children": [{"p": "1/2", "value": 3}, {"p": "1/2", "value": unknown}]}
    low, high = value_ranges(game_tree(lot), bounds=(-2, 2))["A"]
    assert (low, high) == (Fraction(1, 2), Fraction(5, 2))
    with pytest.raises(GameError, match="has no value"):
        expectiminimax(game_tree(lot))


def test_tuples_in_text_are_payoffs_as_in_python():
    text = "[[(1,2,3),(4,5,6)],[(7,1,2),(2,2,9)]]"
    tree = game_tree(text)
    assert tree.players == 3
    assert tree.solve().value == (4, 5, 6)
    assert game_tree("[(3 12) (2 4)]").players == 2


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("max(avg(3, 5), avg(2, 9))", "11/2"),
        ("min(average(a: 2, b: 8), mean(1, max(3, 7), 4))", "4"),
        ("avg(1/4: 8, 3/4: 0)", "2"),
    ],
)
def test_outcomes_of_an_average_are_equally_likely(typed: str, value: str) -> None:
    assert kb.solve(typed).value == Fraction(value)


BC = (("B", 3), ("C", 5))
PAID = [{"value": [1, 2]}, {"value": [2, 1]}]
PROBLEM = {"initial": "A", "successors": {"A": {"l": "B", "r": "C"}, "B": {}, "C": {}}}


@pytest.mark.parametrize(
    ("tree", "options", "words"),
    [
        ("max(1, 2)", {"values": 3}, "values is 3; give a dict of numbers by letter"),
        ("max(1, 2)", {"players": 0}, "players must be at least 1, not 0"),
        ({"player": "max", "children": [{"value": 1}, {}]}, {}, "node A.2: it has neither child"),
        ({"player": "zz", "children": PAID}, {}, "node A: unknown player 'zz'; write 0, 1, max"),
        ({"player": 3, "children": PAID}, {"players": 2}, "no player 3; they are 1 to 2"),
        (
            {"player": "chance", "probabilities": "x", "children": PAID},
            {},
            "its probabilities are 'x'; write a list or a dict",
        ),
        ({"options": 3}, {}, "its options are a dict of children by player"),
        ({"nodes": {}}, {}, "the tree is empty"),
        ({"nodes": 3}, {}, "expected an object of nodes by name, or a list"),
        ({"nodes": [{"name": "A", "children": ["B"]}, {"name": "A"}]}, {}, "two are called 'A'"),
        ({**PROBLEM, "utility": {"B": 1}}, {}, "state C: it has no successors and no utility"),
    ],
)
def test_trees_that_make_no_sense(tree, options, words):
    with pytest.raises(GameError, match=words) as caught:
        game_tree(tree, **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "tree",
    [
        {"nodes": [{"name": "A", "children": ["B", "C"]}, *({"id": x, "value": v} for x, v in BC)]},
        {"nodes": [{"id": "A", "children": ["1", "2"]}, 3, 5]},
        {**PROBLEM, "utility": {"B": 3, "C": 5}},
        {"player": "1", "children": [3, 5]},
        {"player": "a", "children": [3, 5]},
    ],
)
def test_lists_of_nodes_and_players_by_number_or_letter(tree):
    assert minimax(game_tree(tree)).value == 5
