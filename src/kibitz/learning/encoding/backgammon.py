"""What a learner sees of backgammon: how many men stand on each point, as Tesauro's networks do."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.learning.encoding.actions import Actions
from kibitz.learning.encoding.encodes import encodes
from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.encoding.features import AT_LEAST, EQUAL, SCALED, Feature, features

POINTS = 24
WHITE_BAR, BLACK_BAR, FIRST, SECOND, LEFT, TURN = range(POINTS, POINTS + 6)
MOST_MEN = 6
"""More men on a point than this look the same."""


@encodes("Backgammon")
def backgammon(rules: Any) -> Encoding:
    """For each point whether a side has 1, 2, ... men there, the bars, the dice, whose turn it is.

    The points are seen from the side of who looks, its own home first.
    """
    actions = Actions(np.arange(7 * POINTS + 7))
    table = features([_seen_by(side) for side in (0, 1)])
    return Encoding(rules, "vector", (table.count,), table, actions, TURN + 1)


def _seen_by(side: int) -> list[Feature]:
    mine = 1 if side == 0 else -1
    points = range(POINTS) if side == 0 else range(POINTS - 1, -1, -1)
    found = [
        Feature(point, AT_LEAST, whose * men)
        for whose in (mine, -mine)
        for point in points
        for men in range(1, MOST_MEN + 1)
    ]
    bars = (WHITE_BAR, BLACK_BAR) if side == 0 else (BLACK_BAR, WHITE_BAR)
    found += [Feature(bar, SCALED, 2) for bar in bars]
    found += [Feature(die, EQUAL, number) for die in (FIRST, SECOND) for number in range(1, 7)]
    return [*found, Feature(LEFT, SCALED, 2), Feature(TURN, EQUAL, side)]
