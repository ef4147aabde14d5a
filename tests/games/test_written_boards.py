"""Positions that somebody wrote down: read as they are shown, and refused when impossible."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from helpers.shelf import needed
from kibitz.core.errors import GameError
from kibitz.games import shelf
from kibitz.rules import OVER, Position, Rules

SHOWN = [
    "tic-tac-toe",
    "mnk 5 4 4",
    "connect-four",
    "connect-four 5 4",
    "othello",
    "breakthrough",
    "breakthrough 5 6",
    "hex 5",
    "hex",
    "hex 3 swap=true",
    "lone-king",
    "lone-king rook",
    "kalah",
    "kalah 3 2",
    "dots-and-boxes",
    "dots-and-boxes 2 4",
    "qubic",
    "lines-of-many",
    "pig",
    "two-dice-pig",
]
WITH_COUNTERS = [
    "go 5",
    "go 9",
    "oware",
    "nine-mens-morris",
    "checkers",
    "chinese-checkers",
    "chinese-checkers 6 size=4",
]
COUNTERS = {"quiet", "made", "played", "passes"}
"""What is not shown: moves without a capture and the like; nor is the ko of go."""


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_shown_is_read(name, seed):
    rules, random = kb.game(name), Random(seed)
    state = rules.start()
    for _ in range(40):
        if rules.player(state) == OVER:
            break
        assert rules.read_position(rules.show(state)) == state
        after = rules.play(state, random.choice(Position(rules, state).moves))
        if name.startswith("lone-king") and after.piece > 63:
            break
        state = after


@pytest.mark.parametrize("name", WITH_COUNTERS)
@pytest.mark.parametrize("seed", range(4))
def test_counters_are_not_read(name, seed):
    rules, random = kb.game(name), Random(seed)
    state = rules.start()
    for _ in range(50):
        state = rules.play(state, random.choice(list(rules.moves(state))))
        if rules.player(state) == OVER:
            break
        read = rules.read_position(rules.show(state))
        assert rules.show(read) == rules.show(state)
        if read == state._replace(**{k: v for k, v in read._asdict().items() if k in COUNTERS}):
            assert list(rules.moves(read)) == list(rules.moves(state))
        else:
            assert name.startswith("go")


ENDED = [name for name in (*SHOWN, *WITH_COUNTERS) if not name.startswith("lone-king")]


@pytest.mark.parametrize("name", ENDED)
def test_boards_of_ended_games_say_so_and_are_read(name):
    rules, random = kb.game(name), Random(5)
    here = rules.position()
    while not here.is_over:
        here = here.play(random.choice(here.moves))
    shown = rules.show(here.state)
    for word in ("to move", "to play", "to throw", "with 0", "to roll"):
        assert word not in shown
    read = Position(rules, rules.read_position(shown))
    if read.is_over:
        assert (rules.show(read.state), read.payoffs) == (shown, here.payoffs)
    else:
        assert {"quiet", "made", "played"} & set(here.state._fields)


def test_a_mate_says_who_won():
    rules = kb.game("lone-king")
    mated = rules.at("Kf6 Qg7 kg8 black")
    assert str(mated).endswith("over: white 1, black -1")
    assert rules.at(str(mated)) == mated
    chess = kb.game("chess").position("f3", "e5", "g4", "Qh4")
    assert str(chess).endswith("over: white -1, black 1")


@pytest.mark.parametrize("name", [e.name for e in shelf() if e.family in ("board", "dice")])
def test_no_ended_game_says_whose_turn_it_is(name):
    entry = next(e for e in shelf() if e.name == name)
    rules = entry.make(**needed(entry))
    if not isinstance(rules, Rules):
        pytest.skip("no game with moves")
    random, here = Random(3), rules.position()
    while not here.is_over:
        here = here.play(random.choice(here.moves))
    last = str(here).splitlines()[-1]
    assert " to " not in last
    assert last.split()[-1] not in rules.names


def test_rows_in_every_spelling():
    rules = kb.game("tic-tac-toe")
    wanted = rules.position("b2", "a3", "c1").state
    for text in ("O.. / .X. / ..X", "O../.X./..X", "O.. .X. ..X", "O...X...X", "o--\n-x-\n--x"):
        assert rules.read_position(text) == wanted
    assert rules.at("O...X...X").moves == rules.position("b2", "a3", "c1").moves


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("tic-tac-toe", "XXX / OOO / ...", "play continued"),
        ("tic-tac-toe", "XXX / OO. / O..", "play continued"),
        ("tic-tac-toe", "XX. / ... / ...", "2 X and 0 O"),
        ("tic-tac-toe", "O.. / ... / ...", "0 X and 1 O"),
        ("tic-tac-toe", "X.. / ...", "3 rows of 3"),
        ("tic-tac-toe", "X.. / .Z. / ...", "3 rows of 3"),
        ("connect-four 4 4", "X... / .... / .... / ....", "an empty square below it"),
        ("connect-four 4 4", ".... / .... / OOOO / XXXX", "play continued"),
        ("breakthrough 2 4", "BB / BB / BB / WW", "6 B"),
        ("breakthrough 2 4", "BB / BB / WW / WW red", "is not a player"),
        ("hex 2", "XX / X.", "3 X and 0 O"),
        ("hex 2", "X. / .. ; red to move", "not red's turn"),
        ("hex 2", "O. / ..", "0 X and 1 O"),
        ("go 3", "XO. / OX. / ...", "no liberties"),
        (
            "lone-king",
            "K......k / ........ / ........ / ........ / ........ / ........ / ........ / ........",
            "one K, one Q and one k",
        ),
        (
            "lone-king",
            "Kk...... / Q....... / ........ / ........ / ........ / ........ / ........ / ........",
            "adjacent",
        ),
        (
            "lone-king",
            "K......k / .......Q / ........ / ........ / ........ / ........ / ........ "
            "/ ........ white",
            "in check",
        ),
        ("backgammon", "1 2 3", "3 points"),
        ("backgammon", " ".join(["1"] * 24), "24 men"),
        ("backgammon", " ".join(["0"] * 23 + ["-2"]) + "; dice 7 1", "1 to 6"),
        ("backgammon", " ".join(["0"] * 24), "0 men"),
        ("backgammon", "a b", "not a number"),
        ("kalah", "1 2 3", "3 numbers"),
        ("kalah", "4 4 4 4 4 4 0 4 4 4 4 4 5 0", "add up to 49"),
        ("oware", "4 4 4 4 4 4 0 4 4 4 4 4 5 -1", "pits and the store"),
        ("yahtzee", "1 2 3", "has no notation for positions"),
        ("dots-and-boxes 1 1", "a1-b1 a1-c1", "not a line"),
        ("dots-and-boxes 1 1", "a1-b1 a2-b2 a1-a2 b1-b2", "the lead of first"),
        ("dots-and-boxes 1 1", "+--+", "1 line of text"),
        ("nine-mens-morris", "X.O", "3 points"),
        ("nine-mens-morris", "X" * 24, "24 men"),
        ("checkers", "B:W33:B1", "not a square"),
        ("checkers", "B:W1:B12", "far row"),
        ("checkers", "B:W18:B18", "two pieces"),
        ("checkers", "B:X18:B18", "must begin with B or W"),
        ("checkers", "b.b.", "not a board"),
        ("checkers", " / ".join(["b......."] + ["........"] * 7), "light square"),
        ("qubic", " / ".join(["XX.............."] + ["................"] * 3), "2 X and 0 O"),
        ("lines-of-many", "XX.. / .... / .... / ....", "in turn"),
        ("lines-of-many", "XXX. / OOO. / A.AA / ....", "play continued"),
        ("chinese-checkers", ". / . .", "rows"),
        ("pig", "101:3", "up to 100"),
        ("pig", "98:3, first with 5", "already won"),
        ("pig", "much", "not a position"),
    ],
)
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


def test_row_one_of_othello_and_hex_is_on_top():
    start = "........ / ........ / ........ / ...OX... / ...XO... / ........ / ........ / ........"
    othello = kb.game("othello")
    assert othello.read_position(start) == othello.start()
    ending = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- "
    here = othello.at(ending + "X")
    assert here.player == 0
    assert "a2" in {othello.show_move(here.state, move) for move in here.moves}
    assert othello.at(ending + "O").player == 1
    hexes = kb.game("hex 3")
    assert hexes.at("X.. / X.. / XOO").is_over
    assert hexes.at(".OX / OX. / X..").is_over
    assert not hexes.at("X.. / OX. / .OX").is_over


def test_a_board_of_hex_after_a_swap():
    rules = kb.game("hex 4 swap=true")
    swapped = rules.position("b1", "swap")
    assert rules.at(str(swapped)).state == swapped.state
    after = swapped.play("a1")
    assert rules.at(str(after)).state == after.state
    assert rules.at("X... / O... / .... / ....").player == 0
    assert rules.at("X... / O... / .... / .... / blue to move").player == 1


def test_numbered_rows_say_which_is_first():
    rules = kb.game("tic-tac-toe")
    assert rules.read_position("1 X . .\n2 . . .\n3 . . .") == rules.position("a1").state
    assert rules.read_position("3 X . .\n2 . . .\n1 . . .") == rules.position("a3").state


def test_numbers_of_squares_in_checkers():
    rules = kb.game("checkers")
    men = ",".join(map(str, range(21, 33))), ",".join(map(str, range(1, 13)))
    assert rules.read_position(f"B:W{men[0]}:B{men[1]}") == rules.start()
    here = rules.at("W:WK18,22:B14,K7")
    assert here.player == 1
    assert {rules.show_move(here.state, move) for move in here.moves} == {"18x9"}


def test_lines_of_dots_and_boxes_by_name():
    rules = kb.game("dots-and-boxes 1 1")
    here = rules.at("a1-b1, b2-a2 a1-a2, first is +0, second to move")
    assert here.player == 1
    assert here.play("b1-b2").payoffs == (-1, 1)


def test_endings_are_read_from_forsyth_and_from_lists_of_pieces():
    rules = kb.game("lone-king")
    here = rules.read_position("7k/8/8/8/8/8/1Q6/K7 b - - 0 1")
    assert here == (0, 9, 63, 1)
    assert rules.read_position("Ka1, Qb2, kh8 black to move") == here
    assert rules.read_position("Ka1 Qb3 Kh8") == (0, 17, 63, 0)
    with pytest.raises(GameError, match="is in check"):
        rules.read_position("7k/8/8/8/8/8/1Q6/K7 w")
    with pytest.raises(GameError, match="one K, one Q and one k"):
        rules.read_position("Ka1 kh8")


def test_points_of_morris_in_one_line():
    rules = kb.game("nine-mens-morris")
    here = rules.at("X..O..X..O.........X.O.. in hand 3 and 3, black to move")
    assert here.player == 1
    assert here.state.white_hand == here.state.black_hand == 3
    assert here.play("d7").player == 0
    with pytest.raises(GameError, match="24 of X, O and"):
        rules.at("X..O..X..O.........X.OZ.")
