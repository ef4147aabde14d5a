"""Worked examples of the texts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import kibitz
from kibitz.linear import LinearProgram

CASES = json.loads((Path(__file__).parents[1] / "data" / "lp.json").read_text())
FIELDS = ("sense", "c", "A", "rel", "b", "lower", "upper")


def cases(kind, field):
    chosen = [c for c in CASES if c["kind"] == kind and field in c["expect"]]
    assert chosen
    return [pytest.param(c["input"], c["expect"], id=c["id"]) for c in chosen]


def program_of(given):
    return LinearProgram.from_json({key: given[key] for key in FIELDS if key in given})


def fractions(values):
    return tuple(Fraction(v) for v in values)


@pytest.mark.parametrize("options", [{}, {"method": "highs"}, {"method": "simplex"}])
@pytest.mark.parametrize(("given", "expect"), cases("lp", "status"))
def test_answers(given, expect, options):
    answer = kibitz.solve(program_of(given), **options)
    assert answer.status == expect["status"]
    assert answer.verify()
    if "value" in expect:
        assert answer.value == Fraction(expect["value"])
    for key in ("x", "y"):
        if key in expect:
            assert answer.x == fractions(expect[key])
    if "one_solution" in expect:
        found = answer.program.evaluate(expect["one_solution"])
        assert found.feasible
        assert found.objective == answer.value
        assert fractions(expect["one_solution"]) in answer.vertices()
    if "unique" in expect:
        assert answer.unique == expect["unique"]
    if "farkas_certificate" in expect:
        assert answer.farkas == fractions(expect["farkas_certificate"])
    if "ray" in expect:
        assert answer.ray == fractions(expect["ray"])
        assert answer.point == fractions(expect["feasible_point"])


@pytest.mark.parametrize(("given", "expect"), cases("lp", "status"))
def test_answers_in_floating_point(given, expect):
    answer = program_of(given).solve(exact=False)
    assert answer.status == expect["status"]
    assert answer.verify()
    if "value" in expect:
        assert answer.value == pytest.approx(float(Fraction(expect["value"])))


@pytest.mark.parametrize(("given", "expect"), cases("lp", "feasible"))
def test_points(given, expect):
    program = program_of(given)
    found = program.evaluate(given["point"])
    assert found.feasible == expect["feasible"]
    assert found.objective == Fraction(expect["objective"])
    assert (found.objective == program.solve().value) == expect["optimal"]


@pytest.mark.parametrize(("given", "expect"), cases("lp", "weak_duality_holds"))
def test_weak_duality(given, expect):
    found = program_of(given).weak_duality(given["x"], given["y"]).to_json()
    assert {key: found[key] for key in expect} == expect


@pytest.mark.parametrize(("given", "expect"), cases("lp-dual", "dual"))
def test_duals(given, expect):
    program = program_of(given)
    assert program.dual() == program_of(expect["dual"])
    assert program.dual().dual() == program


@pytest.mark.parametrize(("given", "expect"), cases("lp-bound", "rhs"))
def test_aggregated_rows(given, expect):
    found = program_of(given).aggregate(given["multipliers"])
    assert found.row == fractions(expect["aggregated_row"])
    assert found.rhs == Fraction(expect["rhs"])
    assert found.dual_feasible == expect["is_dual_feasible"]
    assert found.reason == expect["reason"]


@pytest.mark.parametrize(("given", "expect"), cases("lp-convert", "equality_forms"))
def test_conversions(given, expect):
    for row, form in zip(given["constraints"], expect["equality_forms"], strict=True):
        program = LinearProgram.read(c=[1, 1], A=[row["a"]], rel=row["rel"], b=[row["b"]])
        equal = program.equality_form()
        assert equal.matrix.numbers() == [form["a"]]
        assert equal.limits == (form["b"],)
        assert equal.relations == ("=",)
        assert equal.lower == (0,) * len(form["a"])
        if row["rel"] == "=":
            pair = program.inequality_form()
            wanted = expect["inequality_pair_for_equality"]
            assert pair.matrix.numbers() == [w["a"] for w in wanted]
            assert list(pair.relations) == [w["rel"] for w in wanted]
            assert list(pair.limits) == [w["b"] for w in wanted]
