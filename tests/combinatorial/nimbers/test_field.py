"""The field of nimbers against its definition, its axioms and brute force."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import numpy as np
import pytest
from flint import fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.combinatorial import nim_sum
from kibitz.combinatorial.nimbers import field as nim_field
from kibitz.combinatorial.nimbers import tower as nim_tower
from kibitz.combinatorial.nimbers.arrays import (
    nim_inverse_array,
    nim_power_array,
    nim_product_array,
    nim_square_array,
    nim_square_root_array,
)
from kibitz.combinatorial.nimbers.field import (
    fermat_powers,
    field_bits,
    is_evil,
    is_odious,
    nim_inverse,
    nim_power,
    nim_product,
    nim_quadratic,
    nim_quotient,
    nim_square,
    nim_square_root,
    nim_table,
    nim_trace,
    tartan_pairs,
)
from kibitz.combinatorial.nimbers.linear_algebra import (
    nim_matrix_inverse,
    nim_matrix_product,
    nim_null_space,
    nim_polynomial,
    nim_solve,
)
from kibitz.combinatorial.nimbers.logarithm import FERMAT_FACTORS, nim_logarithm, nim_order
from kibitz.core.errors import GameError

CASES = json.loads((Path(__file__).parents[2] / "data" / "nim_field.json").read_text())
FIELD = 2**16
small = st.integers(0, FIELD - 1)
words = st.integers(0, 2**64 - 1)
# up to 300 bits the descent is by numbers, beyond by arrays; both meet 16-bit limbs
numbers = st.one_of(small, words, st.integers(0, 2**300), st.integers(2**1000, 2**2100))


def of_kind(*kinds):
    return [pytest.param(c["input"], c["expect"], id=c["id"]) for c in CASES if c["kind"] in kinds]


def value_of(expression):
    """A nimber expression with + and * read as nim-sum and nim-product."""
    return eval(re.sub(r"\d+", lambda m: f"N({m[0]})", expression), {"N": Nimber})


class Nimber(int):
    def __add__(self, other):
        return Nimber(nim_sum(int(self), int(other)))

    def __mul__(self, other):
        return Nimber(nim_product(int(self), int(other)))


@pytest.mark.parametrize(("given", "expect"), of_kind("nim-multiplication"))
def test_multiplication_cases(given, expect):
    if "expr" in given:
        assert [value_of(e) for e in given["expr"]] == expect["values"]
        assert {e: value_of(e) for e in expect["intermediate"]} == expect["intermediate"]
    elif given.get("op") == "nim-division":
        assert [nim_quotient(*pair) for pair in given["pairs"]] == expect["values"]
    elif given.get("op") == "nim-product":
        assert nim_product(given["x"], given["y"]) == expect["value"]
    else:
        assert list(fermat_powers(given["count"])) == expect["values"]


@pytest.mark.parametrize(("given", "expect"), of_kind("nim-sum"))
def test_sum_cases(given, expect):
    total = nim_sum(*given.get("terms", [given.get("n")]))
    assert total == expect.get("nim_sum", total)
    assert f"{total:b}" == expect["binary"]


@pytest.mark.parametrize(("given", "expect"), of_kind("odious"))
def test_odious_cases(given, expect):
    assert [n for n in given["numbers"] if is_odious(n)] == expect["odious"]
    assert [n for n in given["numbers"] if is_evil(n)] == expect["evil"]


@given(numbers, numbers)
def test_odious_and_evil_add_like_odd_and_even(x, y):
    assert is_odious(nim_sum(x, y)) == (is_odious(x) != is_odious(y))


def test_product_agrees_with_the_definition():
    n = 40
    assert nim_table(n) == [[nim_product(x, y) for y in range(n)] for x in range(n)]


@given(st.integers(0, 2**300), st.integers(0, 2**300))
def test_product_agrees_with_the_descent_to_bits(x, y):
    assert nim_product(x, y) == nim_tower.product_without_tables(x, y, 512)


@given(st.integers(2**1023, 2**1024 - 1), st.integers(2**1023, 2**1024 - 1))
def test_arrays_of_limbs_agree_with_numbers(x, y):
    half, mask = 512, 2**512 - 1
    x1, x0, y1, y0 = x >> half, x & mask, y >> half, y & mask
    high, low = nim_product(x1, y1), nim_product(x0, y0)
    upper = high ^ nim_product(x1, y0) ^ nim_product(x0, y1)
    assert nim_product(x, y) == upper << half | low ^ nim_product(high, 1 << (half - 1))


@pytest.mark.parametrize("k", [4, 5, 6, 9, 10, 11, 13, 16, 17])
def test_fermat_powers_beyond_the_table(k):
    f = 2 ** (2**k)
    assert nim_product(f, f) == f + f // 2
    assert nim_product(f, f - 1) == f * (f - 1)
    assert nim_product(f - 1, f) == f * (f - 1)


def test_product_of_numbers_longer_than_one_array():
    x, y = 3**70000, 5**50000
    assert field_bits(x) == field_bits(y) == 2**17
    z = nim_product(x, y)
    assert nim_product(x, y ^ 1) == z ^ x
    assert nim_square(x ^ y) == nim_product(x, x) ^ nim_product(y, y)


@given(numbers, numbers, numbers)
def test_field_axioms(x, y, z):
    assert nim_product(x, y) == nim_product(y, x)
    assert nim_product(x, nim_product(y, z)) == nim_product(nim_product(x, y), z)
    assert nim_product(x, y ^ z) == nim_product(x, y) ^ nim_product(x, z)
    assert nim_product(x, 1) == x
    assert nim_product(x, 0) == 0
    assert field_bits(nim_product(x, y)) <= max(field_bits(x), field_bits(y))


@given(numbers, numbers)
def test_inverse_quotient_square_and_root(x, y):
    assert nim_square(x) == nim_product(x, x)
    assert nim_square(nim_square_root(x)) == x
    assert field_bits(nim_square_root(x)) == field_bits(x)
    if x:
        assert nim_product(x, nim_inverse(x)) == 1
        assert nim_product(nim_quotient(y, x), x) == y


@given(numbers, st.integers(-5, 12), st.integers(-5, 12))
def test_powers_add_exponents(x, m, n):
    if x:
        assert nim_product(nim_power(x, m), nim_power(x, n)) == nim_power(x, m + n)
    repeated = reduce(nim_product, [x] * max(n, 0), 1)
    assert nim_power(x, max(n, 0)) == repeated


@given(words, st.integers(-(2**70), 2**70))
def test_powers_repeat_with_the_units_of_the_field(x, n):
    x = x or 1
    assert nim_power(x, n) == nim_power(x, n + 2**64 - 1)
    assert nim_power(x, 2**64) == x
    assert nim_product(nim_power(x, n), nim_power(x, -n)) == 1


def test_zero_to_a_power():
    assert [nim_power(0, n) for n in (0, 1, 2**64 - 1)] == [1, 0, 0]


@given(words, st.sampled_from([64, 128]))
def test_trace_is_the_sum_of_conjugates(x, bits):
    total, term = 0, x
    for _ in range(bits):
        total, term = total ^ term, nim_square(term)
    assert nim_trace(x, bits) == total
    assert nim_trace(x) == nim_trace(x, field_bits(x))


def test_quadratics_by_brute_force():
    squares = [nim_product(x, x) for x in range(256)]
    table = [[nim_product(x, y) for y in range(256)] for x in range(16)]
    for a, b, c in product(range(16), range(16), range(0, 16, 3)):
        if a == b == c == 0:
            continue
        roots = [x for x in range(256) if table[a][squares[x]] ^ table[b][x] ^ c == 0]
        assert list(nim_quadratic(a, b, c)) == roots


@given(numbers, numbers, numbers)
def test_quadratics_have_two_roots(a, b, c):
    a, b = a or 1, b or 1
    first, second = nim_quadratic(a, b, c)
    assert first < second
    for x in (first, second):
        assert nim_polynomial([c, b, a], x) == 0
    bits = max(map(field_bits, (a, b, c)))
    ratio = nim_quotient(nim_product(a, c), nim_square(b))
    assert (field_bits(second) <= bits) == (nim_trace(ratio, bits) == 0)


def test_fermat_factors_are_the_primes():
    for k, factors in enumerate(FERMAT_FACTORS):
        assert int(np.prod([fmpz(p) for p in factors])) == 2 ** (2**k) + 1
        assert all(fmpz(p).is_prime() for p in factors)


def test_orders_by_brute_force():
    for x in range(1, 256):
        value, order = x, 1
        while value != 1:
            value, order = nim_product(value, x), order + 1
        assert nim_order(x) == order


@settings(max_examples=10)
@given(st.integers(1, 2**512 - 1))
def test_order_is_least(x):
    order = nim_order(x)
    assert nim_power(x, order) == 1
    for p in (p for row in FERMAT_FACTORS for p in row):
        assert order % p or nim_power(x, order // p) != 1


@given(st.integers(1, 2**64 - 1), st.integers(0, 2**70))
def test_logarithm_undoes_the_power(base, n):
    assert nim_logarithm(base, nim_power(base, n)) == n % nim_order(base)


@given(st.lists(numbers, max_size=5), numbers)
def test_polynomial_is_the_sum_of_its_terms(coefficients, x):
    terms = [nim_product(c, nim_power(x, k)) for k, c in enumerate(coefficients)]
    assert nim_polynomial(coefficients, x) == nim_sum(*terms)


entries = st.one_of(st.integers(0, 3), words)


@st.composite
def systems(draw):
    m, n = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    matrix = [[draw(entries) for _ in range(n)] for _ in range(m)]
    return matrix, [draw(entries) for _ in range(n)]


@given(systems())
def test_solutions_and_null_space(system):
    matrix, x = system
    column = [[v] for v in x]
    right = [row[0] for row in nim_matrix_product(matrix, column)]
    found = nim_solve(matrix, right)
    assert nim_matrix_product(matrix, [[v] for v in found]) == [[v] for v in right]
    basis = nim_null_space(matrix)
    zero = [[0]] * len(matrix)
    assert all(nim_matrix_product(matrix, [[v] for v in b]) == zero for b in basis)
    # the difference of two solutions is a combination of the basis
    difference = list(map(xor, found, x))
    if basis:
        nim_solve([list(row) for row in zip(*basis, strict=True)], difference)
    else:
        assert not any(difference)


def test_null_space_counts_all_solutions():
    matrix = [[1, 2, 3], [2, 3, 1]]
    rows = range(4)
    solutions = [
        x
        for x in product(rows, repeat=3)
        if not any(r[0] for r in nim_matrix_product(matrix, [[v] for v in x]))
    ]
    assert len(solutions) == 4 ** len(nim_null_space(matrix))


@given(st.lists(st.lists(entries, min_size=3, max_size=3), min_size=3, max_size=3))
def test_matrix_inverse(matrix):
    identity = [[int(i == j) for j in range(3)] for i in range(3)]
    if nim_null_space(matrix):
        with pytest.raises(GameError, match="singular"):
            nim_matrix_inverse(matrix)
    else:
        inverse = nim_matrix_inverse(matrix)
        assert nim_matrix_product(matrix, inverse) == identity
        assert nim_matrix_product(inverse, matrix) == identity


def test_tartan_pairs_by_brute_force():
    table = nim_table(16)
    for v1, v2, u in product(range(12), range(12), range(16)):
        expected = [
            (a, b)
            for a in range(v1)
            for b in range(v2)
            if table[a][b] ^ table[a][v2] ^ table[v1][b] == u
        ]
        assert list(tartan_pairs(v1, v2, u)) == expected
        assert expected or u >= table[v1][v2]


@given(st.lists(st.tuples(words, words), max_size=50))
def test_arrays_agree_with_numbers(pairs):
    a = np.array([x for x, _ in pairs], np.uint64)
    b = np.array([y for _, y in pairs], np.uint64)
    assert nim_product_array(a, b).tolist() == [nim_product(x, y) for x, y in pairs]
    assert nim_square_array(a).tolist() == [nim_square(x) for x, _ in pairs]
    assert nim_square_root_array(a).tolist() == [nim_square_root(x) for x, _ in pairs]
    units = a[a != 0]
    assert nim_inverse_array(units).tolist() == [nim_inverse(x) for x in units.tolist()]


@given(st.lists(st.tuples(words, st.integers(-(2**63), 2**63 - 1)), min_size=1, max_size=8))
def test_power_arrays_agree_with_numbers(pairs):
    bases = [x or 1 for x, _ in pairs]
    exponents = [n for _, n in pairs]
    found = nim_power_array(np.array(bases, np.uint64), np.array(exponents, np.int64))
    assert found.tolist() == [nim_power(x, n) for x, n in zip(bases, exponents, strict=True)]


@pytest.mark.parametrize("n", [0, 1, 5, 2**64 - 1, 2**64, -1, -(2**64 - 1), 10**40, -(10**40)])
def test_power_arrays_with_one_exponent(n):
    bases = [1, 2, 3**30, 2**64 - 1]
    assert nim_power_array(bases, n).tolist() == [nim_power(x, n) for x in bases]
    if n >= 0:
        assert nim_power_array([0], n).tolist() == [nim_power(0, n)]


def test_product_arrays_exhaust_a_field():
    x = np.arange(64, dtype=np.uint8)
    expected = np.array(nim_table(64))
    assert (nim_product_array(x[:, None], x) == expected).all()


def test_arrays_broadcast_and_keep_their_shape():
    rng = np.random.default_rng(7)
    a = rng.integers(0, 2**64, (5, 1, 4), dtype=np.uint64)
    b = np.asfortranarray(rng.integers(0, 2**64, (3, 8), dtype=np.uint64))[:, ::2]
    found = nim_product_array(a, b)
    assert found.shape == (5, 3, 4)
    for i, j, k in product(range(5), range(3), range(4)):
        assert int(found[i, j, k]) == nim_product(int(a[i, 0, k]), int(b[j, k]))
    assert nim_product_array(3, 5).shape == ()
    assert nim_product_array(np.zeros((0, 3), np.uint64), 5).shape == (0, 3)


def test_arrays_longer_than_a_chunk():
    a = np.random.default_rng(8).integers(1, 2**64, 50_001, dtype=np.uint64)
    assert (nim_product_array(a, nim_inverse_array(a)) == 1).all()
    assert (nim_square_root_array(nim_product_array(a, a)) == a).all()


@pytest.mark.parametrize(
    "bad", [-1, 2.0, True, "3", None, Fraction(1, 2), pytest.param(-(2**20000), id="long"), [1]]
)
@pytest.mark.parametrize(
    "function",
    [
        nim_square,
        nim_square_root,
        nim_inverse,
        field_bits,
        nim_trace,
        nim_order,
        is_odious,
        is_evil,
    ],
)
def test_what_is_no_nimber_is_refused(function, bad):
    with pytest.raises(GameError, match="is not a nimber"):
        function(bad)


@pytest.mark.parametrize("bad", [-1, 2.0, False])
def test_what_is_no_nimber_is_refused_at_every_place(bad):
    calls = [
        lambda: nim_sum(1, bad),
        lambda: nim_product(1, bad),
        lambda: nim_product(bad, 1),
        lambda: nim_quotient(bad, 1),
        lambda: nim_quadratic(1, bad, 1),
        lambda: nim_polynomial([1, bad], 1),
        lambda: nim_polynomial([1], bad),
        lambda: nim_solve([[bad]], [1]),
        lambda: nim_solve([[1]], [bad]),
        lambda: nim_logarithm(2, bad),
        lambda: tartan_pairs(1, 1, bad),
    ]
    for call in calls:
        with pytest.raises(GameError, match="is not a nimber"):
            call()
    for array in (nim_product_array, nim_power_array):
        with pytest.raises(GameError):
            array([bad], 1)
        with pytest.raises(GameError):
            array(np.array([bad]), 1)
    with pytest.raises(GameError):
        nim_product_array(1, bad)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nim_inverse(0), "no inverse"),
        (lambda: nim_quotient(5, 0), "no inverse"),
        (lambda: nim_power(0, -1), "no inverse"),
        (lambda: nim_power(2, 0.5), "whole number"),
        (lambda: nim_quadratic(0, 0, 0), "every nimber"),
        (lambda: nim_order(0), "no order"),
        (lambda: nim_order(2**512), "512 bits"),
        (lambda: nim_logarithm(2, 4), "not a power"),
        (lambda: nim_logarithm(2, 0), "not a power"),
        (lambda: nim_logarithm(2**64 + 2, 1), "prime factor"),
        (lambda: nim_trace(16, 4), "bits"),
        (lambda: nim_trace(3, 6), "bits"),
        (lambda: nim_table(65), "nim_product beyond"),
        (lambda: nim_table(-1), "rows"),
        (lambda: fermat_powers(21), "0 to 20"),
        (lambda: nim_product(1 << 2**22, 1 << 2**22), "lookups"),
        (lambda: nim_power(1 << 2**16, 2**70000 // 3), "lookups"),
        (lambda: nim_solve([[1, 2], [3]], [1, 1]), "row 2 has 1 entry"),
        (lambda: nim_solve([[1, 2]], [1, 1]), "one for each row"),
        (lambda: nim_solve([], []), "empty"),
        (lambda: nim_solve(5, [1]), "list of rows"),
        (lambda: nim_solve([[1], [1]], [1, 2]), "contradict"),
        (lambda: nim_matrix_inverse([[1, 2]]), "square"),
        (lambda: nim_matrix_product([[1, 2]], [[1]]), "must be equal"),
        (lambda: nim_product_array([1, 2], [1, 2, 3]), "cannot be broadcast"),
        (lambda: nim_product_array(2**64, 1), "2\\^64"),
        (lambda: nim_product_array([[1, 2], [3]], 1), "a: "),
        (lambda: nim_inverse_array([[1, 2], [3, 0]]), "\\(1, 1\\) is 0"),
        (lambda: nim_power_array([1, 0], [1, -1]), "negative power"),
        (lambda: nim_power_array([1], [2**63, -1]), "together"),
        (lambda: nim_power_array([1], True), "True"),
        (
            lambda: nim_product_array(np.zeros((2**20, 1), np.uint64), np.zeros(2**20, np.uint64)),
            "split the array",
        ),
    ],
)
def test_bad_questions_get_one_clear_line(call, message):
    with pytest.raises(GameError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_numpy_whole_numbers_are_read():
    assert nim_product(np.uint64(24), np.int32(17)) == 128
    assert type(nim_field.read_nimber(np.uint8(3))) is int


def test_nimbers_may_have_their_stars() -> None:
    from kibitz import game
    from kibitz.combinatorial import nim_value

    assert nim_value("*11 + *8") == nim_value("11 + 8") == 3
    assert nim_value("mex(*0, *1, *3)") == 2
    assert nim_value("4 * *5") == nim_value("4 * 5")
    assert nim_value("5**3") == nim_value("5 ^ 3") != nim_value("5 * 3")
    assert game("*5 + *3 + *6").outcome() == "P"
    assert game("*2+*1 + kayles 3").nimber() == 0
    assert game("*4").winning_moves() == game("nim 4").winning_moves()
