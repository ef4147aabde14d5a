"""Numbers: exact in, exact out.

Ints, fractions, decimals and strings such as ``"7/12"`` are rational and stay so, as
:class:`fractions.Fraction`; Python floats stay floats. NaN, infinities and booleans are refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

from kibitz.core.errors import GameError

Number = Fraction | float

_SPELLING = re.compile(
    r"""[+-]? (?: \d+ / \d+ | (?: \d+ (?:\.\d*)? | \.\d+ ) (?: [eE] [+-]?\d{1,4} )? )""",
    re.VERBOSE | re.ASCII,
)

_RADICALS = re.compile(r"(?=.*(?:sqrt|√))[-+*/^().\d\s√sqrt−]+")


def number(x: Any, where: str = "") -> Number:
    """Read one number; ``where`` says in the error which one it was.

    >>> number("-7/12"), number("0.25"), number("2.5e3"), number(0.5)
    (Fraction(-7, 12), Fraction(1, 4), Fraction(2500, 1), 0.5)
    >>> number("45%"), number("–1½")
    (Fraction(9, 20), Fraction(-3, 2))
    >>> number("seven", where="row 1, column 2")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 1, column 2: 'seven' is not a number; write 3, -7/12, ...
    """
    if isinstance(x, str):
        return _read(x, where)
    if isinstance(x, Fraction):
        return x
    if isinstance(x, bool) or type(x).__name__ in ("bool_", "bool"):
        raise GameError(_at(where) + f"{x} is a boolean, not a number; write 1 or 0")
    if isinstance(x, Integral):
        return Fraction(int(x))
    if isinstance(x, Rational):
        return Fraction(int(x.numerator), int(x.denominator))
    if isinstance(x, Decimal):
        if not x.is_finite():
            raise GameError(_at(where) + f"{x} is not a finite number")
        return Fraction(x)
    if isinstance(x, Real):
        value = float(x)
        if not math.isfinite(value):
            raise GameError(_at(where) + f"{value} is not a finite number")
        return value
    raise GameError(_at(where) + f"{x!r} is not a number; write 3, -7/12, 0.25 or 2.5e3")


_AS_PRINTED = str.maketrans({"−": "-", "–": "-", "‐": "-", "‑": "-"})
_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
"""Signs for fractions that keyboards have."""


def _read(text: str, where: str) -> Fraction:
    spelling = text
    if not _SPELLING.fullmatch(text):
        spelling = text.strip().translate(_AS_PRINTED)
        if spelling.endswith("%"):
            return _read(spelling[:-1], where) / 100
        if spelling[-1:] in _VULGAR:
            whole, part = spelling[:-1], _VULGAR[spelling[-1]]
            if whole in ("", "+", "-"):
                return -part if whole == "-" else part
            if whole.lstrip("+-").isdigit():
                return Fraction(whole) + (-part if whole[0] == "-" else part)
        if not _SPELLING.fullmatch(spelling):
            raise GameError(_at(where) + f"{text!r} is not a number; write 3, -7/12, 0.25 or 2.5e3")
    top, slash, bottom = spelling.partition("/")
    try:  # quotients and integers are read in half the time that Fraction takes for texts
        if slash:
            return Fraction(int(top), int(bottom))
        return Fraction(int(top)) if top.lstrip("+-").isdecimal() else Fraction(top)
    except ZeroDivisionError:
        raise GameError(_at(where) + f"{text!r} divides by zero") from None
    except ValueError:
        raise GameError(_at(where) + f"a number of {len(spelling)} digits is too long") from None


def _at(where: str) -> str:
    return f"{where}: " if where else ""


def in_radicals(text: str) -> bool:
    """Whether a text is made of numbers and square roots.

    >>> in_radicals("1 - sqrt(3)/3"), in_radicals("√2/2"), in_radicals("1/3"), in_radicals("squat")
    (True, True, False, False)
    """
    return ("√" in text or "sqrt" in text) and _RADICALS.fullmatch(text) is not None


def is_root(x: Any) -> bool:
    """Whether this is an exact number that is not rational, however it is given."""
    if isinstance(x, str):
        return in_radicals(x)
    return not isinstance(x, Fraction) and (hasattr(x, "is_written") or isinstance(x, dict))


def exact(x: Any, where: str = "") -> Fraction:
    """Read a number as a rational; a float is taken at its shortest decimal spelling.

    >>> exact(0.1), exact("1/3")
    (Fraction(1, 10), Fraction(1, 3))
    """
    value = number(x, where)
    return value if isinstance(value, Fraction) else Fraction(Decimal(repr(value)))


def show(x: Number) -> str:
    """Write a number as a person would; every exact spelling reads back to the same number.

    >>> show(Fraction(-7, 12)), show(Fraction(3)), show(0.1 + 0.2), show(1e-12)
    ('-7/12', '3', '0.3', '1e-12')
    """
    if isinstance(x, Fraction):
        return spell(x)
    return x.spelled() if hasattr(x, "spelled") else f"{x + 0:.10g}"  # not -0


def spell(x: Fraction) -> str:
    """An exact number in full, however many digits it has.

    >>> spell(Fraction(-7, 12)), len(spell(Fraction(10) ** 5000))
    ('-7/12', 5001)
    """
    top, bottom = x.numerator, x.denominator
    if top.bit_length() < 14_000 and bottom.bit_length() < 14_000:
        return str(top) if bottom == 1 else f"{top}/{bottom}"
    from flint import fmpq

    return str(fmpq(top, bottom))


def show_all(xs: Iterable[Number]) -> str:
    """A vector on one line.

    >>> show_all([Fraction(7, 12), Fraction(5, 12)])
    '(7/12, 5/12)'
    """
    return "(" + ", ".join(show(x) for x in xs) + ")"


def plain(x: Number) -> str | float:
    """A number for JSON: exact ones as strings such as ``"7/12"``, floats as numbers.

    >>> plain(Fraction(7, 12)), plain(Fraction(2)), plain(0.5)
    ('7/12', '2', 0.5)
    """
    if isinstance(x, Fraction):
        return spell(x)
    value: str | float = x.plain() if hasattr(x, "plain") else x
    return value


def whole(x: Number) -> Any:
    """A whole number as an ``int``, any other as it is.

    >>> whole(Fraction(6, 2)), whole(Fraction(1, 2)), whole(2.0)
    (3, Fraction(1, 2), 2.0)
    """
    return int(x) if isinstance(x, Fraction) and x.denominator == 1 else x


def exactly(x: Any) -> Any:
    """A number as the exact one that it is: a float as a fraction, a root as it is.

    >>> exactly(0.5), exactly(Fraction(1, 3))
    (Fraction(1, 2), Fraction(1, 3))
    """
    return x if isinstance(x, Fraction) or hasattr(x, "is_written") else Fraction(x)


def is_one(total: Any) -> bool:
    """Whether this is a sum of all probabilities: 1, or near it where they are floats.

    >>> is_one(Fraction(1, 3) * 3), is_one(sum([0.1] * 10)), is_one(Fraction(99, 100))
    (True, True, False)
    """
    return bool(abs(total - 1) <= (1e-9 if isinstance(total, float) else 0))


def magnitude(x: Number) -> Number:
    """The absolute value, of the same kind of number.

    >>> magnitude(Fraction(-1, 2)), magnitude(0.5)
    (Fraction(1, 2), 0.5)
    """
    return -x if x < 0 else x


def rounding(values: Iterable[Number]) -> float:
    """How far apart floats computed from these may be and still count as equal.

    A billionth of their spread, and a few units in the last place of the largest.

    >>> rounding([1.0, 2.0]) < 1e-8 < rounding([1e12, 1e12 + 2])
    True
    """
    floats = [float(x) for x in values]
    low, high = min(floats), max(floats)
    return 1e-9 * (high - low) + 1e-14 * max(abs(low), abs(high))


def over(numerators: Iterable[int], denominator: int) -> list[Fraction]:
    """Fractions with one positive denominator, reduced; quicker than ``Fraction`` one by one.

    >>> over([3, 0, -4], 6)
    [Fraction(1, 2), Fraction(0, 1), Fraction(-2, 3)]
    """
    numerators = list(numerators)
    shared = _shared_part(numerators, denominator)
    made = []
    for numerator in numerators:
        common = math.gcd(numerator, shared) if numerator else denominator
        fraction: Any = object.__new__(Fraction)
        fraction._numerator = numerator // common if common > 1 else numerator
        fraction._denominator = denominator // common if common > 1 else denominator
        made.append(fraction)
    return made


def _shared_part(numerators: list[int], denominator: int) -> int:
    """The divisor of the denominator that holds all primes it shares with any numerator.

    It is prime to the rest of the denominator, so it has the same common divisors with the
    numerators as the denominator itself; and as a rule it is short.
    """
    if len(numerators) < 3 or denominator.bit_length() < 120:
        return denominator
    integer = _integer_type(denominator)
    modulus, product = integer(denominator), integer(1)
    for numerator in numerators:
        if numerator:
            product = product * integer(numerator) % modulus
    rest = denominator
    shared = part = math.gcd(int(product), rest)
    while part > 1:
        rest //= part
        part = math.gcd(rest, part)
        shared *= part
    return shared


def _integer_type(size: int) -> Callable[[int], Any]:
    """Python's integers or FLINT's, which are far quicker when they have many words."""
    if size.bit_length() < 1000:
        return int
    from flint import fmpz

    return fmpz


def common_denominator(xs: Iterable[Fraction | int]) -> tuple[list[int], int]:
    """The same numbers over their least common denominator.

    >>> common_denominator([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    fractions = list(xs)
    denominator = 1
    for bottom in {x.denominator for x in fractions}:
        if denominator % bottom:
            denominator = math.lcm(denominator, bottom)
    return [x.numerator * (denominator // x.denominator) for x in fractions], denominator
