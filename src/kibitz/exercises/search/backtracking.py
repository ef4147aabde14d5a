"""Backtracking: queens on a board with blocked squares, put down and taken back."""

from __future__ import annotations

from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.exercises.judges.number import whole
from kibitz.exercises.judges.several import OneOfJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.pictures import INK, Picture
from kibitz.pictures.board_kinds import grid_board, square_name
from kibitz.search.puzzles.backtracking import backtracking, count_solutions
from kibitz.search.puzzles.queens import Queens

SIZES = (4, 5, 6)
QUEENS_PUT = ((5, 9), (8, 14), (12, 20))
"""How many queens are put on the board until the first solution, at each level."""


@exercise(
    "backtracking",
    "search",
    book="Glenn 1.1.1",
    levels=("4 queens", "5 queens", "6 queens, a longer search"),
)
def backtracking_problem(draft: Draft) -> Problem:
    """Queens by backtracking."""
    size = SIZES[draft.level - 1]
    low, high = QUEENS_PUT[draft.level - 1]
    squares = [(column, row) for column in range(size) for row in range(size)]

    def candidate() -> Queens | None:
        blocked = draft.dice.sample(squares, draft.dice.integer(1, size - 1))
        board = Queens(size, blocked)
        found = backtracking(board)
        put = found.counts["states"] - 1
        return board if found.is_solved and low <= put <= high else None

    board, properties = draft.find(candidate)
    found = backtracking(board)
    rows = tuple(found.moves or ())
    names = [square_name(row, column) for column, row in enumerate(rows)]
    parts = (
        Part(
            "Where do the queens of the first solution stand?",
            OneOfJudge((" ".join(names), "".join(names)), "squares from the left, such as a2 b4"),
            "In each column take the lowest free square that no queen attacks; where there is "
            "none, take back the last queen and move it up.",
        ),
        Part(
            "How many queens were placed until then, including those taken back?",
            whole(found.counts["states"] - 1, "the number of queens"),
            "Count each time a queen is placed on an unattacked square.",
        ),
        Part(
            "How many solutions are there in all?",
            whole(count_solutions(board), "the number of solutions"),
            "Continue after the first solution as if it had failed.",
        ),
    )
    black = [square_name(row, column) for column, row in sorted(board.blocked)]
    where = f"the square {black[0]}" if len(black) == 1 else f"the squares {', '.join(black)}"
    prose = (
        f"Put {size} queens on a {size} x {size} board so that no two attack each other. None "
        f"may stand on {where}. Search by backtracking: one queen in each column, columns from "
        "the left, in each column the rows from the bottom."
    )

    def derive(_: Any) -> Explanation:
        table = Table(("column", "queen put on", "next column"), tuple(_trace(board)))
        last = f"The first solution is {', '.join(names)}; {found.counts['states'] - 1} queens "
        last += "were placed to find it."
        steps = (
            Step("The search", "Each row is a queen on an unattacked square.", table),
            Step("The solution", last, None, _drawn(board, rows)),
        )
        return Explanation("Queens by backtracking", steps)

    return Problem(
        "Queens by backtracking",
        prose,
        board,
        parts,
        (found,),
        properties,
        picture=_drawn(board, ()),
        derive=derive,
    )


def _trace(board: Queens) -> list[tuple[str, str, str]]:
    """Every queen that is put down until the first solution, and what it leaves free."""
    tried: list[tuple[str, str, str]] = []

    def search(state: tuple[int, ...]) -> bool:
        if board.is_goal(state):
            return True
        for row in board.moves(state):
            then = board.play(state, row)
            column = len(state)
            free = [square_name(r, column + 1) for r in board.moves(then)]
            if board.is_goal(then):
                left = "solved"
            else:
                left = f"free: {', '.join(free)}" if free else "nothing is free, take it back"
            tried.append((square_name(0, column)[0], square_name(row, column), left))
            if search(then):
                return True
        return False

    search(board.start())
    return tried


def _drawn(board: Queens, rows: tuple[int, ...]) -> Picture:
    """The board with its blocked squares, and queens in the first columns."""

    def content(row: int, column: int) -> str:
        return "Q" if column < len(rows) and rows[column] == row else "."

    def fill(row: int, column: int) -> str:
        return INK if (column, row) in board.blocked else "paper"

    caption = f"{len(rows) or 'no'} queens; black: blocked"
    return grid_board(board.size, board.size, content, caption, fill=fill).picture()
