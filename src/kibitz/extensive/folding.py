"""Which nodes of a large tree are drawn: one line of play in full, the rest folded."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.extensive.subgames import preorder

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

MOST_NODES = 130
"""Larger trees are folded."""
MOST_LINES = 22
"""How many leaves and folded nodes a folded tree has."""
WIDEST = 4
"""Of a tree that is folded, at most this many children of a node are drawn."""
LONGEST = 9
"""How long the line of play is that is drawn in full."""


@dataclass(frozen=True, slots=True)
class Folding:
    """The nodes that are drawn, parents first, and what is left out."""

    nodes: tuple[int, ...]
    folded: dict[int, tuple[str, ...]]
    """What is said of a node whose subtree is left out."""
    more: dict[int, int]
    """How many siblings after a node are left out."""


def folding(
    game: ExtensiveGame,
    most: int = MOST_NODES,
    turned: Collection[int] = (),
    lines: int | None = None,
    longest: int = LONGEST,
) -> Folding:
    """All nodes of a small tree; of a large one the first line of play, and what else fits.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    most : int, default 130
        The largest number of nodes that are drawn without folding.
    turned : collection of int, default ()
        Nodes that are folded although they would be open, or open although they would be folded.
    lines : int, optional
        How many leaves and folded nodes a folded tree has, 22 or more unless given.
    longest : int, default 9
        How long the line of play is that is drawn in full.

    Returns
    -------
    Folding
        The nodes, and what is left out.

    Notes
    -----
    Two passes over the tree when it is folded.
    """
    tree = game.tree
    is_small = len(tree) <= most
    if is_small and not turned:
        return Folding(tuple(range(len(tree))), {}, {})
    opened = (
        set(np.flatnonzero(tree.count).tolist())
        if is_small
        else _opened(game, max(MOST_LINES, most // 6) if lines is None else lines, longest)
    )
    opened ^= {int(node) for node in turned if 0 <= node < len(tree) and tree.count[node]}
    shown, more = [0], {}
    for node in shown:
        if node not in opened:
            continue
        drawn = list(tree.children(node)) if is_small else _first(game, node)
        shown += drawn
        if len(drawn) < int(tree.count[node]):
            more[drawn[-1]] = int(tree.count[node]) - len(drawn)
    closed = [node for node in shown if tree.count[node] and node not in opened]
    return Folding(tuple(sorted(shown)), _said(game, closed), more)


def _opened(game: ExtensiveGame, room: int, longest: int) -> set[int]:
    """The nodes of a large tree whose children are drawn."""
    tree = game.tree
    opened: set[int] = set()
    line = 0
    while tree.count[line] and len(opened) < longest:
        opened.add(line)
        line = int(tree.first[line])
    lines = 1 + sum(_lines(game, node) - 1 for node in opened)
    waiting = deque([0])
    while waiting:
        node = waiting.popleft()
        if node not in opened and lines + _lines(game, node) - 1 <= room and tree.count[node]:
            opened.add(node)
            lines += _lines(game, node) - 1
        if node in opened:
            waiting.extend(_first(game, node))
    return opened


def _first(game: ExtensiveGame, node: int) -> list[int]:
    """The children of a node that are drawn; one more than usual rather than leave out one."""
    children = list(game.tree.children(node))
    return children if len(children) <= WIDEST + 1 else children[:WIDEST]


def _lines(game: ExtensiveGame, node: int) -> int:
    """How many lines the children of a node take."""
    children = int(game.tree.count[node])
    return children if children <= WIDEST + 1 else WIDEST + 1


def _said(game: ExtensiveGame, closed: list[int]) -> dict[int, tuple[str, ...]]:
    """The number of outcomes below each node, and in zero-sum games between what they lie."""
    tree = game.tree
    when, size = preorder(tree)
    order = np.argsort(when)
    moves_said: dict[int, tuple[str, ...]] = {}
    for node in closed:
        inside = order[when[node] : when[node] + size[node]]
        rows = tree.row[inside]
        rows = rows[rows >= 0]
        said: tuple[str, ...] = (count_of(len(rows), "outcome"),)
        if game.is_zero_sum and len(game.players) == 2:
            paid = game.amounts[rows, 0]
            low, high = (_worth(game, x) for x in (paid.min(), paid.max()))
            said += (f"{low} to {high}" if low != high else f"all {low}",)
        moves_said[node] = said
    return moves_said


def _worth(game: ExtensiveGame, amount: object) -> str:
    return show(float(amount) if game.unit is None else int(amount) * game.unit)  # type: ignore[arg-type, call-overload]
