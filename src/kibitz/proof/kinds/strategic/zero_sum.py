"""Claims about matrix games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.algebra.field_number import side_by_side
from kibitz.algebra.weight import read_weight
from kibitz.core.claim import LAST, Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exactly, is_root, show
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.arithmetic import ends, fractions, mixture, rank, times, whole
from kibitz.proof.kernel.minimax import all_extreme
from kibitz.zero_sum.game import MatrixGame

Weights = Sequence[Number]
MOST_LISTED = 2_000
"""The most extreme strategies of a player that a claim may list."""


@checks("matrix-solution", of=MatrixGame)
def matrix_solution(game: MatrixGame, claim: Claim, proof: Proof) -> None:
    """Both strategies guarantee the value, so it is the value: the minimax theorem. O(mn)."""
    value = claim.number("value")
    row, column = map(claim.numbers, ("row", "column"), game.shape)
    told = f"the value is {show(value)}"
    proof.states(told, "the minimax theorem, since both sides guarantee the same number")
    proof.within(ends(game.matrix), [value, *row, *column])
    proof.distribution("the row strategy", row)
    proof.distribution("the column strategy", column)
    payoffs, bottom = whole(game.matrix)
    least = min(times(mixture(row), payoffs, bottom))
    most = max(times(mixture(column), payoffs.T, bottom))
    slack = proof.tolerance
    what = "the row strategy guarantees at least the value"
    good = least >= Fraction(value) - slack
    proof.that(what, good, f"least column payoff {show(_as(least, value))}")
    said = "the column strategy concedes at most the value"
    holds = most <= Fraction(value) + slack
    proof.that(said, holds, f"greatest row payoff {show(_as(most, value))}")
    total, v = Fraction(game.total), Fraction(value)
    near = abs(2 * v - total) <= slack
    lead = max(2 * least - total, Fraction(0)) or min(2 * most - total, Fraction(0))
    side = (lead if claim.data.get("favors", "") is not None else 0) if near else 2 * v - total
    favored = game.players[0 if side > 0 else 1] if side else None
    proof.says(claim, rows=game.rows, columns=game.columns, favors=favored, fair=favored is None)
    proof.each(claim, "payoffs", [v, total - v], [slack, slack + bool(slack) * LAST * abs(total)])


@checks("optimal-strategies", of=MatrixGame)
def optimal_strategies(game: MatrixGame, claim: Claim, proof: Proof) -> None:
    """All listed are optimal and extreme, and their hull is the whole optimal set."""
    value, (rows, columns) = _value(game, claim), _extreme(game, claim)
    told = f"these are the extreme optimal strategies, value {show(value)}"
    proof.states(told, "the minimax theorem and complementary slackness")
    all_extreme(game, value, rows, columns, proof)
    for side, listed, labels in (("row", rows, game.rows), ("column", columns, game.columns)):
        proof.says(claim, f"{side}_unique", len(listed) == 1)
        played = [name for k, name in enumerate(labels) if any(p[k] for p in listed)]
        proof.says(claim, f"essential_{side}s", played)


@checks("kernels", of=MatrixGame)
def kernels(game: MatrixGame, claim: Claim, proof: Proof) -> None:
    """Each kernel is square and not singular, and its equalizing weights are optimal."""
    value = _value(game, claim)
    proof.states(f"these are kernels, value {show(value)}", "the theorem of Shapley and Snow")
    payoffs, bottom = whole(game.matrix)
    parts = claim.parts("kernels")
    proof.that("there is a kernel", bool(parts))
    rows, columns = [], []
    for part in parts:
        mine, theirs = part.places("rows", game.rows), part.places("columns", game.columns)
        row, column = _exact(part, "row", len(game.rows)), _exact(part, "column", len(game.columns))
        rows.append(row)
        columns.append(column)
        inside = [i for i, w in enumerate(row) if w and i not in mine]
        inside += [j for j, w in enumerate(column) if w and j not in theirs]
        square = len(mine) == len(theirs) == len(set(mine)) == len(set(theirs))
        bordered = [[*(int(payoffs[i, j]) for j in theirs), -bottom] for i in mine]
        regular = square and rank([*bordered, [1] * len(theirs) + [0]]) == len(mine) + 1
        least, most = min(times(row, payoffs, bottom)), max(times(column, payoffs.T, bottom))
        equal = {times(row, payoffs, bottom)[j] for j in theirs}
        equal |= {times(column, payoffs.T, bottom)[i] for i in mine}
        good = min(*row, *column) >= 0 and sum(row) == sum(column) == 1 and least >= value >= most
        proof.that(part.where, regular and not inside and good and equal == {value})
    proof.says(claim, "row_extreme", list(map(list, dict.fromkeys(map(tuple, rows)))))
    proof.says(claim, "column_extreme", list(map(list, dict.fromkeys(map(tuple, columns)))))
    if claim.flag("complete"):
        proof.leaves("that there are no other kernels")


@checks("evaluation", of=MatrixGame)
def evaluation(game: MatrixGame, claim: Claim, proof: Proof) -> None:
    """What each strategy pays against every reply, and the worst of it. O(mn)."""
    proof.states("these strategies guarantee that", "the definition")
    payoffs, bottom = whole(game.matrix)
    sides = [
        ("row", game.rows, game.columns, payoffs, 1),
        ("column", game.columns, game.rows, payoffs.T, -1),
    ]
    found = {}
    sides = [s for s in sides if s[0] in claim]
    parts = [claim.part(side[0]) for side in sides]
    pairs = zip(parts, sides, strict=True)
    given = [[read_weight(x) for x in p.items("strategy", len(s[1]))] for p, s in pairs]
    exact = side_by_side(given)
    read = exact if any(is_root(w) for side in exact for w in side) else given
    for (side, _, other, matrix, sign), part, weights in zip(sides, parts, read, strict=True):
        proof.within(ends(game.matrix), [*weights, *_floats(part)])
        proof.distribution(f"the {side} strategy", weights)
        weights = mixture(weights)
        paid = times(weights, matrix, bottom)
        worst = sign * min(sign * x for x in paid)
        found[side] = weights, worst
        best = [k for k, x in enumerate(paid) if abs(x - worst) <= proof.tolerance]
        what = f"the guarantee of the {side} strategy"
        told = show(float(worst) if isinstance(part.raw("guarantee"), float) else worst)
        proof.that(what, same(part.raw("guarantee"), worst, proof.tolerance), told)
        proof.says(part, payoffs=paid, best_responses=[other[k] for k in best])
        proof.says(part, "equalizer", len(best) == len(paid))
        _dial(part, weights, proof)
    if not found:
        raise GameError("row, column: one of them must be there")
    if len(found) == 2:
        (p, low), (q, high) = found["row"], found["column"]
        proof.says(
            claim,
            "payoff",
            sum(
                (exactly(w) * x for w, x in zip(q, times(p, payoffs, bottom), strict=True)),
                Fraction(0),
            ),
        )
        proof.says(claim, gap=high - low, optimal=high - low <= proof.tolerance)


def _dial(part: Claim, weights: Weights, proof: Proof) -> None:
    """The cells of a dial are the shares rounded, up where the remainders are largest."""
    if "cells" not in part:
        return
    cells = part.wholes("cells", len(weights))
    rests = [exactly(w) * sum(cells) - c for w, c in zip(weights, cells, strict=True)]
    near = max(rests) - min(rests) <= 1 and max(map(abs, rests)) < 1
    near = near and sum(cells) == part.count("clock") > 0
    proof.that("the cells share the dial as the strategy does", near)
    if "dial" in part:
        part.text("dial")
        proof.leaves("the wording about the dial")


def _value(game: MatrixGame, claim: Claim) -> Fraction:
    value = claim.number("value")
    if not (game.exact and isinstance(value, Fraction)):
        raise GameError("value: such claims are exact, about a game with exact payoffs")
    return value


def _extreme(game: MatrixGame, claim: Claim) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    """The strategies that are listed for both players."""
    found = []
    for key, size in zip(("row_extreme", "column_extreme"), game.shape, strict=True):
        items = claim.items(key)
        if len(items) > MOST_LISTED:
            raise GameError(
                f"{key}: {count_of(len(items), 'strategy')}; at most {MOST_LISTED} are checked"
            )
        parts = [Claim({"weights": p}, key) for p in items]
        found.append([_exact(part, "weights", size) for part in parts])
    return found[0], found[1]


def _exact(claim: Claim, key: str, length: int) -> list[Fraction]:
    found = claim.numbers(key, length)
    if not all(isinstance(x, Fraction) for x in found):
        raise GameError(f"{claim.path(key)}: expected exact numbers")
    return fractions(found)


def _floats(part: Claim) -> list[float]:
    """A number of the claim that is a float, if there is one."""
    paid = part.data.get("payoffs")
    given = [part.data.get("guarantee"), *(paid if isinstance(paid, list) else ())]
    return [x for x in given if isinstance(x, float)][:1]


def _as(x: Fraction, like: Number) -> Number:
    return x if isinstance(like, Fraction) else float(x)
