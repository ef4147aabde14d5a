"""One player and no chance: depth first through the positions until a line pays the most there is.

Looks at every position at most once, and at few of them where good moves come first. A game that
is a search problem with costs gives it by its method ``puzzle``, and is solved by A*.
"""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.search.alpha_beta.exact import NotSolved
from kibitz.search.legal import legal_moves
from kibitz.search.puzzles.backtracking import backtracking, solutions
from kibitz.search.puzzles.ida_star import ida_star
from kibitz.search.puzzles.puzzle import Route
from kibitz.search.result import SearchResult

POSITIONS = 5_000_000


def one_player(
    position: Position, positions: int = POSITIONS, seconds: float | None = None
) -> SearchResult:
    """The most that the player can get, and how.

    >>> from kibitz.rules.trees.build import game_tree
    >>> alone = {"player": 0, "children": [{"player": 0, "children": [{"u": [3]}, {"u": [5]}]}]}
    >>> one_player(game_tree(alone, players=1).position()).value
    5
    """
    rules = position.rules
    if rules.players != 1 or rules.has("chance"):
        raise GameError(f"{rules.name}: this search needs a game of one player without chance")
    if positions < 1:
        raise GameError(f"positions is {positions}; it must be positive")
    began = time.monotonic()
    if rules.has("puzzle"):
        return _by_costs(position, began)
    deadline = None if seconds is None else began + seconds
    best, line, looked = _best_line(position, positions, deadline)
    return SearchResult(
        position,
        best,
        line[0] if line else None,
        line,
        "depth-first search",
        True,
        None,
        {"positions": looked},
        time.monotonic() - began,
    )


def _by_costs(position: Position, began: float) -> SearchResult:
    """The cheapest way to the goal, or any where all will do, if the rules let the player go."""
    rules = position.rules
    puzzle = rules.puzzle(position.state)
    route = backtracking(puzzle) if puzzle.is_filled_in else ida_star(puzzle)
    end = position
    for move in route.moves or ():
        if end.is_over:
            break
        end = end.play(move)
    line = end.history[len(position.history) :] if route.is_solved else ()
    least = rules.payoff_bounds[0] if rules.payoff_bounds is not None else 0
    paid = end.payoffs[0] if end.is_over else least
    first: Move | None = line[0] if line else None
    if first is None and not position.is_over:
        first = legal_moves(rules, position.state)[0]
    note = _note(rules, route, end) if route.is_solved else "the goal cannot be reached"
    return SearchResult(
        position,
        paid,
        first,
        line,
        route.method,
        True,
        None,
        route.counts,
        time.monotonic() - began,
        note=note,
    )


def _note(rules: Rules, route: Route, end: Position) -> str:
    if not route.puzzle.is_filled_in:
        return f"{count_of(len(route.moves or ()), 'move')} at least"
    several = len(list(islice(solutions(route.puzzle), 2))) > 1
    alone = "one of several solutions" if several else "the only solution"
    return f"{alone}\n{rules.show(end.state)}"


def _best_line(
    position: Position, most: int, deadline: float | None
) -> tuple[Number, tuple[Move, ...], int]:
    rules = position.rules
    ceiling = rules.payoff_bounds[1] if rules.payoff_bounds is not None else None
    if position.is_over:
        return position.payoffs[0], (), 1
    seen = {rules.key(position.state)}
    best: Any = None
    line: tuple[Move, ...] = ()
    path: list[Move] = []
    stack = [(position.state, iter(_in_order(position.rules, position.state)))]
    while stack:
        state, rest = stack[-1]
        move = next(rest, None)
        if move is None:
            stack.pop()
            del path[-1:]
            continue
        after = rules.play(state, move)
        key = rules.key(after)
        if key in seen:
            continue
        seen.add(key)
        if rules.player(after) == OVER:
            paid = rules.payoffs(after)[0]
            if best is None or paid > best:
                best, line = paid, (*path, move)
            if ceiling is not None and best >= ceiling:
                break
        elif len(seen) >= most or (deadline is not None and time.monotonic() > deadline):
            found = "nothing yet" if best is None else f"{best} is the best so far"
            raise NotSolved(
                f"{rules.name}: not solved after {count_of(len(seen), 'position')}; {found}"
            )
        else:
            path.append(move)
            stack.append((after, iter(_in_order(rules, after))))
    if best is None:
        raise GameError(f"{rules.name}: positions can repeat, and none of them ends the game")
    return best, line, len(seen)


def _in_order(rules: Any, state: Any) -> list[Move]:
    moves = legal_moves(rules, state)
    if rules.has("order"):
        moves.sort(key=lambda move: -rules.order(state, move))
    return moves
