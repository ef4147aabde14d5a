"""Games in which one player at a time has a choice: small ones need no compiler."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz.core.compiling import tiered
from kibitz.core.errors import GameError
from kibitz.games import game
from kibitz.stochastic import kernels
from kibitz.stochastic.decision import policy_bounds, policy_kernels, turn_based

KERNELS = (
    kernels.components,
    kernels.cyclic_blocks,
    kernels.relax_blocks,
    policy_kernels.lasting_states,
    policy_kernels.policy_loss,
)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is compiled or kept, as in the first process of all."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tiered, "_SPENT", {})
    for kernel in KERNELS:
        monkeypatch.setattr(kernel, "overloads", {})
        monkeypatch.setattr(kernel, "compile", refuse)


def refuse(*_: object) -> None:
    raise AssertionError("a small game is compiled")


def test_a_small_game_needs_no_compiler(uncompiled: None) -> None:
    found = game("pig 12").solve()
    assert float(found.value) == pytest.approx(0.3678100, abs=1e-6)
    assert found.verify()


def test_many_sweeps_are_left_to_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []

    def relaxed(asked_for, values, policy, swept, seconds):  # type: ignore[no-untyped-def]
        asked.append(seconds)
        values[:] = 1.0
        return 1, np.inf if seconds == 0.0 else 0.0

    monkeypatch.setattr(turn_based, "_relaxed", relaxed)
    monkeypatch.setattr(turn_based, "PATIENCE", 0.0)
    table = game("basketball").solve().game.effective.floats
    values = np.zeros(table.states)
    found = turn_based.components(table)
    turn_based.relax(table, values, np.zeros(table.states, np.int64), found, 1e-9)
    assert asked == [0.0, None]
    monkeypatch.setattr(turn_based, "PATIENCE", 9.0)
    monkeypatch.setattr(turn_based, "_relaxed", lambda *_: (1, np.inf))
    with pytest.raises(GameError, match="stopped"):
        turn_based.relax(table, values, np.zeros(table.states, np.int64), found, 1e-9)


def test_long_play_is_left_to_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def lossless(*given):  # type: ignore[no-untyped-def]
        asked.append(given[-1])
        return 0.0, np.array([np.inf if given[-1] == policy_bounds.FEW_SWEEPS else 7.0])

    monkeypatch.setattr(policy_kernels, "policy_loss", lossless)
    solved = game("pig 5").solve()
    made = solved.policy.game
    lengths = policy_bounds.policy_lengths(made, solved.policy.value_array, solved.policy.policy)
    assert [list(length) for _, length in lengths] == [[7.0], [7.0]]
    assert asked[-4:] == 2 * [policy_bounds.FEW_SWEEPS, policy_kernels.MOST_SWEEPS]
