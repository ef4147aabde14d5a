"""Worths by formulas that look at who is in a coalition, against Python functions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("v(S) = |S| if 1 in S else 0", lambda s: len(s) if 1 in s else 0),
        ("v(S) = |S| if 1 ∈ S or 2 ∈ S else 0", lambda s: len(s) if s & {1, 2} else 0),
        ("v(S) = |S| if {1,2} ⊆ S else 0", lambda s: len(s) if s >= {1, 2} else 0),
        ("v(S) = 1 if {1,2} ⊈ S and |S| > 1 else 0", lambda s: int(len(s) > 1 and not s >= {1, 2})),
        ("v(S) = 1 if 3 not in S and |S| ≥ 2 else 0", lambda s: int(3 not in s and len(s) > 1)),
        ("v(S) = min(|S ∩ {1,2}|, |S & {3,4}|)", lambda s: min(len(s & {1, 2}), len(s & {3, 4}))),
        ("v(k) = k^2/2 - 1/2", lambda s: Fraction(len(s) ** 2 - 1, 2)),
        ("f(k) = max(0, 2k - 3)", lambda s: max(0, 2 * len(s) - 3)),
        ("v(S) = 2^|S| - 1", lambda s: 2 ** len(s) - 1),
        ("v(S) = 1 if 2|S| > |N| else 0", lambda s: int(2 * len(s) > 4)),
    ],
)
def test_a_formula_is_the_function_that_it_says(text: str, function: Any) -> None:
    by_function = kb.coalition(lambda s: function(s) if s else 0, players=4)
    assert kb.coalition(text, players=4) == by_function
    assert kb.coalition(text, players="4") == by_function


@pytest.mark.parametrize("n", [3, 4, 5])
def test_those_who_need_players_1_and_2(n: int) -> None:
    game = kb.coalition("v(S) = |S| if 1 in S and 2 in S else 0", players=n)
    assert game.shapley().payoffs == (Fraction(n + 1, 3),) * 2 + (Fraction(1, 3),) * (n - 2)
    assert game.nucleolus().payoffs == (Fraction(n + 2, 4),) * 2 + (Fraction(1, 2),) * (n - 2)


def test_letters_in_a_formula() -> None:
    family: Any = kb.coalition("v(S) = a|S| if A in S else 0", players="A B C")
    assert family.shapley() == ("2a", "a/2", "a/2")
    several: Any = kb.coalition("v(S) = a*|S| - b if |S| > 1 else 0", players=3)
    assert several == kb.coalition(
        {"1": 0, "2": 0, "3": 0, "1,2": "2a-b", "1,3": "2a-b", "2,3": "2a-b", "1,2,3": "3a-b"}
    )


@pytest.mark.parametrize(
    ("text", "players", "message"),
    [
        ("v(S) = |S| if 7 in S else 0", 3, "unknown player '7'"),
        ("v(S) = S", 3, "write |S| for its size"),
        ("v(S) = a^|S|", 3, "no roots, exp or log"),
        ("v(S) = a^2 |S|", 3, "must be linear in a"),
        ("v(S) = 1/(|S| - 1)", 2, "has no value for 1"),
        ("v(S) = log(|S| - 2)", 3, "has no value for 1"),
        ("v(S) = exp(999|S|)", 2, "has no value for 1"),
        ("v(S) = |S| if 1 in S else 0", None, "need the players"),
    ],
)
def test_formulas_that_cannot_be_read(text: str, players: Any, message: str) -> None:
    with pytest.raises(GameError) as error:
        kb.coalition(text, players=players)
    assert message in str(error.value)


def test_a_table_with_a_player_called_s_is_a_table() -> None:
    assert kb.coalition("v(S)=1, v(T)=2, v(S,T)=5") == kb.coalition("S:1 T:2 S,T:5")


@pytest.mark.parametrize(
    "text",
    [
        "Oyster Bay: 1; Glen Cove: 2; Oyster Bay, Glen Cove: 5",
        "'Oyster Bay':1 'Glen Cove':2 'Oyster Bay','Glen Cove':5",
        "v(Oyster Bay) = 1, v(Glen Cove) = 2, v({Oyster Bay, Glen Cove}) = 5",
        "{Oyster Bay}: 1 {Glen Cove}: 2 {Oyster Bay, Glen Cove}: 5",
        "Oyster Bay: 1\nGlen Cove: 2\nOyster Bay + Glen Cove: 5",
    ],
)
def test_names_with_blanks(text: str) -> None:
    assert kb.coalition(text) == kb.coalition([0, 1, 2, 5], players=["Oyster Bay", "Glen Cove"])


def test_names_with_blanks_in_lists() -> None:
    voting = kb.weighted_voting(3, "Oyster Bay: 2, Glen Cove: 2")
    assert voting.players == ("Oyster Bay", "Glen Cove")
    game = kb.coalition("v(S) = |S|^2", players="Oyster Bay; Glen Cove")
    assert game.players == ("Oyster Bay", "Glen Cove")
    assert game.in_core("Oyster Bay: 2, Glen Cove: 2")
    assert kb.coalition("O'Brien:1 O'Neil:2 O'Brien,O'Neil:5").players == ("O'Brien", "O'Neil")


@pytest.mark.parametrize("text", ["A B:3 A:1 B:1", "Oyster Bay,B:3 Oyster Bay:1 B:1"])
def test_blanks_that_might_separate_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="between quotes"):
        kb.coalition(text)


def test_two_players_share_the_surplus_equally_whatever_the_letters() -> None:
    family: Any = kb.coalition("A:x B:y A,B:z")
    assert "the nucleolus is the Shapley value wherever the core" in str(family.solve())
    for x, y, z in ((1, 2, 5), (0, 0, 1), (-3, 4, 1), (2, 2, 4)):
        game = family.at(x=x, y=y, z=z)
        assert game.nucleolus().payoffs == game.shapley().payoffs


def test_players_called_by_numbers_are_told_from_what_they_get() -> None:
    family: Any = kb.coalition("1:0 2:0 3:0 12:a 13:a 23:a 123:1")
    assert "every a: x1 = 1/3, x2 = 1/3, x3 = 1/3" in str(family.nucleolus())


def test_the_ends_of_a_core_of_six_players_are_listed() -> None:
    told = str(kb.game("gloves 3 3").core())
    assert told.startswith("core: a segment with 2 vertices")
    assert "(1, 1, 1, 0, 0, 0)" in told
    assert "(0, 0, 0, 1, 1, 1)" in told
