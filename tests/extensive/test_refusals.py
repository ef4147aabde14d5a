"""Trees, plans and strategies that are malformed are refused in a line that says where."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.extensive import (
    behavior_from_mixed,
    behavior_from_plan,
    chance,
    check_strategy,
    decision,
    extensive_game,
    trembling_hand,
    unfold,
)
from kibitz.extensive.histories import from_histories
from kibitz.extensive.methods.backward_induction import backward_induction
from kibitz.extensive.methods.optimal_face import optimal_face
from kibitz.extensive.node import Decision
from kibitz.extensive.subgames import subgame, subgames

ENDS = {"l": [1, 0], "r": [0, 1]}
DEEPER = {"l.a": [1, 0], "l.b": [1, 2], "r": [0, 1]}
HISTORIES = ["", "l", "r"]
ALL = [*HISTORIES, "l.a", "l.b"]
EVEN = {"": {"l": "1/2", "r": "1/2"}}
LEAF = {"payoffs": [1, 2]}
HALF = {"label": "a", "p": "1/2", **LEAF}
THIRDS = {"l": Fraction(1, 3), "r": Fraction(2, 3)}
PERFECT = extensive_game(decision("I", l=decision("II", "y", a=(1, 1), b=(2, 2)), r=(0, 3)))
ZERO_SUM = extensive_game(decision("I", l=decision("II", a=1, b=2), r=0))
FLOATS = extensive_game(decision("I", l=(1.5, 1), r=(2, 0)))
KUHN = unfold(kb.game("kuhn-poker"))


def tree(**root):
    return lambda: extensive_game(root)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: from_histories([], {}, {}), "the empty history, the root, is missing"),
        (lambda: from_histories([*HISTORIES, "x.y"], {"": 1}, ENDS), "'x', which comes before"),
        (lambda: from_histories(HISTORIES, {"": 1, "z": 2}, ENDS), "'z', which is not a history"),
        (lambda: from_histories(HISTORIES, {"": 1}, {"l": [1, 0]}), "'r' is terminal, but no pay"),
        (lambda: from_histories(ALL, {"": 1}, DEEPER), "'l' is not terminal, but no player"),
        (lambda: from_histories(HISTORIES, {"": "chance"}, ENDS), "its probabilities are missing"),
        (
            lambda: from_histories(HISTORIES, {"": "chance"}, ENDS, {"": {"l": "1/2"}}),
            "the probability of 'r' is missing",
        ),
        (tree(player="I", moves={"a": 1, "b": 2}, payoffs=[1, 2]), "payoffs or moves, not both"),
        (
            tree(
                player="chance", moves=[{"label": "a", "p": "1/2", **LEAF}, {"label": "b", **LEAF}]
            ),
            "chance moves, but the probability of b is missing",
        ),
        (
            tree(player="I", moves=[HALF, {"label": "b", **LEAF}]),
            "I moves here, so the moves cannot have probabilities",
        ),
        (tree(player="I", moves="ab"), "moves are an object or a list, not 'ab'"),
        (tree(player="I", moves=[["a"], ["b"]]), r"branch 1: give \[label, node\] or"),
        (tree(player="I", moves={}), "a node without moves is a leaf; give it payoffs"),
        (tree(player=-1, moves={"a": 1, "b": 2}), "player -1: players are numbered from 1"),
        (lambda: extensive_game(chance()), "chance is to move, but there are no outcomes"),
        (
            lambda: extensive_game(Decision("I", (("a", (1, 2)), ("a", (2, 1))), None)),
            "two moves of I have the same name",
        ),
        (lambda: PERFECT.payoffs(0), "node 0 is not a leaf"),
        (lambda: PERFECT.find("y", 0), "'y' belongs to II, not to I"),
        (lambda: PERFECT.draw("map"), "unknown picture 'map'; known: tree, solution"),
        (lambda: backward_induction(KUHN), "backward induction needs perfect information"),
        (lambda: optimal_face(PERFECT), "do not have a constant sum; use lemke instead"),
        (lambda: optimal_face(KUHN.floating()), "the optimal face needs exact payoffs"),
        (lambda: trembling_hand(FLOATS, FLOATS.uniform()), "need an exact game and an exact prof"),
        (lambda: subgame(KUHN, 3), "no subgame begins at node 3"),
        (lambda: subgames(PERFECT, 1), "there are 2 subgames"),
        (lambda: behavior_from_plan(ZERO_SUM, 0, [1]), "I has 2 sequences and the empty one"),
        (lambda: behavior_from_plan(ZERO_SUM, 0, [1, 2]), "add up to 3, but that of the sequence"),
        (lambda: behavior_from_plan(ZERO_SUM, 0, [1, -1, 1]), "a weight is negative: -1"),
        (lambda: behavior_from_plan(ZERO_SUM, 0, {"zz": 1}), "unknown sequence 'zz'; known: I 1"),
        (lambda: behavior_from_mixed(ZERO_SUM, 0, ["1/3"]), "1 probability for 2 reduced strat"),
        (lambda: behavior_from_mixed(ZERO_SUM, 0, {"zz": 1}), "'I 1': no move 'zz'; known: l, r"),
        (lambda: behavior_from_mixed(ZERO_SUM, 0, {"l": 2, "r": -1}), "'r' is negative: -1"),
        (lambda: check_strategy(ZERO_SUM, "I", {"II": {"II 1": "a"}}), "no row for I"),
        (lambda: check_strategy(ZERO_SUM, "I", {1: "a"}), "1 is an information set of another"),
        (lambda: check_strategy(ZERO_SUM, "I", {"I 1": [1]}), "1 probability for 2 moves"),
        (lambda: check_strategy(ZERO_SUM, "I", {"I 1": {"x": 1}}), "'I 1': no move 'x'"),
    ],
)
def test_refusals(build, words):
    with pytest.raises(kb.GameError, match=words) as caught:
        build()
    assert "\n" not in str(caught.value)


def test_chance_among_histories():
    game = from_histories(ALL, {"": "chance", "l": 1}, DEEPER, EVEN)
    assert game.moves(0) == ("a", "b")
    best = game.profile({"l": {"b": 1}})
    assert game.expected_payoffs(best) == (Fraction(1, 2), Fraction(3, 2))


@pytest.mark.parametrize(
    "moves",
    [
        {"a": ["1/2", [1, 2]], "b": ["1/2", [3, 0]]},
        {"a": {"p": "1/2", "payoffs": [1, 2]}, "b": {"p": "1/2", "payoffs": [3, 0]}},
        {"a": {"p": "1/2", "node": [1, 2]}, "b": {"p": "1/2", "node": [3, 0]}},
        [["a", "1/2", [1, 2]], ["b", "1/2", [3, 0]]],
    ],
)
def test_spellings_of_chance(moves):
    game = extensive_game({"type": "chance", "moves": moves})
    assert game.expected_payoffs(game.uniform()) == (2, 1)


@pytest.mark.parametrize(
    "mixed",
    [
        ["1/3", "2/3"],
        [(0, "1/3"), ("r", "2/3")],
        {"l": "1/3", "r": "2/3"},
    ],
)
def test_spellings_of_mixed_strategies(mixed):
    assert behavior_from_mixed(ZERO_SUM, 0, mixed).filled() == {"I 1": THIRDS}


@pytest.mark.parametrize(
    "plan", [["1/3", "2/3"], [1, "1/3", "2/3"], {"I 1: l": "1/3", "I 1: r": "2/3"}]
)
def test_spellings_of_realization_plans(plan):
    assert behavior_from_plan(ZERO_SUM, 0, plan).filled() == {"I 1": THIRDS}


@pytest.mark.parametrize(
    ("row", "guarantee"),
    [
        ("l", 1),
        ("r", 0),
        ("*", Fraction(1, 2)),
        ([1, 0], 1),
        ({"l": "1/4"}, Fraction(1, 4)),
        ("1/4", Fraction(3, 4)),
    ],
)
def test_spellings_of_a_row(row, guarantee):
    report = check_strategy(ZERO_SUM, "I", {"I 1": row}, value=1)
    assert report.guarantee == Fraction(guarantee)
    assert report.value == 1


def test_a_table_for_one_of_three_players_has_no_value():
    game = extensive_game(decision("A", x=(1, 1, 1), y=(2, 2, 0)), players=["A", "B", "C"])
    report = check_strategy(game, "A", {"A": {"A 1": "y"}})
    assert report.guarantee == 2
    assert report.value is None
    assert "gets 2 against a best response" in str(report)


def test_one_player_alone_takes_the_best():
    game = extensive_game(decision("I", l=decision("I", a=1, b=4), r=3), players=["I"])
    assert game.solve().payoffs == (4,)
