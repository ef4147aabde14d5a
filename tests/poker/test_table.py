"""Poker with one card each: known sizes and values, and refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.trees import kuhn as by_hand
from kibitz import game, solve
from kibitz.core.errors import GameError
from kibitz.extensive import unfold
from kibitz.extensive.arrows.unfold import tree_size
from kibitz.extensive.methods.best_response import exploitability
from kibitz.extensive.strategies.profile import uniform
from kibitz.learning.regret.cfr import cfr
from kibitz.poker.betting import limit, no_limit, pot_limit
from kibitz.poker.endgame import PokerEndgame, endgame_value
from kibitz.poker.kuhn import Kuhn
from kibitz.poker.leduc import Leduc
from kibitz.poker.table import Poker
from kibitz.rules.check import check


@pytest.mark.parametrize("cards", [2, 3, 4, 7])
def test_kuhn_from_rules_is_kuhn_by_hand(cards):
    rules, hand = Kuhn(cards).solve(), solve(by_hand(cards))
    assert rules.value == hand.value
    assert rules.verify()
    nodes, deals = len(unfold(Kuhn(cards)).tree), cards * (cards - 1)
    assert nodes == 1 + 9 * deals


@pytest.mark.parametrize(("ante", "bet"), [(1, 2), ("1/2", "3/4"), (2, "1/3")])
def test_stakes_stay_exact(ante, bet):
    found = Kuhn(3, ante, bet).solve()
    assert found.exact
    assert found.value == game("kuhn-normal-form", 3, ante, bet).solve().value


def test_floats_stay_floats():
    found = Kuhn(3, 1.0, 1.0).solve()
    assert not found.exact
    assert abs(found.value + 1 / 18) < 1e-9


def test_leduc():
    assert tree_size(Leduc()).nodes == 9457
    found = Leduc().solve()
    assert abs(float(found.value) + 0.0856064) < 1e-7
    assert found.verify()


def test_three_players_share_pots_and_pay_nobody_else():
    tree = unfold(Leduc(2, 2, 3, raises=1))
    assert tree.is_zero_sum
    assert Fraction(1, 6) <= tree.unit <= 1
    three = unfold(Kuhn(players=3))
    assert three.has_perfect_recall
    assert three.is_zero_sum
    assert cfr(three, iterations=2000).exploitability < exploitability(three, uniform(three)) / 20


def test_two_suits_tie():
    assert Poker(limit(), 1, 2).solve().value == 0


def test_menus_and_stacks():
    half = Poker(pot_limit(2, ["1/2", 1], raises=2), 3)
    start = half.position(0, 1)
    assert [half.show_move(start.state, m) for m in start.moves] == [
        "check",
        "bet 1/2 pot",
        "bet pot",
    ]
    raised = start.play("bet pot").play("raise 1/2 pot")
    assert raised.state.stakes == (6, 12)
    shallow = Poker(no_limit(1, [1], stack=2), 3).position(0, 1)
    assert [shallow.rules.show_move(shallow.state, m) for m in shallow.moves] == [
        "check",
        "bet pot",
    ]
    ended = shallow.play("bet pot").play("call")
    assert ended.is_over
    assert ended.payoffs == (-2, 2)


def test_all_in_deals_the_board_without_more_betting():
    rules = Leduc(3, betting=no_limit(1, [1], rounds=2, stack=3))
    position = rules.position(0, 2).play("bet pot").play("call")
    assert position.player == -2
    assert position.play(1).is_over
    assert position.play(1).payoffs == (3, -3)


@pytest.mark.parametrize(
    "rules",
    [Kuhn(), Kuhn(4, players=3), Leduc(2), Poker(no_limit(stack=6), 3, 2), PokerEndgame()],
    ids=repr,
)
def test_the_rules_contradict_themselves_nowhere(rules):
    assert check(rules, games=10, compiled=False)


@pytest.mark.parametrize(
    "rules",
    [
        Poker(no_limit(stack=6), 3, 2),
        *(pytest.param(rules, marks=pytest.mark.slow) for rules in (Kuhn(4, players=3), Leduc(2))),
    ],
    ids=repr,
)
def test_compiled_rules_are_those_of_python(rules):
    assert check(rules, games=10)


@pytest.mark.parametrize(("p", "bet", "ante"), [("1/4", 2, 1), ("1/3", "3/2", 2), ("9/10", 1, 1)])
def test_endgame_formula(p, bet, ante):
    found = PokerEndgame(p, bet, ante).solve()
    assert found.value == endgame_value(p, bet, ante)
    assert found.verify()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Kuhn(1), "need 2"),
        (lambda: Leduc(1, 2), "need 3"),
        (lambda: Kuhn(players=1), "at least 2"),
        (lambda: Kuhn(3, 0), "must be positive"),
        (lambda: Kuhn(3, 1, -1), "must be positive"),
        (lambda: Poker(no_limit(stack=1), 3), "is too small"),
        (lambda: Leduc(bets=[1]), "two rounds"),
        (lambda: pot_limit(fractions=[2]), "above the limit"),
        (lambda: Poker(limit(raises=40), 3), "in a round are too many"),
        (lambda: PokerEndgame("3/2"), "between 0 and 1"),
    ],
)
def test_bad_input(make, said):
    with pytest.raises(GameError, match=said):
        make()
