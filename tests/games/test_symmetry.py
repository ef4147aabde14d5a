"""Keys of positions: how many positions are left when images of the board count as one."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from kibitz.rules import OVER


@pytest.mark.parametrize(
    ("name", "plies", "count"),
    [
        ("tic-tac-toe", 1, 3),
        ("tic-tac-toe", 2, 12),
        ("qubic", 1, 2),
        ("qubic", 2, 35),
        ("go", 1, 16),
        ("go 5", 1, 7),
        ("lines-of-many", 1, 3),
        ("dice-tic-tac-toe", 1, 3),
        ("othello", 1, 1),
        ("connect-four", 1, 4),
        ("dots-and-boxes", 1, 4),
        ("hex 5", 1, 13),
    ],
)
def test_positions_up_to_symmetry(name, plies, count):
    rules = kb.game(name)
    states = {rules.start()}
    for _ in range(plies):
        states = {
            rules.play(s, m) for s in states if rules.player(s) != OVER for m in rules.moves(s)
        }
    assert len({rules.key(s) for s in states}) == count


def test_two_kings_stand_in_462_ways():
    rules = kb.game("lone-king")
    kings = {(s.king, s.lone) for s in rules.all_positions()}
    assert len({min(_images(*pair)) for pair in kings}) == 462


def _images(king, lone):
    from kibitz.games.lone_king import turned

    found = []
    for k in range(8):
        found.append((king, lone))
        king, lone = turned(king, k == 3), turned(lone, k == 3)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_a_turned_game_of_go_has_the_same_keys(seed):
    rules, random = kb.game("go 7"), Random(seed)
    plain = turned = rules.start()
    for _ in range(60):
        if rules.player(plain) == OVER:
            break
        move = random.choice(list(rules.moves(plain)))
        image = move
        if move < rules.points:
            image = rules.turned_point(move // 7, move % 7, False)
        plain, turned = rules.play(plain, move), rules.play(turned, image)
        assert rules.key(plain) == rules.key(turned)
