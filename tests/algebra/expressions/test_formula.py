"""One grammar: what is read and refused alike by the three who read formulas."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.algebra.expressions.read import read_expression, read_formula
from kibitz.algebra.expressions.tree import Constant
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.surd import read_point
from kibitz.core.errors import GameError


def by_tree(text: str, x: Fraction) -> Fraction:
    value: Fraction = read_formula(text, ["x"]).at({"x": x})
    return value


def by_polynomial(text: str, x: Fraction) -> Fraction:
    return Polynomial.read(text, "x")(x)


def by_symbols(text: str, x: Fraction) -> Fraction:
    found = read_expression(text, ["x"]).substitute({"x": x})
    assert isinstance(found, Constant)
    return found.value


READERS = (by_tree, by_polynomial, by_symbols)
TREES = (by_tree, by_symbols)
THREE = Fraction(3)

POLYNOMIALS = [
    ("2x", 6),
    ("x^2", 9),
    ("x**2", 9),
    ("x ^ 2", 9),
    ("x²", 9),
    ("x⁴", 81),
    ("x¹⁰", 3**10),
    ("2²x", 12),
    ("(x+1)²", 16),
    ("x^2²", 81),
    ("1/2 x", "3/2"),
    ("1/2x", "3/2"),
    ("½x", "3/2"),
    ("⅔(x)", 2),
    ("8/2x", 12),
    ("x/2/2", "3/4"),
    ("x÷2", "3/2"),
    ("3·x", 9),
    ("3×x", 9),
    ("3⋅x", 9),
    ("x−1", 2),
    ("x – 1", 2),
    ("xx", 9),
    ("x(x+1)", 12),
    ("(x+1)(x-1)", 8),
    ("x (2)", 6),
    ("1.5e1", 15),
    ("1.5E+1x", 45),
    ("2e-1x", "3/5"),
    (".5x", "3/2"),
    ("1.", 1),
    ("-x^2", -9),
    ("(-x)^2", 9),
    ("--x", 3),
    ("-+x", -3),
    ("+x", 3),
    ("x--1", 4),
    ("x*-1", -3),
    ("2^3^2", 512),
    ("x^2^2", 81),
    ("2^3 x", 24),
    ("2^-1 x", "3/2"),
    ("x^(2)", 9),
    ("x^+2", 9),
    ("x^(1+1)", 9),
    ("x^(4/2)", 9),
    ("x^0", 1),
    ("0^0", 1),
    ("007", 7),
    ("x\t+\n1", 4),
    ("((x))", 3),
    ("(" * 59 + "x" + ")" * 59, 3),
    ("(x)" * 60, 3**60),
    ("-" * 99 + "x", -3),
]

PIECEWISE = [
    ("max(0, 2-x)", 0),
    ("Max(x, 1, 4)", 4),
    ("min(1, x)", 1),
    ("abs(1-x)", 2),
    ("Abs(-x)", 3),
    ("(x-1)^+", 2),
    ("(2-x)⁺", 0),
    ("(x-1)^+^2", 4),
    ("pos(2-x)", 0),
    ("x^-1", "1/3"),
    ("x⁻²", "1/9"),
    ("2/-x", "-2/3"),
    ("x/(2x)", "1/2"),
    ("1 if x<2 else 0", 0),
    ("1 if x ≥ 3 otherwise 0", 1),
    ("1 if 2 < x < 4 else 0", 1),
    ("1 if x != 3 else 2", 2),
    ("1 if (x<1 or x>2) and x<9 else 0", 1),
    ("x<1: 5; x<4: 6; else 7", 6),
    ("(1 if x<2 else 2) x", 6),
    ("max(1 if x<2 else 5, 4)", 5),
    ("x<1: 1/(x-3); else: x", 3),
]


@pytest.mark.parametrize(("text", "value"), POLYNOMIALS)
def test_all_read_alike(text: str, value: int | str) -> None:
    assert [read(text, THREE) for read in READERS] == [Fraction(value)] * 3


@pytest.mark.parametrize(("text", "value"), PIECEWISE)
def test_both_trees_read_alike(text: str, value: int | str) -> None:
    assert [read(text, THREE) for read in TREES] == [Fraction(value)] * 2
    assert float(Fraction(value)) == read_formula(text, ["x"]).float_at({"x": 3.0})


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("√4x", 6),
        ("√(x+1)", 2),
        ("sqrt 4", 2),
        ("sqrt(x+1)", 2),
        ("√√(5x+1)", 2),
        ("exp 0", 1),
        ("x^(1/2)", 3**0.5),
        ("ln x - log(x)", 0),
    ],
)
def test_functions_with_and_without_brackets(text: str, root: float) -> None:
    assert read_formula(text, ["x"]).float_at({"x": 3.0}) == pytest.approx(root)
    assert read_expression(text, ["x"]).at_float({"x": 3.0}) == pytest.approx(root)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "x+",
        "x^",
        "x**",
        "(x",
        "x)",
        "()",
        "*x",
        "/x",
        "x* *2",
        "²",
        "³x",
        "x^²",
        "3..2",
        "2 3",
        "2 3x",
        "x 2",
        "x.5",
        "(2)3",
        "x2",
        "x½",
        "1½",
        "x_1",
        "y",
        "xy",
        "2e",
        "α",
        "1_000",
        "x $ 2",
        "x,2",
        "x;2",
        "[x]",
        "{x}",
        "x!",
        "x'",
        ".",
        "1,5",
        "x == 1",
        "x -> 1",
        "1/0",
        "x/0",
        "1/(2-2)",
        "0^-1",
        "1 if x else 0",
        "1 if x<2",
        "x<1: 2",
        "if",
        "2 if",
        "x else",
        "foo(x)",
        "max()",
        "max(1)",
        "abs(1,2)",
        "sqrt",
        "9e99999",
        "9" * 5000,
        "(" * 80 + "x" + ")" * 80,
        "(" * 3000,
        "^".join("2" * 40),
        "9^9^9^9",
        "((9^50)^50)^50",
        "x" + "^1" * 900,
        "√" * 900 + "x",
        "x" * 5000,
    ],
)
def test_all_refuse_alike(text: str) -> None:
    for read in READERS:
        with pytest.raises(GameError) as caught:
            read(text, THREE)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 250


@pytest.mark.parametrize("text", ["log2(x)", "log10(x)", "log 2x", "exp 2 x", "√x(x+1)", "abs xx"])
def test_a_function_without_brackets_whose_reach_is_not_plain_is_refused(text: str) -> None:
    for read in TREES:
        with pytest.raises(GameError, match="how far does"):
            read(text, THREE)


def test_long_sums_are_refused_where_a_tree_would_be_too_deep() -> None:
    for read in TREES:
        assert read("+".join(["x"] * 290), THREE) == 870
        with pytest.raises(GameError, match="operations inside one another"):
            read("+".join(["x"] * 1500), THREE)
    assert by_polynomial("+".join(["x"] * 1500), THREE) == 4500


def test_a_name_is_not_taken_for_an_exponent() -> None:
    at = {"e1": Fraction(5), "e": Fraction(7)}
    assert read_formula("2e1", ["e1"]).at(at) == 10
    assert read_formula("2e-1", ["e"]).at(at) == 13
    assert Polynomial.read("2e-1", "e") == Polynomial.of([-1, 2])
    assert str(read_expression("2e1 - e1^2")) == "2*e1 - e1^2"
    assert str(read_expression("2e1 - x^2")) == "20 - x^2"


def test_known_names_are_told_apart() -> None:
    values = {"x": Fraction(2), "y": Fraction(3), "x1": Fraction(5)}
    for text, value in (("2xy", 12), ("x1y", 15), ("xx1", 10), ("x₁ - x", 3)):
        assert read_formula(text, list(values)).at(values) == value
        found = read_expression(text, list(values)).substitute(values)
        assert found == Constant(Fraction(value))
    assert str(read_expression("q₁(10 - q₂)")) == "q1*(10 - q2)"
    assert str(read_expression("2xy")) == "2*xy"


def test_constants_keep_their_meaning() -> None:
    assert read_point("√2²") == 2
    assert read_formula("2^(1/2)", []).constant() is None
    assert read_formula("max(1/2, 2^-2)", []).constant() == Fraction(1, 2)
    assert read_formula("x/abs(-2)", ["x"]).is_polynomial()
    assert not read_formula("x^-1", ["x"]).is_polynomial()
    assert read_formula("abs(x)/x^-2", ["x"]).is_rational()
    assert not read_formula("sqrt(x)", ["x"]).is_rational()


@st.composite
def sums(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["x", "2", "0", "1/2", "3.5"]))
    a, b = draw(sums(depth - 1)), draw(sums(depth - 1))
    shape = draw(
        st.sampled_from(["{}+{}", "{}-{}", "({})({})", "-({})·({})", "({})²-{}", "({})/2-({})^3"])
    )
    return shape.format(a, b)


@given(sums(), st.fractions(-5, 5, max_denominator=6))
def test_three_readers_one_value(text: str, x: Fraction) -> None:
    first, second, third = (read(text, x) for read in READERS)
    assert first == second == third
    assert by_tree(str(read_formula(text, ["x"])), x) == first


@pytest.mark.parametrize(("text", "_value"), [*POLYNOMIALS[:-3], *PIECEWISE])
def test_what_is_written_reads_back(text: str, _value: int | str) -> None:
    tree = read_formula(text, ["x"])
    for x in (Fraction(3), Fraction(1, 2)):
        assert by_tree(str(tree), x) == tree.at({"x": x})
