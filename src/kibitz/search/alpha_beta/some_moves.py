"""The best of some moves: principal variation search where not every move may be made at the root.

Each of the moves is searched to the same depth, one ply less for what comes after it, and the depth
grows as long as the budget lasts. Costs more than a search of the root, for no move is cut off.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from kibitz.core.errors import GameError
from kibitz.rules.game import Move, Position
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation
from kibitz.search.budget import Budget
from kibitz.search.result import SearchResult


def best_of(
    engine: PrincipalVariation, position: Position, moves: Sequence[Move], budget: Budget
) -> SearchResult:
    """The best of these moves that can be found within the budget.

    >>> from kibitz.rules.examples import TakeAway
    >>> engine = PrincipalVariation(TakeAway(6), compiled=False)
    >>> found = best_of(engine, TakeAway(6).position(), [1, 3], Budget(depth=9))
    >>> found.move, found.moves, found.note
    (1, {1: -1, 3: -1}, 'no other moves were searched')
    """
    *_, last = deepening_among(engine, position, moves, budget)
    return last


def deepening_among(
    engine: PrincipalVariation, position: Position, moves: Sequence[Move], budget: Budget
) -> Iterator[SearchResult]:
    """The answer of every depth when it is finished, until the budget is spent."""
    if not moves or not set(moves) <= set(position.moves):
        raise GameError(f"{position.rules.name}: {list(moves)} are not all legal here")
    began, spent = time.monotonic(), Counter[str]()
    after = {move: position.play(move) for move in moves}
    sign = 1 if position.player == 0 else -1
    for depth in count(1):
        found: dict[Move, SearchResult] = {}
        for move, there in after.items():
            result = _to_depth(engine, there, depth - 1, _left(budget, began, spent))
            if result is None:
                return
            spent.update(result.counts)
            found[move] = result
        worth: dict[Move, Any] = {move: sign * result.value for move, result in found.items()}
        after = {move: after[move] for move in sorted(found, key=lambda move: -worth[move])}
        answer = _answer(position, {move: found[move] for move in after}, depth, spent)
        yield replace(answer, seconds=time.monotonic() - began)
        if depth == budget.depth or all(result.is_exact for result in found.values()):
            return


def _to_depth(
    engine: PrincipalVariation, there: Position, depth: int, left: Budget | None
) -> SearchResult | None:
    """A position searched to a depth, or as it stands for 0; None when the budget is spent."""
    if depth == 0:
        return _as_it_stands(there)
    if left is None:
        return None
    result = engine.best(there, replace(left, depth=depth))
    return result if result.is_exact or (result.depth or 0) >= depth else None


def _left(budget: Budget, began: float, spent: Counter[str]) -> Budget | None:
    """What is left of time and nodes; None when nothing is."""
    seconds, nodes = budget.seconds, budget.nodes
    if seconds is not None:
        seconds -= time.monotonic() - began
    if nodes is not None:
        nodes -= spent["nodes"]
    if (seconds is not None and seconds <= 0) or (nodes is not None and nodes <= 0):
        return None
    return replace(budget, seconds=seconds, nodes=nodes)


def _as_it_stands(there: Position) -> SearchResult:
    """The payoff at the end, or else the estimate."""
    value: Any = 0
    if there.is_over:
        value = there.payoffs[0]
    elif there.rules.has("evaluate"):
        value = there.rules.evaluate(there.state)[0]
    return SearchResult(there, value, None, (), "estimate", there.is_over, 0, {"nodes": 1})


def _answer(
    position: Position, ranked: dict[Move, SearchResult], depth: int, spent: Counter[str]
) -> SearchResult:
    """The first of some moves in the order of what they are worth; exact where they are all."""
    move, best = next(iter(ranked.items()))
    every = len(ranked) == len(position.moves)
    return SearchResult(
        position,
        best.value,
        move,
        (move, *best.line),
        "principal variation search",
        every and all(result.is_exact for result in ranked.values()),
        depth,
        dict(spent),
        moves={move: result.value for move, result in ranked.items()},
        note="" if every else "no other moves were searched",
    )
