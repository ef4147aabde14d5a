"""Puzzles: shortest routes, counts that are known, and what has no solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kibitz.core.errors import GameError
from kibitz.search.puzzles import Queens, SlidingTiles, Sudoku, a_star, backtracking, ida_star
from kibitz.search.puzzles.backtracking import count_solutions, solutions

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize("search", [a_star, ida_star])
def test_eight_puzzle_takes_as_long_as_it_must(search):
    found = search(SlidingTiles("8 1 3 4 0 2 7 6 5"))
    assert found.cost == 14
    assert found.verify()
    assert not replace(found, moves=found.moves[:-1]).verify()


def test_a_hardest_eight_puzzle():
    assert a_star(SlidingTiles("8 6 7 2 5 4 3 0 1")).cost == 31


def test_both_agree_with_breadth_first_search():
    goal = SlidingTiles("1 2 3 4 5 0").goal
    distance, frontier = {goal: 0}, [goal]
    board = SlidingTiles(goal, columns=3)
    for state in frontier:
        for move in board.moves(state):
            after = board.play(state, move)
            if after not in distance:
                distance[after] = distance[state] + 1
                frontier.append(after)
    assert len(distance) == 360
    for state in Random(1).sample(frontier, 12):
        puzzle = SlidingTiles(state, columns=3)
        assert a_star(puzzle).cost == ida_star(puzzle).cost == distance[state]
        assert puzzle.estimate(state) <= distance[state]


@pytest.mark.parametrize("search", [a_star, ida_star])
def test_half_of_the_arrangements_have_no_solution(search):
    found = search(SlidingTiles("1 2 3 4 5 6 8 7 0"))
    assert not found.is_solved
    assert found.verify()
    with pytest.raises(GameError, match="no solution"):
        _ = found.end


def test_fifteen_puzzle():
    tiles = "5 1 2 4 9 6 3 8 13 10 7 12 0 14 11 15"
    found = ida_star(SlidingTiles(tiles))
    assert found.verify()
    assert found.cost == a_star(SlidingTiles(tiles)).cost


@pytest.mark.parametrize(
    ("size", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)]
)
def test_queens(size, count):
    assert count_solutions(Queens(size)) == count
    assert backtracking(Queens(size)).is_solved == (count > 0)


def test_sudoku():
    found = backtracking(Sudoku(HARD))
    assert found.verify()
    rows = found.puzzle.show(found.end).split("\n")
    assert all(sorted(row.split()) == list("123456789") for row in rows)
    assert len(list(solutions(Sudoku(HARD)))) == 1
    assert not backtracking(Sudoku("123....4........")).is_solved


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: SlidingTiles("1 2 2 0"), "each once"),
        (lambda: SlidingTiles("a b"), "not numbers"),
        (lambda: Queens(0), "1 or more"),
        (lambda: Sudoku("123"), "3 cells"),
        (lambda: Sudoku("11.............."), "two 1s"),
    ],
)
def test_bad_input(make, words):
    with pytest.raises(GameError, match=words):
        make()
