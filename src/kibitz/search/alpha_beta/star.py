"""Star1 and Star2: alpha-beta through chance nodes, where all payoffs are known to lie in bounds.

What has been seen of a chance node, plus what the rest can add at least and at most, is an interval
for its value; when the interval leaves the window, the rest need not be seen. Star2 first probes
one reply to every outcome, which narrows the interval early. Ballard, *The star-minimax search
procedure for trees containing chance nodes* (1983).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, show
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, OVER, Move, Position, Rules
from kibitz.rules.trees.game_tree import GameTree
from kibitz.search.alpha_beta.alpha_beta import best_of
from kibitz.search.result import SearchResult
from kibitz.search.scope import at_most_two, require_at_most_two
from kibitz.search.walk import INFINITY, Found, Walk, root_of, search_from, shallower

Bounds = tuple[Number, Number]
Seen = Literal["nothing", "a reply", "all"]


@method(
    Rules,
    "star1",
    finds="the value of perfect play and a best move",
    cost="b^d n^d nodes at most",
    reference="Ballard 1983",
    applies=at_most_two,
)
def star1(
    game: Rules | Position,
    depth: int | None = None,
    bounds: Bounds | None = None,
    trace: bool = False,
) -> SearchResult:
    """The value of expectiminimax, from fewer leaves.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    bounds : Bounds, optional
        The least and the greatest payoff of the first player; the game's own ``payoff_bounds`` if
        omitted.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: b^d n^d nodes at most.

    References
    ----------
    Ballard 1983.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> coin = lambda a, b: {"player": "chance", "children": [
    ...     {"p": "1/2", "value": a}, {"p": "1/2", "value": b}]}
    >>> tree = game_tree({"player": "max", "children": [coin(2, 2), coin(-2, 1)]})
    >>> found = star1(tree, bounds=(-2, 2))
    >>> print(found.value, found.counts["leaves"])
    2 3
    """
    return _star(game, depth, bounds, trace, probing=False)


@method(
    Rules,
    "star2",
    finds="the value of perfect play and a best move",
    cost="b^d n^d nodes at most",
    reference="Ballard 1983",
    applies=at_most_two,
)
def star2(
    game: Rules | Position,
    depth: int | None = None,
    bounds: Bounds | None = None,
    trace: bool = False,
) -> SearchResult:
    """The value of expectiminimax, probing one reply to each outcome before searching any.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    bounds : Bounds, optional
        The least and the greatest payoff of the first player; the game's own ``payoff_bounds`` if
        omitted.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: b^d n^d nodes at most.

    References
    ----------
    Ballard 1983.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> star2(game_tree([3, [2, 9]]), bounds=(0, 9)).value
    3
    """
    return _star(game, depth, bounds, trace, probing=True)


def _star(
    game: Rules | Position, depth: int | None, bounds: Bounds | None, trace: bool, probing: bool
) -> SearchResult:
    position = root_of(game)
    require_at_most_two(position.rules)
    search = _Star(_limits(position.rules, bounds), probing)
    for value in _leaves(position.rules):
        if value is not None:
            search.check(position.rules, value)

    def visit(walk: Walk) -> Found:
        return search.value(walk, position.state, depth, -INFINITY, INFINITY)

    return search_from(position, "Star2" if probing else "Star1", visit, depth, trace)


def _limits(rules: Rules, bounds: Bounds | None) -> Bounds:
    """Between which numbers all payoffs of the first player lie."""
    known = set(_leaves(rules))
    same = (known.pop(),) * 2 if len(known) == 1 and None not in known else None
    limits = bounds if bounds is not None else rules.payoff_bounds or same
    if limits is None:
        raise GameError(
            f"{rules.name}: pruning at chance nodes needs bounds of the payoffs; give "
            "bounds=(least, greatest)"
        )
    if not isinstance(limits, (tuple, list)) or len(limits) != 2:
        raise GameError(f"the bounds are {limits!r}; give the least and the greatest payoff")
    least, most = (number(x, "the bounds") for x in limits)
    if not least <= most:
        raise GameError(f"the bounds are {show(least)} to {show(most)}; the least comes first")
    return least, most


def _leaves(rules: Rules) -> list[Number | None]:
    """What the first player gets at the leaves of a tree; None where no one has said."""
    leaves = [n for n in rules.nodes if n.player == OVER] if isinstance(rules, GameTree) else []
    return [leaf.payoffs[0] if leaf.payoffs else None for leaf in leaves]


class _Star:
    """Alpha-beta whose chance nodes are looked at in passes: a search, after probes perhaps."""

    def __init__(self, bounds: Bounds, probing: bool) -> None:
        self.bounds = bounds
        self.passes = (self._probe, self._search) if probing else (self._search,)

    def value(self, walk: Walk, state: Any, depth: int | None, alpha: Any, beta: Any) -> Found:
        walk.enter(state, alpha, beta)
        if walk.is_leaf(state, depth):
            return self._leaf(walk, state), ()
        if walk.player(state) == CHANCE:
            mean = self._mean(walk, state, depth, alpha, beta)
            walk.note("value", state, mean, alpha, beta)
            return mean, ()

        def below(_: int, after: Any, low: Any, high: Any) -> Found:
            return self.value(walk, after, shallower(depth), low, high)

        maximizes = walk.player(state) == 0
        return best_of(walk, state, walk.options(state), maximizes, alpha, beta, below)

    def _leaf(self, walk: Walk, state: Any) -> Number:
        value = walk.leaf(state)
        self.check(walk.rules, value)
        return value

    def check(self, rules: Rules, value: Number) -> None:
        """Refuse a leaf outside the bounds: what they prune might be what counts."""
        least, most = self.bounds
        if not least <= value <= most:
            raise GameError(
                f"{rules.name}: a leaf is worth {show(value)}, outside the bounds "
                f"{show(least)} to {show(most)}; pruning by them would be wrong"
            )

    def _mean(self, walk: Walk, state: Any, depth: int | None, alpha: Any, beta: Any) -> Any:
        """The mean over the outcomes, or a bound of it as soon as that is outside the window."""
        node = _ChanceNode(chances(walk.rules, state), self.bounds)
        for look in self.passes:
            for k in range(len(node.moves)):
                if node.is_known(k):
                    continue
                look(walk, state, depth, node, k, alpha, beta)
                walk.note("interval", state, None, node.least, node.most)
                settled = node.settled(alpha, beta)
                if settled is not None:
                    walk.skip(state, self._unseen(walk, state, node), node.least, node.most)
                    return settled
        walk.skip(state, self._unseen(walk, state, node), node.least, node.most)
        return node.least

    def _unseen(self, walk: Walk, state: Any, node: _ChanceNode) -> list[tuple[Move, ...]]:
        """The outcomes that were not looked at, and the replies beside those that were probed."""
        lines: list[tuple[Move, ...]] = []
        for move, seen in zip(node.moves, node.seen, strict=True):
            if seen == "nothing":
                lines.append((move,))
            elif seen == "a reply":
                after = walk.rules.play(state, move)
                lines += [(move, reply) for reply in walk.options(after)[1:]]
        return lines

    def _search(
        self,
        walk: Walk,
        state: Any,
        depth: int | None,
        node: _ChanceNode,
        k: int,
        alpha: Any,
        beta: Any,
    ) -> None:
        """Search below an outcome, as far as its value matters to the mean."""
        low, high = node.window(k, alpha, beta)
        with walk.after(state, node.moves[k]) as after:
            value, _ = self.value(walk, after, shallower(depth), low, high)
        node.learn(k, value, low, high)
        node.seen[k] = "all"

    def _probe(
        self,
        walk: Walk,
        state: Any,
        depth: int | None,
        node: _ChanceNode,
        k: int,
        alpha: Any,
        beta: Any,
    ) -> None:
        """Look at one reply to an outcome: a bound of its value from one side."""
        with walk.after(state, node.moves[k]) as after:
            player = walk.player(after)
            below = shallower(depth)
            if player != CHANCE or below == 0:
                walk.enter(after, node.low[k], node.high[k])
            if player == OVER or below == 0:
                node.low[k] = node.high[k] = self._leaf(walk, after)
                node.seen[k] = "all"
            elif player >= 0:
                node.seen[k] = "a reply"
                reply = walk.options(after)[0]
                with walk.after(after, reply) as then:
                    value, _ = self.value(walk, then, shallower(below), -INFINITY, INFINITY)
                if player == 0:
                    node.low[k] = max(node.low[k], value)
                else:
                    node.high[k] = min(node.high[k], value)


class _ChanceNode:
    """What chance may do, and between which bounds each outcome is known to lie."""

    def __init__(self, outcomes: Iterable[tuple[Move, Number]], bounds: Bounds) -> None:
        likely = [(move, weight) for move, weight in outcomes if weight]
        self.moves = [move for move, _ in likely]
        self.weights: list[Any] = [weight for _, weight in likely]
        self.low: list[Any] = [bounds[0]] * len(likely)
        self.high: list[Any] = [bounds[1]] * len(likely)
        self.seen: list[Seen] = ["nothing"] * len(likely)

    @property
    def least(self) -> Any:
        """The least that the mean can be."""
        return sum(w * x for w, x in zip(self.weights, self.low, strict=True))

    @property
    def most(self) -> Any:
        """The most that the mean can be."""
        return sum(w * x for w, x in zip(self.weights, self.high, strict=True))

    def is_known(self, k: int) -> bool:
        return bool(self.low[k] == self.high[k])

    def settled(self, alpha: Any, beta: Any) -> Any:
        """A bound of the mean outside the window, or the mean itself; None while it is open."""
        most, least = self.most, self.least
        if most <= alpha:
            return most
        return least if least >= beta or least == most else None

    def window(self, k: int, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """Between which values an outcome decides on which side of alpha and beta the mean is."""
        weight = self.weights[k]
        others_most = self.most - weight * self.high[k]
        others_least = self.least - weight * self.low[k]
        low = max(self.low[k], (alpha - others_most) / weight)
        high = min(self.high[k], (beta - others_least) / weight)
        # a window without room would give bounds of unknown side
        return (low, high) if low < high else (self.low[k], self.high[k])

    def learn(self, k: int, value: Any, low: Any, high: Any) -> None:
        """What a search with this window says of an outcome: its value, or a bound of it."""
        if value <= low:
            self.high[k] = min(self.high[k], value)
        if value >= high:
            self.low[k] = max(self.low[k], value)
        if low < value < high:
            self.low[k] = self.high[k] = value
