"""A penalty kick, as a game of your own: `kibitz solve examples/penalty_kick.py:kick`.

The payoffs are the percentages of goals; the goalkeeper wants them low.
"""

from __future__ import annotations

import kibitz as kb

SIDES = ["left", "middle", "right"]

kick = kb.matrix(
    [[63, 94, 94], [89, 44, 89], [95, 95, 60]],
    rows=SIDES,
    columns=SIDES,
    players=["Kicker", "Keeper"],
    title="Penalty kick",
)


def weak_left_foot(lost: int = 10) -> kb.MatrixGame:
    """The same kick by a player who scores less often on the left."""
    matrix = [[x - lost for x in kick.matrix.numbers()[0]], *kick.matrix.numbers()[1:]]
    return kb.matrix(matrix, SIDES, SIDES, f"Penalty kick, {lost} % off on the left")


if __name__ == "__main__":
    print(kick.explain())
