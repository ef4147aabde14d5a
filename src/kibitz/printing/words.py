"""Words with formulas in them: fractions, roots, indices and powers, and numbers that are long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core import readable

LONGEST = 15
"""Fractions with more characters than this are written as decimals unless all are kept exact."""
DIGITS = 6
"""Significant digits of such decimals."""
UNBROKEN = 24
"""Letters of a formula that stays on one line."""

_FORMULA = re.compile(
    r"""(?<![\w./])(?P<above>\d+)/(?P<below>\d+)(?![\w/]|\.\d)   # 7/12
    | √(?P<root>\d+|\([^()]*\)) | \bsqrt\((?P<spelled>[^()]*)\)   # √5
    | (?<!\w)(?P<letter>[pqxyuvwzλαβδ])(?P<index>\d{1,3})(?=[²³]|\W|$)   # x12
    | (?<![\w'’])(?P<variable>[pq])(?![\w'’-])                    # p
    | (?<!\w)(?P<base>[a-zA-Z]|\d+)\^(?P<power>\d+|[a-z])(?!\w)   # x^2
    """,
    re.VERBOSE,
)

_NUMBER = r"\d+(?:\.\d+)?(?:/\d+)?"
_TERM = rf"[−+]?(?:{_NUMBER}·?)?(?:[pqxyzuvλ]\d{{0,3}}|{_NUMBER}|√\d+|\d\([^() ]{{1,6}}\))"
_SUM = re.compile(rf"(?<![\w.,]){_TERM}(?: [−+·/=<>≤≥] {_TERM})+(?!\w)")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Plain words, or a formula: ``fraction``, ``root``, ``index``, ``power``, ``variable``."""

    kind: str
    first: str
    second: str = ""


def pieces(words: str, digits: int | None = None) -> Iterator[TextPiece]:
    """The words in pieces, with long fractions as decimals.

    Parameters
    ----------
    words : str
        Plain words.
    digits : int, optional
        Significant digits of fractions that are too long; 0 keeps all exact.

    Yields
    ------
    TextPiece
        Words and formulas in order.

    Examples
    --------
    >>> [piece.kind for piece in pieces("x1 is 7/12 of x^2")]
    ['index', 'words', 'fraction', 'words', 'power']
    """
    words = _SUM.sub(_unbroken, typeset(shortened(words, digits)))
    end = 0
    for found in _FORMULA.finditer(words):
        if found.start() > end:
            yield TextPiece("words", words[end : found.start()])
        yield _formula(found)
        end = found.end()
    if end < len(words):
        yield TextPiece("words", words[end:])


def _unbroken(match: re.Match[str]) -> str:
    """A short formula with spaces at which no line ends."""
    return match[0] if len(match[0]) > UNBROKEN else match[0].replace(" ", "\u00a0")


def _formula(match: re.Match[str]) -> TextPiece:
    if match["above"]:
        return TextPiece("fraction", match["above"], match["below"])
    if match["letter"]:
        return TextPiece("index", match["letter"], match["index"])
    if match["variable"]:
        return TextPiece("variable", match["variable"])
    if match["base"]:
        return TextPiece("power", match["base"], match["power"])
    return TextPiece("root", (match["root"] or match["spelled"]).strip("()"))


def typeset(words: str) -> str:
    """The words with signs for minus and times, and squares of what has an index.

    >>> typeset("a 2 x 3 game: 1 - 3p, from -2 to well-known")
    'a 2\xa0×\xa03 game: 1 − 3p, from −2 to well-known'
    >>> typeset("An m x 2 game, a 2 x n game")
    'An m\xa0×\xa02 game, a 2\xa0×\xa0n game'
    >>> typeset("3(1-p) on 2-0-2")
    '3(1−p) on 2-0-2'
    >>> typeset("-q1^2 + 16*q1 - (1/4 * 3), 7*, 2*")
    '−q1² + 16·q1 − (1/4 · 3), 7*, 2*'
    """
    words = re.sub(r"(?<=[\w)])( ?)\*\1(?=[\w(])", r"\1·\1", words)
    words = re.sub(r"(?<=[pqxyzuv]\d)\^([23])(?!\w)", lambda m: "²³"[int(m[1]) - 2], words)
    words = re.sub(r"(?:(?<=\d)|(?<=\bm)) x (?=\d|n\b)", "\u00a0×\u00a0", words)
    words = re.sub(r"(?<=[\d)pqxyzαβδελ]) - (?=[\d(pqxyzαβδελ])", " − ", words)
    words = re.sub(r"(?<=\d)-(?=[pqxyz]\d?(?!\w))", "−", words)
    return re.sub(r"(?<![\w)\]-])-(?=\d|[pqxyzuv]\d)", "−", words)


def shortened(words: str, digits: int | None = None) -> str:
    """The words with fractions that are too long as decimals.

    >>> shortened("1234567890123/9876543210987 and 7/12", digits=4)
    '0.125 and 7/12'
    >>> shortened("1234567890123/9876543210987", digits=0)
    '1234567890123/9876543210987'
    """
    return words if digits == 0 else readable.shortened(words, digits or DIGITS, LONGEST)
