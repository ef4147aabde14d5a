"""Codes of take-and-break games: one digit for every number of counters that may be taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

DIGITS = "0123456789ABCDEF"
OVERDOT = "̇"
ELLIPSES = ("...", "…")
MOST_DIGITS = 10_000
LEAVES = {1: "nothing", 2: "one heap", 4: "two heaps", 8: "three heaps"}


@dataclass(frozen=True)
class Code:
    """The digits d0.d1d2d3...: ``head`` from d0 on, then ``tail`` repeated forever.

    Digit d_k says what may be left of a heap when k counters are taken: 1 nothing, 2 one heap,
    4 two heaps, 8 three heaps, and sums of these for a choice. Heaps that are left are not empty.

    >>> print(read_code(".77"), read_code("4.3..."), read_code("0.(700)"), read_code("0.77").most)
    0.77 4.(3) 0.(700) 2
    >>> read_code("0.137").digit(2), read_code("0.1777…").digit(1000)
    (3, 7)
    """

    head: tuple[int, ...]
    tail: tuple[int, ...] = ()

    def digit(self, taken: int) -> int:
        """d_k, for any k.

        Parameters
        ----------
        taken : int
            k, the number of counters taken.

        Returns
        -------
        int
            0 to 15: the sum of 1 (nothing may be left), 2 (one heap), 4 (two heaps) and 8
            (three heaps).
        """
        if taken < len(self.head):
            return self.head[taken]
        return self.tail[(taken - len(self.head)) % len(self.tail)] if self.tail else 0

    @property
    def last(self) -> int:
        """The index of the last digit that is not zero; of the head when digits repeat."""
        return max((k for k, d in enumerate(self.head) if d), default=0)

    @property
    def most(self) -> int:
        """How many heaps a move can leave at most."""
        return max((d.bit_length() - 1 for d in self.head + self.tail if d), default=0)

    @property
    def finite(self) -> bool:
        return not self.tail

    def takes(self, bit: int) -> tuple[int, ...]:
        """The numbers that may be taken, of those in the head, when this many heaps are left.

        Parameters
        ----------
        bit : int
            0 when nothing is left, 1, 2 or 3 for that many heaps.
        """
        return tuple(k for k, d in enumerate(self.head) if d >> bit & 1)

    def rules(self) -> tuple[str, ...]:
        """The meaning of every digit, in words.

        >>> read_code("0.137").rules()[2]
        'd3 = 7: take 3, leaving nothing, one heap or two heaps'
        >>> read_code("4.(3)").rules()
        ('d0 = 4: split a heap into two heaps', 'd1 = 3: ..., and so on: every digit after it is 3')
        """
        lines = [_meaning(k, d) for k, d in enumerate(self.head) if d]
        first = len(self.head)
        shown = [_meaning(first + k, d) for k, d in enumerate(self.tail) if d]
        if shown:
            rest = "".join(DIGITS[d] for d in self.tail)
            again = "every digit after it is" if len(rest) == 1 else "the digits repeat"
            shown[-1] += f", and so on: {again} {rest}"
        return (*lines, *shown)

    def __str__(self) -> str:
        digits = "".join(DIGITS[d] for d in self.head)
        tail = "(" + "".join(DIGITS[d] for d in self.tail) + ")" if self.tail else ""
        return f"{digits[:1]}.{digits[1:]}{tail}"


def read_code(spelling: Any) -> Code:
    """Read a code such as ``0.77``, ``.137``, ``4.007``, ``0.(3)``, ``0.3...`` or ``0.17̇``.

    Digits above 9 are letters A to F. A part in parentheses repeats, as do digits before dots and
    digits under overdots. Codes with which play never ends are refused.

    Parameters
    ----------
    spelling : str or number
        The code.

    Returns
    -------
    Code
        The code.

    Examples
    --------
    >>> read_code("3.77")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: code '3.77': d0 = 3 allows a move that takes nothing and ...
    >>> read_code("0.7G")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: code '0.7G': 'G' is not a digit; digits are 0 to 9 and A to F
    """
    if isinstance(spelling, Code):
        return spelling
    if not isinstance(spelling, str):
        raise GameError(f"code {spelling!r}: write a code as text, such as '0.77'")
    text = spelling.strip()
    whole, dot, fraction = text.partition(".")
    if not dot or len(whole) > 1:
        raise GameError(f"code {spelling!r}: write one digit, a point and more digits, like 0.77")
    where = f"code {spelling!r}"
    if len(fraction) > MOST_DIGITS:
        raise GameError(
            f"{where[:30]}...: {count_of(len(fraction), 'digit')}; the limit is {MOST_DIGITS:,}"
        )
    head, tail = _split(fraction, where)
    first = _digit(whole or "0", where)
    if first & 3:
        raise GameError(
            f"{where}: d0 = {first} allows a move that takes nothing and splits nothing, so play "
            "would never end; d0 may be 0, 4, 8 or C"
        )
    digits = [first, *(_digit(c, where) for c in head)]
    return _shortest(digits, [_digit(c, where) for c in tail])


def leavings(r: int, digit: int) -> Iterator[tuple[int, ...]]:
    """What may be made of r counters that are left, under a digit.

    >>> list(leavings(4, 15))
    [(4,), (1, 3), (2, 2), (1, 1, 2)]
    """
    if digit & 1 and r == 0:
        yield ()
    if digit & 2 and r > 0:
        yield (r,)
    if digit & 4:
        for a in range(1, r // 2 + 1):
            yield (a, r - a)
    if digit & 8:
        for a in range(1, r // 3 + 1):
            for b in range(a, (r - a) // 2 + 1):
                yield (a, b, r - a - b)


def common_period(code: Code, period: int) -> int:
    """The least number of counters after which digits and a sequence of this period both repeat."""
    return lcm(period, len(code.tail)) if code.tail else period


def _split(fraction: str, where: str) -> tuple[str, str]:
    """The digits after the point: those that come once, those that repeat."""
    for dots in ELLIPSES:
        if fraction.endswith(dots):
            return _before_dots(fraction.removesuffix(dots), where)
    if OVERDOT in fraction:
        return _under_overdots(fraction, where)
    if "(" in fraction or ")" in fraction:
        head, _, rest = fraction.partition("(")
        if not rest.endswith(")") or rest == ")" or "(" in rest or ")" in rest[:-1]:
            raise GameError(
                f"{where}: put the digits that repeat in parentheses at the end: 0.1(37)"
            )
        return head, rest[:-1]
    return fraction, ""


def _before_dots(digits: str, where: str) -> tuple[str, str]:
    """The block that fills most of the end when written at least twice; one digit is a block."""
    if len(digits) == 1:
        return "", digits
    best = (0, 0)
    for size in range(1, len(digits) // 2 + 1):
        block, times = digits[-size:], 1
        while digits[: len(digits) - times * size].endswith(block):
            times += 1
        if times > 1:
            best = max(best, (times * size, -size))
    if not best[0]:
        raise GameError(
            f"{where}: it is unclear which digits repeat; put them in parentheses, as in 0.1(37), "
            "or write them twice"
        )
    size = -best[1]
    return digits[: len(digits) - best[0]], digits[-size:]


def _under_overdots(fraction: str, where: str) -> tuple[str, str]:
    """Overdots stand on the first and the last digit that repeat."""
    plain, dotted = "", []
    for c in fraction:
        if c == OVERDOT:
            dotted.append(len(plain) - 1)
        else:
            plain += c
    if len(dotted) > 2 or dotted[-1] != len(plain) - 1 or dotted[0] < 0:
        raise GameError(f"{where}: set overdots on the first and the last of the repeating digits")
    return plain[: dotted[0]], plain[dotted[0] :]


def _digit(c: str, where: str) -> int:
    value = DIGITS.find(c.upper())
    if value < 0 or len(c) != 1:
        raise GameError(f"{where}: {c!r} is not a digit; digits are 0 to 9 and A to F")
    return value


def _shortest(head: list[int], tail: list[int]) -> Code:
    """The same digits with the shortest tail, and the head cut as short as that allows."""
    if not any(tail):
        while len(head) > 1 and head[-1] == 0:
            head.pop()
        return Code(tuple(head))
    size = next(
        s
        for s in range(1, len(tail) + 1)
        if tail == (tail[:s] * len(tail))[: len(tail)] and len(tail) % s == 0
    )
    tail = tail[:size]
    while len(head) > 1 and head[-1] == tail[-1]:
        head.pop()
        tail = [tail[-1], *tail[:-1]]
    return Code(tuple(head), tuple(tail))


def _meaning(taken: int, digit: int) -> str:
    words = list(_leaves(digit))
    left = words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
    if taken == 0:
        return f"d0 = {DIGITS[digit]}: split a heap into {left}"
    return f"d{taken} = {DIGITS[digit]}: take {taken}, leaving {left}"


def _leaves(digit: int) -> Iterator[str]:
    return (words for bit, words in LEAVES.items() if digit & bit)
