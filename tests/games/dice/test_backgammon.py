"""Backgammon: the dice, forced plays against a slow list of all, bearing off, gammons."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from kibitz.games.dice.backgammon import BAR, Backgammon, Throw
from kibitz.rules import CHANCE, OVER


def board(men: dict[int, int], **rest: int) -> Throw:
    """A position from point numbers (from white's ace point), white positive."""
    points = [0] * 24
    for point, count in men.items():
        points[point - 1] = count
    base = {"white_bar": 0, "black_bar": 0, "first": 0, "second": 0, "left": 0, "turn": 0}
    return Throw(tuple(points), **{**base, **rest})


def shown(rules, state):
    return [rules.show_move(state, move) for move in rules.moves(state)]


def test_the_dice():
    rules = Backgammon()
    first = list(rules.chance(rules.start()))
    assert len(first) == 30
    assert sum(p for _, p in first) == 1
    throws = dict(rules.chance(rules.start()._replace(turn=0)))
    assert len(throws) == 21
    assert sorted(set(throws.values())) == [Fraction(1, 36), Fraction(1, 18)]


def test_opening_moves():
    rules = Backgammon()
    state = rules.play(rules.start(), 7 * 3 + 1)
    assert rules.player(state) == 0
    assert rules.pips(state, 0) == rules.pips(state, 1) == 167
    assert {"8/5", "6/5", "24/23", "13/10"} <= set(shown(rules, state))
    assert "13/12" not in shown(rules, state)


def plays(rules, state, dice):
    """How many of the dice can be played at most, in the best order."""
    best = 0
    for k, die in enumerate(dice):
        for point in range(25):
            if rules.can_play(state, point, die):
                after = rules.moved(state, point, die)
                best = max(best, 1 + plays(rules, after, dice[:k] + dice[k + 1 :]))
    return best


def test_as_many_dice_are_played_as_can_be():
    rules, random = Backgammon(), Random(4)
    for _ in range(6):
        state, owed = rules.start(), 0
        while rules.player(state) != OVER:
            if rules.player(state) == CHANCE:
                state = rules.play(state, random.choice([m for m, _ in rules.chance(state)]))
                owed = None
                if rules.player(state) >= 0 and state.first != state.second:
                    owed = plays(rules, state, (state.first, state.second))
                done = 0
                continue
            move = random.choice(list(rules.moves(state)))
            done += move != 0
            state = rules.play(state, move)
            if rules.player(state) == CHANCE and owed is not None:
                assert done == owed


def test_the_greater_die_if_only_one_can_be_played():
    rules = Backgammon()
    state = board({14: 1, 4: -2, 1: -13}, first=6, second=4, left=2)
    assert shown(rules, state) == ["14/8"]


def test_enters_from_the_bar_first():
    rules = Backgammon()
    state = board({6: 2, 20: -2, 24: 1, 1: -13}, white_bar=1, first=5, second=4, left=2)
    assert list(rules.moves(state)) == [7 * BAR + 4]
    stuck = board({6: 2, 20: -2, 21: -2, 1: -11}, white_bar=1, first=5, second=4, left=2)
    assert shown(rules, stuck) == ["pass"]


def test_hits_go_to_the_bar():
    rules = Backgammon()
    state = board({6: 1, 3: -1, 1: -14}, first=3, second=2, left=2)
    assert "6/3*" in shown(rules, state)
    after = rules.play(state, rules.read_move(state, "6/3"))
    assert after.black_bar == 1
    assert after.points[2] == 1


def test_bears_off_exactly_or_from_the_last_point():
    rules = Backgammon()
    state = board({5: 1, 2: 2, 20: -15}, first=6, second=2, left=2)
    assert set(shown(rules, state)) == {"5/off(6)", "5/3", "2/off"}
    away = board({8: 1, 2: 2, 20: -15}, first=6, second=2, left=2)
    assert "2/off" not in shown(rules, away)


def test_single_games_gammons_and_backgammons():
    rules = Backgammon()
    assert rules.payoffs(board({20: -14})) == (1, -1)
    assert rules.payoffs(board({20: -15})) == (2, -2)
    assert rules.payoffs(board({20: -14, 3: -1})) == (3, -3)
    assert rules.payoffs(board({3: 14}, white_bar=1)) == (-3, 3)
    assert Backgammon(gammons=False).payoffs(board({20: -15})) == (1, -1)
