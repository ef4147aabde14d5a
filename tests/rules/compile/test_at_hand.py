"""When games go to compiled code at once, and which of them share it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kibitz.extensive.arrows import unfold as unfolding
from kibitz.extensive.arrows.unfold import unfold
from kibitz.games import game
from kibitz.rules import OVER, Rules
from kibitz.rules.compile.machine import WORTHWHILE, by_python, is_at_hand, machine
from kibitz.rules.examples import TakeAway
from kibitz.search.alpha_beta.exact import ALGORITHM


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("kibitz.rules.compile.machine._KEPT", {})


def spend(seconds: float) -> None:
    done = time.process_time() + seconds
    while time.process_time() < done:
        pass


def test_equal_games_share_a_machine() -> None:
    first, again = game("connect-four"), game("connect-four 7 6")
    assert machine(first, compiled=False) is machine(again, compiled=False)
    assert machine(first, compiled=False) is not machine(game("connect-four 6 5"), compiled=False)


def test_arrays_and_dataclasses_are_compared_by_what_they_hold() -> None:
    first, again = game("kuhn-poker"), game("kuhn-poker")
    assert first is not again
    assert machine(first, compiled=False) is machine(again, compiled=False)


def test_a_method_that_was_replaced_makes_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    before = machine(TakeAway(9), compiled=False)
    monkeypatch.setattr(TakeAway, "payoffs", lambda self, state: (0, 0))
    assert machine(TakeAway(9), compiled=False) is not before


def test_objects_of_their_own_are_never_shared() -> None:
    first, again = TakeAway(9), TakeAway(9)
    first.helper = again.helper = object()  # type: ignore[attr-defined]
    assert machine(first, compiled=False) is not machine(again, compiled=False)


def test_time_in_python_adds_up_until_compiling_is_worthwhile(
    empty_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.rules.compile.machine.WORTHWHILE", 0.1)
    rules = TakeAway(7)
    for _ in range(2):
        assert not is_at_hand(rules, *ALGORITHM)
        with by_python(rules, *ALGORITHM):
            spend(0.06)
    assert is_at_hand(TakeAway(7), *ALGORITHM)
    assert not is_at_hand(TakeAway(8), *ALGORITHM)
    assert not is_at_hand(rules, *unfolding.ALGORITHM)


def test_what_was_compiled_is_at_hand_in_other_processes(
    empty_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Compiled:
        is_compiled = True

    monkeypatch.setattr("kibitz.rules.compile.machine._put_together", lambda *_: Compiled())
    assert not is_at_hand(TakeAway(7), *ALGORITHM)
    machine(TakeAway(7), *ALGORITHM)
    monkeypatch.setattr("kibitz.rules.compile.machine._KEPT", {})  # as another process begins
    assert is_at_hand(TakeAway(7), *ALGORITHM)
    assert not is_at_hand(TakeAway(8), *ALGORITHM)


def test_little_time_is_not_noted(empty_cache: None) -> None:
    for _ in range(3):
        with by_python(TakeAway(7), *ALGORITHM):
            pass
    assert not is_at_hand(TakeAway(7), *ALGORITHM)


class Halves(Rules):
    """One choice, paid in fractions that no float holds."""

    players = 2

    def start(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return OVER if state else 0

    def moves(self, state: int) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, state: int, move: int) -> int:
        return move

    def payoffs(self, state: int) -> tuple[Any, Any]:
        return Fraction(state, 3), Fraction(-state, 3)


def test_fractions_stay_exact_with_compiled_code_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unfolding, "is_at_hand", lambda *_: True)
    tree = unfold(Halves())
    assert tree.unit == Fraction(1, 3)
    assert WORTHWHILE > 0
