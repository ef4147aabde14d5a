"""Monte Carlo tree search as textbooks write it: one node an iteration, every number to look at.

Go down by the highest score while all children of the node are in the tree; add the first that is
missing; play on from there; note the reward on the way.
:func:`kibitz.search.monte_carlo.mcts.mcts` does the
same at the speed of a program. Coulom (2006), Kocsis and Szepesvári (2006).
"""

from __future__ import annotations

import time
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.rules.game import OVER, Position, Rules
from kibitz.search.legal import require_moves
from kibitz.search.monte_carlo.bandit_history import SQRT2
from kibitz.search.monte_carlo.grown_tree import (
    Bounds,
    Grower,
    Iteration,
    SearchNode,
    TreePolicy,
    TreeResult,
    is_chance,
)
from kibitz.search.scope import in_turn, require_player, require_some
from kibitz.search.walk import root_of

Answer = Literal["mean", "visits"]


@method(
    Rules,
    "uct-tree",
    finds="a move that random games favor",
    cost="one walk and one random game per iteration",
    reference="Coulom 2006; Kocsis and Szepesvári 2006",
    applies=in_turn,
)
def uct_tree(
    game: Rules | Position,
    iterations: int = 1000,
    seed: int = 0,
    constant: float = SQRT2,
    playout: Any = None,
    bounds: Bounds | None = None,
    answer: Answer = "mean",
    tree_policy: TreePolicy | None = None,
    trace: bool = False,
) -> TreeResult:
    """The move that a UCT tree prefers, with the tree itself.

    Children are added in the order of moves, and of equal scores the first is chosen, so only
    playouts are random. ``playout`` may be a function of a state and a ``Random``, a list of
    rewards in the order in which they are needed, or a dict of rewards by node. Payoffs are scaled
    from ``bounds`` to rewards of the first player from 0 to 1.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    iterations : int, default 1000
        The number of iterations.
    seed : int, default 0
        Random seed.
    constant : float, default SQRT2
        The exploration constant.
    playout : callable, sequence or mapping, optional
        How a playout is rewarded.
    bounds : Bounds, optional
        The least and the greatest payoff of the first player; the game's own ``payoff_bounds`` if
        omitted.
    answer : Answer, default "mean"
        How the move is chosen in the end.
    tree_policy : TreePolicy, optional
        A score of a child in place of the upper confidence bound.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    TreeResult
        The move, with the statistics of the tree.

    Notes
    -----
    Cost: one walk and one random game an iteration.

    References
    ----------
    Coulom 2006; Kocsis and Szepesvári 2006.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> tree = game_tree([[1, 0], [0, [1, 0]]])
    >>> found = uct_tree(tree, 6, playout=[1, 0, 1], trace=True)
    >>> [step.path for step in found.iterations][2:4]
    [('A', 'A.1', 'A.1.1'), ('A', 'A.1', 'A.1.2')]
    >>> found.statistics["A"], found.visits
    ((2, 6), {0: 4, 1: 2})
    """
    position = root_of(game)
    require_player(position)
    require_moves(position)
    require_some(iterations, "iterations")
    if answer not in ("mean", "visits"):
        raise GameError(f"answer is {answer!r}; it must be 'mean' or 'visits'")
    search = _Search(position, seed, playout, bounds, tree_policy, constant)
    began = time.monotonic()
    ways = [search.iterate(trace) for _ in range(iterations)]
    counts = {"iterations": iterations, "nodes": sum(1 for _ in search.root.nodes())}
    spent = time.monotonic() - began
    return search.result("UCT, step by step", answer, counts, spent, ways if trace else ())


class _Search(Grower):
    def iterate(self, tracing: bool) -> Iteration:
        node, added = self.root, None
        scores: list[dict[str, float]] = []
        while node.player != OVER and added is None:
            if is_chance(node):
                node, is_new = self.by_lot(node)
                added = node if is_new else None
            elif node.untried:
                node = added = self.expand(node)
            else:
                node = self._best(node, scores if tracing else None)
        rewards = self.evaluate(node)
        for step in node.path:
            step.add(rewards)
        if not tracing:
            return Iteration((), None, rewards[0])
        names = tuple(step.name for step in node.path)
        return Iteration(names, None if added is None else added.name, rewards[0], tuple(scores))

    def _best(self, node: SearchNode, noted: list[dict[str, float]] | None) -> SearchNode:
        found = self.scores(node)
        if noted is not None:
            noted.append(dict(zip((c.name for c in node.children), found, strict=True)))
        return node.children[found.index(max(found))]
