"""What cannot happen is left out of an algorithm, and nothing else."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from helpers import flag_kernels
from helpers.rules_games import Squares
from kibitz.games.board.connect_four import ConnectFour
from kibitz.rules.compile.machine import machine
from kibitz.rules.compile.specialize import marked, marks_of, plain, specialized
from kibitz.rules.kernels import hash_table
from kibitz.search.kernels import exact_value, retrograde, table


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("second", [False, True])
def test_means_the_same_with_constants_put_in(first, second):
    text = plain(specialized([flag_kernels], {"FIRST": first, "SECOND": second}))
    assert "FIRST" not in text.split("def ", 1)[1]
    names: dict[str, Any] = {}
    exec(text, names)
    for number in range(4):
        flag_kernels.FIRST, flag_kernels.SECOND = first, second
        assert names["mixed"](number) == flag_kernels.mixed(number)


def test_only_what_others_call_is_kept_from_python():
    text = marked(specialized([flag_kernels], {}))
    assert "@inlined\ndef double" in text
    assert "@embedded\ndef countdown" in text
    assert "@compiled\ndef mixed" in text


def test_users_of_an_array_are_counted_only_where_arrays_are_made():
    made = machine(ConnectFour(4, 4), hash_table, table, exact_value)
    assert made.exact_value.targetoptions["_nrt"] is False
    made = machine(ConnectFour(4, 4), hash_table, retrograde)
    assert made.explore.targetoptions.get("_nrt") is not False


def test_a_single_expression_that_calls_itself_is_not_put_in_place():
    tree = ast.parse("def f(n):\n    return f(n - 1) if n else 0").body[0]
    assert marks_of([tree]) == {"f": "internal"}


def test_constants_make_different_machines_and_parts_can_be_called():
    rules = Squares(5)
    one = machine(rules, flag_kernels, FIRST=True, SECOND=True)
    other = machine(rules, flag_kernels, FIRST=False, SECOND=True)
    assert (one.mixed(3), other.mixed(3)) == (6 + 100 + 3, 9)
    assert one.double(4) == 8
    assert one.countdown(4) == 4
    assert one.double is one.double


def test_a_function_that_calls_itself_says_so():
    assert "again(number / 2, steps - 1)" in marked(specialized([flag_kernels], {}))
    made = machine(Squares(5), flag_kernels)
    assert (made.halved(5.0, 3), flag_kernels.halved(5.0, 3)) == (0.625, 0.625)
