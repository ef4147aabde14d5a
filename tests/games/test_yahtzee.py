"""Yahtzee: what dice are worth, the odds, and how a game ends."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from kibitz.core.errors import GameError
from kibitz.games.yahtzee import BOXES, Cards, SoloYahtzee, Yahtzee, points
from kibitz.rules import OVER


def dice(faces: str) -> int:
    return sum(count << (3 * (int(face) - 1)) for face, count in Counter(faces).items())


@pytest.mark.parametrize(
    ("faces", "box", "worth"),
    [
        ("11234", "ones", 2), ("66666", "sixes", 30), ("33345", "three-alike", 18),
        ("33445", "three-alike", 0), ("33334", "four-alike", 16), ("22333", "full-house", 25),
        ("22334", "full-house", 0), ("55555", "full-house", 25), ("12346", "small-straight", 30),
        ("12356", "small-straight", 0), ("23456", "large-straight", 40),
        ("12346", "large-straight", 0), ("44444", "yahtzee", 50), ("44445", "yahtzee", 0),
        ("13456", "chance", 19),
    ],
)  # fmt: skip
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
