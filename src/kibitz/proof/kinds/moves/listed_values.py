"""Claims that list values: of single coins, and of games that differ in one number or two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import xor
from typing import Any

from kibitz.combinatorial.coins.game import CoinGame
from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.registry import make
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.impartial import labels_of, nimbers, parts_of
from kibitz.proof.kernel.walks import Unsettled

MOST = 10_201
"""Positions that a claim may list."""
MEX, BACKWARD = "the mex rule, which has one solution when play ends", "the rule for P and N"
Values = Callable[[list[Any]], list[Any]]


@checks("coin-values", of=CoinGame)
def coin_values(game: CoinGame, claim: Claim, proof: Proof) -> None:
    """The mex rule for one coin alone: what it turns with it falls apart into single coins."""
    origin = game.rule.origin
    board = not isinstance(origin, int)
    if game.is_misere:
        raise GameError("single coins have values in normal play only")
    proof.says(claim, "from", origin)
    cells = _cells(claim, origin if board else [origin])
    starts = [frozenset([cell if board else cell[0]]) for cell in cells]
    proof.states(f"{game.name}: the values of {count_of(len(cells), 'coin')}", MEX)
    _compare(claim, "values", board, cells, lambda some: _nimbers(game, starts[: len(some)]), proof)
    proof.says(claim, closed_form=game.closed_form or None)
    proof.found(claim, "closed_form", words="closed_form, the theorem of its family, further on")


@checks("position-values")
def position_values(game: Any, claim: Claim, proof: Proof) -> None:
    """Every game of the list is made, and its value or outcome computed from the moves."""
    rules, low = claim.text("rules"), claim.raw("from")
    start = low if isinstance(low, list) else [low]
    if rules.count("{}") != len(start) or not all(type(n) is int and n >= 0 for n in start):
        raise GameError("rules, from: expected a game with {} for each number that is left open")
    cells = _cells(claim, start)
    games = [make(reduce(lambda text, n: text.replace("{}", str(n), 1), x, rules)) for x in cells]
    if not all(isinstance(one, ImpartialGame) for one in games):
        raise GameError(f"rules: {rules!r:.60} are not impartial games")
    first: Any = games[0]
    about = type(game) is type(first) and replace(first, position=game.position) == game
    proof.also("the game is one of these", game is None or about or game in games)
    key = "outcomes" if first.is_misere or not first.ends_in_a_win else "values"
    what = f"{first.name}: the {key} of {count_of(len(cells), 'position')}"
    proof.states(what, BACKWARD if key == "outcomes" else MEX)
    proof.says(claim, game=first.name, closed_form=first.closed_form or None)
    proof.found(claim, "closed_form", words="closed_form, the theorem of its family, further on")
    compute = _labels if key == "outcomes" else _nimbers

    def values(some: list[Any]) -> list[Any]:
        mine: list[Any] = games[: len(some)]
        if all(replace(first, position=one.position) == one for one in mine):
            return compute(first, [one.position for one in mine])
        return [x for one in mine for x in compute(one, [one.position])]

    _compare(claim, key, isinstance(low, list), cells, values, proof)


def _cells(claim: Claim, start: list[int]) -> list[tuple[int, ...]]:
    """All numbers, or pairs of them, from where the list begins to its last one."""
    last = claim.count("to")
    sides = [range(low, last + 1) for low in start]
    if not all(sides) or max(map(len, sides)) ** len(sides) > MOST:
        raise GameError(f"to: {last} is before the list begins, or more than {MOST:,} further on")
    return list(product(*sides))


def _compare(
    claim: Claim, key: str, square: bool, cells: list[Any], values: Values, proof: Proof
) -> None:
    """Compare what is listed with what is computed, as far as there is not too much to look at."""
    width = sum(cell[0] == cells[0][0] for cell in cells)
    rows = claim.raw(key) if square else [claim.raw(key)]
    if not isinstance(rows, list) or not all(isinstance(row, (list, str)) for row in rows):
        raise GameError(f"{key}: expected a list for each row")
    told = [x for row in rows for x in row]
    full = all(len(row) == (width if square else len(cells)) for row in rows)
    proof.that("every one is listed", full and len(told) == len(cells))
    count, right = len(cells), list[Any]()
    while count and not right:
        try:
            right = values(cells[:count])
        except Unsettled:
            count //= 2
    what = f"{key} up to {cells[count - 1]}" if 0 < count < len(cells) else key
    proof.that(what, told[:count] == right and {*map(type, told)} <= {*map(type, right)})
    if count < len(cells):
        proof.leaves(f"{key} further on, for which there are too many positions")


def _nimbers(game: ImpartialGame, starts: list[Any]) -> list[Any]:
    parts = [parts_of(game, start) for start in starts]
    found = nimbers(game, [x for some in parts for x in some])
    return [reduce(xor, (found[x] for x in some), 0) for some in parts]


def _labels(game: ImpartialGame, starts: list[Any]) -> list[Any]:
    found = labels_of(game, starts)
    if found is None:
        raise Unsettled("there are too many positions")
    return [found[start] for start in starts]
