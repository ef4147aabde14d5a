"""What counts as a difference between compiled rules and the same rules in Python."""

import pytest

from kibitz.rules.compile.self_test import _Differs, _same


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ((2.8e-17, 1 / 6), (-2.8e-17, 1 / 6)),
        ((0.1 + 0.2, 1.0), (0.3, 1.0)),
        (1e15 + 1 / 8, 1e15),
        ([0.5, 1 / 3], [0.5, 1 / 3 + 5e-17]),
    ],
)
def test_the_last_digit_of_a_float_may_differ(found, wanted):
    _same("evaluate", found, wanted, "the start")


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ((1.0, 0.5), (1.0, 0.5 + 1e-9)),
        ((10**15 + 1,), (10**15,)),
        (3, 4),
        ([1, 2], [1, 2, 3]),
        (float("nan"), 1.0),
        ((0.0, 0.0), (0.0, 1e-300)),
    ],
)
def test_anything_else_may_not(found, wanted):
    with pytest.raises(_Differs, match="evaluate"):
        _same("evaluate", found, wanted, "the start")
