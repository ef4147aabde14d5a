"""Sets and nucleoli compared with coopgame-py, an independent implementation in Rust."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import kibitz as kb
from kibitz.coalitional import (
    imputations,
    in_bargaining_set,
    in_kernel,
    kernel_set,
    least_core,
    nucleolus,
    per_capita_nucleolus,
    prekernel_set,
    prenucleolus,
)
from kibitz.coalitional.sets.convex_hull import convex_weights

coopgame = pytest.importorskip("coopgame")
pytestmark = pytest.mark.peer


def random_worths(seed):
    """Worths with many ties, few ties, votes and convex games, in turn."""
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 7))
    weights = random.integers(0, 5, n)
    sums = [int(sum(w for i, w in enumerate(weights) if s >> i & 1)) for s in range(1 << n)]
    kinds = [
        [int(x) for x in random.integers(0, 2, 1 << n)],
        [int(x) for x in random.integers(-3, 4, 1 << n)],
        [int(x) for x in random.integers(0, 1000, 1 << n)],
        [int(s > sum(weights) / 2) for s in sums],
        [s * s for s in sums],
    ]
    return [0, *kinds[seed % len(kinds)][1:]]


def close(x, y):
    return all(abs(float(a) - float(b)) < 1e-6 for a, b in zip(x, y, strict=True))


@pytest.mark.parametrize("seed", range(100))
def test_nucleoli(seed):
    worths = random_worths(seed)
    game = kb.coalition(worths)
    theirs = coopgame.nucleolus_exact(worths[1:], "preimputation", "binary")["allocation"]
    assert prenucleolus(game).payoffs == tuple(map(Fraction, theirs))
    if imputations(game).empty:
        return
    theirs = coopgame.nucleolus_exact(worths[1:], "imputation", "binary")["allocation"]
    assert nucleolus(game).payoffs == tuple(map(Fraction, theirs))
    rough = coopgame.Game([float(x) for x in worths[1:]])
    assert close(per_capita_nucleolus(game), coopgame.per_capita_nucleolus(rough)["allocation"])


@pytest.mark.parametrize("seed", range(40))
def test_least_cores(seed):
    worths = random_worths(seed)
    theirs = coopgame.least_core(coopgame.Game([float(x) for x in worths[1:]]), "preimputation")
    assert float(least_core(kb.coalition(worths)).epsilon) == pytest.approx(theirs["epsilon"])


@pytest.mark.parametrize("seed", range(40))
def test_kernel_and_bargaining_set(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(3, 5))
    worths = [int(x) for x in random.integers(0, 4, 1 << n)]
    for i in range(n):
        worths[1 << i] = 0
    worths[0] = 0
    game = kb.coalition(worths)
    theirs = coopgame.Game([float(x) for x in worths[1:]])
    parts = random.integers(0, 3, n)
    x = [Fraction(int(p) * worths[-1], int(parts.sum()) or 1) for p in parts]
    if sum(x) != worths[-1]:
        x = [Fraction(worths[-1], n)] * n
    rough = [float(v) for v in x]
    assert in_kernel(game, x) == coopgame.is_in_kernel(theirs, rough, "imputation")
    found = coopgame.bargaining_set(theirs, rough, "imputation")
    assert bool(in_bargaining_set(game, x)) == found["member"]


@pytest.mark.parametrize("seed", range(12))
def test_whole_kernels(seed):
    random = np.random.default_rng(seed)
    n = 3 + seed % 2
    worths = [int(x) for x in random.integers(0, 4, 1 << n)]
    for i in range(n):
        worths[1 << i] = 0
    worths[0] = 0
    game = kb.coalition(worths)
    theirs = coopgame.Game([float(x) for x in worths[1:]])
    for method, domain in ((kernel_set, "imputation"), (prekernel_set, "preimputation")):
        found = coopgame.kernel_set(theirs, domain)["pieces"]
        corners = {tuple(np.round(x, 6) + 0.0) for piece in found for x in piece["vertices"]}
        pieces = method(game).pieces
        assert {tuple(np.round(np.array(x, float), 6) + 0.0) for p in pieces for x in p} <= corners
        for corner in corners:
            x = [Fraction(v).limit_denominator(1000) for v in corner]
            assert any(convex_weights(x, piece) is not None for piece in pieces)
