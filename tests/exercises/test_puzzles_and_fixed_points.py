"""The answers to some kinds of problems, found again in another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest

from kibitz.exercises.kind import chosen, kind

SEEDS = range(1, 9)
LEVELS = (1, 2, 3)


@pytest.mark.parametrize("level", LEVELS)
def test_fingers_by_their_table_and_by_the_formula(level):
    for seed in SEEDS:
        problem = kind("finger-game").problem(seed, level)
        game, answers = problem.game, problem.answers()
        n = len(game.players)
        assert len(list(game.pure_equilibria())) == int(answers["a"])
        lone = [game.payoff(*([k] + [1 - k] * (n - 1)))[0] for k in (0, 1)]
        x = 1 / (1 + (float(lone[1]) / float(lone[0])) ** (1 / (n - 1)))
        assert problem.parts[1].judge.judge(f"{x:.9f}").is_right
        assert problem.parts[2].judge.judge(f"{float(lone[0]) * (1 - x) ** (n - 1):.9f}").is_right


@pytest.mark.parametrize("level", LEVELS)
def test_contractions_come_near_their_fixed_points(level):
    for seed in SEEDS:
        problem = kind("contraction").problem(seed, level)
        matrix, added = problem.game
        answers = problem.answers()
        point = [Fraction(x) for x in answers["d"]]
        image = [
            sum(a * x for a, x in zip(row, point, strict=True)) + b
            for row, b in zip(matrix, added, strict=True)
        ]
        assert image == point
        gaps = [abs(Fraction(x) - y) for x, y in zip(answers["b"], point, strict=True)]
        assert (sum(gaps) if level == 3 else max(gaps)) <= Fraction(answers["c"])
        assert Fraction(answers["a"]) < 1


def test_the_nash_map_leaves_exactly_equilibria_where_they_are():
    told = set()
    for seed in range(1, 13):
        problem = kind("nash-map").problem(seed, 2)
        (step,) = problem.solutions
        image = [[str(x) for x in side] for side in step.profile]
        fixed = image == [problem.answers()["a"], problem.answers()["b"]]
        assert (problem.answers()["c"] == "yes") is fixed
        told.add(fixed)
    assert told == {True, False}


@pytest.mark.parametrize("level", LEVELS)
def test_no_way_is_shorter_than_that_of_a_star(level):
    for seed in range(1, 4):
        problem = kind("a-star").problem(seed, level)
        assert not problem.game.inconsistent()
        roads, answers = problem.game.roads, problem.answers()
        inner = [p for p in roads if p not in ("S", "G")]
        ways = [
            sum(roads[a][b] for a, b in pairwise(way))
            for size in range(len(inner) + 1)
            for middle in permutations(inner, size)
            for way in [("S", *middle, "G")]
            if all(b in roads[a] for a, b in pairwise(way))
        ]
        assert min(ways) == int(answers["c"])


def test_the_books_lead_to_these_kinds():
    assert "a-star" in [k.name for k in chosen("Glenn 1.1")]
    assert "finger-game" in [k.name for k in chosen("Leon 1.1")]
    assert "contraction" in [k.name for k in chosen("Ferguson A.2")]
    assert "nash-map" in [k.name for k in chosen("Ferguson A.3")]


@pytest.mark.parametrize("level", LEVELS)
def test_queens_are_placed_as_by_hand(level):
    for seed in SEEDS:
        problem = kind("backtracking").problem(seed, level)
        board, answers = problem.game, problem.answers()
        size = board.size
        free = [
            rows
            for rows in permutations(range(size))
            if not any((c, r) in board.blocked for c, r in enumerate(rows))
            and all(abs(rows[a] - rows[b]) != b - a for b in range(size) for a in range(b))
        ]
        assert answers["a"] == " ".join(f"{'abcdef'[c]}{r + 1}" for c, r in enumerate(min(free)))
        assert answers["c"] == str(len(free))
        assert len(problem.solution().steps[1].table.rows) == int(answers["b"])
        assert problem.verify()
