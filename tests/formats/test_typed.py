"""Games as they are typed, and what files of other programs leave to be understood."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import kibitz as kb
from kibitz.formats.efg import read as read_efg
from kibitz.formats.typed import read_game, typed_game

THREE = '"1,1,1 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 2,2,2"'


def test_tables_with_names() -> None:
    assert read_game("matrix '1 2; 3 4' cost=no") == kb.matrix("1 2; 3 4")
    assert read_game("prisoner's dilemma") == read_game("prisoners-dilemma")
    assert read_game("matrix 'a 2; 3 4' a=1 rows=u,d") == kb.matrix("1 2; 3 4", rows=["u", "d"])
    assert read_game("matrix 'a 2; 3 4'").at(1) == kb.matrix("1 2; 3 4")
    two = read_game('bimatrix "3 0; 4 1" "3 4; 0 1" title=x')
    assert two == kb.bimatrix("3,3 0,4; 4,0 1,1", title="x")
    three = read_game(f"strategic {THREE} rows=u,d")
    assert three.strategies == (("u", "d"), ("1", "2"), ("1", "2"))
    assert [payoffs[1, 1, 1] for payoffs in three.payoffs] == [2, 2, 2]
    assert read_game("max x; x <= 3").solve().value == 3
    assert read_game('cost "A:1 B:3 A,B:3"') == kb.cost_game({"A": 1, "B": 3, "A,B": 3})
    family = read_game("stochastic 'G(n): 1, 0; 0, G(n-1) | G(1): 1' Q=0 n=5")
    assert family.solve().value == Fraction(1, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("matrix '1 2; 3 4' rows=a,b rows=c,d", "rows=c,d: rows is given twice"),
        ("matrix 'a 2; 3 4' a=1 a=2", "a=2: a is given twice"),
        ("matrix 'a b; 3 4'", "the letters a, b; one letter may stand for a number"),
        ("matrix '1 2; 3 4' a=1", "a=1: no entry holds the letter a"),
        ("matrix 'a 2; 3 4' rows=u,d", "a table with the letter a takes no rows"),
        ("matrix '1 2' '3 4'", "matrix takes all rows as one argument"),
        ("matrix '1 2; 3 4' cost=yes", "write costs as negative numbers"),
        ("matrix '1 2; 3 4' colour=red", "no option 'colour'; did you mean 'columns'"),
        ("bimatrix '3,3 0,4; 4,0 1,1' cost=maybe", "cost=maybe: write cost=yes or cost=no"),
        ("bimatrix '1' '2' '3'", "or two matrices, .* not 3 arguments"),
        ("strategic", "strategic takes cells with"),
        ("coalition", "coalition needs coalitions and numbers"),
        ("coalition 'v(S) = 5' players=3 players=4", "players is given twice"),
        ("coalition 'A:1 B:2 A,B:4' misssing=0", "no option 'misssing'; did you mean 'missing'"),
        ("cost 'A:1 A,B:4' missing=0", "this table has no option 'missing'"),
        ("lp", "lp needs an objective and constraints"),
        ("stochastic 'G: G, 1; 1, 0' Q=0 endless=1", "stochastic takes all states as one"),
        ("stochastic 'G: G, 1; 1, 0' Q=0 start=H", "unknown state 'H'; known: G"),
        ("'matrix", "missing closing quotation mark"),
        ("matrx '1 2'", "unknown form or game 'matrx'; did you mean 'matrix'"),
    ],
)
def test_what_is_not_a_game(text: str, message: str) -> None:
    with pytest.raises(kb.GameError, match=message):
        read_game(text)


def test_numbers_alone_are_shown_their_word() -> None:
    with pytest.raises(kb.GameError, match='for a zero-sum game write matrix "1 2; 3 4"'):
        typed_game(["1 2; 3 4"])
    with pytest.raises(kb.GameError, match='for a game of two players write bimatrix "1,2; 3,4"'):
        typed_game(["1,2; 3,4"])
    with pytest.raises(kb.GameError, match="a seed is for random games by name"):
        typed_game(["matrix", "1 2"], seed=3)


def _thirds(*chances: str) -> str:
    moves = " ".join(f'"{k}" {chance}' for k, chance in enumerate(chances))
    leaves = "".join(f't "" {k} "" {{ {int(k == 1)} 0 }}\n' for k in range(1, len(chances) + 1))
    return f'EFG 2 R "" {{ "A" "B" }}\nc "" 1 "" {{ {moves} }} 0\n{leaves}'


@pytest.mark.parametrize(
    ("chances", "first"),
    [
        (("0.333", "0.333", "0.333"), Fraction(1, 3)),
        (("0.142857", "0.285714", "0.571428"), Fraction(1, 7)),
        (("1/3", "2/3"), Fraction(1, 3)),
        (("0.123456789", "0.876543211"), Fraction(123456789, 10**9)),
        (("0.1234567", "0.3141592", "0.5623840"), Fraction(1234567, 9999999)),
    ],
)
def test_chances_that_were_rounded(chances: tuple[str, ...], first: Fraction) -> None:
    """Decimals that miss 1 stand for near fractions, or else are scaled, in their last digit."""
    game = read_efg(_thirds(*chances))
    assert game.expected_payoffs(game.uniform())[0] == first


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (_thirds(), "line 2: an information set without moves"),
        (_thirds("0.5", "0.4"), "the probabilities of chance add up to 0.9, not 1|add up to 9/10"),
        (_thirds("0.123456", "0.3"), "the probabilities of chance add up to"),
        (_thirds("1/2", "1/2").replace('c "" 1', 'c "" x'), "the number of an information set"),
    ],
)
def test_trees_that_cannot_be_read(tree: str, message: str) -> None:
    with pytest.raises(kb.GameError, match=message):
        read_efg(tree)


def test_rules_are_unfolded_to_be_written(tmp_path: Path) -> None:
    """Kuhn poker is worth -1/18 to the first player, in either form."""
    for ending in ("efg", "nfg"):
        file = tmp_path / f"kuhn.{ending}"
        kb.save(kb.game("kuhn-poker"), file)
        assert kb.load(file).solve().value == Fraction(-1, 18)


def test_files_that_hold_no_game(tmp_path: Path) -> None:
    with pytest.raises(kb.GameError, match="5 is not the name of a file"):
        kb.load(5)  # type: ignore[arg-type]
    with pytest.raises(kb.GameError, match="5 is not a game and cannot be saved"):
        kb.save(5, tmp_path / "five.json")  # type: ignore[arg-type]
    with pytest.raises(kb.GameError, match="rules in Python are imported: from mine import"):
        kb.load("mine.py")
    with pytest.raises(kb.GameError, match=r"too large for .npz; save it as .json"):
        kb.save(kb.matrix([[10**40]]), tmp_path / "large.npz")
    np.savez(tmp_path / "odd.npz", A=np.ones((2, 2)), B=np.ones((3, 2)))
    with pytest.raises(kb.GameError, match=r"odd\.npz: "):
        kb.load(tmp_path / "odd.npz")


def test_semicolons_may_part_the_rows_of_pairs(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("1 2;3 4\n5 6;7 8\n")
    (tmp_path / "cells.csv").write_text("1;3\n5;7\n")
    assert kb.load(tmp_path / "cells.csv") == kb.matrix("1 3; 5 7")
    assert kb.load(tmp_path / "rows.csv") == kb.matrix("1 2; 3 4; 5 6; 7 8")
