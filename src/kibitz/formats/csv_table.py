"""Tables of payoffs as spreadsheets write them: commas, semicolons or tabs, and names if any.

The corner stays empty where rows and columns have names::

    ,left,right
    up,1,0
    down,0,2

A cell of a game of two players with payoffs of their own holds both, in quotes: ``"3,0"``.
"""

from __future__ import annotations

import csv
import io
import re

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import number, plain
from kibitz.core.spelling import count_of
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.labels import read_labels

SEPARATORS = "\t;,"
_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(,\d{3})+")


def read(text: str) -> MatrixGame | StrategicGame:
    """Read a matrix game, or a bimatrix game from cells with two numbers; all are exact.

    >>> read(",left,right\\nup,1,0\\ndown,0,2").columns
    ('left', 'right')
    >>> read("1;1/2\\n0,25;3")
    matrix('1 1/2; 1/4 3')
    >>> read('"3,3","0,4"\\n"4,0","1,1"').payoff(0, 1)
    (Fraction(0, 1), Fraction(4, 1))
    """
    table = _cells(text)
    if table is None:
        return matrix(text)
    table = [row for row in table if row]  # a line of separators alone is an empty one
    if not table:
        raise GameError("it is empty")
    pairs = _pairs(table)
    if pairs is not None:
        return pairs
    first, *body = table
    if all(map(_is_number, first)):
        return matrix(_decimal(table))
    if first[0] and all(map(_is_number, first[1:])):
        raise GameError(
            f"row 1 begins with {first[0]!r}; for labels, put column names in the first row "
            f"and leave the corner empty"
        )
    named = not first[0] or not any(_is_number(row[0]) for row in body)
    if not named and not any(map(_is_number, first)):
        return matrix(_decimal(body), columns=first)
    if not named:
        return matrix(_decimal(table))
    return matrix(
        _decimal([row[1:] for row in body]), rows=[row[0] for row in body], columns=first[1:]
    )


def _pairs(table: list[list[str]]) -> StrategicGame | None:
    """The game of cells with two payoffs each; None where some have one."""
    header, corner = table[0], table[0][0]
    titled = not any(_is_number(word) for word in header[1:] or header)
    named = titled and (not corner or not any(_is_number(line[0]) for line in table))
    for rows, columns in ((0, 0), (0, 1), (1, 1)):
        cells = [line[rows:] for line in table[columns:]]
        fits = named if rows else titled or not columns
        if fits and cells and cells[0] and all(_is_pair(x) for line in cells for x in line):
            return bimatrix(
                [[cell.split(",") for cell in line] for line in cells],
                rows=[line[0] for line in table[1:]] if rows else None,
                columns=header[rows:] if columns else None,
            )
    return None


def write(noun: Noun) -> str:
    """Write a table with commas, and its names where they are not just numbers in order.

    >>> print(write(matrix("1 0; 0 1/2", rows="a b", columns="c d")), end="")
    ,c,d
    a,1,0
    b,0,1/2
    """
    rows: list[list[object]]
    if isinstance(noun, MatrixGame):
        rows = [[plain(x) for x in row] for row in noun.matrix.numbers()]
        names, columns = tuple(noun.rows), tuple(noun.columns)
    elif isinstance(noun, StrategicGame) and len(noun.players) == 2 and noun.word != "cost":
        m, n = noun.shape
        rows = [
            [",".join(str(plain(x)) for x in noun.payoff(i, j)) for j in range(n)] for i in range(m)
        ]
        names, columns = (tuple(map(str, labels)) for labels in noun.strategies)
    else:
        raise GameError(
            f".csv holds one table of payoffs for two players, not {noun.several}; save it as .json"
        )
    if (names, columns) != (read_labels(None, len(names)), read_labels(None, len(columns))):
        named = [[name, *row] for name, row in zip(names, rows, strict=True)]
        rows = [["", *columns], *named]
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()


def _cells(text: str) -> list[list[str]] | None:
    """The cells of a table; None when the text is typed like a matrix, with blanks or in a line."""
    lines = [line for line in text.splitlines() if line.strip()]
    marks = [mark for mark in SEPARATORS if all(mark in line.strip(" ;") for line in lines)]
    if not lines or not marks or (len(lines) == 1 and marks[0] == ";"):
        return None
    lines = [line.rstrip(f" ;{marks[0]}") for line in lines]
    table = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=marks[0])]
    if marks[0] == ";" and any(_is_several(cell) for row in table for cell in row):
        return None
    if marks[0] != "," and all("," in cell for row in table for cell in row):
        raise GameError(
            "1,5 is ambiguous; write 1.5 for a decimal, or separate numbers by commas only"
        )
    thousands = [cell for row in table for cell in row if _THOUSANDS.fullmatch(cell)]
    if marks[0] != ";" and thousands:
        plain = thousands[0].replace(",", "")
        raise GameError(f"{thousands[0]} is ambiguous; write {plain}, or use a decimal point")
    widths = [len(row) for row in table]
    for k, width in enumerate(widths):
        if width != widths[0]:
            raise GameError(f"row {k + 1} has {count_of(width, 'entry')}, row 1 has {widths[0]}")
    return table


def _is_several(cell: str) -> bool:
    """Whether these are several numbers with blanks between them."""
    words = cell.replace(",", " ").split() if ", " in cell else cell.split()
    return len(words) > 1 and all(map(_is_number, words))


def _is_pair(cell: str) -> bool:
    """Whether these are the payoffs of two players."""
    words = cell.split(",")
    return len(words) == 2 and all(map(_is_number, words))


def _is_number(cell: str) -> bool:
    try:
        number(cell.replace(",", "."), "")
    except GameError:
        return False
    return True


def _decimal(table: list[list[str]]) -> list[list[str]]:
    """The same numbers, decimal commas as points."""
    return [[cell.replace(",", ".") for cell in row] for row in table]
