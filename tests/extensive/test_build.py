"""Trees by hand: what is built, and what is refused with the reason and the place."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from kibitz.core.errors import GameError
from kibitz.extensive import chance, decision, extensive_game, leaf


def coin(known: bool = False):
    return extensive_game(
        chance(
            heads=("1/2", decision("Ann", "heads" if known else "coin", bet=2, fold=-1)),
            tails=("1/2", decision("Ann", "tails" if known else "coin", bet="-1/3", fold=1)),
        ),
        players=("Ann", "Bob"),
    )


def test_counts_and_payoffs():
    game = coin()
    assert len(game.tree) == 7
    assert game.infosets == 1
    assert game.moves(0) == ("bet", "fold")
    assert game.tree.depth == 2
    assert [game.payoffs(node) for node in (3, 5)] == [(2, -2), (Fraction(-1, 3), Fraction(1, 3))]
    assert game.exact
    assert game.is_zero_sum
    assert game.has_perfect_recall
    assert game.probability(1) == Fraction(1, 2)
    assert not game.has_perfect_information
    assert coin(known=True).has_perfect_information
    assert game.labels.outcomes(game, 0) == ("heads", "tails")


def test_a_deep_tree_needs_no_recursion():
    node = leaf(0, 0)
    for k in range(3000):
        node = decision(k % 2, None, {"take": (k, -k), "pass": node})
    game = extensive_game(node)
    assert game.tree.depth == 3000
    assert len(game.tree) == 6001


def test_moves_may_be_listed_in_any_order():
    tree = decision("A", L=decision("B", "b", x=1, y=2), R=decision("B", "b", y=4, x=3))
    game = extensive_game(tree)
    assert game.moves(1) == ("x", "y")
    assert [game.payoffs(n)[0] for n in range(3, 7)] == [1, 2, 3, 4]


def test_forgetting_is_shown():
    tree = decision(
        "A", "first", L=decision("A", "then", l=1, r=0), R=decision("A", "then", l=0, r=1)
    )
    game = extensive_game(tree, players=("A", "B"))
    assert not game.has_perfect_recall
    assert "'L' at 'first'" in str(game.forgetting[0])


def test_absent_minded_driver_forgets():
    game = extensive_game(
        decision("A", "x", exit=0, go=decision("A", "x", exit=4, go=1)), ("A", "B")
    )
    assert not game.has_perfect_recall


def test_compares_and_pickles():
    assert coin() == coin()
    assert coin() != coin(known=True)
    assert pickle.loads(pickle.dumps(coin())) == coin()


@pytest.mark.parametrize(
    ("tree", "players", "words"),
    [
        (chance(a=("1/2", 1), b=("1/3", 2)), ("A", "B"), "add up to 5/6"),
        (chance(a=("3/2", 1), b=("-1/2", 2)), ("A", "B"), "negative"),
        (decision("C", a=1), ("A", "B"), "unknown player 'C'"),
        (decision(2, a=1), ("A", "B"), "no player 2"),
        (decision("A", a=None), ("A", "B"), "no payoffs"),
        (decision("A", a=(1, 2, 3)), ("A", "B"), "3 numbers in a game of 2"),
        (decision("A", a=float("nan")), ("A", "B"), "a, payoff 1"),
        (decision("A", a=decision("B", "s", x=1), b=decision("B", "s", y=1)), None, "'s': the"),
        (decision("A", a=decision("B", "s", x=1), b=decision("A", "s", x=1)), None, "one owner"),
    ],
)
def test_refuses(tree, players, words):
    with pytest.raises(GameError, match=words):
        extensive_game(tree, players)


def test_refuses_a_node_without_moves_and_a_chance_without_pairs():
    with pytest.raises(GameError, match="without moves"):
        decision("A")
    with pytest.raises(GameError, match="a pair"):
        chance(a=1)


def _end(first, second):
    return {"player": first, "moves": {"a": {"payoff": second}, "b": {"payoff": [0, 3]}}}


@pytest.mark.parametrize(
    ("tree", "players"),
    [
        (_end("I", {"II": 1, "I": 2}), ("I", "II")),
        (_end("Ann", {"Bob": 1, "Ann": 2}), ("Ann", "Bob")),
        (_end(1, {"2": 1, "1": 2}), ("player 1", "player 2")),
    ],
)
def test_payoffs_by_player_need_no_order(tree, players):
    game = extensive_game(tree)
    assert game.players == players
    assert game.solve().payoffs == (2, 1)


@pytest.mark.parametrize(
    ("paid", "words"),
    [
        ([3], "a: this leaf pays 1 number in a game of 2 players"),
        ({"I": 3}, "a: no payoff is given for II"),
        ({"I": 3, "II": 1, "III": 1}, "a: unknown player 'III'"),
    ],
)
def test_leaves_that_leave_somebody_out(paid, words):
    with pytest.raises(GameError, match=words):
        extensive_game(_end("I", paid))


def _by_number(first, second):
    below = {"player": second, "moves": {"x": {"payoff": [3, 1]}, "y": {"payoff": [1, 2]}}}
    return {
        "player": first,
        "moves": {"a": below, "b": {"payoff": {str(first): 2, str(second): 0}}},
    }


@pytest.mark.parametrize("first", [0, 1])
def test_players_are_counted_from_0_or_from_1(first):
    game = extensive_game(_by_number(first, first + 1))
    assert game.players == (f"player {first}", f"player {first + 1}")
    assert game.solve().payoffs == (2, 0)
    assert extensive_game(_by_number(f"P{first}", f"P{first + 1}")).solve().payoffs == (2, 0)


def test_player_0_is_chance_or_decides():
    lot = {
        "player": 0,
        "moves": [["h", "1/2", {"payoff": [1, 0]}], ["t", "1/2", {"payoff": [0, 1]}]],
    }
    assert extensive_game({"player": 1, "moves": {"a": lot, "b": [0, 0]}}).players[0] == "player 1"
    with pytest.raises(GameError, match="player 0 moves by chance at one node and decides at"):
        extensive_game({"player": 0, "moves": {"a": lot, "b": [0, 0]}})
    with pytest.raises(GameError, match="there is no player 3; they are 1 to 2"):
        extensive_game({"player": 3, "moves": {"a": [1, 0]}}, ["A", "B"])


def test_a_best_response_needs_no_strategy_of_the_player_who_answers():
    from kibitz import game
    from kibitz.extensive import behavior_from_mixed

    kuhn = game("kuhn-poker").as_tree()
    honest = dict.fromkeys(("Q check", "J check"), "check") | {"K check": "bet", "K bet": "call"}
    table = honest | dict.fromkeys(("Q bet", "J bet"), "fold")
    answer = kuhn.best_response("I", table)
    assert answer.value == kuhn.best_response("I", {"II": table}).value == Fraction(1, 6)
    never = behavior_from_mixed(kuhn, "I", {"check,fold,check,fold,check,call": 1})
    assert kuhn.best_response("II", never).value == Fraction(1, 6)
    with pytest.raises(GameError, match="no probabilities are given for 'J' of I"):
        kuhn.expected_payoffs(table)
    with pytest.raises(GameError, match="a profile is a table of information sets"):
        kuhn.expected_payoffs(3)
