"""Strongly connected components: the compiled walk against the plain one."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.stochastic import kernels
from kibitz.stochastic.graph import strong_components

GRAPHS = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=3), min_size=n, max_size=n)
)


@settings(deadline=None)
@given(GRAPHS)
def test_compiled_components_are_the_plain_ones_with_successors_first(after):
    count = len(after)
    link = np.cumsum([0, *map(len, after)]).astype(np.int32)
    target = np.array([t for row in after for t in row], np.int32)
    order, blocks = kernels.components(count, np.arange(count + 1, dtype=np.int32), link, target)
    parts = [order[a:b].tolist() for a, b in itertools.pairwise(blocks)]
    plain = strong_components(range(count), lambda s: after[s])
    assert sorted(map(sorted, parts)) == sorted(map(sorted, plain))
    place = {s: k for k, part in enumerate(parts) for s in part}
    assert all(place[t] <= place[s] for s in range(count) for t in after[s])
