"""What moves are worth when everyone plays at random afterwards: where flat Monte Carlo tends to.

Exact, over all positions once; costs time and memory in proportion to them.
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, OVER, Position, Rules
from kibitz.search.legal import legal_moves
from kibitz.search.result import SearchResult
from kibitz.search.scope import in_turn, require_player
from kibitz.search.walk import root_of

POSITIONS = 1_000_000

Payoffs = tuple[Number, ...]


@method(
    Rules,
    "random-play",
    finds="the best move if all later moves are random",
    cost="every position once",
    applies=in_turn,
)
def random_play(game: Rules | Position, positions: int = POSITIONS) -> SearchResult:
    """The best move if all later moves are random, each equally likely.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    positions : int, default POSITIONS
        The largest number of positions.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: all positions once.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> found = random_play(game_tree([[9, -9, 9], [2, 1]]))
    >>> found.move, {move: str(mean) for move, mean in found.moves.items()}
    (0, {0: '3', 1: '3/2'})
    """
    position = root_of(game)
    require_player(position)
    began = time.monotonic()
    rules = position.rules
    means = _means(position, positions)
    seat = 0 if rules.is_opposed else position.player
    sign = -1 if rules.is_opposed and position.player == 1 else 1
    values: dict[Any, Any] = {
        move: means[rules.play(position.state, move)][seat] for move in position.moves
    }
    best = max(values, key=lambda move: sign * values[move])
    return SearchResult(
        position,
        values[best],
        best,
        (best,),
        "random play, exactly",
        False,
        None,
        {"positions": len(means)},
        time.monotonic() - began,
        values,
    )


def _means(position: Position, most: int) -> dict[Any, Payoffs]:
    """What each player gets on average from every state on."""
    rules = position.rules
    found: dict[Any, Payoffs] = {}
    open_: set[Any] = set()
    stack = [position.state]
    while stack:
        state = stack[-1]
        if state in found:
            stack.pop()
            continue
        after = _after(rules, state)
        missing = [s for s, _ in after if s not in found]
        if not missing:
            found[state] = _mean(rules, state, after, found)
            open_.discard(state)
            stack.pop()
            continue
        if state in open_:
            raise GameError(f"{rules.name}: positions can repeat, so random games may not end")
        open_.add(state)
        if len(open_) + len(found) > most:
            raise GameError(
                f"{rules.name}: more than {count_of(most, 'position')}; use flat_monte_carlo"
            )
        stack += missing
    return found


def _after(rules: Rules, state: Any) -> list[tuple[Any, Number]]:
    """The states that follow, each with its probability."""
    player = rules.player(state)
    if player == OVER:
        return []
    if player == CHANCE:
        return [(rules.play(state, move), p) for move, p in chances(rules, state)]
    if player < 0:
        raise GameError(
            f"{rules.name}: players move simultaneously; write the moves one after another"
        )
    moves = legal_moves(rules, state)
    return [(rules.play(state, move), Fraction(1, len(moves))) for move in moves]


def _mean(
    rules: Rules, state: Any, after: list[tuple[Any, Number]], found: dict[Any, Payoffs]
) -> Payoffs:
    if not after:
        return tuple(rules.payoffs(state))
    sums: list[Any] = [0] * rules.players
    for following, p in after:
        for k, paid in enumerate(found[following]):
            sums[k] += p * paid
    return tuple(sums)
