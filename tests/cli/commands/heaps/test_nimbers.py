"""``kibitz nimbers``."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.core.certificate import check


def run(*words):
    return CliRunner().invoke(app, ["nimbers", *words])


@pytest.mark.parametrize(
    ("expression", "value"),
    [("8 * 8", 13), ("6 / 5", 9), ("2 ⊗ (3 ⊕ 1)", 3), ("sqrt(8) ^ 2", 8), ("mex(0, 1, 3)", 2)],
)
def test_values(expression: str, value: int) -> None:
    assert run(expression).stdout == f"{expression} = {value}\n"
    assert json.loads(run(expression, "--json").stdout)["value"] == value


def test_roots() -> None:
    assert run("quadratic(1, 1, 8)").stdout == "quadratic(1, 1, 8): 16, 17\n"
    assert run("quadratic(0, 0, 3)").stdout == "quadratic(0, 0, 3): none\n"
    assert json.loads(run("quadratic(1, 1, 8)", "--json").stdout)["values"] == [16, 17]


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("8 *", "cannot read '8 *'"),
        ("root(3)", "no function 'root'"),
        ("1.5 * 2", "1.5 is not a nimber"),
        ("sqrt(1, 2)", "write for instance sqrt(8)"),
        ("1 / 0", "0 has no inverse"),
        ("x + 1", "cannot read 'x'"),
        ("(-3) + 2", "-3 is not a nimber"),
        ("-1", "-1 is not a nimber"),
        ("a + 3 = 5", "write x for it"),
        ("x = x", "x drops out"),
        ("x^3 = 2", "not in other powers"),
        ("x*x*x = 2", "not in other powers"),
        ("= 3", "cannot read"),
        ("[1] + 2", "cannot read"),
        ("(" * 5000 + "1", "cannot read"),
        ("1+" * 9000 + "1", "write at most 10,000"),
    ],
)
def test_bad_expressions_get_one_line(expression: str, words: str) -> None:
    said = run(expression)
    assert said.exit_code == 2
    assert words in said.stderr
    assert said.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("equation", "roots"),
    [("x^2 + x + 8 = 0", [16, 17]), ("12 + x = 5", [9]), ("3*(x + 5) = x^2", None)],
)
def test_equations_in_x(equation: str, roots: list[int] | None) -> None:
    data = json.loads(run(equation, "--json").stdout)
    assert roots is None or data["values"] == roots
    claim = {key: data[key] for key in ("kind", "expression", "values", "method", "exact")}
    assert check(None, claim).holds
    assert not check(None, claim | {"values": [x ^ 2 for x in data["values"]]}).holds


def test_a_power_is_not_taken_for_a_nim_sum() -> None:
    assert "the nim-sum is 25 + 21 + 11 = 7" in run("25 ^ 21 ^ 11").stdout
    assert "nim-sum" not in run("(2 + 1) ^ 2").stdout
