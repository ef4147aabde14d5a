"""Regret minimization on a graphics card: its layout, and its iterations where there is one."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.extensive.arrows.unfold import unfold
from kibitz.learning.regret.cfr import CFR, VARIANTS, cfr
from kibitz.learning.regret.cfr_gpu import STATE, Card, levels, successors

HERE = importlib.util.find_spec("cupy") is not None


@pytest.fixture(scope="module", params=["leduc", "kuhn-poker"])
def run(request: pytest.FixtureRequest) -> CFR:
    return CFR(unfold(kb.game(request.param)), VARIANTS["cfr"])


def test_every_information_set_is_on_one_level_below_its_parent(run: CFR) -> None:
    flat = run.flat
    infoset_of = np.repeat(np.arange(len(flat.parent)), np.diff(flat.offset))
    for player, found in enumerate(levels(flat)):
        level_of = {i: d for d, level in enumerate(found) for i in level.tolist()}
        assert sorted(level_of) == flat.infosets[player].tolist()
        for infoset, level in level_of.items():
            parent = int(flat.parent[infoset])
            above = -1 if parent == flat.sequences else level_of[int(infoset_of[parent])]
            assert level == above + 1


def test_successors_of_a_sequence_are_the_information_sets_it_leads_to(run: CFR) -> None:
    begins, following = successors(run.flat)
    for sequence in range(run.flat.sequences + 1):
        found = sorted(following[begins[sequence] : begins[sequence + 1]].tolist())
        assert found == np.flatnonzero(run.flat.parent == sequence).tolist()


def test_devices_are_named() -> None:
    with pytest.raises(GameError, match="'cpu' or 'gpu'"):
        cfr(kb.game("kuhn-poker"), device="tpu")


@pytest.mark.skipif(HERE, reason="CuPy is installed")
def test_without_cupy_one_line_says_so() -> None:
    with pytest.raises(GameError, match="cupy"):
        cfr(kb.game("kuhn-poker"), device="gpu")


@pytest.mark.skipif(not HERE, reason="needs CuPy and a graphics card")
@pytest.mark.parametrize("variant", ["cfr", "cfr+", "linear", "discounted", "predictive"])
def test_the_card_does_what_the_processor_does(run: CFR, variant: str) -> None:
    here, there = (CFR(run.game, VARIANTS[variant]) for _ in range(2))
    here.step(3, np.zeros(4, np.int64))
    card = Card(there.flat, there.variant, there.dtype)
    card.iterate([getattr(there, name) for name in STATE], 0, 3)
    assert np.allclose(there.average, here.average, rtol=1e-12)
    assert np.allclose(there.regret, here.regret, atol=1e-12)
