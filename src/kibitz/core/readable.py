"""Answers that a person can read: long numbers as decimals, the first lines of very many."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Context, Decimal

LONGEST = 30
"""The longest fraction, in characters, that is not shown as a decimal."""

MOST_LINES, SHOWN = 400, 60
"""Lines of an answer that are shown, and how many of a longer one."""

_RATIONAL = r"\d+(?:/\d+)?"
_EXACT = re.compile(
    rf"(?P<surd>(?:(?P<first>-?{_RATIONAL})(?=[+-]))?(?P<sign>[+-]?)(?:(?P<times>\d+)\*)?"
    rf"sqrt\((?P<root>{_RATIONAL})\)(?:/(?P<below>\d+))?)"
    r"|-?(?<![\w./])\d+/\d+(?![\w/]|\.\d)"
)
"""A fraction, or a number with a square root, of which no part may be rounded by itself."""


def readable(text: str, whole: str, digits: int | None = None) -> str:
    """An answer with long fractions as decimals and only the first lines of very many.

    Parameters
    ----------
    text : str
        The answer as it prints.
    whole : str
        What gives all of it, for a note at the end: ``--json``.
    digits : int, optional
        If given, every fraction is a decimal with this many digits after the point.

    Examples
    --------
    >>> readable("value 1/3", "--json"), readable("value 1/3", "--json", digits=4)
    ('value 1/3', 'value 0.3333')
    >>> print(readable("value 1000000000000000/3000000000000001", "--json"))
    value 0.3333333333
    long fractions are shown as decimals; --json gives them in full
    """
    lines = (shortened(text) if digits is None else rounded(text, digits)).splitlines()
    notes = []
    if len(lines) > MOST_LINES:
        left = len(lines) - SHOWN - 1
        lines = [*lines[:SHOWN], f"... {left:,} more lines", lines[-1]]
        notes.append(f"{whole} gives the whole answer")
    if digits is None and _has_long_numbers(text):
        notes.append(f"long fractions are shown as decimals; {whole} gives them in full")
    return "\n".join([*lines, *notes])


def shortened(text: str, digits: int = 10, longest: int = LONGEST) -> str:
    """The text with numbers that are too long as decimals.

    Parameters
    ----------
    text : str
        Words and numbers.
    digits : int, default 10
        Significant digits of the decimals.
    longest : int, default 30
        The characters of the longest fraction that is kept; a number with a root may have twice as
        many.

    Examples
    --------
    >>> shortened("value 1/3 of 1000000000000000/3000000000000001")
    'value 1/3 of 0.3333333333'
    """

    def short(match: re.Match[str]) -> str:
        if not _is_long(match, longest):
            return match[0]
        return _written(match, lambda number: f"{number:.{digits}g}")

    return _EXACT.sub(short, text)


def rounded(text: str, digits: int) -> str:
    """The text with every fraction and root as a decimal, with this many digits after the point.

    >>> rounded("value 1/3, or -9/2+sqrt(113)/2", 4)
    'value 0.3333, or 0.8151'
    """
    return _EXACT.sub(lambda match: _written(match, lambda number: f"{number:.{digits}f}"), text)


def _has_long_numbers(text: str) -> bool:
    """Whether :func:`shortened` changes the text."""
    return any(_is_long(match, LONGEST) for match in _EXACT.finditer(text))


def _is_long(match: re.Match[str], longest: int) -> bool:
    return len(match[0]) > (2 * longest if match["surd"] else longest)


def _written(match: re.Match[str], write: Callable[[float], str]) -> str:
    """The number as it is to be written; as it stands where it is not a number."""
    try:
        return write(_value(match))
    except (ArithmeticError, ValueError):  # a denominator of zero, or more than floats hold
        return match[0]


def _value(match: re.Match[str]) -> float:
    """The nearest float, however many digits the number has and however much of it cancels.

    >>> for text in ("1/4", "1" + "0" * 5000 + "/3" + "0" * 5000, "-4+3*sqrt(4)/2"):
    ...     print(_value(_EXACT.fullmatch(text)))
    0.25
    0.3333333333333333
    -1.0
    """
    # a + b sqrt(c) is at least 1 over its conjugate times denominators: twice the digits suffice
    exact = Context(prec=2 * len(match[0]) + 40)

    def rational(text: str) -> Decimal:
        top, _, bottom = text.partition("/")
        return exact.divide(Decimal(top), Decimal(bottom or 1))

    if not match["surd"]:
        return float(rational(match[0]))
    root = exact.sqrt(rational(match["root"]))
    root = exact.multiply(root, rational(f"{match['times'] or 1}/{match['below'] or 1}"))
    if match["sign"] == "-":
        root = -root
    return float(exact.add(rational(match["first"] or "0"), root))
