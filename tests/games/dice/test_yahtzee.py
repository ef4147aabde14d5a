"""Yahtzee: what dice are worth, the odds, and how a game ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.games.dice.solo_yahtzee.plan import best_plan
from kibitz.games.dice.yahtzee import BOXES, ENTER, Cards, SoloYahtzee, Yahtzee, points
from kibitz.rules import OVER
from kibitz.search.perfect import Perfect


def dice(faces: str) -> int:
    return sum(count << (3 * (int(face) - 1)) for face, count in Counter(faces).items())


@pytest.mark.parametrize(
    ("faces", "box", "worth"),
    [
        ("11234", "ones", 2),
        ("66666", "sixes", 30),
        ("33345", "three-alike", 18),
        ("33445", "three-alike", 0),
        ("33334", "four-alike", 16),
        ("22333", "full-house", 25),
        ("22334", "full-house", 0),
        ("55555", "full-house", 0),
        ("12346", "small-straight", 30),
        ("12356", "small-straight", 0),
        ("23456", "large-straight", 40),
        ("12346", "large-straight", 0),
        ("44444", "yahtzee", 50),
        ("44445", "yahtzee", 0),
        ("13456", "chance", 19),
    ],
)
def test_boxes(faces, box, worth):
    assert points(dice(faces), BOXES.index(box)) == worth


def test_odds_are_those_of_listing_all_throws():
    rules = Yahtzee()
    counted = Counter(dice("".join(map(str, faces))) for faces in product(range(1, 7), repeat=5))
    assert dict(rules.chance(rules.start())) == {d: Fraction(n, 6**5) for d, n in counted.items()}
    kept = rules.start()._replace(dice=dice("446"), throws=2)
    after = Counter(dice(f"446{a}{b}") for a, b in product("123456", repeat=2))
    assert dict(rules.chance(kept)) == {d: Fraction(n, 36) for d, n in after.items()}


def test_keeps_any_part_of_the_dice():
    state = Yahtzee().start()._replace(dice=dice("11234"), throws=2, thrown=1)
    keeps = [m for m in Yahtzee().moves(state) if m < 1 << 18]
    assert len(keeps) == 3 * 2 * 2 * 2 - 1


def test_upper_bonus_comes_once():
    rules = SoloYahtzee(13)
    state = Cards((0,), (60,), (100,), dice("44456"), 0, 1, 0)
    after = rules.play(state, (1 << 18) + 3)
    assert (after.total, after.upper) == ((147,), (63,))
    again = rules.play(after._replace(dice=dice("55555"), thrown=1), (1 << 18) + 4)
    assert again.total == (172,)


def test_most_points_win_and_ties_share():
    rules = Yahtzee(3, rounds=1)
    end = Cards((1, 1, 1), (0, 0, 0), (20, 20, 5), 0, 3, 0, 0)
    assert rules.player(end) == OVER
    assert rules.payoffs(end) == (0.5, 0.5, -1.0)


@pytest.mark.parametrize("wrong", [{"players": 0}, {"players": 7}, {"rounds": 14}])
def test_refuses_bad_parameters(wrong):
    with pytest.raises(GameError, match="yahtzee"):
        Yahtzee(**wrong)


def card(*boxes: str) -> int:
    return sum(1 << BOXES.index(box) for box in boxes)


def entering(rules: Yahtzee, filled: int, faces: str, box: str) -> tuple[int, int]:
    """What a box brings, and the card after it."""
    state = Cards((filled, 0), (0, 0), (0, 0), dice(faces), 0, 1, 0)
    after = rules.play(state, ENTER + BOXES.index(box))
    return after.total[0], after.filled[0]


def test_five_alike_again_bring_a_bonus():
    rules = Yahtzee(bonus=True)
    worth, filled = entering(rules, 0, "44444", "yahtzee")
    assert worth == 50
    assert entering(rules, filled, "44444", "fours")[0] == 120
    assert entering(rules, filled, "44444", "large-straight")[0] == 100
    assert entering(rules, filled | card("fours"), "44444", "large-straight")[0] == 140
    assert entering(rules, filled | card("fours"), "44444", "small-straight")[0] == 130
    assert entering(rules, filled | card("fours"), "44444", "full-house")[0] == 125
    assert entering(rules, filled | card("fours"), "44445", "full-house")[0] == 0
    struck = entering(rules, 0, "44445", "yahtzee")
    assert struck == (0, card("yahtzee"))
    assert entering(rules, struck[1] | card("fours"), "44444", "full-house")[0] == 25
    assert entering(Yahtzee(), card("yahtzee", "fours"), "44444", "full-house")[0] == 0


def test_dice_are_typed_in_any_order():
    rules = Yahtzee()
    here = rules.position("66364")
    assert here == rules.position("34666")
    assert here.play("keep 64 6") == here.play("466") == here.play("keep 466")
    assert here.play("Three alike") == here.play("three-alike")
    with pytest.raises(GameError, match="no move 'keep 55'"):
        here.play("55")


@pytest.mark.parametrize("bonus", [False, True])
def test_a_plan_for_one_round_is_worth_what_a_search_finds(bonus):
    rules = SoloYahtzee(1, bonus)
    assert best_plan(rules).value == pytest.approx(float(rules.solve().value), abs=1e-12)


@pytest.mark.parametrize("bonus", [False, True])
def test_a_plan_is_proved_by_the_rules(bonus):
    plan = SoloYahtzee(3, bonus).solve()
    assert plan.verify().holds
    wrong = replace(plan, worth=plan.worth + (np.arange(64) == 3) * 1e-3)
    assert not wrong.verify().holds


def test_the_perfect_player_follows_the_plan():
    rules = SoloYahtzee(2)
    perfect, plan = Perfect(rules), rules.solve()
    here = rules.position("66663")
    found = perfect.solve(here)
    assert (rules.show_move(here.state, found.move), found.is_exact) == ("keep 6666", True)
    assert found.value == plan.value_of(here.state) == max(found.moves.values())
    assert perfect.solve(rules.position()).value == plan.value
    assert "struck out" in str(kb.explain(rules))


@pytest.mark.slow
@pytest.mark.parametrize(("bonus", "worth"), [(False, 245.870775), (True, 254.589609)])
def test_the_whole_game_is_worth_what_was_published(bonus, worth):
    """Verhoeff, How to Maximize Your Score in Solitaire Yahtzee (1999)."""
    assert SoloYahtzee(bonus=bonus).solve().value == pytest.approx(worth, abs=1e-6)
