"""Alpha-beta: minimax that skips what cannot change the answer.

With the best moves first it looks at b^ceil(d/2) + b^floor(d/2) - 1 leaves instead of b^d. Knuth
and Moore, *An analysis of alpha-beta pruning* (1975).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, number
from kibitz.rules.game import Move, Rules
from kibitz.rules.trees.build import GameTree
from kibitz.search.alpha_beta.transposition_table import TranspositionTable
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.trace import number_text
from kibitz.search.walk import INFINITY, Found, Searched, Walk, root_of, search_from, shallower

Ordering = Callable[[Any, Sequence[Move]], Sequence[Move]]
"""Takes a state and its moves, and gives the same moves in another order."""
Answer = Callable[[Number, Number, Number], Number]
"""Takes the value that a node found, alpha and beta, and gives what it tells."""
Below = Callable[[int, Any, Any, Any], Found]
"""Searches below the k-th move: its number, the state after it, alpha and beta."""
WindowEnd = Number | str
"""Alpha or beta: a number, infinite where the window is open; text such as 7/2 or -inf will do."""
Orders = Ordering | Mapping[Any, Sequence[Any]] | Literal["reversed"]
"""The same, the moves in order for some positions by state or by name, or all in reverse."""


@method(
    Rules,
    "alpha-beta",
    finds="the value of perfect play and a best move",
    cost="O(b^d) nodes, b^(d/2) with the best order of moves",
    reference="Knuth and Moore 1975",
    applies=two_sided,
    aliases=("alphabeta", "alpha-beta-pruning"),
)
def alpha_beta(
    game: Searched,
    depth: int | None = None,
    alpha: WindowEnd = -INFINITY,
    beta: WindowEnd = INFINITY,
    fail: Literal["soft", "hard"] = "soft",
    order: Orders | None = None,
    trace: bool = False,
    table: TranspositionTable | None = None,
) -> SearchResult:
    """The value if it lies between alpha and beta, otherwise a bound of it.

    A result of at most alpha is an upper bound, one of at least beta a lower bound.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    alpha : WindowEnd, default -INFINITY
        The lower end of the search window.
    beta : WindowEnd, default INFINITY
        The upper end of the search window.
    fail : {"soft", "hard"}, default "soft"
        Fail-soft returns the sharpest bound, fail-hard an end of the window.
    order : callable, mapping or "reversed", optional
        How the moves of a state are ordered: a function, moves by node, or the last one first.
    trace : bool, default False
        Whether to record every node that is visited.
    table : TranspositionTable, optional
        A transposition table, kept for later searches.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: O(b^d) nodes, b^(d/2) with the best order of moves.

    References
    ----------
    Knuth and Moore 1975.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> found = alpha_beta(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), trace=True)
    >>> found.value, found.counts["leaves"], found.trace.pruned
    (3, 7, ('A.2.2', 'A.2.3'))
    """
    position = root_of(game)
    require_two_sided(position.rules)
    low, high = check_window(alpha, beta)
    ordering = _ordering(position.rules, order)
    if fail not in ("soft", "hard"):
        raise GameError(f"fail is {fail!r}; it must be 'soft' or 'hard'")

    answer = fail_soft if fail == "soft" else fail_hard

    def visit(walk: Walk) -> Found:
        return search_window(walk, position.state, depth, low, high, ordering, answer)

    found = search_from(position, f"alpha-beta, fail-{fail}", visit, depth, trace, table=table)
    return bounded(found, low, high)


def bounded(result: SearchResult, alpha: Number, beta: Number) -> SearchResult:
    """The result, marked as a bound where it does not lie inside the window.

    It is the value all the same where no one can get more, or less, than that.
    """
    value: Any = result.value
    if alpha < value < beta or _is_extreme(result, alpha):
        return result
    side = "at most" if value <= alpha else "at least"
    note = f"a bound, not the value: it is {side} {number_text(value)}"
    return replace(result, is_exact=False, note=note)


def _is_extreme(result: SearchResult, alpha: Number) -> bool:
    bounds = result.position.rules.payoff_bounds
    if bounds is None:
        return False
    value: Any = result.value
    return bool(value <= bounds[0] if value <= alpha else value >= bounds[1])


def check_window(alpha: WindowEnd, beta: WindowEnd) -> tuple[Number, Number]:
    """The window as numbers; infinite ones are open ends."""
    low, high = window_end(alpha, "alpha"), window_end(beta, "beta")
    if not low < high:
        shown = number_text(low), number_text(high)
        raise GameError(f"alpha is {shown[0]} and beta {shown[1]}; a window needs alpha below beta")
    return low, high


def window_end(end: WindowEnd, where: str) -> Number:
    """One end of a window; an open one is infinite, as a number or as text.

    >>> window_end("-inf", "alpha"), window_end("7/2", "beta")
    (-inf, Fraction(7, 2))
    """
    if isinstance(end, str) and end.strip().lstrip("+-−").lower() in ("inf", "infinity", "∞"):
        return -INFINITY if end.strip()[0] in "-−" else INFINITY
    if isinstance(end, float) and abs(end) == INFINITY:
        return end
    return number(end, where)


def _ordering(rules: Rules, order: Orders | None) -> Ordering | None:
    """The order of moves as a function."""
    if order is None or callable(order):
        return order
    if order == "reversed":
        return _reversed
    if not isinstance(order, Mapping):
        raise GameError(
            f"order is {order!r:.40}; give a function of a state and its moves, a dict of moves, "
            'or "reversed"'
        )
    return _Listed(rules, order)


def _reversed(state: Any, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves, the last one first."""
    return list(moves)[::-1]


class _Listed:
    """Moves in the order that a dict gives for a state or for what is shown of it."""

    def __init__(self, rules: Rules, order: Mapping[Any, Sequence[Any]]) -> None:
        self.rules, self.order = rules, order
        if isinstance(rules, GameTree):
            for name in order:
                if isinstance(name, str):
                    rules.find(name)

    def __call__(self, state: Any, moves: Sequence[Move]) -> Sequence[Move]:
        for key in (state, self.rules.show(state)):
            if key in self.order:
                return [
                    move if move in moves else self.rules.read_move(state, str(move))
                    for move in self.order[key]
                ]
        return moves


def fail_soft(value: Number, alpha: Number, beta: Number) -> Number:
    """The sharpest bound that was found, wherever it lies."""
    return value


def fail_hard(value: Number, alpha: Number, beta: Number) -> Number:
    """No less than alpha and no more than beta."""
    return min(max(value, alpha), beta)


def search_window(
    walk: Walk,
    state: Any,
    depth: int | None,
    alpha: Number,
    beta: Number,
    order: Ordering | None = None,
    answer: Answer = fail_soft,
) -> Found:
    """Alpha-beta below a node; ``answer`` says what a node tells of its value and its window."""
    walk.enter(state, alpha, beta)
    if walk.is_leaf(state, depth):
        return answer(walk.leaf(state), alpha, beta), ()
    known = walk.known(state, depth, alpha, beta)
    if known is not None:
        return known

    def below(_: int, after: Any, low: Number, high: Number) -> Found:
        return search_window(walk, after, shallower(depth), low, high, order, answer)

    maximizes, moves = walk.player(state) == 0, ordered(walk, state, order)
    best = best_of(walk, state, moves, maximizes, alpha, beta, below, answer=answer)
    walk.keep(state, depth, alpha, beta, best)
    return best


def best_of(
    walk: Walk,
    state: Any,
    moves: list[Move],
    maximizes: bool,
    alpha: Any,
    beta: Any,
    below: Below,
    best: Found | None = None,
    answer: Answer = fail_soft,
) -> Found:
    """The best of some moves; those after a cutoff are not looked at.

    ``best`` is what the player gets without any of them, such as by standing pat.
    """
    value, line = best or (-INFINITY if maximizes else INFINITY, ())
    low, high = alpha, beta
    for k, move in enumerate(moves):
        with walk.after(state, move) as after:
            found, rest = below(k, after, low, high)
        if (found > value) if maximizes else (found < value):
            value, line = found, (move, *rest)
        low, high = narrowed(low, high, value, maximizes)
        if low >= high:
            walk.prune(state, moves[k + 1 :], low, high)
            break
    reported = answer(value, alpha, beta)
    walk.note("value", state, reported, low, high)
    return reported, line


def narrowed(alpha: Any, beta: Any, value: Any, maximizes: bool) -> tuple[Any, Any]:
    """The window that is left once the player to move is sure of a value."""
    return (max(alpha, value), beta) if maximizes else (alpha, min(beta, value))


def ordered(walk: Walk, state: Any, order: Ordering | None) -> list[Move]:
    """The moves in the order asked for, which may not drop or invent any."""
    moves = walk.options(state)
    if order is None:
        return moves
    given: Any = order(state, moves)
    sorted_ = list(given) if isinstance(given, Iterable) else []
    if sorted(map(repr, sorted_)) != sorted(map(repr, moves)):
        raise GameError(f"{walk.rules.name}: order() must return a permutation of the moves")
    return sorted_
