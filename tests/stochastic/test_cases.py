"""The worked examples of stochastic games, through the functions and the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from typer.testing import CliRunner

import kibitz as kb
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import RealRoot
from kibitz.cli import app
from kibitz.games.zero_sum.guess_it import guess_it_table, guess_it_value
from kibitz.stochastic.methods.best_reply import best_reply

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "stochastic.json").read_text(encoding="utf-8")
)
STATES = [case for case in CASES if "games" in case["input"]]
SOLVED = [case for case in STATES if "v0" not in case["input"]]


def by_id(cases: list[dict[str, Any]]) -> Any:
    return [pytest.param(case, id=case["id"]) for case in cases]


def command(*words: str, tmp: Path, data: Any) -> Any:
    file = tmp / "game.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = CliRunner().invoke(app, [words[0], str(file), *words[1:], "--json"])
    assert result.exit_code == 0, (result.stdout, result.stderr)
    return json.loads(result.stdout)


def same(found: Any, expected: str) -> bool:
    """Whether an exact number is what an expression says."""
    wanted = sympy.sympify(expected)
    if not isinstance(found, RealRoot):
        return bool(sympy.Rational(found.numerator, found.denominator) == wanted)
    t = sympy.Symbol("t")
    polynomial = sum(
        sympy.Rational(c.numerator, c.denominator) * t**k
        for k, c in enumerate(found.polynomial.coefficients)
    )
    return bool(
        sympy.simplify(polynomial.subs(t, wanted)) == 0
        and abs(float(found) - float(wanted)) < 1e-12
    )


def game_of(case: dict[str, Any]) -> Any:
    given = case["input"]
    return kb.stochastic_game(given["games"], endless=given.get("payoff_if_never_ends"))


def test_there_are_all_cases() -> None:
    assert len(CASES) == 29
    assert len(SOLVED) == 18


@pytest.mark.parametrize("case", by_id(SOLVED))
def test_values(case: dict[str, Any]) -> None:
    solution, expect = game_of(case).solve(), case["expect"]
    assert solution.exact
    assert solution.verify()
    for name, value in expect["values"].items():
        if "root" not in value or "sqrt" in value:
            assert same(solution.values[name], value)
    for name, value in expect.get("values_decimal", {}).items():
        assert float(solution.values[name]) == pytest.approx(float(value), abs=1e-12)
    for name, sides in expect.get("strategies", {}).items():
        for found, wanted in zip(solution.strategies[name], sides, strict=True):
            assert all(same(x, y) for x, y in zip(found, wanted, strict=True))
    for name, sides in expect.get("strategies_decimal", {}).items():
        for found, wanted in zip(solution.strategies[name], sides, strict=True):
            assert [float(x) for x in found] == pytest.approx([float(y) for y in wanted], abs=1e-12)
    if "min_stop_probability" in expect:
        assert str(solution.game.stop_probability) == expect["min_stop_probability"]


@pytest.mark.parametrize("case", by_id(SOLVED))
def test_values_from_the_shell(case: dict[str, Any], tmp_path: Path) -> None:
    told = command("solve", "--verify", tmp=tmp_path, data=case["input"])
    for name, value in case["expect"]["values"].items():
        found = told["values"][name]
        about = found["about"] if isinstance(found, dict) else float(Fraction(found))
        if "root" in value and "sqrt" not in value:
            digits = case["expect"]["values_decimal"][name]
            assert about == pytest.approx(float(digits), abs=1e-12)
            wanted = Polynomial.read(value.split(" of ")[1], "x").coefficients
            assert [Fraction(c) for c in found["root_of"]] == list(wanted)
        else:
            assert about == pytest.approx(float(sympy.sympify(value)), abs=1e-12)
    assert told["certificate"]["holds"]
    claim = tmp_path / "claim.json"
    claim.write_text(json.dumps({k: v for k, v in told.items() if k != "certificate"}))
    checked = CliRunner().invoke(app, ["verify", str(tmp_path / "game.json"), str(claim)])
    assert checked.exit_code == 0, checked.stdout


@pytest.mark.parametrize("case", by_id([c for c in SOLVED if "fixed_points" in c["expect"]]))
def test_fixed_points_and_who_has_an_optimal_strategy(case: dict[str, Any]) -> None:
    game, expect = game_of(case), case["expect"]
    solution = game.solve()
    ends = expect["fixed_points"]
    low, high = ("1", "1") if ends == "{1}" else ends
    assert solution.fixed_points() == (Fraction(low), Fraction(high))
    if "optimal_for_I_exists" in expect:
        assert solution.has_optimal("I") == expect["optimal_for_I_exists"]
        assert solution.has_optimal("II")
        assert [str(x) for x in solution.column()] == expect["optimal_II"]
        eps = Fraction(1, 50)
        nearly = solution.epsilon_optimal("I", eps)
        assert nearly.guarantees["G"] >= 1 - eps
        promised = {"G": (1 - eps, eps)}
        for mixture in (nearly.strategies["G"], promised["G"]):
            endless = float(game.endless)
            got = best_reply(game.table.floats, [mixture], True, endless)
            assert got[0] >= 1 - float(eps) - 1e-9


def test_iteration(tmp_path: Path) -> None:
    (case,) = [case for case in CASES if case["kind"] == "shapley-iteration"]
    given, expect = case["input"], case["expect"]
    run = kb.stochastic_game(given["games"]).iterate(given["iterations"], start=given["v0"])
    rounded = [[float(x) for x in pair] for pair in expect["iterates_rounded"]]
    assert [[round(float(x), 4) for x in values] for values in run.iterates[1:]] == rounded
    for name, sides in expect["strategies_from_v6"].items():
        for found, wanted in zip(run.strategies[name], sides, strict=True):
            assert [f"{float(x):.4f}" for x in found] == wanted
    assert float(run.bound) == pytest.approx(0.000111, abs=1e-6)
    assert run.verify()
    told = command("iterate", "-n", "6", tmp=tmp_path, data=given)
    assert [
        [round(float(Fraction(x)), 4) for x in values] for values in told["iterates"][1:]
    ] == rounded


@pytest.mark.parametrize(
    "case", by_id([c for c in CASES if c["input"].get("family") == "inspection"])
)
def test_inspection(case: dict[str, Any]) -> None:
    given, expect = case["input"], case["expect"]
    words = f"inspection-stages {given['inspections']} {given['periods']}"
    solution = kb.game(words).solve()
    assert solution.value == Fraction(expect["value"])
    assert solution.row()[0] == Fraction(expect["p_inspect"])
    assert solution.column()[0] == Fraction(expect["q_act"])
    assert solution.verify()


def test_guess_it_table() -> None:
    (case,) = [case for case in CASES if case["id"] == "f2-guess-it-table"]
    table = guess_it_table(6, 6)
    solution = kb.game("guess-it-stages 6 6").solve()
    assert solution.verify()
    for cell, wanted in case["expect"]["cells"].items():
        m, n = map(int, cell.split(","))
        stage = table[m, n]
        assert [str(stage.value), str(stage.bluff), str(stage.call)] == [
            wanted["value"],
            wanted["bluff"],
            wanted["call"],
        ]
        if f"{m} v {n}" in solution.values:
            assert solution.values[f"{m} v {n}"] == Fraction(wanted["value"])


def test_guess_it_boundary_and_one_game() -> None:
    boundary, one = (
        next(c for c in CASES if c["id"] == name)
        for name in ("f2-guess-it-boundary", "f2-guess-it-5-5")
    )
    pairs = boundary["input"]["pairs"]
    assert [str(guess_it_value(m, n)) for m, n in pairs] == boundary["expect"]["values"]
    solution = kb.game("guess-it-stages 5 5").solve()
    assert str(solution.value) == one["expect"]["value"]
    assert str(solution.row()[1]) == one["expect"]["bluff"]
    assert str(solution.column()[1]) == one["expect"]["call"]


def test_guess_it_is_monotone() -> None:
    values = {(m, n): guess_it_value(m, n) for m in range(7) for n in range(7)}
    for (m, n), value in values.items():
        assert values.get((m + 1, n), value) >= value
        assert values.get((m, n + 1), value) <= value
        if m and n:
            assert not kb.game(f"guess-it {m} {n}").saddle_points()


def test_location_and_scale() -> None:
    (case,) = [case for case in CASES if case["id"] == "f2-location-scale"]
    given = case["input"]
    first, second = kb.matrix(given["matrix_A"]), kb.matrix(given["matrix_B"])
    assert first.affine(given["c"], given["b"]) == second
    assert str(second.solve().value) == case["expect"]["value_B"]
    with pytest.raises(kb.GameError):
        first.affine(0, 1)
