"""Contractions: iterates, bounds, and maps that do not contract."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import kibitz as kb
from kibitz.algebra.contraction import contract
from kibitz.algebra.contraction_bounds import contraction_factor, distance
from kibitz.cli import app

entries = st.fractions(-1, 1, max_denominator=8)


@st.composite
def affine_maps(draw):
    n = draw(st.integers(1, 3))
    rows = [[draw(entries) / (2 * n) for _ in range(n)] for _ in range(n)]
    return rows, [draw(entries) for _ in range(n)], [draw(entries) * 5 for _ in range(n)]


@given(affine_maps(), st.sampled_from(["sup", "l1", "euclid"]), st.integers(1, 6))
def test_bounds_hold(drawn, metric, steps):
    rows, shift, start = drawn
    run = contract(matrix=rows, vector=shift, start=start, steps=steps, metric=metric)
    assert run.verify()
    assert run.error <= run.a_posteriori() * (1 + Fraction(1, 10**9)) + Fraction(1, 10**9)
    assert run.a_posteriori() <= run.a_priori() * (1 + Fraction(1, 10**9)) + Fraction(1, 10**9)
    if metric != "euclid":
        assert run.error <= run.a_posteriori() <= run.a_priori()


@given(affine_maps(), st.integers(1, 4))
def test_a_priori_number_of_steps(drawn, digits):
    rows, shift, start = drawn
    run = contract(matrix=rows, vector=shift, start=start, steps=2)
    wanted = Fraction(1, 10**digits)
    n = run.steps_needed(wanted)
    assert run.a_priori(n) <= wanted
    assert n == 0 or run.a_priori(n - 1) > wanted


def test_formulas_and_functions():
    text = contract("x/2 + 1", start=0, factor="1/2", steps=10)
    code = contract(lambda x: x / 2 + 1, start=0, factor="1/2", steps=10)
    arrow = contract("x -> x/2 + 1", start="0", factor=Fraction(1, 2), steps=10)
    assert text.points == code.points == arrow.points
    assert text.point == (2 - Fraction(1, 512),)
    assert text.bound == Fraction(1, 512)
    plane = contract(["y/2 + 1", "x/3"], start=(0, 0), factor="1/2", tolerance="1/1000")
    assert plane.bound <= Fraction(1, 1000)
    assert distance(plane.point, (Fraction(6, 5), Fraction(2, 5))) <= plane.bound
    wave = contract("cos(x)/2", start=1.0, factor=0.5, tolerance=1e-12)
    assert wave.verify()


def test_norms():
    rows = [["1/2", "-1/4"], [0, "1/3"]]
    assert contraction_factor(rows) == Fraction(3, 4)
    assert contraction_factor(rows, "l1") == Fraction(7, 12)
    assert abs(contraction_factor([[0, "1/2"], ["1/2", 0]], "euclid") - 0.5) < 1e-9


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: contract("2x", 1, 2, steps=3), "at least 0 and below 1"),
        (lambda: contract("2x", 1, "1/2", steps=3), "does not contract by 1/2"),
        (lambda: contract("x/2", 1, steps=3), "give the c < 1"),
        (lambda: contract("x/2", 1, "1/2"), "steps or a tolerance"),
        (lambda: contract("x/2", 1, "1/2", steps=0), "from 1"),
        (lambda: contract("x/2", 1, "1/2", tolerance=0), "must be positive"),
        (lambda: contract("x/2", (1, 2), "1/2", steps=1), "1 formulas for"),
        (lambda: contract("z/2", 1, "1/2", steps=1), "not a variable"),
        (lambda: contract("1/x", 0, "1/2", steps=1), "divides by zero"),
        (lambda: contract("x/2", 1, "1/2", steps=1, metric="hamming"), "metric"),
        (lambda: contract(matrix=[[1]], start=0, steps=1), "at least 0 and below 1"),
        (lambda: contract(None, 0, "1/2", steps=1), "which map"),
        (lambda: contract("x^2/9", "1/3", "1/2", steps=40), "bits"),
        (lambda: contract("x/2", 1, "1/2", steps=1, matrix=[[1]]), "not both"),
        (lambda: contract(matrix=[[0, 1]], start=(0, 0), steps=1), "2 rows and columns"),
        (lambda: contract(lambda p: (1, 2, 3), (0, 0), "1/2", steps=1), "from 2 to 3 coordinates"),
        (lambda: contract("log(x - 1)", 1.0, 0.5, steps=1), "undefined at one of the iterates"),
        (lambda: contract("x/2", (), "1/2", steps=1), "at least one coordinate"),
        (lambda: contract("x/2", 1, "1/2", steps=1).a_posteriori(2), "has the steps 1 to 1"),
        (lambda: contract("x/2", 1, "1/2", steps=1).steps_needed(0), "tolerance: 0; it must be"),
    ],
)
def test_refusals(build, words):
    with pytest.raises(kb.GameError, match=words):
        build()


def test_command_line():
    words = ["contraction", "x/2 + 1", "--start", "0", "-c", "1/2", "--steps", "4", "--json"]
    found = json.loads(CliRunner().invoke(app, words).stdout)
    assert found["point"] == ["15/8"]
    assert found["a_priori"] == found["a_posteriori"] == "1/8"


def test_one_number_starts_all_coordinates():
    together = contract(["y/2 + 1", "x/3"], 0, "1/2", steps=5)
    assert together.points == contract(["y/2 + 1", "x/3"], (0, 0), "1/2", steps=5).points
    assert together.points == contract("y/2 + 1; x/3", 0, "1/2", steps=5).points
    affine = contract(matrix=[[0, "1/2"], ["1/3", 0]], vector=[1, 0], start=0, steps=5)
    assert affine.points == together.points


def test_commas_part_the_formulas() -> None:
    for text in ("y/2 + 1, x/3", "(y/2 + 1, x/3)", "y/2 + 1; x/3"):
        assert contract(text, (0, 0), "1/2", steps=2).points[-1] == (1, Fraction(1, 3))


def test_the_fixed_point_of_an_affine_map_is_told() -> None:
    """x = y/2 + 1 and y = x/3 at (6/5, 2/5); a constant map is there after one step."""
    found = contract(matrix=[[0, "1/2"], ["1/3", 0]], vector=[1, 0], start=0, steps=5)
    assert "the fixed point is (6/5, 2/5), 1/90 away" in str(found)
    read = type(found).from_json(None, found.to_json())
    assert read.fixed_point == (Fraction(6, 5), Fraction(2, 5))
    assert read.bound == found.bound
    assert contract("3 + 0*x", 0, 0, steps=1).steps_needed("1/10") == 1
    written = contract("x/2 + 1", 0, "1/2", steps=3)
    assert type(written).from_json(None, written.to_json()).verify().holds
    floats = contract(matrix=[[0.5]], vector=[1], start=0, steps=2)
    assert floats.fixed_point == (2.0,)
    assert distance((0, 0), (1, 1), "euclid") == 2**0.5
