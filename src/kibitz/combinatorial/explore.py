"""Laying out the positions that can be reached as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.errors import misread, require_hashable
from kibitz.combinatorial.limits import CHUNK, bounded, read_limit, watch
from kibitz.combinatorial.post_order import Options
from kibitz.core.progress import work

Indices = npt.NDArray[np.int32]
Starts = npt.NDArray[np.int64]


class Numbering(dict[Any, int]):
    """Positions with their numbers; a new position gets the next number when it is asked for."""

    def __init__(self) -> None:
        self.order: list[Any] = []

    def __missing__(self, position: Any) -> int:
        number = self[position] = len(self)
        self.order.append(position)
        return number


def explore(
    start: Any, options: Options, limit: int | None = None
) -> tuple[Numbering, Starts, Indices]:
    """Number all positions within reach of ``start``, breadth first, and list their options.

    Time and memory O(positions + moves), four bytes a move.

    >>> numbering, starts, followers = explore(2, lambda n: range(n))
    >>> numbering.order, starts.tolist(), followers.tolist()
    ([2, 0, 1], [0, 2, 2, 3], [1, 2, 1])
    """
    require_hashable(start)
    most = read_limit(limit)
    chunk = min(CHUNK, most)
    numbering = Numbering()
    number: Callable[[Any], int] = numbering.__getitem__
    number(start)
    order = numbering.order
    starts, followers = array("q", [0]), array("i")
    with work("positions laid out") as task:
        for count, position in enumerate(order, 1):
            below: Any = options(position)
            try:
                if type(below) is not list and type(below) is not tuple:
                    below = bounded(below, most)
                followers.extend(map(number, below))
            except TypeError as error:
                raise misread(position, below, error) from None
            starts.append(len(followers))
            if count % chunk == 0:
                watch(task, len(order), most, "the graph of the game")
    return numbering, np.array(starts, np.int64), np.array(followers, np.int32)
