"""Trees typed as text: what they say, and where they are wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.extensive.build import extensive_game
from kibitz.extensive.text import has_named_players
from kibitz.formats.json_files.extensive import to_json
from kibitz.formats.typed import read_game

ENDGAME = (
    "chance(1/4 wins: Ann[wins](bet: Bob[Ann bets](call: 3; fold: 1); check: 1);"
    " 3/4 loses: Ann[loses](bet: Bob[Ann bets](call: -3; fold: 1); check: -1))"
)


def test_a_tree_as_text_is_the_tree_in_nested_dicts():
    bet = {"player": "Bob", "infoset": "Ann bets"}
    wins = {"bet": {**bet, "moves": {"call": 3, "fold": 1}}, "check": 1}
    loses = {"bet": {**bet, "moves": {"call": -3, "fold": 1}}, "check": -1}
    moves = [
        ["wins", "1/4", {"player": "Ann", "infoset": "wins", "moves": wins}],
        ["loses", "3/4", {"player": "Ann", "infoset": "loses", "moves": loses}],
    ]
    data = extensive_game({"player": "chance", "moves": moves})
    found = extensive_game(ENDGAME)
    assert to_json(found) == to_json(data)
    assert found.solve().payoffs == (Fraction(-1, 4), Fraction(1, 4))
    assert found.is_zero_sum


@pytest.mark.parametrize(
    "text",
    [
        "I(L: II(a: 1,2; b: 3,0); R: 2,2)",
        " I ( L : II ( a : (1, 2) ; b : (3,0); ) ;\n R: 2,2 ) ",
        "I(L: II(a: 1,2, b: 3,0), R: 2,2)",
        'I("L": II(a: 1,2; b: 3,0); R: 2,2)',
        "I.x(L: II[y](a: 1,2; b: 3,0); R: 2,2)",
        "I{x}(L: II{y}(a: 1,2; b: 3,0); R: 2,2)",
    ],
)
def test_one_tree_may_be_spaced_and_parted_in_several_ways(text):
    game = read_game(text)
    assert game.players == ("I", "II")
    assert kb.solve(text).payoffs == (2, 2)
    assert read_game(f"extensive {text}") == game


def test_names_may_hold_blanks_and_quoted_ones_any_sign():
    game = read_game('player 1("take 2, leave 1": 1,2; Bob\'s share: -1/2,0.5)')
    assert game.moves(0) == ("take 2, leave 1", "Bob's share")
    assert game.payoffs(2) == (Fraction(-1, 2), Fraction(1, 2))
    assert read_game('extensive I("a,b": 1; c: 2)').moves(0) == ("a,b", "c")


def test_other_words_are_chance_where_every_branch_has_a_probability():
    drawn = extensive_game("N(1/3: I(a: 1; b: 2), 2/3: 0)")
    assert drawn.labels.outcomes(drawn, 0) == ("1", "2")
    assert extensive_game("N(up: 1,0; 2 down: 0,1)", players=("N", "S")).moves(0) == (
        "up",
        "2 down",
    )


def test_players_stand_in_the_order_of_roman_numerals_or_as_given():
    assert extensive_game("II(l: I(a: 1,2; b: 0,0); r: 2,1)").players == ("I", "II")
    assert read_game("extensive 'Bob(l: 1,2; r: 2,1)' players=Ann,Bob title=Walk").title == "Walk"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I(L: II(a: 1,2; b: 3,0); R: 2,2", "character 32: the parenthesis of I, character 2, is"),
        ("I(L: 1,2; R: 2,2))", "character 18: ')' after the end of the tree"),
        ("I(L: 1,2 R: 2,2)", "character 8: write ; before the move 'R'"),
        ("I(3; 4)", "character 3: '3' where a move of I and a colon belong"),
        ("I(L: ; R: 3)", "character 6: ';' where a player or payoffs belong"),
        ("I(L: II[x(a: 1; b: 2); R: 3)", "character 8: an information set is named in brackets"),
        ("chance(heads: I(a: 1; b: 2); 1/2 t: 0)", "character 8: chance needs a probability"),
        ("chance(1/2 h: I(a: 1; b: 2); 1/3 t: 0)", "chance at the root: its probabilities add up"),
        ("I(L: 1; R: x)", "R, payoff 1: 'x' is not a number"),
        ("I(L: II(a: 1,2; b: 3); R: 2,2)", "L, b: this leaf pays 1 number in a game of 2"),
        ("I(L: 1; L: 2)", "the root: two moves of I have the same name"),
        ('I("L: 1; R: 2)', 'character 3: a quotation mark " is not closed'),
        ("I(L: (1,2; R: 3)", "character 6: payoffs in parentheses are numbers"),
    ],
)
def test_an_error_is_one_line_that_says_where(text, said):
    with pytest.raises(GameError) as error:
        extensive_game(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_every_cut_of_a_tree_is_refused_in_one_line():
    for end in range(1, len(ENDGAME)):
        with pytest.raises(GameError) as error:
            extensive_game(ENDGAME[:end])
        assert "\n" not in str(error.value)


def test_a_deep_tree_needs_no_recursion():
    deep = "".join("I(stop: 0,0; go: " for _ in range(3000)) + "1,1" + ")" * 3000
    assert extensive_game(deep).tree.depth == 3000


@pytest.mark.parametrize(
    "text",
    [
        "max(left: min(a: 3, b: 12), right: 2)",
        "chance(1/3: 6, 2/3: 0)",
        "((3 12) (2 8))",
        "nim(3, 4)",
        '{"note": "I(L: 1; R: 2)"}',
        "max 3x + 2y; x + y <= 4",
        "v(S) = |S|^2",
        "A:1 B:3 A,B:6",
    ],
)
def test_other_texts_are_not_taken_for_trees_of_players(text):
    assert not has_named_players(text)


@pytest.mark.parametrize("name", ["II[dark]", "II.dark", "II{dark}", "II {dark}"])
def test_nodes_of_one_information_set_are_not_told_apart(name):
    """In braces the set was taken for a part of the player's name, and was lost."""
    game = read_game(f"I(L: {name}(a: 1,2; b: 3,0); R: {name}(a: 0,1; b: 2,2))")
    assert game.players == ("I", "II")
    assert str(game.solve().profile) == "I:\n  I 1: L 1, R 0\nII:\n  dark: a 1, b 0"


def test_a_player_who_never_moves_has_no_lines():
    assert "II:" not in str(kb.solve("chance(1/2: I(L: 1; R: 2); 1/2: 3)"))
    assert "\n\n" not in str(kb.solve("chance(1/2: 1; 1/2: 2)"))
