"""Positions that somebody wrote down: read as they are shown, and refused when impossible."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules import OVER

SHOWN = [
    "tic-tac-toe", "mnk 5 4 4", "connect-four", "connect-four 5 4", "othello", "breakthrough",
    "breakthrough 5 6", "hex 5", "hex", "lone-king", "lone-king rook",
]  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_shown_is_read(name, seed):
    rules, random = kb.game(name), Random(seed)
    state = rules.start()
    for _ in range(40):
        assert rules.read_position(rules.show(state)) == state
        if rules.player(state) == OVER:
            break
        after = rules.play(state, random.choice(list(rules.moves(state))))
        if name.startswith("lone-king") and after.piece > 63:
            break
        state = after


@pytest.mark.parametrize("seed", range(4))
def test_go_is_read_but_for_its_history(seed):
    rules, random = kb.game("go 5"), Random(seed)
    state = rules.start()
    for _ in range(30):
        if rules.player(state) == OVER:
            break
        state = rules.play(state, random.choice(list(rules.moves(state))))
        read = rules.read_position(rules.show(state))
        assert rules.show(read) == rules.show(state)


def test_rows_in_every_spelling():
    rules = kb.game("tic-tac-toe")
    wanted = rules.position("b2", "a3", "c1").state
    for text in ("O.. / .X. / ..X", "O../.X./..X", "O.. .X. ..X", "O...X...X", "o--\n-x-\n--x"):
        assert rules.read_position(text) == wanted
    assert rules.at("O...X...X").moves == rules.position("b2", "a3", "c1").moves


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("tic-tac-toe", "XXX / OOO / ...", "play went on"),
        ("tic-tac-toe", "XXX / OO. / O..", "play went on"),
        ("tic-tac-toe", "XX. / ... / ...", "2 X and 0 O"),
        ("tic-tac-toe", "O.. / ... / ...", "0 X and 1 O"),
        ("tic-tac-toe", "X.. / ...", "3 rows of 3"),
        ("tic-tac-toe", "X.. / .Z. / ...", "3 rows of 3"),
        ("connect-four 4 4", "X... / .... / .... / ....", "hangs in the air"),
        ("connect-four 4 4", ".... / .... / OOOO / XXXX", "play went on"),
        ("breakthrough 2 4", "BB / BB / BB / WW", "6 B"),
        ("breakthrough 2 4", "BB / BB / WW / WW red", "names no player"),
        ("hex 2", "XX / X.", "3 X and 0 O"),
        ("go 3", "XO. / OX. / ...", "no air"),
        ("lone-king", "K......k / ........ / ........ / ........ / ........ / ........ / ........ "
         "/ ........", "one K, one Q and one k"),
        ("lone-king", "Kk...... / Q....... / ........ / ........ / ........ / ........ / ........ "
         "/ ........", "side by side"),
        ("lone-king", "K......k / .......Q / ........ / ........ / ........ / ........ / ........ "
         "/ ........ white", "in check"),
        ("backgammon", "1 2 3", "3 points"),
        ("backgammon", " ".join(["1"] * 24), "24 men"),
        ("backgammon", " ".join(["0"] * 23 + ["-2"]) + "; dice 7 1", "1 to 6"),
        ("backgammon", " ".join(["0"] * 24), "0 men"),
        ("backgammon", "a b", "not a number"),
        ("kalah", "1 2 3", "reads no positions"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(name, text, message):
    with pytest.raises(GameError, match=message):
        kb.game(name).read_position(text)


def test_a_game_that_is_over_is_read():
    assert kb.game("connect-four 4 4").at(".... / .... / OOO. / XXXX").is_over
    assert kb.game("tic-tac-toe").at("XXX / OO. / ...").payoffs == (1, -1)


def test_a_throw_of_backgammon():
    rules = kb.game("backgammon")
    points = [0] * 24
    points[0], points[5], points[23] = 2, 1, -2
    here = rules.at(" ".join(map(str, points)) + "; dice 6 1; white")
    shown = {rules.show_move(here.state, move) for move in here.moves}
    assert shown == {"6/off", "1/off", "6/5"}
    assert rules.at(" ".join(map(str, points)) + "; black").player == -2
