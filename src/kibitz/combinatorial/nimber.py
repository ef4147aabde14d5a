"""Nimbers: the mex rule and the Sprague-Grundy value of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kibitz.combinatorial.post_order import Options, Values, post_order
from kibitz.core.errors import GameError


def mex(values: Iterable[int]) -> int:
    """The least whole number, from 0 on, that is not among the values. Cost O(number of values).

    >>> mex([]), mex([1]), mex([0, 1, 2, 5, 15, 25])
    (0, 0, 3)
    >>> mex([0, -1])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: mex: -1 is not a nimber; nimbers are 0, 1, 2, ...
    """
    present = set()
    for value in values:
        if isinstance(value, bool) or not hasattr(value, "__index__") or value < 0:
            raise GameError(f"mex: {value!r} is not a nimber; nimbers are 0, 1, 2, ...")
        present.add(value.__index__())
    return least_absent(present)


def least_absent(values: set[int]) -> int:
    """The mex of a set that is known to hold nimbers."""
    value = 0
    while value in values:
        value += 1
    return value


def nim_sum(values: Iterable[int]) -> int:
    """The nim-sum: addition without carrying in binary, that is exclusive or.

    >>> nim_sum([22, 51]), nim_sum([]), nim_sum([3, 4, 5])
    (37, 0, 2)
    """
    total = 0
    for value in values:
        if isinstance(value, bool) or not hasattr(value, "__index__") or value < 0:
            raise GameError(f"nim-sum: {value!r} is not a nimber; nimbers are 0, 1, 2, ...")
        total ^= value.__index__()
    return total


def nimber_search(
    start: Any, options: Options, known: Values | None = None,
    limit: int | None = None, show: Callable[[Any], str] = str,
) -> int:  # fmt: skip
    """The Sprague-Grundy value of a position, from the definition: the mex of its options' values.

    Ferguson, Game Theory, I.3.2. Every reachable position is visited once; see
    :func:`kibitz.combinatorial.post_order.post_order` for cost, cycles and limits.

    >>> nimber_search(10, lambda n: [n - k for k in (1, 3, 4) if k <= n])
    1
    >>> nimber_search("a", {"a": "b", "b": "ac", "c": ""}.get)
    Traceback (most recent call last):
    ...
    kibitz.combinatorial.errors.CycleError: play can go round for ever, a → b → a, so there ...
    """
    values = Values() if known is None else known
    return post_order(start, options, least_absent, values, "the nimber", limit, show)
