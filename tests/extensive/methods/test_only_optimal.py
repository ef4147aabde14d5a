"""Whether an optimal strategy of a tree is the only one, by a few programs and by all of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kibitz.extensive import decision, extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.all_solutions import others_are_optimal
from kibitz.extensive.methods.optimal_face import optimal_face


def some_tree(random: Random) -> ExtensiveGame:
    """I moves, II does not see it, and I may move again where it is known what both did."""

    def end(where: str) -> Any:
        if random.random() < 0.6:
            return random.randint(-1, 2)
        return decision("I", where, left=random.randint(-1, 2), right=random.randint(-1, 2))

    columns = random.randint(2, 3)
    rows = {
        f"row {i}": decision(
            "II", "unseen", **{f"column {j}": end(f"{i}{j}") for j in range(columns)}
        )
        for i in range(random.randint(2, 3))
    }
    return extensive_game(decision("I", "first", **rows))


@pytest.mark.parametrize("seed", range(6))
def test_the_short_test_agrees_with_the_whole_face(seed: int) -> None:
    game = some_tree(Random(seed))
    face = optimal_face(game)
    others = [name for name in game.players if not face.is_unique(name)]
    assert others_are_optimal(game.solve("linear-program")) == others
