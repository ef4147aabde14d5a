"""Puzzles for one player: search for a goal instead of against somebody."""

from kibitz.search.puzzles.a_star import a_star
from kibitz.search.puzzles.backtracking import backtracking
from kibitz.search.puzzles.ida_star import ida_star
from kibitz.search.puzzles.puzzle import Puzzle, Route
from kibitz.search.puzzles.queens import Queens
from kibitz.search.puzzles.sliding import SlidingTiles
from kibitz.search.puzzles.sudoku import Sudoku

__all__ = [
    "Puzzle",
    "Queens",
    "Route",
    "SlidingTiles",
    "Sudoku",
    "a_star",
    "backtracking",
    "ida_star",
]
