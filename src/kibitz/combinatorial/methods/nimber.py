"""Nimbers: the mex rule and the Sprague-Grundy value of a position."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from numbers import Integral
from operator import xor
from typing import Any

from kibitz.combinatorial.errors import require_hashable
from kibitz.combinatorial.limits import few_collections
from kibitz.combinatorial.methods.depth_first import (
    Options,
    Pauses,
    explain_type_error,
    nearer_first,
)
from kibitz.core.errors import GameError
from kibitz.core.progress import work


def mex(values: Iterable[int]) -> int:
    """The least nonnegative integer that is not among the values.

    Parameters
    ----------
    values : iterable of int
        Nonnegative integers.

    Returns
    -------
    int
        The minimum excluded value.

    Notes
    -----
    Cost: O(number of values).

    Examples
    --------
    >>> mex([]), mex([1]), mex([0, 1, 2, 5, 15, 25])
    (0, 0, 3)
    >>> mex([0, -1])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: mex: -1 is not a nimber; nimbers are the whole numbers 0, ...
    >>> mex(3)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: mex: 3 is not a collection of nimbers; write mex([0, 1, 3])
    """
    if not hasattr(values, "__iter__"):
        raise GameError(
            f"mex: {quote(values)} is not a collection of nimbers; write mex([0, 1, 3])"
        )
    return least_absent({read_nimber(value, "mex") for value in values})


def least_absent(values: set[int]) -> int:
    """The mex of a set that is known to hold nimbers."""
    value = 0
    while value in values:
        value += 1
    return value


def nim_sum(*terms: int | Iterable[int]) -> int:
    """The sum without carrying in binary, x ⊕ y ⊕ ...: of numbers, or of one collection of them.

    Parameters
    ----------
    *terms : int or iterable of int
        Numbers, or one collection of them.

    Returns
    -------
    int
        The nim-sum.

    Notes
    -----
    Cost: O(bits).

    References
    ----------
    Ferguson I.2.2.

    Examples
    --------
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
    start: Any,
    options: Options,
    known: dict[Any, int] | None = None,
    limit: int | None = None,
    show: Callable[[Any], str] = str,
) -> int:
    """The Sprague-Grundy value of a position, from the definition: the mex of its options' values.

    ``known`` holds the bit 2^g for a position of nimber g. Options that are yielded wait while the
    positions before them are searched. A cycle is reported as
    :class:`~kibitz.combinatorial.errors.CycleError`.

    Parameters
    ----------
    start : position
        The position.
    options : Options
        A function that gives the options of a position.
    known : dict[Any, int], optional
        Values already known; it is read and filled.
    limit : int, optional
        The largest number of positions visited.
    show : callable, default str
        How a position is printed.

    Returns
    -------
    int
        The nimber.

    Notes
    -----
    Every reachable position is asked for its options once, and every option is looked up once,
    without recursion. Cost: O(positions + moves) in time and memory.

    References
    ----------
    Sprague 1935; Grundy 1939; Ferguson I.3.2.

    Examples
    --------
    >>> nimber_search(10, lambda n: [n - k for k in (1, 3, 4) if k <= n])
    1
    >>> nimber_search("a", {"a": "b", "b": "ac", "c": ""}.get)
    Traceback (most recent call last):
    ...
    kibitz.combinatorial.errors.CycleError: play can cycle, a → b → a, so there ...
    """
    require_hashable(start)
    bits = {} if known is None else known
    if start not in bits:
        with work("positions searched for the nimber") as task, few_collections() as tidy:
            path: list[tuple[Any, Iterator[Any], int]] = []
            pauses = Pauses("the nimber", limit, bits, path, options, show, task, tidy)
            _search(start, options, bits, path, pauses)
    return bits[start].bit_length() - 1


def _search(
    start: Any,
    options: Options,
    bits: dict[Any, int],
    path: list[tuple[Any, Iterator[Any], int]],
    pauses: Pauses,
) -> None:
    """Give every position within reach its bit.

    ``mask`` holds the bits of those options of ``position`` that have been seen, ``rest`` gives the
    others.
    """
    get, push, pop = bits.get, path.append, path.pop
    position = option = start
    below: Any = ()
    mask, moves, pause = 0, 0, pauses.first
    try:
        below = options(start)
        turned = nearer_first(start, below)
        rest = turned(below)
        while True:
            for option in rest:
                moves += 1
                if moves > pause:
                    pause = pauses(moves, position, rest)
                bit = get(option)
                if bit is None:
                    below = options(option)
                    push((position, rest, mask))
                    position, mask = option, 0
                    try:
                        rest = turned(below)
                    except TypeError:
                        rest = iter(below)
                    break
                mask |= bit
            else:
                bits[position] = bit = ~mask & (mask + 1)
                if not path:
                    return
                position, rest, mask = pop()
                mask |= bit
    except TypeError as error:
        raise explain_type_error(position, option, below, error) from None
