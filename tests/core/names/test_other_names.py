"""Other names of games lead to the same games."""

from __future__ import annotations

import pytest

from kibitz import GameError, game
from kibitz.core.names.other_names import OTHER_NAMES
from kibitz.games import look_up


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_other_names_stand_for_games_and_hide_none(name: str) -> None:
    assert look_up(name).name == OTHER_NAMES[name].partition(" ")[0]


@pytest.mark.parametrize(
    ("call", "usual"),
    [
        ("lasker 5 7", "laskers-nim 5 7"),
        ("misere-nim 1 1 2", "nim 1 1 2 play=misere"),
        ("take-away 21 play=misere", "subtraction 21 set=1,2,3 play=misere"),
        ("1-2-3-nim 9 set=1,2", "subtraction 9 set=1,2"),
        ("Fibonacci 43", "fibonacci-nim 43"),
        ("lasker 3 + dawson 5", "laskers-nim 3 + dawsons-chess 5"),
    ],
)
def test_calls_by_other_names(call: str, usual: str) -> None:
    assert game(call) == game(usual)


@pytest.mark.parametrize(
    ("call", "usual"),
    [
        ("nim(3, 4)", "nim 3 4"),
        ("nim([3, 4, 5])", "nim 3 4 5"),
        ("nim(3,4) + Kayles(5)", "nim 3 4 + kayles 5"),
        ("misere-nim(1, 1, 2)", "nim 1 1 2 play=misere"),
        ("subtraction(21, set=[1, 2, 3])", "subtraction 21 set=1,2,3"),
        ("subtraction({1, 3, 4}, 100)", "subtraction 100 set=1,3,4"),
        ("subtraction '{1, 3, 4}' 100", "subtraction 100 set=1,3,4"),
        ("subtraction 100 7 '{1, 3, 4}'", "subtraction 100 7 set=1,3,4"),
        ("subtraction 100 1,3,4", "subtraction 100 set=1,3,4"),
        ("subtraction 1,3,4 100", "subtraction 100 set=1,3,4"),
        ("take-away 22 1,2,5", "subtraction 22 set=1,2,5"),
        ("take-away '{1, 2, 5}' 22", "subtraction 22 set=1,2,5"),
        ("take-away 3,4,5", "subtraction 3 4 5 set=1,2,3"),
        ("mendelsohn(5, win=2, loss = 1)", "mendelsohn 5 win=2 loss=1"),
        ("turning-turtles('HTH')", "turning-turtles HTH"),
        ("at-least(1/2, 10)", "at-least 1/2 10"),
        ("chomp 3x2", "chomp-board 3 2"),
        ("chomp-board 3×2", "chomp-board 3 2"),
        ("wythoff 3x5", "wythoff 3 5"),
        ("hex 3x3", "hex 3"),
        ("bamboo-stalks 3 4 5", "hackenbush stalks 3 4 5"),
        ("nim piles=3,4", "nim 3 4"),
        ("subtraction pile=21 set=1,2,3", "subtraction 21 set=1,2,3"),
    ],
)
def test_calls_as_in_python_and_sizes_of_boards(call: str, usual: str) -> None:
    assert game(call) == game(usual)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("tic tac toe", "tic-tac-toe"),
        ("TicTacToe", "tic-tac-toe"),
        ("prisoner's dilemma", "prisoners-dilemma"),
        ("Battle of the Sexes", "battle-of-the-sexes"),
        ("rock paper scissors", "rock-paper-scissors"),
        ("nine men's morris 3", "nine-mens-morris 3"),
        ("connect four 5 4", "connect-four 5 4"),
        ("connect 4", "connect-four"),
        ("noughts and crosses", "tic-tac-toe"),
    ],
)
def test_names_as_people_write_them(call: str, name: str) -> None:
    assert game(call).made_by == game(name).made_by


def test_words_that_spell_no_name_are_refused() -> None:
    with pytest.raises(GameError, match=r"unknown game 'tic'; .*\? `kibitz games` lists"):
        game("tic tac")


def test_arguments_as_python_gives_them() -> None:
    assert game("subtraction", {1, 3, 4}, 100) == game("subtraction 100 set=1,3,4")
    assert game("subtraction", 100, [1, 3, 4]) == game("subtraction 100 set=1,3,4")
    assert game("subtraction", 9, set=range(1, 4)) == game("subtraction 9 set=1,2,3")
    assert game("wythoff", [3, 5]) == game("wythoff 3 5")
    assert game("hackenbush", [(0, 1), (1, 2), (2, 0)]) == game("hackenbush 0-1 1-2 2-0")
    assert game("coin-subtraction", [3, 5], set=[1, 2]) == game("coin-subtraction 3,5 set=1,2")


@pytest.mark.parametrize("call", ["nim(", "nim(3))", "nim)3("])
def test_a_call_that_is_not_closed_names_no_game(call: str) -> None:
    with pytest.raises(GameError, match="unknown game"):
        game(call)


def test_arguments_follow_other_names() -> None:
    assert game("misere-nim", 1, 1, 2) == game("nim", 1, 1, 2, play="misere")


def test_misere_play_is_a_flag_too() -> None:
    assert game("nim 3 4 5", misere=True) == game("nim 3 4 5 play=misere")
    assert game("nim 3 + kayles 4", misere=True) == game("nim 3 + kayles 4", play="misere")
    assert game("nim", 3, misere=False) == game("nim 3")


def test_codes_are_names() -> None:
    assert game("0.77 12 5") == game("octal 0.77 12 5")
    assert game("4.(3) 5 + .137 7").outcome() == game("laskers-nim 5 + dawsons-chess 7").outcome()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("call", "usual"),
    [
        ("glove market 1 2", "gloves 1 2"),
        ("objet d'art 1000,500", "one-seller 1000,500"),
        ("basic endgame p=1/3", "endgame p=1/3"),
        ("the prisoner's dilemma game", "prisoners-dilemma"),
        ("airport game 1,2,4", "airport 1,2,4"),
        ("krk", "lone-king rook"),
        ("21-chip take-away", "subtraction 21 set=1,2,3"),
        ("la-relance beta=3", "la-relance bet=3"),
        ("endgame p=1/3 bet=3", "endgame p=1/3 b=3"),
        ("thievery u=3,2,1", "thievery 3,2,1"),
        ("mendelsohn 5 w=2 l=1", "mendelsohn 5 win=2 loss=1"),
        ("silverman T=4", "silverman threshold=4"),
        ("inspection m=2 n=5", "inspection 2 5"),
        ("finger-game players=4", "finger-game 4"),
    ],
)
def test_names_and_letters_of_the_textbooks(call: str, usual: str) -> None:
    assert game(call) == game(usual)


@pytest.mark.parametrize(
    ("call", "usual"),
    [
        ("subtract-a-square 20", "subtraction 20 set=squares"),
        ("guess two thirds of the average", "beauty-contest"),
        ("minimum spanning tree", "spanning-tree"),
        ("divide-the-dollar", "share-a-sum"),
        ("pure-coordination", "coordination"),
    ],
)
def test_games_go_by_their_names_in_textbooks(call: str, usual: str) -> None:
    assert game(call) == game(usual)


@pytest.mark.parametrize("call", ["nim (3,4,5)", "nim (3, 4, 5)", "nim {3,4,5}", "nim [3,4,5]"])
def test_a_list_may_stand_in_brackets(call: str) -> None:
    assert game(call) == game("nim 3 4 5")
