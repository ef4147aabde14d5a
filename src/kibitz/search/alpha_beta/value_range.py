"""Between which values the nodes of a tree lie while some leaves are unknown.

A leaf that no one has looked at may be worth anything; minimax over the ends of what is possible
gives every node its range. A range of one number is a value, whatever the unknown leaves are.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.numbers import Number, number, show
from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.trees.game_tree import GameTree
from kibitz.search.alpha_beta.alpha_beta import alpha_beta
from kibitz.search.scope import require_at_most_two
from kibitz.search.trace import number_text
from kibitz.search.walk import INFINITY, root_of

Range = tuple[Number, Number]


def value_ranges(
    game: Any, known: Collection[str] | None = None, bounds: Any = None
) -> dict[str, Range]:
    """The least and the greatest value of every node, as far as the ``known`` leaves tell.

    Parameters
    ----------
    game : GameTree
        A tree.
    known : collection of str, optional
        Names of the leaves whose values are known; all if omitted.
    bounds : pair of numbers or str, optional
        The least and the greatest that a leaf can be worth; anything if omitted. They bound the
        average at chance nodes of which some outcomes are unknown.

    Returns
    -------
    dict[str, Range]
        The least and the greatest value of every node, by name.

    Examples
    --------
    >>> tree = "max(min(3, 12, 8), min(2, x, y), min(14, 5, 2))"
    >>> found = value_ranges(tree)
    >>> found["A"], found["A.2"]
    ((3, 3), (-inf, 2))
    >>> low, high = value_ranges("chance(1/2: 2, 1/4: 0, 1/4: x)", bounds=(-2, 2))["A"]
    >>> print(low, high)
    1/2 3/2
    """
    tree = _tree(game)
    least, most = _bounds(tree, known, read_bounds(bounds))
    order = _from_the_leaves(tree)[::-1]
    return {tree.show(k): (least[k], most[k]) for k in order}


def _tree(game: Any) -> GameTree:
    position = root_of(game)
    rules = position.rules
    if not isinstance(rules, GameTree):
        raise GameError(f"{rules.name}: value ranges need a tree given node by node")
    require_at_most_two(position.rules)
    return rules


def read_bounds(given: Any) -> Range:
    """Two numbers, as a pair or as text such as ``-2,2``, ``-2:2`` or ``-2..2``.

    >>> [str(x) for x in read_bounds("-2:1/2")]
    ['-2', '1/2']
    """
    if given is None:
        return -INFINITY, INFINITY
    parts = re.split(r"\.\.|[,;:]", given.strip("[]() ")) if isinstance(given, str) else list(given)
    if len(parts) != 2:
        raise GameError(f"bounds: {given!r:.40} are not two numbers; write -2,2")
    low, high = (number(x, "bounds") for x in parts)
    if low > high:
        raise GameError(f"bounds: {show(low)} is above {show(high)}; the low end comes first")
    return low, high


def has_chance(game: Any) -> bool:
    """Whether chance moves somewhere in a tree."""
    return any(node.player == CHANCE for node in _tree(game).nodes)


def _bounds(
    tree: GameTree, known: Collection[str] | None, limits: Range = (-INFINITY, INFINITY)
) -> tuple[list[Any], list[Any]]:
    least: list[Any] = [limits[0]] * len(tree)
    most: list[Any] = [limits[1]] * len(tree)
    for k in _from_the_leaves(tree):
        node = tree.nodes[k]
        if node.player == OVER:
            if node.payoffs and (known is None or node.name in known):
                least[k] = most[k] = node.payoffs[0]
            continue
        for ends in (least, most):
            below = [ends[child] for child in node.children]
            if node.player == CHANCE:
                ends[k] = sum(p * x for p, x in zip(node.weights, below, strict=True) if p)
            else:
                ends[k] = max(below) if node.player == 0 else min(below)
    return least, most


def _from_the_leaves(tree: GameTree) -> list[int]:
    """The nodes, children before their parents."""
    order: list[int] = []
    done: set[int] = set()
    stack: list[tuple[int, bool]] = [(0, False)]
    while stack:
        k, ready = stack.pop()
        if k in done:
            continue
        if ready:
            done.add(k)
            order.append(k)
        else:
            stack.append((k, True))
            stack += [(child, False) for child in tree.nodes[k].children]
    return order


@dataclass(frozen=True)
class RangeStep:
    """What is known after one more leaf."""

    leaf: str
    value: Number
    ranges: dict[str, Range]
    """The nodes above the leaf, which it may have narrowed, from the root down."""


def narrowing(game: Any) -> tuple[RangeStep, ...]:
    """How the ranges of the nodes above narrow with every leaf that alpha-beta looks at.

    Parameters
    ----------
    game : GameTree
        A tree.

    Returns
    -------
    tuple of RangeStep
        One step for each leaf.

    Examples
    --------
    >>> steps = narrowing([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> [(step.value, step.ranges["A"]) for step in steps]
    [(3, (-inf, inf)), (12, (-inf, inf)), (8, (3, inf)), (2, (3, inf)), (14, (3, 14)), ...]
    """
    tree = _tree(game)
    found = alpha_beta(tree, trace=True)
    assert found.trace is not None
    seen: set[str] = set()
    steps = []
    for event in found.trace.of("leaf"):
        seen.add(event.name)
        least, most = _bounds(tree, seen)
        above, k = {tree.show(0): (least[0], most[0])}, 0
        for word in event.path[:-1]:
            k = tree.play(k, tree.nodes[k].labels.index(word))
            above[tree.show(k)] = (least[k], most[k])
        value: Any = event.value
        steps.append(RangeStep(event.name, value, above))
    return tuple(steps)


def narrowing_table(steps: tuple[RangeStep, ...]) -> Table:
    """The steps as a table to read."""
    rows = []
    for k, step in enumerate(steps, 1):
        listed = ", ".join(
            f"{name} [{number_text(low)}, {number_text(high)}]"
            for name, (low, high) in step.ranges.items()
        )
        rows.append((str(k), step.leaf, number_text(step.value), listed))
    return Table(("", "leaf", "value", "ranges above it"), tuple(rows))


def ranges_table(ranges: dict[str, Range]) -> Table:
    """The ranges of the nodes as a table to read."""
    rows = [
        (name, f"[{number_text(low)}, {number_text(high)}]") for name, (low, high) in ranges.items()
    ]
    return Table(("node", "value between"), tuple(rows))
