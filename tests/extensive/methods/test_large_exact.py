"""Exact linear programs of several thousand sequences."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.extensive.methods import zero_sum as room
from kibitz.extensive.methods.zero_sum import zero_sum


def test_products_of_sparse_programs() -> None:
    chance = np.random.default_rng(3)
    matrix = chance.integers(-3, 4, (9, 7)) * (chance.random((9, 7)) < 0.3)
    z, y = (chance.integers(-(10**9), 10**9, n).astype(object) * 10**40 for n in (7, 9))
    left, gains = room._products(matrix, z, y)
    assert (left == matrix.astype(object) @ z).all()
    assert (gains == y @ matrix.astype(object)).all()


def test_exactness_that_is_asked_for_goes_further(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = kb.game("kuhn-poker").as_tree()
    monkeypatch.setattr(room, "EXACT_ENTRIES", 10)
    assert not zero_sum(tree).exact
    assert zero_sum(tree, exact=True).exact
    monkeypatch.setattr(room, "MOST_ENTRIES", 10)
    with pytest.raises(GameError, match="too many for exact arithmetic"):
        zero_sum(tree, exact=True)


@pytest.mark.slow
def test_seven_thousand_sequences() -> None:
    tree = kb.game("leduc ranks=10").as_tree()
    found = zero_sum(tree, exact=True)
    assert found.exact
    assert found.verify().holds
