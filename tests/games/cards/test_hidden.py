"""Liar's dice and Goofspiel: sizes, values, and that nothing hidden is seen."""

from __future__ import annotations

import pytest

from kibitz import game
from kibitz.core.errors import GameError
from kibitz.extensive import unfold
from kibitz.extensive.arrows.unfold import tree_size
from kibitz.games.cards.goofspiel import Goofspiel
from kibitz.games.cards.liars_dice import LiarsDice
from kibitz.rules.check import check


def test_liars_dice_size():
    assert tree_size(LiarsDice()).nodes == 294_883


@pytest.mark.slow
def test_liars_dice_value():
    found = LiarsDice().solve(exact=False)
    assert abs(found.value + 7 / 258) < 1e-6


def test_small_liars_dice():
    tree = unfold(LiarsDice(1, 3))
    assert tree.has_perfect_recall
    found = LiarsDice(1, 3).solve()
    assert found.verify()
    two = LiarsDice(2, 2, wild=False)
    assert check(two, games=30, compiled=False)
    position = two.position(0, 3).play("1x1").play("liar")
    assert position.payoffs == (1, -1)
    assert two.position(3, 3).play("2x1").play("liar").payoffs == (-1, 1)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("prizes", ["random", "descending", "ascending"])
def test_goofspiel_is_fair(prizes):
    rules = Goofspiel(3, prizes)
    assert check(rules, games=20)
    tree = unfold(rules)
    assert tree.has_perfect_recall
    found = rules.solve()
    assert found.value == 0
    assert found.verify()
    assert Goofspiel(3, prizes, "win").solve().value == 0


def test_goofspiel_in_play():
    position = Goofspiel(2, "descending").position(1, 1, 0, 0, 0, 1)
    assert position.is_over
    assert position.payoffs == (1, -1)


@pytest.mark.parametrize(
    "call", ["liars-dice 0", "liars-dice 1 1", "liars-dice 9 6", "goofspiel 9"]
)
def test_bad_input(call):
    with pytest.raises(GameError):
        game(call)
