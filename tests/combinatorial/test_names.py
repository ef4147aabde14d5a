"""The names of every family, to be had from one place."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

import kibitz.combinatorial as combinatorial
from kibitz import GameError
from kibitz.combinatorial import mex, nim_sum
from kibitz.combinatorial.nimbers.field import nim_sum as nim_sum_of_the_field


@pytest.mark.parametrize("family", ["coins", "hackenbush", "heaps", "nim_family"])
def test_every_name_of_a_family_is_to_be_had(family: str) -> None:
    module = import_module(f"kibitz.combinatorial.{family}")
    for name in module.__all__:
        assert getattr(combinatorial, name) is getattr(module, name)
        assert name in dir(combinatorial)


def test_every_name_leads_somewhere() -> None:
    for name in dir(combinatorial):
        assert getattr(combinatorial, name) is not None
    assert combinatorial.nim_product(8, 8) == 13
    assert str(combinatorial.Ordinal.read("w+1")) == "w + 1"
    with pytest.raises(AttributeError, match="no attribute 'nimm'"):
        combinatorial.nimm  # noqa: B018


def test_families_are_loaded_when_they_are_used() -> None:
    code = "import sys, kibitz.combinatorial; print('kibitz.combinatorial.coins' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_there_is_one_nim_sum_and_it_takes_numbers_or_a_collection() -> None:
    assert inspect.unwrap(nim_sum) is nim_sum_of_the_field
    assert nim_sum(22, 51) == nim_sum([22, 51]) == nim_sum(x for x in (22, 51)) == 37
    assert nim_sum(7) == 7
    assert nim_sum() == nim_sum([]) == 0


@pytest.mark.parametrize("bad", [(3, "4"), (-1,), (2.0,), (None,), ("34",), ([1], [2]), (True,)])
def test_what_has_no_nim_sum_is_refused_in_a_line(bad: tuple[object, ...]) -> None:
    with pytest.raises(GameError, match="is not a nimber") as caught:
        nim_sum(*bad)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [3, None, "012", [0, "1"], [[0]], [1.0], {-1}])
def test_what_has_no_mex_is_refused_in_a_line(bad: object) -> None:
    with pytest.raises(GameError, match=r"is not a nimber|is not a collection") as caught:
        mex(bad)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_star_brings_every_name_and_functions_stay_functions() -> None:
    names: dict[str, Any] = {}
    exec("from kibitz.combinatorial import *", names)
    assert names["zeckendorf"](43) == (34, 8, 1)
    import_module("kibitz.combinatorial.hackenbush.game")
    assert names["hackenbush"] is combinatorial.hackenbush
    assert combinatorial.hackenbush("3 4 5").nimber() == 2
