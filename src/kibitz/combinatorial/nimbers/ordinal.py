"""Ordinals below w^w: the values of games whose plays are finite but of no bounded length.

An ordinal is kept in Cantor normal form, w^k*c + ... + w*b + a, by its coefficients. The number of
copies stands behind: w*2 is two copies of w, one after the other, while 2*w is w alone. A text
that writes 2w for w*2 is read so; 2*w is refused, because it may mean either.

References: Ferguson, Game Theory, I.3.4 and ex. I.3.5.6; Conway, On Numbers and Games, chapter 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce, total_ordering
from itertools import zip_longest
from numbers import Integral
from operator import xor
from typing import Any

from kibitz.combinatorial.methods.nimber import quote, read_nimber
from kibitz.core.errors import GameError

MOST_DEGREE = 1000
"""The highest power of w that is kept."""
MOST_DIGITS = 1000

_TERM = re.compile(
    r"(?P<copies>\d*) \s* w (?: \s*\^\s* (?P<power>\d+) )? (?: \s*\*\s* (?P<times>\d+) )?",
    re.VERBOSE | re.ASCII,
)
_SPELLINGS = str.maketrans({"ω": "w", "·": "*", "⋅": "*", "×": "*"})
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ordinal:
    """Coefficients of 1, w, w^2, ...; zeros at the end are dropped.

    >>> a = Ordinal.read("w^2*3 + w*2 + 5")
    >>> a.coefficients, a > Ordinal.read("w^2*3 + 1000000"), Ordinal((7,)) == 7
    ((5, 2, 3), True, True)
    >>> print(a + OMEGA, 1 + OMEGA, OMEGA + 1, OMEGA + OMEGA, sep=",  ")
    w^2*3 + w*3,  w,  w + 1,  w*2
    >>> print(a ^ Ordinal("w*3 + 4"))
    w^2*3 + w + 1
    """

    coefficients: tuple[int, ...]

    def __post_init__(self) -> None:
        if isinstance(self.coefficients, (str, int)) and not isinstance(self.coefficients, bool):
            object.__setattr__(self, "coefficients", Ordinal.read(self.coefficients).coefficients)
        if not isinstance(self.coefficients, (tuple, list)):
            raise GameError(
                f"{quote(self.coefficients)} are not coefficients; write Ordinal((5, 2)) or "
                "Ordinal.read('w*2 + 5')"
            )
        read = [read_nimber(c, f"coefficient of w^{k}") for k, c in enumerate(self.coefficients)]
        while read and read[-1] == 0:
            read.pop()
        if len(read) > MOST_DEGREE + 1:
            raise GameError(f"w^{len(read) - 1} is out of range; powers go up to w^{MOST_DEGREE}")
        for k, c in enumerate(read):
            if c >= 10**MOST_DIGITS:
                raise GameError(f"coefficient of w^{k}: it has more than {MOST_DIGITS} digits")
        object.__setattr__(self, "coefficients", tuple(read))

    @staticmethod
    def read(given: Any) -> Ordinal:
        """From a whole number, or from text: terms such as ``w^2*3``, ``w``, ``5``, joined by +.

        ``ω`` is ``w``, and ``2w`` is ``w*2``. Terms are added as ordinals, from left to right, so
        that a smaller one is lost before a greater one.

        Parameters
        ----------
        given : int, str or Ordinal
            The ordinal in one of these forms.

        Examples
        --------
        >>> print(*map(Ordinal.read, ["2w", "ω²·3 + ω", "5 + w", 9]), sep=",  ")
        w*2,  w^2*3 + w,  w,  9
        >>> Ordinal.read("2*w")
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: '2*w': a number in front of * is lost in ordinal ...
        """
        if isinstance(given, Ordinal):
            return given
        if isinstance(given, str):
            return _parse(given)
        if isinstance(given, bool) or not isinstance(given, Integral) or given < 0:
            raise GameError(f"{quote(given)} is not an ordinal; write 5, or text such as 'w*2 + 5'")
        return Ordinal((int(given),))

    @property
    def degree(self) -> int:
        """The highest power of w; -1 for the ordinal 0."""
        return len(self.coefficients) - 1

    @property
    def is_finite(self) -> bool:
        """Is it a whole number? A game of finite value can have a bound on its length."""
        return len(self.coefficients) <= 1

    @property
    def is_limit(self) -> bool:
        """Is it neither 0 nor the successor of another ordinal?"""
        return bool(self.coefficients) and self.coefficients[0] == 0

    def __bool__(self) -> bool:
        return bool(self.coefficients)

    def __int__(self) -> int:
        if not self.is_finite:
            raise GameError(f"{self} is not finite, so it is not a whole number")
        return self.coefficients[0] if self.coefficients else 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ordinal):
            return self.coefficients == other.coefficients
        if isinstance(other, Integral) and not isinstance(other, bool):
            return self.is_finite and int(self) == int(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(int(self)) if self.is_finite else hash(self.coefficients)

    def __lt__(self, other: Ordinal | int | str) -> bool:
        mine, theirs = self.coefficients, Ordinal.read(other).coefficients
        return (len(mine), mine[::-1]) < (len(theirs), theirs[::-1])

    def __add__(self, other: Ordinal | int | str) -> Ordinal:
        """The ordinal sum: what is below the leading power of ``other`` is lost. Cost O(degree)."""
        added = Ordinal.read(other)
        if not added:
            return self
        lead = added.degree
        kept = self.coefficients[lead:]
        if not kept:
            return added
        return Ordinal((*added.coefficients[:lead], kept[0] + added.coefficients[lead], *kept[1:]))

    def __radd__(self, other: int | str) -> Ordinal:
        return Ordinal.read(other) + self

    def __xor__(self, other: Ordinal | int | str) -> Ordinal:
        """The nim-sum, which is that of the coefficients, power by power. Cost O(degree)."""
        theirs = Ordinal.read(other).coefficients
        pairs = zip_longest(self.coefficients, theirs, fillvalue=0)
        return Ordinal(tuple(a ^ b for a, b in pairs))

    __rxor__ = __xor__

    def __str__(self) -> str:
        terms = [_term(k, c) for k, c in enumerate(self.coefficients) if c]
        return " + ".join(reversed(terms)) or "0"

    def __repr__(self) -> str:
        return f"Ordinal.read('{self}')"


OMEGA = Ordinal((0, 1))
"""The least ordinal beyond the whole numbers."""


def ordinal_nim_sum(*terms: Ordinal | int | str) -> Ordinal:
    """The nim-sum of ordinals: coefficients are nim-added, power by power.

    Parameters
    ----------
    *terms : Ordinal, int or str
        Ordinals, numbers, or text such as ``w*2 + 5``.

    Returns
    -------
    Ordinal
        The ordinal.

    References
    ----------
    Ferguson I.3.4.

    Examples
    --------
    >>> print(ordinal_nim_sum("w*3 + 5", "w + 6", 1))
    w*2 + 2
    """
    return reduce(xor, map(Ordinal.read, terms), Ordinal(()))


def ordinal_mex(
    below: Ordinal | int | str | Iterable[Ordinal | int | str],
    others: Iterable[Ordinal | int | str] = (),
) -> Ordinal:
    """The least ordinal that is neither less than ``below`` nor one of ``others``.

    So the value of a position from which every value less than ``below`` can be reached, and a few
    others.

    Parameters
    ----------
    below : Ordinal, int or str
        An ordinal; of a collection of ordinals, the least that is not among them is found.
    others : Iterable[Ordinal | int | str], optional
        More ordinals.

    Returns
    -------
    Ordinal
        The ordinal.

    Notes
    -----
    Cost: O(number of others).

    References
    ----------
    Ferguson I.3.4.

    Examples
    --------
    >>> print(ordinal_mex("w"), ordinal_mex("w", ["w", "w + 1", "w*2"]), ordinal_mex(0, [0, 1, 5]))
    w w + 2 2
    >>> print(ordinal_mex([0, 1, "w"]))
    2
    """
    if isinstance(below, (Ordinal, int, str)):
        least = below
    else:
        least, others = 0, [*below, *others]
    taken = {Ordinal.read(x) for x in others}
    value = Ordinal.read(least)
    while value in taken:
        value = value + 1
    return value


def transfinite_nim(piles: Iterable[Ordinal | int | str]) -> list[tuple[int, Ordinal]]:
    """All winning moves of nim with piles that are ordinals: (index from 0, what the pile becomes).

    A move replaces one pile by any lesser ordinal. Two-dimensional nim is played this way, with
    the pile w*row + column for a counter.

    Parameters
    ----------
    piles : Iterable[Ordinal | int | str]
        The piles.

    Returns
    -------
    list[tuple[int, Ordinal]]
        Each move: the index of a pile from 0, and what it becomes.

    Notes
    -----
    Cost: O(number of piles).

    References
    ----------
    Ferguson ex. I.3.5.6.

    Examples
    --------
    >>> for index, pile in transfinite_nim(["w*2 + 3", "w + 5", 7]):
    ...     print(index, pile)
    0 w + 2
    """
    read = [Ordinal.read(pile) for pile in piles]
    total = ordinal_nim_sum(*read)
    return [(i, pile ^ total) for i, pile in enumerate(read) if pile ^ total < pile]


def _term(power: int, coefficient: int) -> str:
    if power == 0:
        return str(coefficient)
    name = "w" if power == 1 else f"w^{power}"
    return name if coefficient == 1 else f"{name}*{coefficient}"


def _parse(text: str) -> Ordinal:
    spelled = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "^" + m[0].translate(_RAISED), text)
    total = Ordinal(())
    for term in spelled.translate(_SPELLINGS).split("+"):
        total = total + _parse_term(term.strip(), text)
    return total


def _parse_term(term: str, text: str) -> Ordinal:
    if re.fullmatch("[0-9]+", term):
        return Ordinal((_digits(term, text),))
    match = _TERM.fullmatch(term)
    if match is None:
        raise _unreadable(term, text)
    copies, times = match["copies"], match["times"]
    if copies and times:
        raise GameError(f"{quote(text)}: {quote(term)} counts copies twice; write w*2 or 2w")
    power = _digits(match["power"] or "1", text)
    if power > MOST_DEGREE:
        raise GameError(
            f"{quote(text)}: w^{power} is out of range; powers go up to w^{MOST_DEGREE}"
        )
    return Ordinal((*[0] * power, _digits(copies or times or "1", text)))


def _digits(digits: str, text: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise GameError(f"{quote(text)}: a number of more than {MOST_DIGITS} digits")
    return int(digits)


def _unreadable(term: str, text: str) -> GameError:
    if re.match(r"[0-9]+\s*\*\s*w", term):
        return GameError(
            f"{quote(term)}: a number in front of * is lost in ordinal arithmetic, where 2*w is w; "
            "write w*2 for two copies of w"
        )
    if re.match(r"w\s*\^\s*\(?\s*w", term):
        return GameError(f"{quote(text)} is out of range; ordinals must be below w^w")
    return GameError(f"{quote(text)} is not an ordinal; write terms such as w^2*3 + w*2 + 5")
