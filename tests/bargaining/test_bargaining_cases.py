"""Worked examples of the texts, through the public surface and the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.algebra.surd import read_point, write_point
from kibitz.bargaining import all_in_endgame, lambda_transfer, tu_solution
from kibitz.bargaining.sets.feasible import Pair
from kibitz.bargaining.sets.ideal import ideal_point
from kibitz.cli import app

CASES = json.loads(
    (Path(__file__).parents[1] / "data" / "bargaining.json").read_text(encoding="utf-8")
)


def of_kind(kind):
    return [
        pytest.param(case["input"], case["expect"], id=case["id"])
        for case in CASES
        if case["kind"] == kind
    ]


def fractions(xs):
    return tuple(Fraction(x) for x in xs)


def points(xs):
    return tuple(read_point(x) for x in xs)


def matrices(cells):
    return ["; ".join(" ".join(str(cell[k]) for cell in row) for row in cells) for k in range(2)]


def ask(*words, stdin=None):
    found = CliRunner().invoke(app, [*words, "--json"], input=stdin)
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


@pytest.mark.parametrize(("given", "expect"), of_kind("cooperative-tu"))
def test_tu(given, expect):
    game = kb.bimatrix(given["bimatrix"])
    found = tu_solution(game)
    assert found.verify()
    assert found.sigma == Fraction(expect["sigma"])
    assert found.delta == Fraction(expect["delta"])
    assert found.value == fractions(expect["tu_value"])
    assert [[i + 1, j + 1] for i, j in found.cooperative_cells] == expect["cooperative_strategies"]
    assert set(found.first_threats) == {fractions(p) for p in expect["threats_I_extreme"]}
    assert set(found.second_threats) == {fractions(q) for q in expect["threats_II_extreme"]}
    wanted = {fractions(d) for d in expect["disagreement_points_extreme"]}
    assert set(found.disagreement_points) == wanted
    paid = {f"{i + 1},{j + 1}": x for (i, j), x in found.side_payments.items()}
    assert paid == {k: Fraction(x) for k, x in expect["side_payment_II_to_I"].items()}
    assert kb.bargaining(game, transferable=True).solve() == found


@pytest.mark.parametrize(("given", "expect"), of_kind("cooperative-tu"))
def test_tu_on_the_command_line(given, expect):
    found = ask("bargain", "bimatrix", *matrices(given["bimatrix"]), "-s", "tu")
    for key in ("sigma", "delta", "tu_value", "difference_matrix", "side_payment_II_to_I"):
        assert found[key] == expect[key]
    cells = [[str(i), str(j)] for i, j in expect["cooperative_strategies"]]
    assert found["cooperative_strategies"] == cells
    for key in ("threats_I_extreme", "threats_II_extreme", "disagreement_points_extreme"):
        assert sorted(found[key]) == sorted(expect[key])
    if "saddle_points_of_difference" in expect:
        saddles = [[str(i), str(j)] for i, j in expect["saddle_points_of_difference"]]
        assert found["saddle_points_of_difference"] == saddles


@pytest.mark.parametrize(("given", "expect"), of_kind("arbitrated-threat"))
def test_arbitrated_threat_solution(given, expect):
    game = kb.bimatrix(given["R"], given["C"])
    found = kb.bargaining(game).solve("arbitrated")
    assert found.sums == tuple(map(fractions, expect["sum_matrix"]))
    assert found.difference.matrix.numbers() == [
        list(map(Fraction, r)) for r in expect["threat_matrix"]
    ]
    assert (found.sigma, found.delta) == fractions(
        (expect["sum_max"], expect["threat_differential"])
    )
    assert found.value == fractions(expect["solution"])
    assert set(found.first_threats) == {fractions(p) for p in expect["rose_threats"]}
    assert set(found.second_threats) == {fractions(q) for q in expect["colin_threats"]}
    assert [list(c) for c in found.cooperative_cells] == expect["cooperative_cells"]
    assert tuple(found.side_payments.values()) == fractions(expect["side_payment_colin_to_rose"])
    words = ["; ".join(" ".join(map(str, row)) for row in given[key]) for key in "RC"]
    assert ask("bargain", "bimatrix", *words, "-s", "arbitrated")["tu_value"] == expect["solution"]


@pytest.mark.parametrize(("given", "expect"), of_kind("lambda-transfer"))
def test_lambda_transfer(given, expect):
    found = lambda_transfer(kb.bimatrix(given["bimatrix"]))
    assert found.verify()
    assert len(found.solutions) == len(expect["solutions"])
    for one, wanted in zip(found.solutions, expect["solutions"], strict=True):
        assert one.payoff == fractions(wanted["payoff"])
        if "lambda" in wanted:
            assert one.rate == Fraction(wanted["lambda"])
        else:
            assert (one.low, one.high) == fractions(wanted["lambda_interval"])
    if "pareto_chain" in expect:
        assert found.feasible.pareto == tuple(map(fractions, expect["pareto_chain"]))
    if "fixed_threat_cells" in expect:
        assert [[i + 1, j + 1] for i, j in found.fixed.cells] == expect["fixed_threat_cells"]


@pytest.mark.parametrize(("given", "expect"), of_kind("lambda-transfer"))
def test_lambda_transfer_on_the_command_line(given, expect):
    found = ask("bargain", "bimatrix", *matrices(given["bimatrix"]), "-s", "ntu")
    assert found["solutions"] == expect["solutions"]


@pytest.mark.parametrize(("given", "expect"), of_kind("bargaining"))
def test_nash(given, expect):
    problem = kb.bargaining(given["S"], given["threat"])
    found = problem.nash()
    assert found.verify()
    assert found.point == points(expect["solution"])
    if "slope_of_boundary" in expect:
        assert found.slope_of_boundary == Fraction(expect["slope_of_boundary"])
        assert found.slope == Fraction(expect["slope_threat_to_solution"])
    if "equilibrium_exchange_rate" in expect:
        assert found.exchange_rate == Fraction(expect["equilibrium_exchange_rate"])
    if "product" in expect:
        assert found.product == Fraction(expect["product"])
    if "pareto_arc" in expect:
        top, right = problem.feasible.pareto_ends()
        assert [tuple(map(write_point, p.pair)) for p in (top, right)] == [
            tuple(p) for p in expect["pareto_arc"]
        ]


@pytest.mark.parametrize(("given", "expect"), of_kind("bargaining"))
def test_nash_from_a_file(given, expect, tmp_path):
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    assert ask("bargain", str(path))["solution"] == expect["solution"]
    problem = kb.load(path)
    kb.save(problem, tmp_path / "again.json")
    assert kb.load(tmp_path / "again.json") == problem


@pytest.mark.parametrize(("given", "expect"), of_kind("feasible-set"))
def test_feasible_sets(given, expect):
    found = ask("bargain", "bimatrix", *matrices(given["bimatrix"]), "--sets")
    for key in ("ntu_hull_vertices", "ntu_pareto_chain", "tu_pareto_line"):
        assert found[key] == expect[key]
    game = kb.bimatrix(given["bimatrix"])
    assert kb.bargaining.ntu_set(game).pareto == tuple(map(fractions, expect["ntu_pareto_chain"]))
    assert kb.bargaining.tu_set(game).sigma == Fraction(expect["tu_pareto_line"]["x+y"])


@pytest.mark.parametrize(("given", "expect"), of_kind("extensive"))
def test_all_in(given, expect):
    found = all_in_endgame(given["A"], given["B"], given["p"])
    assert found.to_json()["matrix"] == expect["matrix"]
    assert found.game.constant_sum() == Fraction(expect["constant_sum"])
    game = kb.game(f"all-in-endgame {given['A']} {given['B']} {given['p']}")
    assert game == found.game


def test_exercises_on_a_parabola():
    """III.4.5.5: below 4 - x^2, with the origin and with (0, 1) as threat points."""
    problem = kb.bargaining("x >= 0, 0 <= y <= 4 - x^2", (0, 0))
    assert problem.nash().point == points(["2*sqrt(3)/3", "8/3"])
    assert kb.bargaining(["x>=0", "0<=y<=4-x^2"], (0, 1)).nash().point == points([1, 3])
    same = kb.bargaining(frontier="4-x^2", on=(0, 2)).nash()
    assert same.point == problem.nash().point


@pytest.mark.parametrize(
    ("given", "d"),
    [
        ("x^2 + 4y^2 <= 4; x >= 0; y >= 0", (0, Fraction(1, 2))),
        ("x >= 0; y >= 0; y <= 4 - x^2", (0, 2)),
    ],
)
def test_the_way_to_an_irrational_ideal_point_is_exact(given: str, d: Pair) -> None:
    problem = kb.bargaining(given, d)
    found = problem.solve("kalai-smorodinsky")
    assert found.exact
    assert found.verify()
    (x, y), (right, top) = found.point, ideal_point(problem.feasible, problem.point)
    shares = float(x - d[0]) / float(right - d[0]), float(y - d[1]) / float(top - d[1])
    assert shares[0] == pytest.approx(shares[1])
    assert problem.feasible.holds(found.place)
    wrong = replace(found, point=(y, x), place=None)
    assert not wrong.verify()
    equal = problem.solve("egalitarian")
    assert not replace(equal, concept="kalai-smorodinsky").verify()


def test_floats_on_a_frontier_are_right_to_nearly_the_last_digits() -> None:
    arc = kb.bargaining(frontier="sqrt(1-x^2)", on=(0, 1))
    for name in ("nash", "ks", "egalitarian", "utilitarian"):
        assert arc.solve(name).point == pytest.approx((0.5**0.5, 0.5**0.5), abs=1e-10)
