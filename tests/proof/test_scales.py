"""Claims in floats about games whose players count in different units are checked in each unit."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz as kb
from kibitz.core.certificate import check

BIG, SMALL = 1e6, 1e-6
GAME = kb.bimatrix([[1 * BIG, 0.0], [0.0, 2 * BIG]], [[1 * SMALL, 0.0], [0.0, 2 * SMALL]])
"""Coordination, in millions and in millionths."""
OFF = [[1, 0], [0, 1]]
"""Row 1 and column 2, which both would leave."""
PAID = [0.0, 0.0]
DOWN = kb.bimatrix([[BIG, BIG], [BIG, BIG]], [[SMALL, 0.0], [SMALL, 0.0]])
"""The column player alone has something to lose, and little."""
FALSE: list[tuple[Any, dict[str, Any]]] = [
    (GAME, {"kind": "equilibrium", "strategies": OFF}),
    (DOWN, {"kind": "equilibrium", "strategies": [[1.0, 0.0], [0.0, 1.0]]}),
    (DOWN, {"kind": "equilibrium-test", "profile": [[1.0, 0.0], [0.0, 1.0]], "equilibrium": True}),
    (DOWN, {"kind": "approximate-equilibrium", "strategies": [[1, 0], [0.0, 1.0]], "regret": 0.0}),
    (DOWN, {"kind": "equilibrium", "strategies": [[1.0, 0.0], [1.0, 0.0]], "payoffs": [BIG, 0.0]}),
    (
        DOWN,
        {
            "kind": "safety-levels",
            "levels": [BIG, 2 * SMALL],
            "strategies": [[[1, 0], [0, 1]], [[1, 0]]],
            "punishments": [[1, 0], [1, 0]],
        },
    ),
    (
        DOWN,
        {
            "kind": "nash-map",
            "profile": [[1.0, 0.0], [0.0, 1.0]],
            "image": [[1.0, 0.0], [SMALL, 1 - SMALL]],
            "fixed": True,
        },
    ),
    (DOWN, {"kind": "best-responses", "player": "II", "profile": OFF, "best_responses": ["2"]}),
    (
        DOWN,
        {
            "kind": "correlated-equilibrium",
            "distribution": [{"cell": [0, 1], "probability": 1.0}],
        },
    ),
    (
        DOWN,
        {
            "kind": "commitment",
            "leader": "I",
            "strategy": [1.0, 0.0],
            "answer": "2",
            "value": BIG,
            "mixed": False,
        },
    ),
    (
        kb.bimatrix([[0.0, SMALL], [0.0, SMALL]], [[1.0, 7.0], [5.0, 2.0]]),
        {"kind": "zero-sum-equivalence", "reducible": True, "alpha": 1e15, "beta": 0.0},
    ),
    (
        DOWN,
        {"kind": "potential", "values": [[0.0, 0.0], [0.0, 0.0]], "exact": True},
    ),
]


@pytest.mark.parametrize(
    ("game", "claim"), FALSE, ids=lambda x: x.get("kind") if isinstance(x, dict) else ""
)
def test_small_units_are_not_lost_in_large_ones(game: Any, claim: dict[str, Any]) -> None:
    assert not check(game, claim).holds


def test_true_claims_in_both_units_hold() -> None:
    for game in (GAME, DOWN):
        for found in (
            game.solve(),
            game.equilibria(),
            game.solve("safety"),
            game.solve("correlated"),
        ):
            found.verify().require()
