"""Tables as spreadsheets write them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import GameError, game, load, matrix, save
from kibitz.formats.csv_table import read, write

PLAIN = matrix("1 2; 3 0")
NAMED = matrix("1 2; 3 0", rows=["up", "down"], columns=["left", "right"])


@pytest.mark.parametrize(
    "text",
    ["1,2\n3,0", "1;2\r\n3;0\r\n", "1\t2\n3\t0\n", "1, 2,\n3, 0,", "1 2\n3 0", "1 2;\n3 0;"],
)
def test_numbers_however_they_are_parted(text: str) -> None:
    assert read(text) == PLAIN


def test_decimal_commas() -> None:
    assert read("1,5;2\n-3;0,25") == matrix([["3/2", 2], [-3, "1/4"]])
    assert read("1,125;2\n-3;0,250") == matrix([["9/8", 2], [-3, "1/4"]])


@pytest.mark.parametrize(
    "text",
    [",left,right\nup,1,2\ndown,3,0", 'game;"left";"right"\nup;1;2\ndown;3;0\n'],
)
def test_names(text: str) -> None:
    assert read(text) == NAMED


def test_names_of_columns_alone() -> None:
    assert read("left,right\n1,2\n3,0").columns == ("left", "right")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2;3,4\n5,6;7,8", "is ambiguous"),
        ("1,2\t3,4\n5,6\t7,8", "is ambiguous"),
        ('"1,000",2\n3,4', "1,000 is ambiguous"),
        ("1\t-2,500,000\n3\t4", "write -2500000"),
        ("up,1,2\ndown,3,0", "leave the corner empty"),
        ("1,2\n3,4,5", "row 2 has 3 entries, row 1 has 2"),
        ("1,2o\n3,4", "row 1, column 2: '2o' is not a number"),
        ("1,,2\n3,4,5", "row 1, column 2: '' is not a number"),
        ("", "it is empty"),
        (",", "it is empty"),
        (";;\n;", "it is empty"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read(text)


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(
            st.lists(st.fractions(max_denominator=9), min_size=n, max_size=n),
            min_size=2,
            max_size=4,
        )
    )
)
def test_round_trips(rows: list[list[Fraction]]) -> None:
    assert read(write(matrix(rows))) == matrix(rows)


def test_names_survive_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    save(NAMED, path)
    assert load(path) == NAMED
    odd = matrix([[1, 2], [3, 0]], rows=["a, b", '"c"'], columns=["10", "20"])
    save(odd, path)
    assert load(path) == odd
    save(game("chicken"), path)
    chicken = load(path)
    assert chicken.strategies == game("chicken").strategies
    assert chicken.payoff(0, 1) == game("chicken").payoff(0, 1)
    with pytest.raises(GameError, match=r"save it as \.json"):
        save(game("kuhn-poker"), path)


@pytest.mark.parametrize(
    "text",
    [
        '"3,3","0,4"\n"4,0","1,1"',
        ',left,right\nup,"3,3","0,4"\ndown,"4, 0","1,1"',
        'left,right\n"3,3","0,4"\n"4,0","1,1"',
    ],
)
def test_two_payoffs_in_a_cell(text: str) -> None:
    found = read(text)
    assert [[found.payoff(i, j) for j in range(2)] for i in range(2)] == [
        [(3, 3), (0, 4)],
        [(4, 0), (1, 1)],
    ]
    if "left" in text:
        assert found.strategies[1] == ("left", "right")


def test_quoted_decimals_beside_whole_numbers_stay_decimals() -> None:
    assert read('"0,5",1\n1,0') == matrix([["1/2", 1], [1, 0]])
