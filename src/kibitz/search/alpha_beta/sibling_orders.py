"""What the order of moves does to alpha-beta: every order of a small tree tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.rules.trees.build import GameTree
from kibitz.search.alpha_beta.alpha_beta import alpha_beta
from kibitz.search.walk import root_of

ORDERS = 200_000
"""More orders than this are not tried one by one."""


def leaves_by_order(game: Any, most: int = ORDERS) -> dict[int, int]:
    """For each number of leaves that alpha-beta may visit, how many orders of siblings lead to it.

    All orders of moves at all nodes of a tree are tried, each once.

    Parameters
    ----------
    game : GameTree
        A tree.
    most : int, default ORDERS
        The largest number of orders tried.

    Returns
    -------
    dict[int, int]
        How many orders there are for each number of leaves.

    Examples
    --------
    >>> leaves_by_order([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    {5: 48, 6: 96, 7: 432, 8: 384, 9: 336}
    """
    tree = root_of(game).rules
    if not isinstance(tree, GameTree):
        raise GameError(f"{tree.name}: orders are counted for trees given node by node only")
    count = prod(factorial(len(node.children)) for node in tree.nodes)
    if count > most:
        raise GameError(
            f"{tree.name}: {count_of(count, 'order')} of its moves; the limit is {most:,}"
        )
    found = Counter(alpha_beta(tree, order=order).counts["leaves"] for order in _orders(tree))
    return dict(sorted(found.items()))


def _orders(tree: GameTree) -> Iterator[dict[int, tuple[int, ...]]]:
    states = [k for k, node in enumerate(tree.nodes) if len(node.children) > 1]
    each = [list(permutations(range(len(tree.nodes[k].children)))) for k in states]
    for chosen in product(*each):
        yield dict(zip(states, chosen, strict=True))
