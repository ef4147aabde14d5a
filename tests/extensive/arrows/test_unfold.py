"""Unfolding rules: the same tree compiled and in Python, and refusals."""

from __future__ import annotations

import sys

import pytest

from helpers.broken_rules import Endless, WrongView
from helpers.rules_games import Dice, Squares
from kibitz.core.errors import GameError
from kibitz.extensive.arrows.unfold import tree_size, unfold
from kibitz.games import game
from kibitz.rules.examples import TakeAway


@pytest.mark.parametrize(
    "game",
    [*(pytest.param(rules, marks=pytest.mark.slow) for rules in (TakeAway(9), Squares(4))), Dice()],
    ids=repr,
)
def test_compiled_and_not_give_one_tree(game, monkeypatch):
    slow = unfold(game)
    monkeypatch.setattr(sys.modules["kibitz.extensive.arrows.unfold"], "SMALL", 1)
    fast = unfold(game)
    assert fast == slow
    assert fast.amounts.tolist() == slow.amounts.tolist()
    assert tree_size(game).nodes == len(fast.tree)
    assert [fast.moves(k) for k in range(fast.infosets)] == [
        slow.moves(k) for k in range(slow.infosets)
    ]


def test_perfect_information_without_sees():
    game = unfold(TakeAway(6))
    assert game.has_perfect_information
    assert game.has_perfect_recall


def test_refuses_what_is_too_large_endless_or_contradictory():
    with pytest.raises(GameError, match="more than 100 nodes"):
        unfold(TakeAway(20), most=100)
    with pytest.raises(GameError, match="rule for repetition"):
        unfold(Endless())
    with pytest.raises(GameError, match="have different moves"):
        unfold(WrongView(5))


def test_a_game_of_many_is_sent_to_regret_minimization() -> None:
    with pytest.raises(GameError, match="kibitz cfr"):
        game("kuhn-poker 4 players=3").solve()


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc 2 2"])
def test_a_tree_is_as_large_as_its_rules_say(name: str) -> None:
    rules = game(name)
    assert tree_size(rules.as_tree()) == tree_size(rules)


def test_names_are_taken_from_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = game("kuhn-poker").as_tree()
    every = range(tree.infosets)
    names = [(tree.infoset_name(k), tree.moves(k)) for k in every]
    monkeypatch.setattr(tree.labels, "rules", None)
    assert [(tree.infoset_name(k), tree.moves(k)) for k in every] == names
