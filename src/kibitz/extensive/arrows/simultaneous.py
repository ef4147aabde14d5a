"""The arrow from the strategic form: players move one after the other and see nothing."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import Decision, Leaf

MOST_LEAVES = 1_000_000


def simultaneous(
    payoffs: Sequence[Tensor],
    players: Sequence[str],
    strategies: Sequence[Sequence[str]],
    title: str = "",
) -> ExtensiveGame:
    """A tree in which every player has one information set; 1 + m + mn nodes for two players."""
    shape = tuple(len(names) for names in strategies)
    if prod(shape) > MOST_LEAVES:
        raise GameError(
            f"a tree of {count_of(prod(shape), 'leaf')} exceeds the limit of {MOST_LEAVES:,}"
        )

    def node(cell: tuple[int, ...]) -> Any:
        if len(cell) == len(players):
            return Leaf(tuple(tensor[cell] for tensor in payoffs))
        who = len(cell)
        moves = tuple((word, node((*cell, k))) for k, word in enumerate(strategies[who]))
        return Decision(players[who], moves, players[who])

    return extensive_game(node(()), players, title)
