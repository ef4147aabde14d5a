"""A matrix as it is typed: rows split by semicolons or lines, entries by blanks or commas."""

from __future__ import annotations

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import plain
from kibitz.zero_sum.game import MatrixGame, matrix


def read(text: str) -> MatrixGame:
    """Read a matrix game; every number is exact.

    >>> read("1, -1/2\\n0.25, 3")
    matrix('1 -1/2; 1/4 3')
    """
    return matrix(text)


def write(noun: Noun) -> str:
    """Write the numbers of a matrix game, one row on each line; labels have no place here."""
    if not isinstance(noun, MatrixGame):
        raise GameError(f"{noun.several} have no plain-text format; use .json")
    rows = [" ".join(str(plain(x)) for x in row) for row in noun.matrix.numbers()]
    return "\n".join(rows) + "\n"
