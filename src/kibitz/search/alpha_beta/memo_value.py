"""The value of every position below one, each looked at once: for games small enough to list.

Covers chance and any number of players, each of whom takes the first of the moves that are best for
itself. Costs time and memory in proportion to the positions and their moves.
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.rules.fault import bad_payoffs, chances, each
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Move, Position, Rules
from kibitz.search.alpha_beta.exact import NotSolved
from kibitz.search.result import SearchResult
from kibitz.search.walk import root_of

POSITIONS = 1_000_000
Payoffs = tuple[Number, ...]


class Recurs(NotSolved):
    """Positions repeat, so that there is no last one to begin with."""


def memo_value(
    game: Rules | Position, positions: int = POSITIONS, seconds: float | None = None
) -> SearchResult:
    """The payoffs of perfect play, move by move from the last positions to the first.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    positions : int, default POSITIONS
        The largest number of positions.
    seconds : float, optional
        The time limit.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: every position once.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> found = memo_value(TakeAway(7))
    >>> found.value, found.move, found.counts
    (1, 3, {'positions': 14})
    """
    position = root_of(game)
    if positions < 1:
        raise GameError(f"positions is {positions}; it must be positive")
    began = time.monotonic()
    values = _values(position, positions, None if seconds is None else began + seconds)
    rules = position.rules
    single = rules.players == 1 or rules.is_opposed

    def shown(paid: Payoffs) -> Any:
        return paid[0] if single else paid

    moves: dict[Move, Any] = {}
    if position.player >= 0:
        moves = {m: shown(values[rules.play(position.state, m)]) for m in position.moves}
    line = _line(position, values)
    return SearchResult(
        position,
        shown(values[position.state]),
        line[0] if line else None,
        line,
        "backward induction over all positions",
        True,
        None,
        {"positions": len(values)},
        time.monotonic() - began,
        moves,
    )


def table_of(
    position: Position, positions: int = POSITIONS, seconds: float | None = None
) -> dict[Any, Payoffs]:
    """What every position below pays in perfect play, children before their parents."""
    if positions < 1:
        raise GameError(f"positions is {positions}; it must be positive")
    return _values(position, positions, None if seconds is None else time.monotonic() + seconds)


def _values(position: Position, most: int, deadline: float | None) -> dict[Any, Payoffs]:
    rules = position.rules
    values: dict[Any, Payoffs] = {}
    pending: dict[Any, list[tuple[Any, Any]]] = {}
    stack = [position.state]
    while stack:
        state = stack[-1]
        if state in values:
            stack.pop()
            continue
        if state in pending:
            values[state] = _backed_up(rules, state, pending.pop(state), values)
            stack.pop()
            continue
        if rules.player(state) == OVER:
            values[state] = paid = tuple(rules.payoffs(state))
            if wrong := bad_payoffs(rules, "payoffs", paid, state):
                raise GameError(wrong)
            stack.pop()
            continue
        if len(values) + len(pending) >= most or (deadline and time.monotonic() > deadline):
            raise NotSolved(
                f"{rules.name}: not solved after "
                f"{count_of(len(values) + len(pending), 'position')}; search "
                "for the best move instead, by mcts"
            )
        branches = _branches(rules, state)
        pending[state] = branches
        for after, _ in branches:
            if after in pending:
                raise Recurs(
                    f"{rules.name}: positions can repeat, so play may not end; search for the best "
                    "move instead, by mcts"
                )
            if after not in values:
                stack.append(after)
    return values


def _branches(rules: Rules, state: Any) -> list[tuple[Any, Any]]:
    """What may follow, each with its probability or None."""
    player = rules.player(state)
    if player == SIMULTANEOUS:
        raise GameError(
            f"{rules.name}: players move simultaneously; write the moves one after another, hidden "
            "from the others by information_state()"
        )
    if player == CHANCE:
        return [(rules.play(state, move), weight) for move, weight in chances(rules, state)]
    moves = each(rules, "moves", rules.moves(state), state)
    found = [(rules.play(state, move), None) for move in moves]
    if not found:
        raise GameError(f"{rules.name}: no move at {rules.show(state)!r}, but the game is not over")
    return found


def _backed_up(
    rules: Rules, state: Any, branches: list[tuple[Any, Any]], values: dict[Any, Payoffs]
) -> Payoffs:
    player = rules.player(state)
    if player != CHANCE:
        return max((values[after] for after, _ in branches), key=lambda paid: paid[player])
    total: list[Any] = [Fraction(0)] * rules.players
    for after, weight in branches:
        total = [t + weight * paid for t, paid in zip(total, values[after], strict=True)]
    return tuple(total)


def _line(position: Position, values: dict[Any, Payoffs]) -> tuple[Move, ...]:
    """Best play for all as far as chance lets it be foreseen."""
    rules, line, state = position.rules, [], position.state
    while (player := rules.player(state)) >= 0:
        options = [(move, rules.play(state, move)) for move in rules.moves(state)]
        move, state = max(options, key=lambda option: values[option[1]][player])
        line.append(move)
    return tuple(line)
