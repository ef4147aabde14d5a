from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import RealRoot
from kibitz.core import verbs
from kibitz.core.errors import GameError
from kibitz.core.shelf import game
from kibitz.linear.tableau import pivot_method
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, parametric_game

affine = st.lists(st.integers(-4, 4), min_size=1, max_size=2)
quadratic = st.lists(st.integers(-3, 3), min_size=1, max_size=3)
points = st.fractions(min_value=-8, max_value=8, max_denominator=7)


def tables(entries: st.SearchStrategy[Any], most: int) -> st.SearchStrategy[Any]:
    return st.tuples(st.integers(1, most), st.integers(1, most)).flatmap(
        lambda mn: st.lists(
            st.lists(entries, min_size=mn[1], max_size=mn[1]), min_size=mn[0], max_size=mn[0]
        )
    )


def value_by_pivoting(game: ParametricMatrixGame, t: Fraction) -> Fraction:
    matrix = game.at(t).matrix
    return pivot_method(type(matrix)(matrix.array)).value / matrix.denominator


def test_the_textbook_example() -> None:
    solution = parametric_game([[0, 2], ["t", 1]]).solve()
    assert [str(p.value) for p in solution.pieces] == ["0", "t", "2t/(t+1)"]
    assert solution.breakpoints == (0, 1)
    last = solution.pieces[-1].parts[0]
    assert [str(f) for f in last.row] == ["(t-1)/(t+1)", "2/(t+1)"]
    assert [str(f) for f in last.column] == ["1/(t+1)", "t/(t+1)"]
    assert last.rows == last.columns == (0, 1)
    assert solution.verify()


@settings(max_examples=60, deadline=None)
@given(tables(affine, 4), st.lists(points, min_size=3, max_size=3))
def test_affine_values_agree_with_the_substituted_game(table: Any, ts: list[Fraction]) -> None:
    solution = parametric_game(table).solve()
    assert solution.verify()
    for t in ts:
        assert solution.value_at(t) == value_by_pivoting(solution.game, t)
        assert solution.solution_at(t).verify()


@settings(max_examples=40, deadline=None)
@given(tables(quadratic, 3), points)
def test_quadratic_values_agree_with_the_substituted_game(table: Any, t: Fraction) -> None:
    game = parametric_game(table, interval=(-8, 8))
    solution = game.solve()
    assert solution.verify()
    assert solution.value_at(t) == value_by_pivoting(game, t)
    for point in solution.breakpoints:
        assert abs(float(solution.value_at(point))) < 10**4


@settings(max_examples=40, deadline=None)
@given(tables(affine, 3), st.fractions(min_value=-2, max_value=2, max_denominator=5))
def test_shifting_the_parameter_shifts_the_breakpoints(table: Any, shift: Fraction) -> None:
    moved = [[[c[0] + shift * (c[1] if len(c) > 1 else 0), *c[1:]] for c in row] for row in table]
    first, second = parametric_game(table).solve(), parametric_game(moved).solve()
    assert len(first.pieces) == len(second.pieces)
    for a, b in zip(first.breakpoints, second.breakpoints, strict=True):
        assert float(a) == pytest.approx(float(b) + float(shift), abs=1e-9)


def test_neighboring_pieces_differ() -> None:
    solution = parametric_game([[0, 2, "t"], ["t", 1, "1-t"], ["t^2", 0, 1]]).solve()
    values = [p.value for p in solution.pieces]
    assert all(a != b for a, b in pairwise(values))


def test_irrational_breakpoint() -> None:
    solution = parametric_game([["t^2"], [2]]).solve()
    low, high = solution.breakpoints
    assert isinstance(high, RealRoot)
    assert str(high) == "1.414214 (root of t^2 - 2)"
    assert low < -1 < 1 < high
    assert solution.value_at(high) == 2
    assert solution.verify()
    shape = json.loads(json.dumps(solution.to_json()))
    assert shape["breakpoints"][1]["root_of"] == ["-2", "0", "1"]


def test_one_value_with_several_kernels_is_one_piece() -> None:
    solution = parametric_game([[0, "t"], [0, "-t"]]).solve()
    assert [str(p.value) for p in solution.pieces] == ["0"]
    assert len(solution.pieces[0].parts) >= 1
    assert solution.verify()


def test_interval_and_letter() -> None:
    game = parametric_game("0 2; s 1", interval=("1/2", 5), parameter="s")
    solution = game.solve()
    assert str(solution).splitlines()[0] == "V(s) = s          for 1/2 <= s <= 1"
    with pytest.raises(GameError, match="outside"):
        solution.value_at(6)


def _tampered(solution: Any, **change: Any) -> Any:
    piece = solution.pieces[-1]
    part = replace(piece.parts[0], **change)
    return replace(solution, pieces=(*solution.pieces[:-1], replace(piece, parts=(part,))))


def test_verify_rejects_what_is_false() -> None:
    solution = parametric_game([[0, 2], ["t", 1]]).solve()
    half = RationalFunction.constant(Fraction(1, 2))
    first, middle, last = solution.pieces
    assert not _tampered(solution, row=(half, half)).verify()
    assert not _tampered(solution, column=(half, half)).verify()
    assert not _tampered(solution, row=(half, half + half)).verify()
    assert not _tampered(solution, start=Fraction(2)).verify()
    assert not replace(solution, pieces=(first, middle)).verify()
    assert not replace(solution, pieces=(first, last)).verify()
    wrong = replace(last, value=last.value + half)
    assert not replace(solution, pieces=(first, middle, wrong)).verify()
    stretched = replace(middle, end=Fraction(2), parts=(replace(middle.parts[0], end=Fraction(2)),))
    shrunk = replace(last, start=Fraction(2), parts=(replace(last.parts[0], start=Fraction(2)),))
    assert not replace(solution, pieces=(first, stretched, shrunk)).verify()
    assert not replace(solution, pieces=()).verify()


@pytest.mark.parametrize(
    "arguments",
    [
        {"entries": [[0, 1], ["t"]]},
        {"entries": []},
        {"entries": [[]]},
        {"entries": 5},
        {"entries": ["ab"]},
        {"entries": [["t", "q"]]},
        {"entries": [["t"]], "interval": (2, 1)},
        {"entries": [["t"]], "interval": 3},
        {"entries": [["t"]], "interval": ("a", None)},
        {"entries": [["t"]], "parameter": "tt"},
        {"entries": [["t"]], "rows": ["a", "b"]},
        {"entries": [[float("nan")]]},
        {"entries": [[0] * 60] * 60},
    ],
)
def test_bad_input_is_one_line(arguments: dict[str, Any]) -> None:
    with pytest.raises(GameError) as caught:
        parametric_game(**arguments)
    assert "\n" not in str(caught.value)


def test_verbs() -> None:
    game = parametric_game("0 2; t 1")
    assert verbs.solve(game) == game.solve()
    text = str(verbs.explain(game))
    assert "above that point the probability of" in text or "would be negative" in text
    picture = verbs.draw(game)
    assert picture.svg.count("<polyline") == 3
    assert picture.svg.count("<circle") == 2
    assert "2 x 2" in str(verbs.describe(game))
    assert "t in (-∞, ∞)" in str(game)


def test_importing_loads_no_number_library() -> None:
    code = "import sys, kibitz.zero_sum.parametric.game; print('flint' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "call", ["weighted-voting quota=x weights=4,3,2", "bankruptcy t claims=1,2,3"]
)
def test_a_letter_where_no_zero_sum_game_is_made_is_refused_by_name(call: str) -> None:
    with pytest.raises(GameError, match="a letter can stand only in the payoffs of a zero-sum"):
        game(call)
