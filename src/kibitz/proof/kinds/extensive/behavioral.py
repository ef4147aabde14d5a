"""Claims about behavior strategies where players forget: guarantees, and that none does more.

Against each reply the payoff is linear in the distribution at every information set, so over a
product of simplices no strategy earns more against a mixture of replies than the best corner does.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.arithmetic import add, multiply
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, real_roots
from kibitz.algebra.surd import point_from_json, write_point
from kibitz.core.claim import Claim, Proof, checks, rounded
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.multilinear import (
    MultilinearPayoffs,
    earned,
    game_of_one_number,
    is_absent_minded,
    multilinear_payoffs,
)
from kibitz.proof.kernel.arithmetic import mixture
from kibitz.proof.kernel.minimax import guarantees

SLACK = 1e-8
"""How far floats may be off, relative to the spread of the payoffs."""
MOST_PARTS = 5_000
BRITISH = "behavioural"
"""How older answers spell the key."""


def behavioral(game: ExtensiveGame, claim: Claim, proof: Proof, value: Fraction) -> None:
    """What the behavior strategies shown guarantee, and whether others could guarantee more."""
    written = "behavioral" if "behavioral" in claim else BRITISH
    if written not in claim:
        return
    part = claim.part(written)
    for player, key in enumerate(("lower", "upper")):
        if part.raw(key) is None:
            if not any(is_absent_minded(game, k) for k in range(2)):
                proof.leaves(f"what behavior strategies of {game.players[player]} guarantee")
            continue
        _one_side(game, player, key, part, proof, value)


def _one_side(
    game: ExtensiveGame, player: int, key: str, part: Claim, proof: Proof, value: Fraction
) -> None:
    total = Fraction(game.constant_sum or 0)
    own = value if player == 0 else total - value
    worth = _turned(_number(part.raw(key), key), player, total)
    behavior = _table(game, player, part, f"{key}_strategy")
    least = min(earned(game, player, behavior))
    what = f"a behavior strategy of {game.players[player]} guarantees {_words(worth)}"
    what += f", within {SLACK:.0e} of the spread" if isinstance(worth, float) else ""
    better = f"no behavior strategy of {game.players[player]} does better"
    unit = _spread(game)
    proof.that(what, _same(least, worth, unit), _words(least))
    given = f"{key}_bound" in part
    bound = _turned(_number(part.raw(f"{key}_bound"), key), player, total) if given else own
    proved = part.flag(f"{key}_proved", False)
    proof.that(f"behavioral.{key}_proved follows", proved == _same(worth, bound, unit))
    if f"{key}_proof" in part:
        holds = _is_bound(game, player, bound, own, part.part(f"{key}_proof"), proof)
        proof.that(better, holds, _words(bound))
    elif not _same(bound, own, unit):
        proof.that(better, False)
    if not proved:
        proof.leaves(f"that no behavior strategy of {game.players[player]} guarantees more")


def _is_bound(
    game: ExtensiveGame, player: int, bound: Any, own: Fraction, why: Claim, proof: Proof
) -> bool:
    kind = why.choice("kind", ("value", "parameter", "cells"))
    if kind == "value":
        return _same(bound, own, _spread(game))
    payoffs = multilinear_payoffs(game, player)
    if kind == "parameter":
        return _largest_over_one_number(payoffs, bound, why, proof)
    return bool(_largest_in_parts(payoffs, why, len(payoffs.sizes)) <= bound or bound == own)


def _largest_over_one_number(
    payoffs: MultilinearPayoffs, bound: Point, why: Claim, proof: Proof
) -> bool:
    """V(t) is as claimed, and at no end of a piece and no root of its derivative larger."""
    if len(payoffs.others) != 1 or payoffs.sizes[payoffs.others[0]] != 2:
        raise GameError(f"{why.where}: more than one number is open")
    name = payoffs.game.infoset_names[payoffs.infosets[payoffs.others[0]]]
    proof.equal("the information set left open", why.text("infoset"), name)
    given = why.entries("parametric")
    found = game_of_one_number(payoffs)
    proof.proves("the game with a parameter", found, given, "parametric-solution")
    for piece in Claim(given, "parametric").parts("pieces"):
        start, end = (point_from_json(piece.raw(side), side) for side in ("start", "end"))
        function = RationalFunction.read(piece.raw("value"), "t", piece.where)
        top, bottom = function.numerator, function.denominator
        slope = top.derivative() * bottom - top * bottom.derivative()
        inside = [t for t in real_roots(slope) if start < t < end]
        if any(function.at(t) > bound for t in (start, end, *inside)):
            return False
    return True


def _largest_in_parts(payoffs: MultilinearPayoffs, why: Claim, axes: int) -> Fraction:
    """The largest bound of the parts, each by a mixture of replies against all its corners."""
    nodes = why.parts("tree")
    if not nodes or len(nodes) > MOST_PARTS:
        raise GameError(f"{why.where}: expected 1 to {MOST_PARTS:,} parts")
    start = [np.eye(n, dtype=int).astype(object) * Fraction(1) for n in payoffs.sizes]
    largest: Fraction | None = None
    stack, seen = [(0, start)], set()
    while stack:
        place, cell = stack.pop()
        if place in seen or not 0 <= place < len(nodes):
            raise GameError(f"{why.where}: the parts do not make a tree")
        seen.add(place)
        node = nodes[place]
        if "cut" in node:
            axis, i, j = node.wholes("cut", 3)
            if not (axis < axes and i != j and max(i, j) < len(cell[axis])):
                raise GameError(f"{node.where}: no such edge")
            first, second = node.wholes("then", 2)
            middle = (cell[axis][i] + cell[axis][j]) / 2
            for end, where in ((i, first), (j, second)):
                points = cell[axis].copy()
                points[end] = middle
                stack.append((where, [*cell[:axis], points, *cell[axis + 1 :]]))
            continue
        replies = node.exacts("replies", payoffs.array.shape[-1])
        if sum(replies) != 1 or min(replies) < 0:
            raise GameError(f"{node.where}: the replies are not a distribution")
        lines = payoffs.at_corners(cell)
        here = max(sum(q * x for q, x in zip(replies, line, strict=True)) for line in lines)
        largest = here if largest is None or here > largest else largest
    assert largest is not None
    return largest


def _table(game: ExtensiveGame, player: int, part: Claim, key: str) -> dict[int, list[Any]]:
    """A distribution over the moves at each information set of a player."""
    names = {k: game.infoset_names[k] for k in np.flatnonzero(game.owners == player).tolist()}
    table = Claim(part.entries(key, [*names.values()]), part.path(key))
    rows: dict[int, list[Any]] = {}
    for infoset, name in names.items():
        moves = game.moves(infoset)
        row = table.entries(name, moves, {})
        rows[infoset] = [_number(row.get(move, 0), name) for move in moves]
        if not _same(sum(rows[infoset]), 1, 0.05) or any(p < 0 for p in rows[infoset]):
            raise GameError(f"behavioral: {name!r} is not a distribution")
        rows[infoset] = mixture(rows[infoset])
    return rows


def _number(given: Any, where: str) -> Any:
    return number(given, where) if isinstance(given, float) else point_from_json(given, where)


def _turned(x: Any, player: int, total: Fraction) -> Any:
    """What the player gets, where the first player's payoff is given."""
    if player == 0:
        return x
    return float(total) - x if isinstance(x, float) else add(total, multiply(Fraction(-1), x))


def _same(a: Any, b: Any, unit: float) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        return abs(float(a) - float(b)) <= SLACK * unit
    return bool(a == b)


def _spread(game: ExtensiveGame) -> float:
    """What the first player can win or lose at most by the outcome."""
    column = game.amounts[:, 0]
    return float((max(column.tolist()) - min(column.tolist())) * (game.unit or 1))


def _words(x: Any) -> str:
    return write_point(x if isinstance(x, float) or not isinstance(x, int) else Fraction(x))


@checks("mixed-solution", of=ExtensiveGame)
def mixed_solution(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """Neither mixture of pure strategies can be beaten: the minimax theorem."""
    value = claim.number("value")
    proof.states(f"the value in mixed strategies is {show(value)}", "the minimax theorem")
    if len(game.players) != 2 or game.constant_sum is None:
        raise GameError("a value in mixed strategies is for two players with a constant sum")
    form = game.normal_form()
    matrix = [[Fraction(x) for x in row] for row in form.payoffs[0].numbers()]
    tables = claim.part("mixed")
    mixtures = []
    for name, labels in zip(game.players, form.strategies, strict=True):
        table = tables.part(name)
        for label in table.data:
            if label not in labels:
                raise GameError(f"mixed: {name} has no strategy {label!r}")
        mixtures.append([table.number(s) if s in table else Fraction(0) for s in labels])
    numbers = [value, *mixtures[0], *mixtures[1]]
    close_to(game, proof, numbers)
    for name, weights in zip(game.players, mixtures, strict=True):
        proof.distribution(f"the mixture of {name}", weights)
    floor, ceiling = guarantees(matrix, *mixtures)
    slack, names = proof.tolerance, game.players
    told = f"{names[0]} is sure of {show(value)}"
    proof.that(told, floor >= Fraction(value) - slack, show(floor))
    proof.that(f"{names[1]} concedes no more", ceiling <= Fraction(value) + slack, show(ceiling))
    total = Fraction(game.constant_sum)
    proof.says(claim, payoffs=[Fraction(value), total - Fraction(value)], game=game.title)
    whole = all(isinstance(x, Fraction) for x in numbers)
    proof.says(claim, "exact", whole and not rounded(claim.data.get("behavioral")))
    behavioral(game, claim, proof, Fraction(value))


def close_to(game: ExtensiveGame, proof: Proof, numbers: list[Any]) -> None:
    """The tolerance of claims about the first player's payoffs."""
    column = game.amounts[:, 0]
    unit: Any = 1 if game.unit is None else game.unit
    ends = [Fraction(x) * unit for x in (min(column.tolist()), max(column.tolist()))]
    floats = [*numbers, 0.0] if game.unit is None else numbers
    proof.within(ends, floats)
