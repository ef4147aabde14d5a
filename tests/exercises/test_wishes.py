"""Wished properties, checked by other means than those that find them."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from scipy.optimize import linprog

from kibitz.core.errors import GameError
from kibitz.exercises.sheet import make_sheet
from kibitz.exercises.wishes import read_wishes, wishes


def problem(kind, want="", seed=1, level=1):
    return make_sheet(kind, seed=seed, level=level, want=want).problems[0]


@cache
def nim_wins(heaps):
    return [
        (*heaps[:k], left, *heaps[k + 1 :])
        for k, heap in enumerate(heaps)
        for left in range(heap)
        if not nim_wins((*heaps[:k], left, *heaps[k + 1 :]))
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_winning_moves_of_nim_by_search(count):
    found = problem("nim", f"{count} winning moves")
    assert len(nim_wins(tuple(found.game.position))) == count


def test_exactly_two_winning_moves_of_a_sum():
    assert len(problem("heap-sums", "exactly two winning moves").game.winning_moves()) == 2


@pytest.mark.parametrize("seed", range(4))
def test_dominance_by_a_mixture_by_linear_programs(seed):
    game = problem("dominance", seed=seed, level=2).game
    rows = [[float(x) for x in line] for line in game.matrix.numbers()]
    left = list(range(len(rows))), list(range(len(rows[0])))

    def dominated(side, only_pure):
        own, other = left[side], left[1 - side]
        value = (lambda a, c: rows[a][c]) if side == 0 else (lambda a, c: -rows[c][a])
        for x in own:
            others = [a for a in own if a != x]
            if only_pure:
                if any(all(value(a, c) > value(x, c) for c in other) for a in others):
                    return x
                continue
            if not others:
                continue
            # maximize the margin by which a mixture of the others beats x everywhere
            upper = [[-value(a, c) for a in others] + [1.0] for c in other]
            bound = [-value(x, c) for c in other]
            one = [[1.0] * len(others) + [0.0]]
            goal = [0.0] * len(others) + [-1.0]
            limits = [(0, None)] * len(others) + [(None, None)]
            done = linprog(goal, upper, bound, one, [1.0], limits)
            if done.status == 0 and -done.fun > 1e-9:
                return x
        return None

    def reduce(only_pure):
        while True:
            for side in (0, 1):
                if (x := dominated(side, only_pure)) is not None:
                    left[side].remove(x)
                    break
            else:
                return len(left[0]) + len(left[1])

    pure = reduce(only_pure=True)
    assert reduce(only_pure=False) < pure


def alpha_beta(tree, alpha, beta, maximizing, counts):
    if not isinstance(tree, list):
        counts["leaves"] += 1
        return tree
    best = float("-inf") if maximizing else float("inf")
    for k, child in enumerate(tree):
        value = alpha_beta(child, alpha, beta, not maximizing, counts)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta and k + 1 < len(tree):
            counts["cutoffs"] += 1
            break
    return best


@pytest.mark.parametrize("level", [1, 2, 3])
def test_cutoffs_by_another_alpha_beta(level):
    found = problem("alpha-beta", seed=4, level=level)
    text = found.prose.rpartition(": ")[2].rstrip(".")
    tree = json.loads(text.replace(" ", ","))
    counts = {"leaves": 0, "cutoffs": 0}
    value = alpha_beta(tree, float("-inf"), float("inf"), True, counts)
    a, b, c = (part.judge.number for part in found.parts)
    assert (value, counts["leaves"], counts["cutoffs"]) == (a, b, c)


@pytest.mark.parametrize(("shape", "corners"), [("triangle", 3), ("hexagon", 6)])
def test_the_core_has_its_shape(shape, corners):
    found = problem("core", f"{shape} core")
    assert len(found.game.core().to_json()["vertices"]) == corners


def test_three_equilibria_by_supports():
    game = problem("equilibria", "3 equilibria").game
    found = 0
    for r, c in product(range(2), repeat=2):
        here = game.payoff(r, c)
        found += here[0] >= game.payoff(1 - r, c)[0] and here[1] >= game.payoff(r, 1 - c)[1]
    a, b = ([[game.payoff(r, c)[k] for c in range(2)] for r in range(2)] for k in (0, 1))
    p = Fraction(b[1][1] - b[1][0], b[0][0] - b[0][1] - b[1][0] + b[1][1])
    q = Fraction(a[1][1] - a[0][1], a[0][0] - a[0][1] - a[1][0] + a[1][1])
    assert found == 2
    assert 0 < p < 1
    assert 0 < q < 1


def test_a_square_root_solves_the_equation_of_the_game():
    found = problem("recursive", level=2)
    assert "sqrt" in found.parts[0].judge.right
    assert found.verify()


def test_every_wish_can_be_read():
    for words in wishes():
        assert len(read_wishes(words.replace("{}", "4"))) == 1


@pytest.mark.parametrize(
    ("kind", "want"),
    [
        ("recursive", "value with a square root"),
        ("two-by-two", "saddle point"),
        ("two-by-n", "integer value"),
        ("dominance", "integer value, value not an integer"),
    ],
)
def test_wishes_that_exclude_each_other_are_refused_at_once(kind, want):
    with pytest.raises(GameError, match=r"no game has both '.*' and '.*'; "):
        make_sheet(kind, seed=3, want=want)
