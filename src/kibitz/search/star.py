"""Star1 and Star2: alpha-beta through chance nodes, where all payoffs are known to lie in bounds.

What has been seen of a chance node, plus what the rest can add at least and at most, is an interval
for its value; when the interval leaves the window, the rest need not be seen. Star2 first probes
one reply to every outcome, which narrows the interval early. Ballard, *The star-minimax search
procedure for trees containing chance nodes* (1983).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show
from kibitz.rules.game import CHANCE, OVER, Position, Rules
from kibitz.search.alpha_beta import best_of
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_at_most_two
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from, shallower

Bounds = tuple[Number, Number]


def star1(
    game: Rules | Position, depth: int | None = None, bounds: Bounds | None = None,
    trace: bool = False,
) -> SearchResult:  # fmt: skip
    """The value of expectiminimax, from fewer leaves.

    ``bounds`` are the least and the greatest payoff of the first player; the game's own
    ``payoff_bounds`` when left out.

    >>> from kibitz.rules.tree import game_tree
    >>> coin = lambda a, b: {"player": "chance", "children": [
    ...     {"p": "1/2", "value": a}, {"p": "1/2", "value": b}]}
    >>> tree = game_tree({"player": "max", "children": [coin(2, 2), coin(-2, 1)]})
    >>> found = star1(tree, bounds=(-2, 2))
    >>> print(found.value, found.counts["leaves"])
    2 3
    """
    return _star(game, depth, bounds, trace, probing=False)


def star2(
    game: Rules | Position, depth: int | None = None, bounds: Bounds | None = None,
    trace: bool = False,
) -> SearchResult:  # fmt: skip
    """The value of expectiminimax, probing one reply to each outcome before searching any.

    >>> from kibitz.rules.tree import game_tree
    >>> star2(game_tree([3, [2, 9]]), bounds=(0, 9)).value
    3
    """
    return _star(game, depth, bounds, trace, probing=True)


def _star(
    game: Rules | Position, depth: int | None, bounds: Bounds | None, trace: bool, probing: bool
) -> SearchResult:
    position = root_of(game)
    require_at_most_two(position.rules)
    limits = bounds if bounds is not None else position.rules.payoff_bounds
    if limits is None:
        raise GameError(
            f"{position.rules.name}: pruning at chance needs to know between which bounds all "
            "payoffs lie; give bounds=(least, greatest)"
        )
    if not isinstance(limits, (tuple, list)) or len(limits) != 2:
        raise GameError(f"the bounds are {limits!r}; give the least and the greatest payoff")
    least, most = (number(x, "the bounds") for x in limits)
    if not least <= most:
        raise GameError(f"the bounds are {show(least)} to {show(most)}; the least comes first")
    search = _Star((least, most), probing)

    def visit(walk: Walk) -> Found:
        return search.value(walk, position.state, depth, -INFINITY, INFINITY)

    return search_from(position, "Star2" if probing else "Star1", visit, depth, trace)


class _Star:
    def __init__(self, bounds: Bounds, probing: bool) -> None:
        self.least, self.most = bounds
        self.probing = probing

    def value(self, walk: Walk, state: Any, depth: int | None, alpha: Any, beta: Any) -> Found:
        walk.enter(state, alpha, beta)
        if walk.is_leaf(state, depth):
            return self._leaf(walk, state), ()
        if walk.rules.player(state) == CHANCE:
            mean = self._chance(walk, state, depth, alpha, beta)
            walk.note("value", state, mean, alpha, beta)
            return mean, ()
        return self._choice(walk, state, depth, alpha, beta)

    def _leaf(self, walk: Walk, state: Any) -> Number:
        value = walk.leaf(state)
        if not self.least <= value <= self.most:
            raise GameError(
                f"{walk.rules.name}: a leaf is worth {show(value)}, outside the bounds "
                f"{show(self.least)} to {show(self.most)}; pruning by them would be wrong"
            )
        return value

    def _choice(self, walk: Walk, state: Any, depth: int | None, alpha: Any, beta: Any) -> Found:
        def below(_: int, after: Any, low: Any, high: Any) -> Found:
            return self.value(walk, after, shallower(depth), low, high)

        maximizes = walk.rules.player(state) == 0
        return best_of(walk, state, walk.options(state), maximizes, alpha, beta, below)

    def _chance(self, walk: Walk, state: Any, depth: int | None, alpha: Any, beta: Any) -> Any:
        """The mean, or a bound beyond alpha or beta as soon as one is certain."""
        outcomes = [(move, weight) for move, weight in walk.rules.chance(state) if weight]
        low: list[Any] = [self.least] * len(outcomes)
        high: list[Any] = [self.most] * len(outcomes)
        weights = [weight for _, weight in outcomes]
        if self.probing:
            for k, (move, _) in enumerate(outcomes):
                self._probe(walk, state, move, depth, low, high, k)
                walk.note("interval", state, None, _dot(weights, low), _dot(weights, high))
                settled = _settled(low, high, weights, alpha, beta)
                if settled is not None:
                    walk.prune(state, [m for m, _ in outcomes[k + 1 :]])
                    return settled
        for k, (move, weight) in enumerate(outcomes):
            if low[k] == high[k]:
                continue
            others_high = _dot(weights, high) - weight * high[k]
            others_low = _dot(weights, low) - weight * low[k]
            narrow = max(low[k], _over(alpha - others_high, weight))
            wide = min(high[k], _over(beta - others_low, weight))
            if not narrow < wide:
                # a window without room would give bounds of unknown side
                narrow, wide = low[k], high[k]
            with walk.after(state, move) as after:
                value, _ = self.value(walk, after, shallower(depth), narrow, wide)
            if value <= narrow:
                high[k] = min(high[k], value)
            if value >= wide:
                low[k] = max(low[k], value)
            if narrow < value < wide:
                low[k] = high[k] = value
            walk.note("interval", state, None, _dot(weights, low), _dot(weights, high))
            settled = _settled(low, high, weights, alpha, beta)
            if settled is not None:
                walk.prune(state, [m for m, _ in outcomes[k + 1 :]])
                return settled
        return _dot(weights, low)

    def _probe(
        self, walk: Walk, state: Any, move: Any, depth: int | None, low: list[Any],
        high: list[Any], k: int,
    ) -> None:  # fmt: skip
        """Look at one reply to an outcome: a bound of its value from one side."""
        with walk.after(state, move) as after:
            player = walk.rules.player(after)
            below = shallower(depth)
            if player != CHANCE or below == 0:
                walk.enter(after, low[k], high[k])
            if player == OVER or below == 0:
                low[k] = high[k] = self._leaf(walk, after)
            elif player >= 0:
                reply = walk.options(after)[0]
                with walk.after(after, reply) as then:
                    value, _ = self.value(walk, then, shallower(below), -INFINITY, INFINITY)
                if player == 0:
                    low[k] = max(low[k], value)
                else:
                    high[k] = min(high[k], value)


def _settled(low: list[Any], high: list[Any], weights: list[Any], alpha: Any, beta: Any) -> Any:
    """A bound of the mean that is beyond the window, or the mean itself; None while it is open."""
    most, least = _dot(weights, high), _dot(weights, low)
    if most <= alpha:
        return most
    if least >= beta:
        return least
    return least if least == most else None


def _dot(weights: list[Any], values: list[Any]) -> Any:
    return sum(w * v for w, v in zip(weights, values, strict=True))


def _over(amount: Any, weight: Any) -> Any:
    return amount / weight
