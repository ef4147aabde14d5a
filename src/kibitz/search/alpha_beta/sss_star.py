"""SSS*: best-first search among the plans of the player to move.

A list of nodes is kept with a bound for each, the most that plans through it can still promise, and
the node of the largest bound is looked at next, the leftmost of equals. It never looks at a leaf
that alpha-beta does not look at, and keeps a list as long as a plan has leaves. Stockman (1979).
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import Move, Position, Rules
from kibitz.rules.trees.build import GameTree
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.trace import Event
from kibitz.search.walk import INFINITY, Found, Line, Walk, root_of, search_from

Place = tuple[int, ...]
"""A node by the numbers of the moves that lead to it."""


@method(
    Rules,
    "sss-star",
    finds="the value of perfect play and a best move",
    cost="never more leaves than alpha-beta; memory for one plan's leaves",
    reference="Stockman 1979",
    applies=two_sided,
    aliases=("sss*", "sss"),
)
def sss_star(game: Rules | Position, depth: int | None = None, trace: bool = False) -> SearchResult:
    """The value and a best move, by the plans that still promise most.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    trace : bool, default False
        Whether to record every node that is visited, with its bound as beta.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: never more leaves than alpha-beta; memory for one plan's leaves.

    References
    ----------
    Stockman 1979.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> found = sss_star(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), trace=True)
    >>> found.value, found.trace.leaves
    (3, ('A.1.1', 'A.2.1', 'A.3.1', 'A.3.2', 'A.3.3', 'A.1.2', 'A.1.3'))
    """
    position = root_of(game)
    require_two_sided(position.rules)

    def visit(walk: Walk) -> Found:
        return _Plans(walk, position.state, depth).run()

    return search_from(position, "SSS*", visit, depth, trace)


class _Node:
    """A node that was met: its state, its moves once they are listed, and what is known of it."""

    def __init__(self, state: Any, left: int | None, path: tuple[str, ...]) -> None:
        self.state, self.left, self.path = state, left, path
        self.options: list[Move] | None = None
        self.line: Line = ()
        self.given: Any = INFINITY
        """The bound with which it was last looked at, or its child was."""


class _Plans:
    """The list of nodes, and the steps by which it changes."""

    def __init__(self, walk: Walk, state: Any, depth: int | None) -> None:
        self.walk, self.rules = walk, walk.rules
        self.first = self.rules.player(state)
        self.sign = -1 if self.first == 1 else 1
        self.nodes: dict[Place, _Node] = {(): _Node(state, depth, ())}
        self.queue: list[tuple[Any, Place, bool]] = [(-INFINITY, (), False)]
        self.closed: set[Place] = set()
        self.seen: set[str] = set()

    def run(self) -> Found:
        while True:
            merit, place, solved = heappop(self.queue)
            if any(place[:k] in self.closed for k in range(len(place))):
                continue
            if solved and not place:
                self._note_unseen()
                return self.sign * -merit, self.nodes[()].line
            if solved:
                self._solved(place, -merit)
            else:
                self._look_at(place, -merit)

    def _look_at(self, place: Place, bound: Any) -> None:
        """Evaluate a leaf; list one reply of the other player, or all own moves."""
        node = self.nodes[place]
        self.walk.path[:] = node.path
        self.walk.enter(node.state, None, self.sign * bound)
        if self.walk.is_leaf(node.state, node.left):
            worth: Any = self.sign * self.walk.leaf(node.state)
            if isinstance(self.rules, GameTree):
                self.seen.add(self.rules.show(node.state))
            heappush(self.queue, (-min(bound, worth), place, True))
            return
        self._list(node)
        node.given = bound
        assert node.options is not None
        count = len(node.options) if self._is_own(node) else 1
        for k in range(count):
            self._push(place, k, bound)

    def _solved(self, place: Place, bound: Number) -> None:
        """What a solved node says about the node above it."""
        above, last = place[:-1], place[-1]
        parent = self.nodes[above]
        assert parent.options is not None
        line = (parent.options[last], *self.nodes[place].line)
        self.walk.path[:] = parent.path
        if self._is_own(parent):
            parent.line = line
            self.closed.add(above)
        else:
            if bound < parent.given or not parent.line:
                parent.line = line
            parent.given = bound
            if last + 1 < len(parent.options):
                self._push(above, last + 1, bound)
                return
        self.walk.note("value", parent.state, self.sign * bound)
        heappush(self.queue, (-bound, above, True))

    def _is_own(self, node: _Node) -> bool:
        return bool(self.rules.player(node.state) == self.first)

    def _list(self, node: _Node) -> None:
        if node.options is None:
            node.options = self.walk.options(node.state)

    def _push(self, place: Place, k: int, bound: Any) -> None:
        """Put a child on the list."""
        node = self.nodes[place]
        assert node.options is not None
        move = node.options[k]
        self.walk.path[:] = node.path
        words = (*node.path, self.rules.show_move(node.state, move))
        left = None if node.left is None else node.left - 1
        if left is None:
            self.walk.open = {self.nodes[place[:j]].state for j in range(len(place) + 1)}
        with self.walk.after(node.state, move) as state:
            self.nodes[(*place, k)] = _Node(state, left, words)
        heappush(self.queue, (-bound, (*place, k), False))

    def _note_unseen(self) -> None:
        """Note the leaves of a tree that were never evaluated."""
        if self.walk.tracing and isinstance(self.rules, GameTree):
            below = self.rules.leaves_below(self.nodes[()].state)
            left = [name for name in below if name not in self.seen]
            self.walk.events += [Event("pruned", (), name) for name in left]
