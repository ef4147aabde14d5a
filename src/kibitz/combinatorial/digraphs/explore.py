"""Laying out the positions that can be reached as arrays."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.errors import misread, require_hashable
from kibitz.combinatorial.limits import CHUNK, MOVES_PER_POSITION, bounded, read_limit, watch
from kibitz.combinatorial.methods.depth_first import Options
from kibitz.core.progress import work

Indices = npt.NDArray[np.int32]
Starts = npt.NDArray[np.int64]


@dataclass
class PositionGraph:
    """Positions in order, their numbers, and the numbers of their options in compressed rows."""

    order: list[Any]
    numbers: dict[Any, int]
    starts: Starts
    followers: Indices


def explore(start: Any, options: Options, limit: int | None = None) -> PositionGraph:
    """Number all positions within reach of ``start``, breadth first, and list their options.

    Time and memory O(positions + moves), four bytes a move.

    >>> layout = explore(2, lambda n: range(n))
    >>> layout.order, layout.starts.tolist(), layout.followers.tolist()
    ([2, 0, 1], [0, 2, 2, 3], [1, 2, 1])
    """
    require_hashable(start)
    most = read_limit(limit)
    chunk = min(CHUNK, most)
    order, numbers = [start], {start: 0}
    note, number_of = order.append, numbers.setdefault
    starts, followers = array("q", [0]), array("i")
    count = 1
    queue = iter(order)
    with work("positions laid out") as task:
        while len(starts) <= len(order):
            for position in islice(queue, chunk):
                below: Any = options(position)
                try:
                    if type(below) is not list and type(below) is not tuple:
                        below = bounded(below, most)
                    for option in below:
                        number = number_of(option, count)
                        if number == count:
                            note(option)
                            count += 1
                        followers.append(number)
                except TypeError as error:
                    raise misread(position, below, error) from None
                starts.append(len(followers))
                if len(followers) > MOVES_PER_POSITION * most:
                    watch(task, most + 1, most, "the moves of the game")
            watch(task, count, most, "the graph of the game")
    return PositionGraph(order, numbers, np.array(starts, np.int64), np.array(followers, np.int32))
