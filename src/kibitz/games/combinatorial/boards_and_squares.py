"""Impartial games on a board or strip of squares, on the shelf."""

from __future__ import annotations

from kibitz.combinatorial.nim_family import (
    SOS,
    Chomp,
    Divisors,
    Nimble,
    Northcott,
    Rayles,
    Rims,
    Rook,
    TwoDimensionalNim,
    Welter,
    Wythoff,
    chomp,
    chomp_board,
    divisors,
    nimble,
    northcott,
    rayles,
    rims,
    rook,
    sos,
    two_dimensional_nim,
    welter,
    wythoff,
)
from kibitz.combinatorial.play import Play
from kibitz.core.errors import GameError
from kibitz.core.registry import named


@named("nimble", family="nim")
def nimble_game(squares: tuple[int, ...] = (0, 3, 3, 6, 10), *, play: Play = "normal") -> Nimble:
    """Nimble: coins on squares numbered from 0, moved any distance to the left.

    Parameters
    ----------
    squares : tuple of int, default (0, 3, 3, 6, 10)
        The squares of the coins.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Nimble
        The game.

    Examples
    --------
    >>> str(nimble_game().winning_moves()[0])
    'coin 5 from square 10 to 6'
    """
    return nimble(squares, play)


@named("northcott", family="nim")
def northcott_game(
    rows: tuple[str, ...] = ("1:5", "2:8", "7:4"),
    *,
    width: int = 8,
    mover: str = "white",
    play: Play = "normal",
) -> Northcott:
    """Northcott's game: rows white:black by columns from 1; each side moves its own checker.

    Parameters
    ----------
    rows : tuple of str, default ('1:5', '2:8', '7:4')
        The columns of the white and the black checker of each row.
    width : int, default 8
        The number of columns.
    mover : str, default "white"
        Who moves first.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Northcott
        The game.

    Examples
    --------
    >>> str(northcott_game().winning_moves()[0])
    'white in row 2 from column 2 to 6'
    """
    return northcott(rows, width, mover, play)


@named("wythoff", family="nim", together=("x", "y"))
def wythoff_game(x: int = 8, y: int = 5, *, spread: int = 1, play: Play = "normal") -> Wythoff:
    """Wythoff's game: take from one heap, or equal numbers from both; the queen's way home.

    Parameters
    ----------
    x : int, default 8
        The first heap.
    y : int, default 5
        The second heap.
    spread : int, default 1
        By how much the amounts taken from the two heaps may differ, plus 1.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Wythoff
        The game.

    Examples
    --------
    >>> wythoff_game(3, 5).outcome()
    'P'
    """
    return wythoff(x, y, spread, play)


@named("welter", family="nim")
def welter_game(squares: tuple[int, ...] = (2, 3, 5, 7, 11), *, play: Play = "normal") -> Welter:
    """Welter's game: coins on different squares from 0, moved left to a free square.

    Parameters
    ----------
    squares : tuple of int, default (2, 3, 5, 7, 11)
        The squares of the coins.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Welter
        The game.

    Examples
    --------
    >>> welter_game((3, 8)).nimber()
    10
    """
    return welter(squares, play)


@named("chomp", family="nim")
def chomp_game(rows: tuple[int, ...] = (8, 5, 1), *, columns: int | None = None) -> Chomp:
    """Chomp on a bar with these row lengths from the bottom up; (1, 1) is poisoned.

    Parameters
    ----------
    rows : tuple of int, default (8, 5, 1)
        The lengths of the rows; with ``columns``, how many there are.
    columns : int, optional
        The length of all rows, of a whole bar.

    Returns
    -------
    Chomp
        The game.

    Examples
    --------
    >>> [str(move) for move in chomp_game().winning_moves()]
    ['eat (3, 1)']
    >>> chomp_game((3,), columns=8) == chomp_board_game(8, 3)
    True
    """
    if columns is None:
        return chomp(rows)
    if len(rows) != 1:
        raise GameError(f"rows are {rows}; with columns={columns} give their number, rows=3")
    return chomp_board(columns, rows[0])


@named("chomp-board", family="nim", together=("columns", "rows"))
def chomp_board_game(columns: int = 4, rows: int = 3) -> Chomp:
    """Chomp on a whole bar with this number of columns and rows.

    Parameters
    ----------
    columns : int, default 4
        The number of columns.
    rows : int, default 3
        The number of rows.

    Returns
    -------
    Chomp
        The game.

    Examples
    --------
    >>> chomp_board_game(8, 3).outcome()
    'N'
    """
    return chomp_board(columns, rows)


@named("divisors", family="nim")
def divisors_game(
    number: int = 72, named: tuple[int, ...] = (), *, play: Play = "normal"
) -> Divisors:
    """Schuh's game: name a divisor that is not a multiple of one named before; 1 loses.

    Parameters
    ----------
    number : int, default 72
        The number.
    named : tuple of int, optional
        Divisors named so far.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Divisors
        The game.

    Examples
    --------
    >>> [str(move) for move in divisors_game(30).winning_moves()]
    ['name 30']
    """
    return divisors(number, named, play)


@named("sos", family="nim")
def sos_game(board: str = "7") -> SOS:
    """SOS in a row: write S or O and complete SOS; give the number of squares, or a board S_O__.

    Parameters
    ----------
    board : str, default "7"
        The number of squares, or the board.

    Returns
    -------
    SOS
        The game.

    Examples
    --------
    >>> sos_game("14").outcome()
    'T'
    """
    return sos(board)


@named("rims", family="nim")
def rims_game(regions: tuple[int, ...] = (5, 4, 2), *, play: Play = "normal") -> Rims:
    """Rims: draw a loop through dots of one region; the other dots end up inside or outside.

    Parameters
    ----------
    regions : tuple of int, default (5, 4, 2)
        The number of dots in each region.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Rims
        The game.

    Examples
    --------
    >>> rims_game().nimber()
    3
    """
    return rims(regions, play)


@named("rayles", family="nim")
def rayles_game(regions: tuple[int, ...] = (5, 4, 2), *, play: Play = "normal") -> Rayles:
    """Rayles: draw a loop through one or two dots of one region, which is Kayles.

    Parameters
    ----------
    regions : tuple of int, default (5, 4, 2)
        The number of dots in each region.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Rayles
        The game.

    Examples
    --------
    >>> rayles_game().nimber()
    7
    """
    return rayles(regions, play)


@named("rook", family="nim", together=("row", "column"))
def rook_game(
    row: int = 4,
    column: int = 5,
    *,
    rows: int | None = None,
    columns: int | None = None,
    play: Play = "normal",
) -> Rook:
    """A rook moves up or left from (row, column), counted from 1 at the top left.

    Parameters
    ----------
    row : int, default 4
        The row of the rook.
    column : int, default 5
        The column of the rook.
    rows : int, optional
        The number of rows.
    columns : int, optional
        The number of columns.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Rook
        The game.

    Examples
    --------
    >>> rook_game().nimber()
    7
    """
    return rook(row, column, rows, columns, play)


@named("two-dimensional-nim", family="nim")
def two_dimensional_nim_game(
    counters: tuple[str, ...] = ("3:2", "5:1", "7:0"),
    *,
    width: int | None = None,
    play: Play = "normal",
) -> TwoDimensionalNim:
    """Counters column:row from 0 go left, or anywhere in a lower row; values are ordinals.

    Parameters
    ----------
    counters : tuple of str, default ('3:2', '5:1', '7:0')
        The counters, as column:row.
    width : int, optional
        The number of columns.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TwoDimensionalNim
        The game.

    Examples
    --------
    >>> print(two_dimensional_nim_game().value())
    w*3 + 1
    """
    return two_dimensional_nim(counters, width, play)
