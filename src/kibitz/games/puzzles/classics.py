"""Puzzles for one player as games with moves: sliding tiles, queens, sudoku.

:mod:`kibitz.search.puzzles` searches the same puzzles for shortest solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.boards import board_text, letters, square_name
from kibitz.pictures import FAINT, INK, MARK, ROW, Board, Canvas, Cell, drawn_board, grid_board
from kibitz.rules import OVER, Rules, replaced
from kibitz.search.puzzles.puzzle import Puzzle
from kibitz.search.puzzles.sliding import SlidingTiles
from kibitz.search.puzzles.sudoku import Sudoku

GAP = 0


class Tiles(NamedTuple):
    """The tiles row by row from the top, 0 for the gap; where the gap is; moves made."""

    tiles: tuple[int, ...]
    gap: int
    made: int


class SlidingTilesGame(Rules):
    """Slide tiles into the gap until they stand in order, the gap last, within a limit."""

    players = 1
    zero_sum = False
    names = ("you",)
    payoff_bounds = (0, 1)
    most_moves = 4

    def __init__(
        self, tiles: tuple[int, ...], limit: int = 80, goal: tuple[int, ...] = (), columns: int = 0
    ) -> None:
        count = len(tiles)
        self.columns = columns or isqrt(count)
        if not columns and self.columns**2 != count:
            raise GameError(
                f"tiles: {' '.join(map(str, tiles))} is not a square of the numbers 0, 1, 2, ...; "
                "give columns= for other shapes"
            )
        if limit < 1:
            raise GameError(f"tiles: {count_of(limit, 'move')}; it must be at least 1")
        same = SlidingTiles(tiles, self.columns, goal or None)
        self.tiles, self.rows, self.limit = same.tiles, count // self.columns, limit
        self.title = same.title
        self.longest = limit
        self.goal = same.goal
        self.places = tuple(self.goal.index(tile) for tile in range(count))

    def start(self) -> Tiles:
        return Tiles(self.tiles, self.tiles.index(GAP), 0)

    def is_solved(self, state: Tiles) -> bool:
        return all(state.tiles[k] == self.goal[k] for k in range(len(self.goal)))

    def player(self, state: Tiles) -> int:
        return OVER if state.made >= self.limit or self.is_solved(state) else 0

    def moves(self, state: Tiles) -> Iterator[int]:
        """The tiles beside the gap."""
        row, column = state.gap // self.columns, state.gap % self.columns
        if row > 0:
            yield state.tiles[state.gap - self.columns]
        if column > 0:
            yield state.tiles[state.gap - 1]
        if column < self.columns - 1:
            yield state.tiles[state.gap + 1]
        if row < self.rows - 1:
            yield state.tiles[state.gap + self.columns]

    def play(self, state: Tiles, move: int) -> Tiles:
        at = 0
        for k in range(len(self.goal)):
            if state.tiles[k] == move:
                at = k
        tiles = replaced(replaced(state.tiles, state.gap, move), at, GAP)
        return Tiles(tiles, at, state.made + 1)

    def payoffs(self, state: Tiles) -> tuple[int]:
        return (1,) if self.is_solved(state) else (0,)

    def evaluate(self, state: Tiles) -> tuple[float]:
        """How near the tiles are to their places."""
        away = 0
        for k in range(len(self.goal)):
            if state.tiles[k] > 0:
                place = self.places[state.tiles[k]]
                away += abs(k // self.columns - place // self.columns)
                away += abs(k % self.columns - place % self.columns)
        return (1.0 / (1.0 + away),)

    def puzzle(self, state: Tiles) -> SlidingTiles:
        return SlidingTiles(state.tiles, self.columns, self.goal)

    def key(self, state: Tiles) -> tuple[tuple[int, ...], int]:
        return (state.tiles, state.made)

    def show(self, state: Tiles) -> str:
        width, across = len(str(len(self.goal) - 1)), self.columns
        rows = [state.tiles[k : k + across] for k in range(0, len(self.goal), across)]
        words = [" ".join(f"{tile or '.':>{width}}" for tile in row) for row in rows]
        return "\n".join([*words, f"{count_of(state.made, 'move')} made"])

    def board_of(self, state: Tiles) -> Board:
        step = 44.0
        cells = []
        canvas = Canvas(self.columns * step + 20, self.rows * step + 20)
        for k, tile in enumerate(state.tiles):
            x, y = 10 + k % self.columns * step, 10 + k // self.columns * step
            if tile:
                canvas.rect(x + 1, y + 1, step - 2, step - 2, fill=MARK, stroke=FAINT, radius=5)
                canvas.text(x + step / 2, y + step / 2 + 6, str(tile), size=17, bold=True)
            corners = ((x, y), (x + step, y), (x + step, y + step), (x, y + step))
            cells.append(Cell(str(tile) if tile else "gap", corners))
        return drawn_board(canvas, cells, self.title)


class QueenRows(NamedTuple):
    """How many rows are filled, the columns of their queens, and what they attack in the next."""

    row: int
    queens: tuple[int, ...]
    columns: int
    left: int
    right: int


class QueensGame(Rules):
    """Place one queen in each row so that no two attack each other."""

    players = 1
    zero_sum = False
    names = ("you",)
    payoff_bounds = (0, 1)

    def __init__(self, size: int = 8) -> None:
        if not 1 <= size <= 32:
            raise GameError(f"queens: size is {size}; it must be 1 to 32")
        self.size = size
        self.title = f"{size} queens"
        self.most_moves = self.longest = size
        self.full = (1 << size) - 1
        self.none = (-1,) * size

    def start(self) -> QueenRows:
        return QueenRows(0, self.none, 0, 0, 0)

    def player(self, state: QueenRows) -> int:
        stuck = (state.columns | state.left | state.right) & self.full == self.full
        return OVER if stuck or state.row == self.size else 0

    def moves(self, state: QueenRows) -> Iterator[int]:
        """The columns that no queen attacks."""
        attacked = state.columns | state.left | state.right
        for column in range(self.size):
            if not (attacked >> column) & 1:
                yield column

    def play(self, state: QueenRows, move: int) -> QueenRows:
        queen = 1 << move
        return QueenRows(
            state.row + 1,
            replaced(state.queens, state.row, move),
            state.columns | queen,
            (state.left | queen) >> 1,
            ((state.right | queen) << 1) & self.full,
        )

    def payoffs(self, state: QueenRows) -> tuple[int]:
        return (1,) if state.row == self.size else (0,)

    def evaluate(self, state: QueenRows) -> tuple[float]:
        """The share of the rows that are filled."""
        return (state.row / (self.size + 1.0),)

    def key(self, state: QueenRows) -> tuple[int, int, int, int]:
        return (state.row, state.columns, state.left, state.right)

    def show(self, state: QueenRows) -> str:
        return board_text(self.size, self.size, lambda r, c: "Q" if state.queens[r] == c else ".")

    def board_of(self, state: QueenRows) -> Board:
        return grid_board(
            self.size,
            self.size,
            lambda r, c: "Q" if state.queens[r] == c else ".",
            self.title,
            checkered=True,
        )

    def show_move(self, state: QueenRows, move: int) -> str:
        return square_name(state.row, move)


class SudokuGrid(NamedTuple):
    """The digits row by row from the top, 0 for an empty cell."""

    cells: tuple[int, ...]


class Filling(Puzzle):
    """The same grid as a search problem, with the moves of the game."""

    title = "Sudoku"
    is_filled_in = True

    def __init__(self, cells: tuple[int, ...]) -> None:
        self.grid = Sudoku(cells)

    def start(self) -> tuple[int, ...]:
        return self.grid.start()

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        return (10 * place + digit for place, digit in self.grid.moves(state))

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return self.grid.play(state, divmod(move, 10))

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return self.grid.is_goal(state)

    def show(self, state: tuple[int, ...]) -> str:
        return self.grid.show(state)


class SudokuGame(Rules):
    """Fill in the emptiest choice first: the cell with the fewest digits left, digit by digit."""

    players = 1
    zero_sum = False
    names = ("you",)
    payoff_bounds = (0, 1)
    most_moves = 9
    longest = 81
    title = "Sudoku"

    def __init__(self, cells: str) -> None:
        digits = "".join(
            "0" if c in ".0_-" else c for c in cells if not c.isspace() and c not in "|+"
        )
        if len(digits) != 81 or not digits.isdigit():
            raise GameError(
                f"sudoku: {count_of(len(digits), 'cell')}; give 81 digits, 0 or . for empty ones"
            )
        self.cells = tuple(int(c) for c in digits)
        for cell, digit in enumerate(self.cells):
            if digit and not self.may_stand(self.cells, cell, digit):
                where = f"row {cell // 9 + 1}, column {cell % 9 + 1}"
                raise GameError(f"sudoku: the {digit} in {where} occurs twice in a unit")

    def start(self) -> SudokuGrid:
        return SudokuGrid(self.cells)

    def may_stand(self, cells: tuple[int, ...], cell: int, digit: int) -> bool:
        """Whether no other cell in the row, column and block holds this digit."""
        row, column = cell // 9, cell % 9
        top, left = row // 3 * 3, column // 3 * 3
        for k in range(9):
            here = row * 9 + k
            if here != cell and cells[here] == digit:
                return False
            here = k * 9 + column
            if here != cell and cells[here] == digit:
                return False
            here = (top + k // 3) * 9 + left + k % 3
            if here != cell and cells[here] == digit:
                return False
        return True

    def next_cell(self, state: SudokuGrid) -> int:
        """The empty cell with the fewest digits left; -1 when all are filled."""
        best = -1
        fewest = 10
        for cell in range(81):
            if state.cells[cell] == 0:
                count = 0
                for digit in range(1, 10):
                    if self.may_stand(state.cells, cell, digit):
                        count += 1
                if count < fewest:
                    fewest = count
                    best = cell
        return best

    def player(self, state: SudokuGrid) -> int:
        cell = self.next_cell(state)
        if cell < 0:
            return OVER
        for digit in range(1, 10):
            if self.may_stand(state.cells, cell, digit):
                return 0
        return OVER

    def moves(self, state: SudokuGrid) -> Iterator[int]:
        """Cell and digit, ``10 * cell + digit``."""
        cell = self.next_cell(state)
        for digit in range(1, 10):
            if self.may_stand(state.cells, cell, digit):
                yield 10 * cell + digit

    def play(self, state: SudokuGrid, move: int) -> SudokuGrid:
        return SudokuGrid(replaced(state.cells, move // 10, move % 10))

    def payoffs(self, state: SudokuGrid) -> tuple[int]:
        return (1,) if self.next_cell(state) < 0 else (0,)

    def evaluate(self, state: SudokuGrid) -> tuple[float]:
        """The share of the cells that are filled."""
        filled = 0
        for cell in range(81):
            if state.cells[cell] > 0:
                filled += 1
        return (filled / 82.0,)

    def puzzle(self, state: SudokuGrid) -> Filling:
        return Filling(state.cells)

    def show(self, state: SudokuGrid) -> str:
        lines = []
        for row in range(9):
            cells = [str(digit or ".") for digit in state.cells[9 * row : 9 * row + 9]]
            parts = [" ".join(cells[k : k + 3]) for k in (0, 3, 6)]
            lines.append(" | ".join(parts))
            if row in (2, 5):
                lines.append("------+-------+------")
        return "\n".join(lines)

    def board_of(self, state: SudokuGrid) -> Board:
        step = 30.0
        cells = []
        canvas = Canvas(9 * step + 20, 9 * step + 20)
        for k in range(10):
            width = 2.0 if k % 3 == 0 else 0.7
            canvas.line(10 + k * step, 10, 10 + k * step, 10 + 9 * step, width=width)
            canvas.line(10, 10 + k * step, 10 + 9 * step, 10 + k * step, width=width)
        for cell, digit in enumerate(state.cells):
            left, top = 10 + cell % 9 * step, 10 + cell // 9 * step
            right, bottom = left + step, top + step
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            cells.append(Cell(f"{letters(cell % 9)}{9 - cell // 9}", corners))
            if digit:
                x, y = 10 + (cell % 9 + 0.5) * step, 10 + (cell // 9 + 0.5) * step + 6
                given = self.cells[cell] > 0
                canvas.text(x, y, str(digit), size=16, fill=INK if given else ROW, bold=given)
        return drawn_board(canvas, cells, self.title)

    def show_move(self, state: SudokuGrid, move: int) -> str:
        cell, digit = divmod(move, 10)
        return f"{letters(cell % 9)}{9 - cell // 9}={digit}"


@named("tiles", "puzzle")
def tiles(
    tiles: tuple[int, ...] = (1, 8, 2, 0, 4, 3, 7, 6, 5),
    limit: int = 80,
    goal: tuple[int, ...] = (),
    columns: int = 0,
) -> SlidingTilesGame:
    """The 8-puzzle, the 15-puzzle and the like: slide tiles until they are in order.

    Parameters
    ----------
    tiles : tuple of int, default (1, 8, 2, 0, 4, 3, 7, 6, 5)
        The tiles, row by row; 0 is the gap.
    limit : int, default 80
        The largest number of moves.
    goal : tuple of int, optional
        The goal; the tiles in order if omitted.
    columns : int, default 0
        The number of columns; a square if 0.

    Returns
    -------
    SlidingTilesGame
        The game.
    """
    return SlidingTilesGame(tiles, limit, goal, columns)


@named("queens", "puzzle")
def queens(size: int = 8) -> QueensGame:
    """Place one queen in each row so that no two attack each other.

    Parameters
    ----------
    size : int, default 8
        The size of the board.

    Returns
    -------
    QueensGame
        The game.
    """
    return QueensGame(size)


EASY = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"


@named("sudoku", "puzzle")
def sudoku(cells: str = EASY) -> SudokuGame:
    """Fill a grid of nine by nine so that no row, column or block has a digit twice.

    Parameters
    ----------
    cells : str, optional
        The digits, row by row; 0 or . for an empty cell.

    Returns
    -------
    SudokuGame
        The game.
    """
    return SudokuGame(cells)
