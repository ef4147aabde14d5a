"""The nucleolus straight from its definition, slowly: an independent check."""

from __future__ import annotations

from fractions import Fraction

from kibitz.linear import LinearProgram, Optimum


def slow_nucleolus(game, bounded):
    """Rounds in which a coalition is frozen only when its excess is the same in every optimum.

    All coalitions are rows of every program, and one more program for each coalition that is tight
    at one optimum tells whether it is tight in all.
    """
    n = game.n
    free = list(range(1, game.grand))
    frozen = {game.grand: Fraction(game.total)}
    lower = [game.value(1 << i) if bounded else None for i in range(n)]
    point = (Fraction(game.total),) * n
    while free:
        low = _solve(game, free, frozen, lower, None)
        level, point = low.value, low.x[:n]
        tight = [
            mask
            for mask in free
            if game.value(mask) - _given(point, mask) == level
            and _most(game, free, frozen, lower, level, mask) == game.value(mask) - level
        ]
        assert tight
        for mask in tight:
            frozen[mask] = game.value(mask) - level
        free = [mask for mask in free if mask not in frozen]
    return point


def _given(x, mask):
    return sum(v for i, v in enumerate(x) if mask >> i & 1)


def _row(mask, n):
    return [mask >> i & 1 for i in range(n)]


def _solve(game, free, frozen, lower, fixed):
    """Minimize t, or with t fixed maximize what one coalition gets."""
    n = game.n
    rows = [[*_row(mask, n), 1] for mask in free] + [[*_row(mask, n), 0] for mask in frozen]
    right = [game.value(mask) for mask in free] + list(frozen.values())
    relations = [">="] * len(free) + ["="] * len(frozen)
    if fixed is None:
        cost, sense, ends = [0] * n + [1], "min", (None, None)
    else:
        level, mask = fixed
        cost, sense, ends = [*_row(mask, n), 0], "max", (level, level)
    answer = LinearProgram.read(
        cost, rows, relations, right, sense, lower=[*lower, ends[0]], upper=[None] * n + [ends[1]]
    ).solve()
    assert isinstance(answer, Optimum)
    return answer


def _most(game, free, frozen, lower, level, mask):
    return _solve(game, free, frozen, lower, (level, mask)).value
