"""Puzzles for one player: search for a goal instead of against somebody."""

from kibitz.search.puzzles.a_star import a_star
from kibitz.search.puzzles.backtracking import (
    backtracking,
    count_distinct,
    count_solutions,
    solutions,
)
from kibitz.search.puzzles.ida_star import ida_star
from kibitz.search.puzzles.maze import Maze
from kibitz.search.puzzles.puzzle import Puzzle, Route
from kibitz.search.puzzles.queens import Queens
from kibitz.search.puzzles.roads import Roads
from kibitz.search.puzzles.sliding import SlidingTiles
from kibitz.search.puzzles.sudoku import Sudoku

__all__ = [
    "Maze",
    "Puzzle",
    "Queens",
    "Roads",
    "Route",
    "SlidingTiles",
    "Sudoku",
    "a_star",
    "backtracking",
    "count_distinct",
    "count_solutions",
    "ida_star",
    "solutions",
]
