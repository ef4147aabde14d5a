"""Roots, fields, functions of a letter and determinants, against identities and brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import isclose
from random import Random
from typing import Any

import pytest

import kibitz as kb
from kibitz.algebra.algebraic import evaluate_at, sign_at
from kibitz.algebra.arithmetic import power
from kibitz.algebra.field_number import in_one_field
from kibitz.algebra.function_number import FunctionNumber, letters_in
from kibitz.algebra.germs import determinant, difference, ring, sign_beside
from kibitz.algebra.integer_relation import integer_relation
from kibitz.algebra.linear_form import in_lowest_terms, read_form, write_form
from kibitz.algebra.number_field import NumberField
from kibitz.algebra.point_json import point, root_near
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction, sign_after, stays_nonnegative
from kibitz.algebra.real_root import rational_between, real_roots
from kibitz.algebra.show_exact import brief, full, point_json
from kibitz.algebra.show_exact import read_point as read_root
from kibitz.algebra.surd import plain_point, point_from_json, read_point, square_root, write_point
from kibitz.algebra.trials import trials
from kibitz.algebra.weight import read_weight, says_point

GOLDEN = read_point("(1+sqrt(5))/2")
CUBE = real_roots(Polynomial.read("t^3-2"))[0]


def test_the_golden_ratio() -> None:
    """1/g = g - 1, g^2 = g + 1, and g^n = F(n) g + F(n-1)."""
    (g,) = in_one_field([GOLDEN])
    assert g * (g - 1) == 1
    assert g / g == 1
    assert abs(1 - g) == g - 1
    assert bool(g)
    assert not bool(g - g)
    assert (g < 2, g <= 2, g >= 2, g > 2) == (True, True, False, False)
    assert (1 - g).spelled() == "1/2-sqrt(5)/2"
    assert isclose(float(-g), -1.618033988749895)
    assert hash(g - g + 3) == hash(Fraction(3))
    assert g.is_written("1/2+sqrt(5)/2")
    assert power(GOLDEN, 10) == 55 * GOLDEN + 34
    assert power(GOLDEN, -1) == GOLDEN - 1


def test_signs_need_no_floats() -> None:
    """1393^2 = 2 * 985^2 - 1 and 577^2 = 2 * 408^2 + 1; then a rational 10^-80 above the root."""
    root = square_root(Fraction(2))
    close = Polynomial.of([Fraction(-1393, 985), 1])
    assert sign_at(close, root) == 1
    assert sign_at(Polynomial.of([Fraction(-577, 408), 1]), root) == -1
    near = rational_between(root, root + Fraction(1, 10**80))
    assert sign_at(Polynomial.of([-near, 1]), root) == -1
    field = NumberField(root)
    assert field.sign(field.theta_element - field.number(near)) == -1
    assert sign_at(Polynomial.read("t^2-2"), Fraction(3, 2)) == 1


def test_values_at_numbers() -> None:
    assert evaluate_at(Polynomial.read("t^2-t"), GOLDEN) == 1
    assert evaluate_at(Polynomial.read("t^2-t"), Fraction(1, 2)) == Fraction(-1, 4)
    assert evaluate_at(Polynomial.read("t^3+t"), CUBE) == CUBE + 2


def test_functions_of_a_letter() -> None:
    b = FunctionNumber.letter("beta")
    assert FunctionNumber.read("b^2/(b+1)", "b", "x").at(Fraction(2)) == Fraction(4, 3)
    whole = (1 - b) ** 2 - (b - 1) * (b - 1)
    assert whole == 0
    assert hash(whole + 3) == hash(Fraction(3))
    assert whole.sign == 0
    assert (2 / (b + 1)).at(Fraction(1)) == 1
    assert abs(-b - 1) == b + 1
    assert b != "b"
    assert letters_in([b, 2, Fraction(1, 2)]) == {b.name}
    with pytest.raises(kb.GameError, match="is not a letter"):
        FunctionNumber.letter("b2")
    with pytest.raises(kb.GameError, match=r"the sign of .* depends on"):
        _ = (b - 1).sign


def test_determinants_by_leibniz() -> None:
    context, small, z = ring()
    chance = Random(3)
    for size in (1, 2, 3, 4):
        rows = [
            [chance.choice([0, 1, 2]) + chance.choice([0, 1]) * small * z for _ in range(size)]
            for _ in range(size)
        ]
        rows = [[context.constant(0) + x for x in row] for row in rows]
        total = context.constant(0)
        for order in permutations(range(size)):
            turned = sum(a > b for k, b in enumerate(order) for a in order[:k])
            term = context.constant((-1) ** turned)
            for i, j in enumerate(order):
                term = term * rows[i][j]
            total += term
        assert determinant(rows) == total
    assert determinant([[z, z], [z, z]]) == 0


def test_signs_beside_a_point() -> None:
    """c - z d with c = 1 + l and d = 1 - l, just below 1 and above; and nothing at all."""
    from flint import fmpq_poly

    line = difference(fmpq_poly([1, 1]), fmpq_poly([1, -1]))
    assert sign_beside(line, Fraction(1), below=True) == 1
    assert sign_beside(line, Fraction(1), below=False) == -1
    assert sign_beside(line, Fraction(2), below=True) == -1
    assert sign_beside(line - line, Fraction(1), below=True) == 0


def test_integer_relations() -> None:
    """1, g, g^2 satisfy one; 1, pi, e with 400 digits satisfy none that is small."""
    from flint import arb, ctx

    before, ctx.prec = ctx.prec, 1400
    try:
        g = (1 + arb(5).sqrt()) / 2
        found = integer_relation([arb(1), g, g * g], 1200)
        assert found in ([1, 1, -1], [-1, -1, 1])
        assert integer_relation([arb(1), arb.pi(), arb(1).exp()], 1200) is None
    finally:
        ctx.prec = before


def test_linear_forms() -> None:
    form = read_form("2 - 4a + b/3", ["a", "b"])
    assert write_form(form, ["a", "b"]) == "-4a + b/3 + 2"
    assert in_lowest_terms(form) == (6, -12, 1)
    assert in_lowest_terms((Fraction(3), Fraction(0))) == (3, 0)
    assert write_form((Fraction(0), Fraction(0)), ["a"]) == "0"
    assert write_form((Fraction(0), Fraction(-1)), ["a"]) == "-a"
    for text in ("a*b", "a^2", "1/a", "sqrt(a)", "a if a > 1 else 0"):
        with pytest.raises(kb.GameError, match="must be linear in a, b"):
            read_form(text, ["a", "b"], "x")


def test_numbers_come_back_from_json() -> None:
    for x in (Fraction(-3, 7), GOLDEN, CUBE, square_root(Fraction(8)), -GOLDEN):
        assert point_from_json(plain_point(x)) == x
        assert point(plain_point(x), "x") == x
        assert read_weight(plain_point(x)) == x
    for x in (GOLDEN, CUBE):
        data = point_json(x)
        assert read_root({key: data[key] for key in ("root_of", "between")}) == x
    assert read_root("3/7") == Fraction(3, 7)
    assert says_point(GOLDEN, plain_point(GOLDEN))
    assert write_point(0.5) == "0.5"
    assert (brief(0.25), full(Fraction(1, 3)), point_json(0.5)) == ("0.25", "1/3", 0.5)
    assert root_near(["-2", 0, 1], 1.4142135623, "x", [1, 2]) == square_root(Fraction(2))
    assert read_weight({"exact": "sqrt(2)", "text": "about 1.41"}) == square_root(Fraction(2))
    assert read_weight(GOLDEN) is GOLDEN
    assert says_point(GOLDEN, 1.618033988749895)
    assert not says_point(GOLDEN, {"nonsense": 1})


ROOT_2 = {"root_of": [-2, 0, 1], "about": 1.4142135623730951}


@pytest.mark.parametrize(
    ("read", "given", "message"),
    [
        (point, {"root_of": [-2, 0, 1]}, "an algebraic number has root_of, about"),
        (point, {**ROOT_2, "between": 3}, "between is a list of two numbers"),
        (point, {**ROOT_2, "between": [2, 3]}, "the number is not between 2 and 3"),
        (point, {**ROOT_2, "about": 7}, "the polynomial has no root at 7"),
        (point, {**ROOT_2, "exact": "sqrt(3)"}, "root_of and exact are different"),
        (point, {**ROOT_2, "root_of": [1]}, "root_of is a list of up to"),
        (point_from_json, {**ROOT_2, "color": 1}, "a number has no field 'color'"),
        (point_from_json, {"about": 1.4}, "a number needs exact, or root_of and between"),
        (point_from_json, {"exact": "sqrt(2)", "about": 1.5}, "the number is about 1.41421"),
        (point_from_json, {**ROOT_2, "exact": "sqrt(3)"}, "'sqrt.3.' is another number"),
        (point_from_json, {**ROOT_2, "root_of": 5}, "root_of must list the coefficients"),
        (point_from_json, {**ROOT_2, "between": [-2, 2]}, "2 roots lie between the bounds"),
        (point_from_json, {"root_of": [-2, 0, 1]}, "a root needs the two bounds"),
        (read_root, {"root_of": [-2, 0, 1]}, "an algebraic number needs root_of and between"),
        (read_root, {"root_of": [1], "between": [0, 1]}, "a list of 2 to"),
        (read_root, {"root_of": [-2, 0, 1], "between": 1}, "between: expected two numbers"),
        (read_root, {"root_of": [-2, 0, 1], "between": [3, 4]}, "0 roots lie between"),
        (read_point, "sqrt(2)+sqrt(3)", "two different square roots"),
        (read_point, "sqrt(sqrt(2))", "only square roots of nonnegative rationals"),
        (read_point, "sqrt(0-2)", "only square roots of nonnegative rationals"),
        (read_point, "1/(sqrt(2)-sqrt(2))", "it divides by zero"),
        (read_point, "sqrt(2)^100000", "only integer powers with fewer than"),
        (read_point, "max(sqrt(2),1)", "only sums, products and square roots"),
    ],
)
def test_what_is_not_one_number(read: Any, given: Any, message: str) -> None:
    with pytest.raises(kb.GameError, match=message):
        read(given, "x")


def test_surds_by_their_rules() -> None:
    assert read_point("(sqrt(2)+1)^2") == read_point("3+2*sqrt(2)")
    assert read_point("1/(sqrt(2)-1)") == read_point("sqrt(2)+1")
    assert read_point("sqrt(2)*sqrt(2)") == 2
    assert read_point("sqrt(8)-2*sqrt(2)") == 0
    assert read_point("(1+sqrt(2))^(-2)") == read_point("3-2sqrt(2)")
    assert read_point("sqrt(0)+1") == 1
    assert read_point(GOLDEN) is GOLDEN
    with pytest.raises(kb.GameError, match="-2 has no real square root"):
        square_root(Fraction(-2))


def test_rationals_between_close_numbers() -> None:
    root = square_root(Fraction(2))
    for low, high in ((root, root + Fraction(1, 10**50)), (root - Fraction(1, 10**50), root)):
        assert low < rational_between(low, high) < high
    assert rational_between(None, None) == 0
    with pytest.raises(kb.GameError, match="an interval must end after it begins"):
        rational_between(root, root)


def test_signs_and_intervals_of_rational_functions() -> None:
    """t^3 - t is not negative on [-1, 0] and from 1 on."""
    cubic = Polynomial.read("t^3-t")
    assert [sign_after(cubic, Fraction(k)) for k in (-1, 0, 1)] == [1, -1, 1]
    assert sign_after(cubic - cubic, Fraction(0)) == 0
    assert stays_nonnegative(cubic, Fraction(-1)) == (-1, 0)
    assert stays_nonnegative(cubic, Fraction(2)) == (1, None)
    assert stays_nonnegative(cubic - cubic, Fraction(2)) == (None, None)
    inverse = RationalFunction.read("1/(t^2-2)")
    assert inverse.defined_on(Fraction(2), None)
    assert not inverse.defined_on(None, Fraction(0))
    assert inverse.at_float(2.0) == 0.5
    with pytest.raises(kb.GameError, match="divides by 0"):
        RationalFunction.read("1/0", "t", "x")
    with pytest.raises(kb.GameError, match="is not a function of t"):
        RationalFunction.read("sin", "t", "x")
    with pytest.raises(ZeroDivisionError):
        RationalFunction.of(cubic, cubic - cubic)


def test_trials_are_positive_and_different() -> None:
    found = [tuple(values.items()) for values in trials(["a", "b"])]
    assert len(set(found)) == len(found) > 40
    assert all(x > 0 for values in found for _, x in values)
    assert [*trials(["a", "b"])] == [*trials(["a", "b"])]
