"""A game played several times, as a tree: after each round everyone sees what was done."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.core.tensor import Tensor
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import Decision, Leaf

MOST_LEAVES = 200_000


def repeated(
    payoffs: Sequence[Tensor],
    players: Sequence[str],
    strategies: Sequence[Sequence[str]],
    rounds: int,
    discount: Any = 1,
    title: str = "",
) -> ExtensiveGame:
    """The rounds one after the other, payoffs added up; (mn)^rounds leaves for two players."""
    cells = prod(len(names) for names in strategies)
    if rounds > MOST_LEAVES or cells**rounds > MOST_LEAVES:
        raise GameError(
            f"{rounds:,} rounds make {cells}^{rounds} leaves; the limit is {MOST_LEAVES:,}: "
            "use fewer rounds"
        )
    factor = number(discount, "discount")
    names = [list(labels) for labels in strategies]

    def stage(past: tuple[tuple[int, ...], ...], now: tuple[int, ...]) -> Any:
        if len(now) == len(players):
            past, now = (*past, now), ()
        if len(past) == rounds:
            return Leaf(tuple(_total(tensor, past, factor) for tensor in payoffs))
        who = len(now)
        seen = "; ".join(",".join(names[k][move] for k, move in enumerate(cell)) for cell in past)
        moves = tuple((word, stage(past, (*now, k))) for k, word in enumerate(names[who]))
        return Decision(players[who], moves, f"{players[who]} after {seen or 'nothing'}")

    return extensive_game(stage((), ()), players, title)


def _total(tensor: Tensor, past: tuple[tuple[int, ...], ...], factor: Any) -> Any:
    total: Any = 0
    for k, cell in enumerate(past):
        total = total + factor**k * tensor[cell]
    return total
