"""The nim family on the shelf: heaps and positions are typed one after the other.

>>> from kibitz import game
>>> [str(move) for move in game("nim 3 4 5").winning_moves()]
['take 2 from heap 1, leaving 1']
>>> game("nim 3 4 5 play=misere").outcome(), game("moore 2 3 4 5").outcome()
('N', 'N')
"""

from __future__ import annotations

from kibitz.combinatorial.nim_family import (
    SOS,
    Bins,
    Chomp,
    Divisors,
    EmptyAndDivide,
    Moore,
    Nim,
    Nimble,
    Northcott,
    PokerNim,
    Rayles,
    Rims,
    Rook,
    StaircaseNim,
    ThirtyOne,
    TransfiniteNim,
    TwoDimensionalNim,
    VertexDeletion,
    Welter,
    Wythoff,
    bins,
    chomp,
    chomp_board,
    choose_a_pile,
    cycle_graph,
    divisors,
    double_star_graph,
    empty_and_divide,
    grid_graph,
    moore,
    nim,
    nimble,
    northcott,
    path_graph,
    poker_nim,
    rayles,
    rims,
    rook,
    sos,
    staircase,
    star_graph,
    thirty_one,
    transfinite_nim_game,
    two_dimensional_nim,
    vertex_deletion,
    welter,
    wythoff,
)
from kibitz.core.errors import GameError
from kibitz.core.registry import named


@named("nim", family="nim")
def nim_game(heaps: tuple[int, ...] = (3, 4, 5), *, play: str = "normal") -> Nim:
    """Take any number of counters from one heap; play=misere makes the last taker lose.

    Parameters
    ----------
    heaps : tuple of int, default (3, 4, 5)
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Nim
        The game.

    Examples
    --------
    >>> nim_game((13, 12, 8)).nimber()
    9
    """
    return nim(heaps, play)


@named("moore", family="nim", together=("k", "heaps"))
def moore_game(k: int = 2, heaps: tuple[int, ...] = (3, 4, 5, 6), *, play: str = "normal") -> Moore:
    """Moore's Nim_k: take counters from at least one and at most k heaps.

    Parameters
    ----------
    k : int, default 2
        The largest number of heaps of a move.
    heaps : tuple of int, default (3, 4, 5, 6)
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Moore
        The game.

    Examples
    --------
    >>> str(moore_game(2, (1, 2, 3, 4)).winning_move())
    'take 1 from heap 4, leaving 1 2 3 3'
    """
    return moore(k, heaps, play)


@named("staircase", family="nim")
def staircase_game(steps: tuple[int, ...] = (2, 9, 3, 1), *, play: str = "normal") -> StaircaseNim:
    """Staircase nim: coins on steps 1, 2, 3, ... go down to the next step.

    Parameters
    ----------
    steps : tuple of int, default (2, 9, 3, 1)
        The number of coins on each step.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    StaircaseNim
        The game.

    Examples
    --------
    >>> staircase_game().nimber()
    1
    """
    return staircase(steps, play)


@named("nimble", family="nim")
def nimble_game(squares: tuple[int, ...] = (0, 3, 3, 6, 10), *, play: str = "normal") -> Nimble:
    """Nimble: coins on squares numbered from 0, moved any way to the left.

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
    play: str = "normal",
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


@named("poker-nim", family="nim")
def poker_nim_game(
    heaps: tuple[int, ...] = (3, 4), *, bag: int = 5, play: str = "normal"
) -> PokerNim:
    """Poker nim: take counters from a heap, or add some out of a bag that is not refilled.

    Parameters
    ----------
    heaps : tuple of int, default (3, 4)
        The sizes of the heaps.
    bag : int, default 5
        How many counters are in the bag.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    PokerNim
        The game.

    Examples
    --------
    >>> poker_nim_game((11, 13)).nimber()
    6
    """
    return poker_nim(heaps, bag, play)


@named("wythoff", family="nim", together=("x", "y"))
def wythoff_game(x: int = 8, y: int = 5, *, spread: int = 1, play: str = "normal") -> Wythoff:
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
def welter_game(squares: tuple[int, ...] = (2, 3, 5, 7, 11), *, play: str = "normal") -> Welter:
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


@named("bins", family="nim")
def bins_game(stones: tuple[int, ...] = (1, 1, 2), *, play: str = "normal") -> Bins:
    """Stones in a row of bins: some stones of one bin go into one bin further left.

    Parameters
    ----------
    stones : tuple of int, default (1, 1, 2)
        The number of stones in each bin.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Bins
        The game.

    Examples
    --------
    >>> bins_game().nimber()
    2
    """
    return bins(stones, play)


@named("chomp", family="nim")
def chomp_game(rows: tuple[int, ...] = (8, 5, 1)) -> Chomp:
    """Chomp on a bar with these row lengths from the bottom up; (1, 1) is poisoned.

    Parameters
    ----------
    rows : tuple of int, default (8, 5, 1)
        The lengths of the rows.

    Returns
    -------
    Chomp
        The game.

    Examples
    --------
    >>> [str(move) for move in chomp_game().winning_moves()]
    ['eat (3, 1)']
    """
    return chomp(rows)


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
    number: int = 72, named: tuple[int, ...] = (), *, play: str = "normal"
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
    """SOS on a row: write S or O and complete SOS; a number of squares, or a board S_O__.

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


@named("empty-and-divide", family="nim", together=("m", "n"))
def empty_and_divide_game(m: int = 10, n: int = 3, *, play: str = "normal") -> EmptyAndDivide:
    """Two boxes of chips: empty one of them and divide the other between the two.

    Parameters
    ----------
    m : int, default 10
        The chips in the first box.
    n : int, default 3
        The chips in the second box.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    EmptyAndDivide
        The game.

    Examples
    --------
    >>> empty_and_divide_game(5, 7).outcome()
    'P'
    """
    return empty_and_divide(m, n, play)


@named("thirty-one", family="nim")
def thirty_one_game(
    played: tuple[int, ...] = (),
    *,
    limit: int = 31,
    faces: int = 6,
    copies: int = 4,
    play: str = "normal",
) -> ThirtyOne:
    """Turn up cards from 1 to 6, four of each, without passing 31; the cards already played.

    Parameters
    ----------
    played : tuple of int, optional
        The cards played so far.
    limit : int, default 31
        The sum that must not be exceeded.
    faces : int, default 6
        The highest card.
    copies : int, default 4
        How many cards there are of each value.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    ThirtyOne
        The game.

    Examples
    --------
    >>> [str(move) for move in thirty_one_game().winning_moves()]
    ['turn up a 1', 'turn up a 2', 'turn up a 5']
    """
    return thirty_one(played, limit, faces, copies, play)


@named("rims", family="nim")
def rims_game(regions: tuple[int, ...] = (5, 4, 2), *, play: str = "normal") -> Rims:
    """Rims: draw a loop through dots of one region; the others end inside or outside.

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
def rayles_game(regions: tuple[int, ...] = (5, 4, 2), *, play: str = "normal") -> Rayles:
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
    play: str = "normal",
) -> Rook:
    """A rook goes up or left from (row, column), counted from 1 at the top left.

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
    play: str = "normal",
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


@named("transfinite-nim", family="nim")
def transfinite_nim_shelf(
    heaps: tuple[str, ...] = ("w*2+3", "w+5", "7"), *, play: str = "normal"
) -> TransfiniteNim:
    """Nim with heaps that are ordinals below w^w, typed without spaces.

    Parameters
    ----------
    heaps : tuple of str, default ('w*2+3', 'w+5', '7')
        The heaps, ordinals such as ``w*2+3``.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TransfiniteNim
        The game.

    Examples
    --------
    >>> print(transfinite_nim_shelf().value())
    w*3 + 1
    """
    return transfinite_nim_game(map(_number_or_text, heaps), play)


@named("choose-a-pile", family="nim")
def choose_a_pile_game() -> TransfiniteNim:
    """Choose a nim heap of any size, then play nim with it: a heap of w.

    >>> print(choose_a_pile_game().value())
    w
    """
    return choose_a_pile()


@named("vertex-deletion", family="nim")
def vertex_deletion_game(
    edges: tuple[str, ...] = ("a-b", "b-c", "c-a", "c-d"), *, play: str = "normal"
) -> VertexDeletion:
    """Delete a vertex that has an edge, with all its edges; edges are typed a-b.

    Parameters
    ----------
    edges : tuple of str, default ('a-b', 'b-c', 'c-a', 'c-d')
        The edges, such as ``a-b``.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_deletion_game().nimber()
    3
    """
    return vertex_deletion([_edge(edge) for edge in edges], play)


@named("vertex-path", family="nim")
def vertex_path(vertices: int = 8, *, play: str = "normal") -> VertexDeletion:
    """The vertex-deletion game on a path, which is the octal game 0.6.

    Parameters
    ----------
    vertices : int, default 8
        The number of vertices.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_path(8).nimber()
    1
    """
    return vertex_deletion(path_graph(vertices), play)


@named("vertex-cycle", family="nim")
def vertex_cycle(vertices: int = 8, *, play: str = "normal") -> VertexDeletion:
    """The vertex-deletion game on a cycle.

    Parameters
    ----------
    vertices : int, default 8
        The number of vertices.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_cycle(5).nimber()
    1
    """
    return vertex_deletion(cycle_graph(vertices), play)


@named("vertex-star", family="nim")
def vertex_star(leaves: int = 5, *, play: str = "normal") -> VertexDeletion:
    """The vertex-deletion game on a star with this number of leaves.

    Parameters
    ----------
    leaves : int, default 5
        The number of leaves.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_star(5).nimber()
    1
    """
    return vertex_deletion(star_graph(leaves), play)


@named("vertex-double-star", family="nim", together=("first", "second"))
def vertex_double_star(first: int = 3, second: int = 2, *, play: str = "normal") -> VertexDeletion:
    """The vertex-deletion game on two stars with their centers joined.

    Parameters
    ----------
    first : int, default 3
        The number of leaves of the first star.
    second : int, default 2
        The number of leaves of the second star.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_double_star(3, 2).nimber()
    3
    """
    return vertex_deletion(double_star_graph(first, second), play)


@named("vertex-grid", family="nim", together=("rows", "columns"))
def vertex_grid(rows: int = 3, columns: int = 3, *, play: str = "normal") -> VertexDeletion:
    """The vertex-deletion game on a grid of vertices.

    Parameters
    ----------
    rows : int, default 3
        The number of rows.
    columns : int, default 3
        The number of columns.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_grid().nimber()
    2
    """
    if rows * columns > 36:
        raise GameError(
            f"a grid of {rows} x {columns} has too many connected parts to search; the limit is 36 "
            "vertices"
        )
    return vertex_deletion(grid_graph(rows, columns), play)


def _edge(text: str) -> tuple[str, str]:
    ends = text.split("-")
    if len(ends) != 2 or not all(ends):
        raise GameError(f"vertex-deletion: the edge {text!r} is not a pair of vertices; write a-b")
    return ends[0], ends[1]


def _number_or_text(word: str) -> int | str:
    return int(word) if word.isdigit() else word
