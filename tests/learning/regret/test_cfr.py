"""Regret minimization approaches the value of the linear program, and says how near it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from helpers.trees import kuhn, random_tree
from kibitz.core.compiling import tiered
from kibitz.core.errors import GameError
from kibitz.extensive import decision, extensive_game
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.methods.best_response import exploitability
from kibitz.learning.regret import cfr_kernels
from kibitz.learning.regret.cfr import CFR, VARIANTS, cfr
from kibitz.learning.regret.draw import draw_progress, draw_strategy


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_variant_approaches_the_value(variant, dtype):
    game = kuhn(4)
    found = cfr(game, variant, iterations=4000, dtype=dtype)
    exact = kibitz.solve(game).value
    assert abs(found.value - exact) <= found.exploitability + found.rounding
    assert found.exploitability < 0.02
    again = float(exploitability(game, found.profile))
    assert abs(again - found.exploitability) < (1e-5 if dtype is np.float32 else 1e-12)
    assert found.verify()
    low, high = found.bounds
    assert low - 1e-9 <= exact <= high + 1e-9


@given(st.integers(0, 10**9), st.sampled_from(sorted(VARIANTS)))
@settings(max_examples=60, deadline=None)
def test_random_games(seed, variant):
    game = random_tree(Random(seed))
    if not game.infosets:
        return
    found = cfr(game, variant, iterations=2000)
    assert abs(found.value - float(kibitz.solve(game).value)) <= found.exploitability + 1e-9
    assert found.exploitability < (0.05 if variant in ("cfr+", "predictive") else 0.3)
    assert found.verify()


def test_verify_rejects_what_is_not_so():
    found = cfr(kuhn(3), iterations=50)
    assert not replace(found, exploitability=found.exploitability / 2).verify()


def test_three_players_are_measured_though_not_promised():
    last = decision("C", "c", l=(1, 0, 2), r=(0, 3, 1))
    game = extensive_game(decision("A", L=decision("B", "b", l=last, r=(2, 2, 0)), R=(1, 1, 1)))
    found = cfr(game, iterations=3000)
    assert found.exploitability < 1e-2
    assert found.verify()


def test_goes_on_where_it_stopped():
    whole, parts = CFR(kuhn(3), VARIANTS["cfr+"]), CFR(kuhn(3), VARIANTS["cfr+"])
    whole.run(iterations=300)
    for stop in (7, 100, 300):
        parts.run(iterations=stop)
    assert (whole.average == parts.average).all()
    assert (whole.regret == parts.regret).all()


def test_stops_at_the_target():
    found = cfr(kuhn(3), target=1e-3)
    assert found.exploitability <= 1e-3
    assert found.history[-1].exploitability == pytest.approx(found.exploitability, abs=1e-12)


def test_bad_input():
    with pytest.raises(GameError, match="did you mean 'cfr'"):
        cfr(kuhn(3), "cfr*")
    with pytest.raises(GameError, match="must be positive"):
        cfr(kuhn(3), iterations=0)
    with pytest.raises(GameError, match="give a larger target"):
        cfr(kuhn(3), target=1e-12, dtype=np.float32)
    forgets = extensive_game(decision("A", "x", a=0, b=decision("A", "x", a=4, b=1)), ("A", "B"))
    with pytest.raises(GameError, match="imperfect recall"):
        cfr(forgets, iterations=5)


@pytest.mark.parametrize("limit", ["iterations", "target", "seconds"])
def test_limits_that_are_no_numbers_are_refused(limit):
    for amount in (float("nan"), float("inf"), -1):
        with pytest.raises(GameError, match="must be positive"):
            cfr(kuhn(3), **{limit: amount})


def test_trees_that_are_too_large_are_sampled_instead(monkeypatch):
    monkeypatch.setattr(unfold, "__defaults__", (1000,))
    with pytest.raises(GameError, match="variant='external'"):
        cfr(kibitz.game("lowball-draw"), iterations=5)


def test_what_is_no_game_with_moves_is_refused() -> None:
    heaps = kibitz.game("nim 3 4 5")
    with pytest.raises(GameError, match="regret minimization takes rules, a tree or a table"):
        kibitz.cfr(heaps)
    with pytest.raises(GameError, match="sampling takes rules"):
        kibitz.mccfr(kibitz.matrix("1 2; 3 4"))
    with pytest.raises(GameError, match="cannot unfold this"):
        kibitz.unfold(heaps)
    for function in (kibitz.cfr, kibitz.mccfr, kibitz.unfold):
        with pytest.raises(GameError, match="5 is not a"):
            function(5)


def test_names_and_tables_stand_for_their_trees() -> None:
    found = kibitz.cfr("kuhn-poker", iterations=300)
    assert found.value == pytest.approx(-1 / 18, abs=1e-2)
    assert kibitz.unfold("kuhn-poker") == kibitz.unfold(kibitz.game("kuhn-poker"))
    pennies = kibitz.cfr(kibitz.matrix("1 -1; -1 1"), iterations=300)
    assert pennies.value == pytest.approx(0, abs=1e-2)
    assert pennies.verify()


def test_small_games_by_python_come_to_the_same(monkeypatch, tmp_path):
    game, found = kuhn(4), []
    for small in (True, False):
        if small:
            monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
            monkeypatch.setattr(tiered, "_SPENT", {})
            for kernel in (cfr_kernels.iterate, cfr_kernels.gains, cfr_kernels.best_value):
                monkeypatch.setattr(kernel, "overloads", {})
                monkeypatch.setattr(kernel, "compile", None)
        found.append(cfr(game, "discounted", iterations=40))
        monkeypatch.undo()
    assert np.allclose(found[0].profile.weights, found[1].profile.weights, atol=1e-12)
    assert found[0].exploitability == pytest.approx(found[1].exploitability, abs=1e-12)


def test_what_a_run_cannot_be_given() -> None:
    game = kibitz.game("kuhn-poker")
    for options, words in (
        ({"threads": 0}, "threads is 0; it must be at least 1"),
        ({"dtype": "nonsense"}, "dtype is 'nonsense'; it must be float32 or float64"),
        ({"dtype": int}, "it must be float32 or float64"),
        ({"resume": True}, "resume needs a checkpoint"),
        ({"device": "tpu"}, "device is 'tpu'|tpu"),
    ):
        with pytest.raises(GameError, match=words):
            cfr(game, iterations=2, **options)  # type: ignore[arg-type]


def test_a_checkpoint_that_is_not_there_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.kbz"
    first = cfr(kibitz.game("kuhn-poker"), iterations=8, checkpoint=file, resume=True, every=0.0)
    assert first.iterations == 8
    assert (
        cfr(kibitz.game("kuhn-poker"), iterations=8, checkpoint=file, resume=True).iterations == 8
    )


def test_a_curve_needs_two_looks_and_a_grid_a_player_who_moves() -> None:
    short = cfr(kibitz.game("kuhn-poker"), iterations=1)
    with pytest.raises(GameError, match="fewer than two times"):
        draw_progress(short)
    assert "48 situations" in draw_strategy(cfr(kibitz.game("leduc"), iterations=1)).caption
