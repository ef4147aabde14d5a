"""Keys of positions: how many positions are left when images of the board count as one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import kibitz as kb
from kibitz.games.board.breakthrough import Pawns
from kibitz.games.board.dots_and_boxes import Lines
from kibitz.games.board.go import GoBoard
from kibitz.games.board.lone_king import LoneKingState
from kibitz.games.board.morris import Men
from kibitz.games.board.othello import Discs, places
from kibitz.games.board.tic_tac_toe import Marks
from kibitz.games.n_player.lines_and_nim import Heaps, ManyMarks
from kibitz.rules import OVER, Position


@pytest.mark.parametrize(
    ("name", "plies", "count"),
    [
        ("tic-tac-toe", 1, 3),
        ("tic-tac-toe", 2, 12),
        ("qubic", 1, 2),
        pytest.param("qubic", 2, 35, marks=pytest.mark.slow),
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
    from kibitz.games.board.lone_king import turned

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


def _hexes(rules, key):
    state = rules.start()
    for turn in (0, 1):
        cells = key[2 * turn] | key[2 * turn + 1] << 62
        for cell in range(rules.size**2):
            if cells >> cell & 1:
                state = rules.play(state._replace(turn=turn), cell)
    return state._replace(turn=key[4])


IMAGES = {
    "tic-tac-toe": lambda rules, key: Marks(*key),
    "mnk 5 4 4": lambda rules, key: Marks(*key),
    "othello": lambda rules, key: Discs(*key, places(key[0], key[1])),
    "breakthrough": lambda rules, key: Pawns(*key),
    "breakthrough 5 6": lambda rules, key: Pawns(*key),
    "hex 5": _hexes,
    "hex 11": _hexes,
    "hex 4 swap=yes": _hexes,
    "go 5": lambda rules, key: GoBoard(*key),
    "dots-and-boxes": lambda rules, key: Lines(*key),
    "dots-and-boxes 2 4": lambda rules, key: Lines(*key),
    "nine-mens-morris": lambda rules, key: Men(*key),
    "lone-king": lambda rules, key: LoneKingState(*key),
    "lines-of-many": lambda rules, key: ManyMarks(*key),
    "nim-of-many": lambda rules, key: Heaps(*key),
    "dice-tic-tac-toe": lambda rules, key: key,
}
"""The position that a key describes, an image of those that have it."""


@pytest.mark.parametrize("name", IMAGES)
def test_images_of_a_position_lead_to_the_same_keys(name):
    """Step by step: the same mover, payoffs, estimate, and the same keys after all moves."""
    rules, turned = kb.game(name), 0
    for seed in range(3):
        random, here = Random(seed), rules.position()
        for _ in range(50):
            key = rules.key(here.state)
            image = Position(rules, IMAGES[name](rules, key))
            turned += image.state != here.state
            assert (rules.key(image.state), image.player) == (key, here.player)
            if here.is_over:
                assert image.payoffs == here.payoffs
                break
            if rules.has("evaluate"):
                assert rules.evaluate(image.state) == pytest.approx(rules.evaluate(here.state))
            after = [
                Counter(rules.key(rules.play(p.state, m)) for m in p.moves) for p in (here, image)
            ]
            assert after[0] == after[1]
            here = here.play(random.choice(here.moves))
    assert turned > 3
