"""Numbers and tensors: what is read, what is refused, and what stays exact."""

from __future__ import annotations

import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, exact, number, over, plain, show, spell
from kibitz.core.tensor import Tensor

fractions = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**4)


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("3", 3),
        ("-7/12", Fraction(-7, 12)),
        ("0.25", Fraction(1, 4)),
        ("2.5e3", 2500),
        ("+4", 4),
        (".5", Fraction(1, 2)),
        ("1.", 1),
        (" 6/4 ", Fraction(3, 2)),
        ("−2", -2),
        ("1e-3", Fraction(1, 1000)),
        (7, 7),
        (Decimal("0.1"), Fraction(1, 10)),
        (np.int8(5), 5),
        (np.uint64(2**63), 2**63),
    ],
)
def test_exact_numbers(spelling, value):
    found = number(spelling)
    assert isinstance(found, Fraction)
    assert found == value


@pytest.mark.parametrize("x", [0.5, np.float32(0.5), np.float64(0.5)])
def test_floats_stay_floats(x):
    found = number(x)
    assert type(found) is float
    assert found == 0.5


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "x",
        "1/0",
        "1//2",
        "1/2/3",
        "0x10",
        "1_000",
        "nan",
        "inf",
        "1e99999",
        "--1",
        "1 2",
        float("nan"),
        float("inf"),
        True,
        np.True_,
        None,
        1j,
        [1],
        Decimal("NaN"),
        "٣",
    ],
)
def test_what_is_no_number(bad):
    with pytest.raises(GameError) as caught:
        number(bad, where="row 1")
    assert str(caught.value).startswith("row 1: ")
    assert "\n" not in str(caught.value)


@given(fractions)
def test_spellings_read_back(x):
    assert number(show(x)) == x
    assert number(plain(x)) == x
    assert exact(float(x)) == Fraction(repr(float(x)))


def test_very_long_numbers_are_spelled():
    x = Fraction(10**6000 + 1, 10**5999 + 3)
    numerator, denominator = spell(x).split("/")
    assert len(numerator) == 6001
    assert numerator.endswith("1")
    assert denominator.endswith("3")


@given(st.lists(st.lists(fractions, min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_tensor_holds_its_numbers(rows):
    tensor = Tensor.read(rows)
    assert tensor.exact
    assert tensor.numbers() == rows
    assert tensor == Tensor.read([[str(x) for x in row] for row in rows])
    assert hash(tensor) == hash(Tensor.read(tensor.numbers()))
    assert pickle.loads(pickle.dumps(tensor)) == tensor
    negative = -tensor
    assert (-negative).numbers() == rows
    assert tensor.transpose().transpose() == tensor
    assert (tensor + tensor).numbers() == tensor.affine(Fraction(2), Fraction(0)).numbers()
    np.testing.assert_allclose(tensor.floats(), [[float(x) for x in row] for row in rows])
    moved = tensor.affine(Fraction(2, 3), Fraction(-1, 7))
    assert moved[0, 0] == rows[0][0] * Fraction(2, 3) - Fraction(1, 7)


def test_large_integers_do_not_overflow():
    tensor = Tensor.read([[2**70, -(2**70)], [1, 3]])
    assert tensor[0, 0] == 2**70
    assert tensor.affine(Fraction(2**10), Fraction(0))[0, 0] == 2**80
    assert Tensor.read(np.array([[2**63 - 1]]))[0, 0] == 2**63 - 1


def test_a_masked_array_is_refused_where_an_entry_is_missing():
    with pytest.raises(GameError, match="a masked array leaves entries out; fill them in"):
        Tensor.read(np.ma.masked_array([[1.0, 2.0]], [[False, True]]))
    whole = Tensor.read(np.ma.masked_array([[1.0, 2.0]], [[False, False]]))
    assert whole == Tensor.read([[1.0, 2.0]])
    assert type(whole.array) is np.ndarray


@pytest.mark.parametrize("rows", [[[0.5, 2.0]], [[1, 2]], [["1/3", 2]], [[2**70, 1]]])
def test_a_pickled_tensor_is_the_same(rows):
    """Also the data type of floats, which compiled calls tell by identity."""
    tensor = Tensor.read(rows)
    again = pickle.loads(pickle.dumps(tensor))
    assert again == tensor
    assert not again.array.flags.writeable
    assert again.array.dtype == tensor.array.dtype
    assert again.array.dtype is tensor.array.dtype or tensor.exact


def test_a_float_among_fractions_makes_floats():
    tensor = Tensor.read([["1/2", 0.25]])
    assert not tensor.exact
    assert tensor.rational().numbers() == [[Fraction(1, 2), Fraction(1, 4)]]


def test_tensors_do_not_change():
    source = np.array([[1, 2], [3, 4]])
    tensor = Tensor.read(source)
    source[0, 0] = 9
    assert tensor[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        tensor.array[0, 0] = 5


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([[1, 2], 3], "row 2 is 3, not a list"),
        ("1 2", "is not an array"),
        (5, "is not an array"),
        ([[1, 2], [3, 4, 5]], "row 2 has 3 entries, row 1 has 2"),
        (np.zeros((2, 0)), "shape"),
        (np.zeros(3), "shape"),
        ([[1.0, float("inf")]], "row 1, column 2: inf is not a finite number"),
        ([[1.0, 1e200]], "too large for floating point"),
    ],
)
def test_what_is_no_matrix(data, message):
    with pytest.raises(GameError, match=message):
        Tensor.read(data)


@given(st.lists(st.integers(-(10**400), 10**400), max_size=8), st.integers(1, 10**400))
def test_fractions_over_one_denominator(numerators: list[int], denominator: int) -> None:
    made = over([0, denominator, *numerators], denominator)
    wanted = [Fraction(e, denominator) for e in (0, denominator, *numerators)]
    assert [(x.numerator, x.denominator) for x in made] == [
        (x.numerator, x.denominator) for x in wanted
    ]
    top, bottom = common_denominator(made)
    assert bottom == math.lcm(*(x.denominator for x in wanted))
    assert over(top, bottom) == wanted


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("50%", Fraction(1, 2)),
        ("-12.5 %", Fraction(-1, 8)),
        ("–3", Fraction(-3)),
        ("‑7/12", Fraction(-7, 12)),
        ("½", Fraction(1, 2)),
        ("-2¾", Fraction(-11, 4)),
    ],
)
def test_numbers_as_they_are_printed(text: str, value: Fraction) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["%", "½½", "1/2½", "5%%%x", "½%%x", "1.5½"])
def test_what_only_looks_like_a_number(text: str) -> None:
    with pytest.raises(GameError, match="is not a number"):
        number(text)
