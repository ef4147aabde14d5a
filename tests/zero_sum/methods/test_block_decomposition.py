from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kibitz.core.shelf import game
from kibitz.zero_sum.explanations.blocks import block_steps
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.methods import block_decomposition as module
from kibitz.zero_sum.methods.block_decomposition import block_decomposition, solve_by_blocks

DATA = Path(__file__).parents[2] / "data" / "block_decomposition.json"


def subsets(size: int) -> list[tuple[int, ...]]:
    return [s for k in range(2, size + 1) for s in combinations(range(size), k)]


def splits_by_brute_force(game: MatrixGame) -> bool:
    """Is there a proper closed pair whose block has more than one entry out of line?"""
    array = game.matrix.array
    m, n = array.shape
    for rows in subsets(m):
        for columns in subsets(n):
            if (len(rows), len(columns)) == (m, n):
                continue
            outside = [j for j in range(n) if j not in columns]
            others = [i for i in range(m) if i not in rows]
            agree = all(len(set(array[list(rows), j].tolist())) == 1 for j in outside) and all(
                len(set(array[i, list(columns)].tolist())) == 1 for i in others
            )
            if agree and not sliver(array[np.ix_(rows, columns)]):
                return True
    return False


def sliver(block: Any) -> bool:
    """Constant, except perhaps for one entry."""
    return any((block != x).sum() <= 1 for x in set(block.ravel().tolist()))


matrices = st.tuples(st.integers(2, 5), st.integers(2, 5)).flatmap(
    lambda mn: st.lists(
        st.lists(st.integers(0, 2), min_size=mn[1], max_size=mn[1]), min_size=mn[0], max_size=mn[0]
    )
)


@settings(max_examples=150, deadline=None)
@given(matrices)
@example([[0, 0, 2], [0, 1, 2]])  # two columns lead to both rows, which alone lead to one column
def test_a_split_is_found_exactly_when_there_is_one(rows: list[list[int]]) -> None:
    game = matrix(rows)
    found = block_decomposition(game)
    assert (found is not None) == splits_by_brute_force(game)
    if found is not None:
        assert found.verify()


@settings(max_examples=100, deadline=None)
@given(matrices)
def test_solution_by_blocks_is_a_solution(rows: list[list[int]]) -> None:
    solution = solve_by_blocks(matrix(rows))
    if solution is not None:
        assert solution.verify(), str(solution.verify())


small = st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=3, max_size=3)


@settings(max_examples=60, deadline=None)
@given(small, small, st.integers(-5, 5), st.integers(-5, 5), st.randoms())
def test_hidden_blocks_are_found_after_any_reordering(
    first: Any, second: Any, corner: int, other: int, random: Any
) -> None:
    array = np.full((6, 6), corner)
    array[3:, :3] = other
    array[:3, :3], array[3:, 3:] = first, second
    rows, columns = list(range(6)), list(range(6))
    random.shuffle(rows)
    random.shuffle(columns)
    game = matrix(array[np.ix_(rows, columns)])
    found = block_decomposition(game)
    if not (sliver(np.array(first)) and sliver(np.array(second))):
        assert found is not None
    solution = solve_by_blocks(game)
    if solution is not None:
        assert solution.verify()
        assert solution.value == matrix(array).solve().value


def test_the_textbook_case() -> None:
    case = json.loads(DATA.read_text())
    game = matrix(case["input"]["matrix"])
    found = block_decomposition(game)
    partition = case["expect"]["block_partition"]
    assert found is not None
    assert [[i + 1 for i in b] for b in found.row_blocks] == partition["rows"]
    assert [[j + 1 for j in b] for b in found.column_blocks] == partition["cols"]
    assert [str(found.constant(0, 1)), str(found.constant(1, 0))] == ["4", "5"]
    solution = solve_by_blocks(game)
    assert solution is not None
    assert solution.method == "block decomposition"
    assert str(solution.value) == case["expect"]["value"]
    assert [str(x) for x in solution.row] == case["expect"]["p"]
    assert [str(x) for x in solution.column] == case["expect"]["q"]
    assert [p.value for p in solution.working.components] == [1, 3]
    assert str(solution.working.quotient.game.matrix.numbers()[0][1]) == "4"


def test_constant_blocks_on_the_diagonal() -> None:
    game = matrix("4 4 0 3; 4 4 2 -1; 0 1 5 5; 4 3 5 5")
    found = block_decomposition(game)
    assert found is not None
    assert found.components == ((0, 1), (1, 0))
    solution = solve_by_blocks(game)
    assert solution is not None
    assert solution.verify()
    assert solution.value == game.solve(method="pivoting").value


def test_nested_blocks() -> None:
    inner = [[0, 3, 4, 4], [2, -1, 4, 4], [5, 5, 0, 1], [5, 5, 4, 3]]
    game = matrix([[*row, 7, 7] for row in inner] + [[1] * 4 + [9, 2], [1] * 4 + [3, 8]])
    solution = solve_by_blocks(game)
    assert solution is not None
    assert len(solution.working.components) == 2
    assert solution.working.components[0].method == "block decomposition"
    assert solution.verify()


def test_three_blocks_are_one_level() -> None:
    block = [[2, -1], [-3, 5]]
    array = np.zeros((6, 6), int)
    for k in range(3):
        array[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = np.array(block) + k
    found = block_decomposition(matrix(array))
    assert found is not None
    assert found.components == ((0, 0), (1, 1), (2, 2))


def test_one_component_among_singles() -> None:
    game = matrix("1 5 5 0; 6 2 -1 3; 6 -3 5 3; 2 4 4 8")
    found = block_decomposition(game)
    assert found is not None
    assert found.row_blocks == ((0,), (1, 2), (3,))
    assert found.column_blocks == ((0,), (1, 2), (3,))
    solution = solve_by_blocks(game)
    assert solution is not None
    assert solution.verify()


@pytest.mark.parametrize("text", ["1", "1 2; 3 4", "-1 1; 1 -1", "1 2 3; 3 1 2; 2 3 1", "1 2 3"])
def test_games_that_do_not_split(text: str) -> None:
    assert block_decomposition(matrix(text)) is None
    assert solve_by_blocks(matrix(text)) is None


def test_floats_stay_floats() -> None:
    game = matrix("0 3 4 4; 2 -1 4 4; 5 5 0 1; 5 5 4 3", exact=False)
    solution = solve_by_blocks(game)
    assert solution is not None
    assert solution.value == pytest.approx(3.4)
    assert all(isinstance(x, float) for x in solution.row)
    assert solution.verify()


def test_verify_rejects_a_false_split() -> None:
    found = block_decomposition(matrix("0 3 4 4; 2 -1 4 4; 5 5 0 1; 5 5 4 3"))
    assert found is not None
    assert not replace(found, row_blocks=((0, 2), (1, 3))).verify()
    assert not replace(found, row_blocks=((0, 1), (2,))).verify()
    assert not replace(found, components=((0, 0),)).verify()
    assert not replace(found, components=((0, 0), (0, 1), (1, 1))).verify()


def test_explanation_shows_the_split_and_the_quotient() -> None:
    solution = solve_by_blocks(matrix("0 3 4 4; 2 -1 4 4; 5 5 0 1; 5 5 4 3"))
    assert solution is not None
    steps = block_steps(solution.working, solution)
    headings = [s.heading for s in steps]
    assert headings[0] == "The game splits into blocks"
    assert "The quotient game" in headings
    table = steps[0].table
    assert table is not None
    assert len(table.marked) == 8
    quotient = next(s for s in steps if s.heading == "The quotient game")
    assert quotient.table is not None
    assert quotient.table.rows == (("1, 2", "1", "4"), ("3, 4", "5", "3"))
    assert solution.value == Fraction(17, 5)


def test_pairs_that_take_in_the_whole_game_are_not_followed_twice(monkeypatch):
    asked = 0
    disagreement = module._disagreement

    def counted(*given):
        nonlocal asked
        asked += 1
        return disagreement(*given)

    monkeypatch.setattr(module, "_disagreement", counted)
    assert block_decomposition(game("mendelsohn")) is None
    assert asked < 60_000, "it was half a million"
