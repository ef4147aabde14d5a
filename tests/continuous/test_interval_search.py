"""Games with exp, log and sqrt, by interval arithmetic."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import kibitz as kb


def test_several_equilibria_are_all_found() -> None:
    found = kb.continuous_game(["exp(x*y)-x^2", "exp(x*y)-y^2"], (-1, 1)).solve()
    root = math.sqrt(math.log(2))
    spots = sorted(round(e.strategies[0], 6) for e in found)
    assert spots == [-1, round(-root, 6), 0, round(root, 6), 1]
    assert found.complete
    assert found.verify()


def test_exponential_demand() -> None:
    found = kb.cournot("10*exp(-Q/5)", "q", capacity=10).solve()
    (q, _), (u, _) = found.strategies, found.profits
    slope = (10 - 2 * q) * math.exp(-2 * q / 5) - 1
    assert slope == pytest.approx(0, abs=1e-9)
    assert u == pytest.approx(q * 10 * math.exp(-2 * q / 5) - q)
    assert found.verify()


def test_agreement_with_exact_algebra() -> None:
    rational = kb.continuous_game(["x(6-x-y)", "y(6-x-y)"], (0, 6)).solve()
    smooth = kb.continuous_game(["x(6-x-y)+0*exp(x)", "y(6-x-y)+exp(0*x)"], (0, 6)).solve()
    assert [float(x) for x in rational.strategies] == pytest.approx(list(smooth.strategies))


def test_wrong_spots_are_rejected() -> None:
    game = kb.continuous_game(["x*exp(-x-y)", "y*exp(-x-y)"], (0, 3))
    (right,) = game.solve().equilibria
    assert right.verify()
    assert not replace(right, strategies=(1.1, 1.0)).verify()
    assert not replace(right, strategies=(0.0, 1.0)).verify()
