"""Nimbers: the mex rule and the Sprague-Grundy value of a position."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from functools import reduce
from numbers import Integral
from operator import xor
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
    kibitz.core.errors.GameError: mex: -1 is not a nimber; nimbers are the whole numbers 0, ...
    >>> mex(3)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: mex: 3 is no collection of nimbers; write mex([0, 1, 3])
    """
    if not hasattr(values, "__iter__"):
        raise GameError(f"mex: {quote(values)} is no collection of nimbers; write mex([0, 1, 3])")
    return least_absent({read_nimber(value, "mex") for value in values})


def least_absent(values: set[int]) -> int:
    """The mex of a set that is known to hold nimbers."""
    value = 0
    while value in values:
        value += 1
    return value


def nim_sum(*terms: int | Iterable[int]) -> int:
    """The sum without carrying in binary, x ⊕ y ⊕ ...: of numbers, or of one collection of them.

    Cost O(bits). Ferguson I.2.2.

    >>> nim_sum(22, 51), nim_sum([3, 4, 5]), nim_sum(), nim_sum([])
    (37, 2, 0, 0)
    >>> nim_sum(3, -1)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: nim-sum: -1 is not a nimber; nimbers are the whole numbers 0, ...
    """
    one = terms[0] if len(terms) == 1 else None
    values = one if isinstance(one, Iterable) else terms
    return reduce(xor, (read_nimber(value, "nim-sum") for value in values), 0)


def read_nimber(x: Any, where: str = "") -> int:
    """Read a nimber: a whole number from 0 on, of Python or NumPy, and no boolean.

    >>> read_nimber(5)
    5
    >>> read_nimber(2.0, "row 1")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 1: 2.0 is not a nimber; nimbers are the whole numbers 0, ...
    """
    if type(x) is int and x >= 0:
        return x
    if isinstance(x, bool) or not isinstance(x, Integral) or x < 0:
        at = f"{where}: " if where else ""
        raise GameError(
            f"{at}{quote(x)} is not a nimber; nimbers are the whole numbers 0, 1, 2, ..."
        )
    return int(x)


def quote(x: Any) -> str:
    """What was given, on one short line; Python refuses to print very long numbers.

    >>> quote(2.5), quote(-(2**1000))
    ('2.5', 'a negative number of 1001 bits')
    """
    if isinstance(x, int) and x.bit_length() > 256:
        return f"a {'negative ' if x < 0 else ''}number of {x.bit_length()} bits"
    return " ".join(reprlib.repr(x).split())


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
