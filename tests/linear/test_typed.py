"""Linear programs typed as they are written on paper."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError


def test_a_typed_program_is_the_one_in_lists() -> None:
    typed = kb.linear_program("max 2x + y + 3z; 3y + z <= 5; x + y + z <= 10; 3x + 2y <= 8")
    listed = kb.linear_program([2, 1, 3], [[0, 3, 1], [1, 1, 1], [3, 2, 0]], [5, 10, 8])
    assert typed.solve().value == listed.solve().value == Fraction(61, 3)
    assert typed.variables == ("x", "y", "z")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("min x; x >= -3; x free", -3),
        ("min x; x >= -3", -3),
        ("min x; x >= -3; x >= -2", -2),
        ("min x; x >= -3; x >= 0", 0),
        ("max x - y; x <= 3; -2 <= y <= 5", 5),
        ("min 2x; 3x + 6 >= 0", -4),
        ("min x; x >= 0; x free", 0),
        ("minimise 3a - b subject to a + b >= 2; b <= 7/2", Fraction(-7, 2)),
        ("max z = x + y st 0 <= x <= 2; y <= 3/2", Fraction(7, 2)),
        ("max x/2 + 4; 3 >= x", Fraction(11, 2)),
        ("max 0.5x - y + 1; x + y = 4; x <= 1.5", Fraction(-3, 4)),
        ("max x1 + 2 x2\nx1 + x2 ≤ 4\nx1, x2 >= 1", 7),
        ("max 2x + 1 - x; x <= 3 + y; y <= 1", 5),
    ],
)
def test_values_by_hand(text: str, value: Fraction) -> None:
    found = kb.linear_program(text).solve()
    assert found.value == value
    assert found.verify().holds


def test_random_programs_are_read_back() -> None:
    luck = Random(1)
    for _ in range(30):
        n, m = luck.randint(1, 3), luck.randint(1, 4)
        c = [luck.randint(-5, 5) for _ in range(n)]
        rows = [[luck.randint(-4, 6) for _ in range(n)] for _ in range(m)]
        b = [luck.randint(0, 9) for _ in range(m)]
        rel = [luck.choice(["<=", ">=", "="]) for _ in range(m)]

        def line(numbers: list[int]) -> str:
            return " + ".join(f"{x} v{k}" for k, x in enumerate(numbers)).replace("+ -", "- ")

        text = "; ".join(
            [
                f"max {line(c)}",
                *(f"{line(r)} {s} {x}" for r, s, x in zip(rows, rel, b, strict=True)),
            ]
        )
        typed, listed = kb.linear_program(text), kb.linear_program(c, rows, b, rel)
        assert typed.solve().status == listed.solve().status
        if typed.solve().status == "optimal":
            assert typed.solve().value == listed.solve().value


@pytest.mark.parametrize(
    "text", ["max", "max xy +; x <= 3", "x <= 3", "max 3; 1 <= 2", "max x; x", "max 2x*y; x <= 1"]
)
def test_bad_programs_are_refused(text: str) -> None:
    with pytest.raises(GameError):
        kb.linear_program(text)
    result = CliRunner().invoke(app, ["solve", "lp", text])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["lp", "max 2x; x <= 3"], ["max 2x; x <= 3"], ["lp max 2x; x <= 3"]]
)
def test_programs_on_the_command_line(words: list[str]) -> None:
    assert "max 6" in CliRunner().invoke(app, ["solve", *words]).stdout
    assert CliRunner().invoke(app, ["explain", *words]).exit_code == 0


@pytest.mark.parametrize(
    "text",
    [
        "maximize 3x + 2y subject to x + y <= 4, x + 3y <= 6, x, y >= 0",
        "max 3x + 2y, x + y <= 4, x + 3y <= 6",
    ],
)
def test_commas_between_constraints(text: str) -> None:
    usual = kb.linear_program("max 3x + 2y; x + y <= 4; x + 3y <= 6")
    assert kb.linear_program(text) == usual


def test_a_comma_in_a_number_is_not_one_between_constraints() -> None:
    with pytest.raises(GameError, match="1,5y"):
        kb.linear_program("max x + 1,5y; x <= 3")
