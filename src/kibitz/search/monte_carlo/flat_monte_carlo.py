"""Flat Monte Carlo: as many random games after each move, and the best mean wins.

It looks no deeper than one move, and can prefer a wrong one forever: it assumes that the other
plays at random. ``flat_ucb`` shares the games out by upper confidence bounds instead, down to a
depth. What the means tend to, :func:`~kibitz.search.monte_carlo.random_play.random_play` works out.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

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
    Tally,
    TreeResult,
    is_chance,
)
from kibitz.search.scope import in_turn, require_player, require_some
from kibitz.search.walk import root_of


@method(
    Rules,
    "flat-monte-carlo",
    finds="a move that random games favor",
    cost="one random game per sample",
    reference="Abramson 1990",
    applies=in_turn,
    aliases=(
        "flat",
        "monte-carlo",
    ),
)
def flat_monte_carlo(
    game: Rules | Position,
    games: int = 1000,
    seed: int = 0,
    playout: Any = None,
    bounds: Bounds | None = None,
) -> TreeResult:
    """The move of the best mean over ``games`` random games after each.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    games : int, default 1000
        The number of random games after each move.
    seed : int, default 0
        Random seed.
    playout : callable, sequence or mapping, optional
        How a playout is rewarded.
    bounds : Bounds, optional
        The least and the greatest payoff of the first player; the game's own ``payoff_bounds`` if
        omitted.

    Returns
    -------
    TreeResult
        The move, with the statistics of the tree.

    Notes
    -----
    Cost: one random game a sample.

    References
    ----------
    Abramson 1990.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> flat_monte_carlo(TakeAway(3), games=100).move
    3
    """
    search = Grower(_root(game, games), seed, playout, bounds, None, SQRT2)
    began = time.monotonic()
    root = search.root
    tallies: dict[Any, Tally] = {}
    while root.untried:
        child = search.expand(root)
        tally = Tally()
        for _ in range(games):
            rewards = search.evaluate(child)
            root.add(rewards)
            child.add(rewards)
            tally = tally.counting(rewards, root.player)
        tallies[child.move] = tally
    counts = {"games": games * len(root.children)}
    found = search.result("flat Monte Carlo", "mean", counts, time.monotonic() - began)
    return replace(found, tallies=tallies)


@method(
    Rules,
    "flat-ucb",
    finds="a move that random games favor",
    cost="one random game per sample",
    reference="Auer, Cesa-Bianchi and Fischer 2002",
    applies=in_turn,
)
def flat_ucb(
    game: Rules | Position,
    games: int = 1000,
    seed: int = 0,
    depth: int = 1,
    constant: float = SQRT2,
    playout: Any = None,
    bounds: Bounds | None = None,
    trace: bool = False,
) -> TreeResult:
    """Random games, each given to the move of the highest upper confidence bound.

    With a ``depth`` of several plies every game follows the bounds down to it and continues at
    random. Moves that were never tried come first.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    games : int, default 1000
        The number of random games in all.
    seed : int, default 0
        Random seed.
    depth : int, default 1
        How many plies the tree is full.
    constant : float, default SQRT2
        The exploration constant.
    playout : callable, sequence or mapping, optional
        How a playout is rewarded.
    bounds : Bounds, optional
        The least and the greatest payoff of the first player; the game's own ``payoff_bounds`` if
        omitted.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    TreeResult
        The move, with the statistics of the tree.

    Notes
    -----
    Cost: one random game a sample.

    References
    ----------
    Auer, Cesa-Bianchi and Fischer 2002.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> flat_ucb(TakeAway(3), games=300).move, flat_ucb(TakeAway(5), games=1000, depth=2).move
    (3, 1)
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 1:
        raise GameError(f"depth is {depth!r}; it must be at least 1")
    search = _FlatUCB(_root(game, games), seed, playout, bounds, None, constant)
    began = time.monotonic()
    ways = [search.play(depth) for _ in range(games)]
    counts = {"games": games, "nodes": sum(1 for _ in search.root.nodes())}
    spent = time.monotonic() - began
    found = search.result("flat UCB", "mean", counts, spent, ways if trace else ())
    return replace(found, tallies=search.tallies)


class _FlatUCB(Grower):
    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.tallies: dict[Any, Tally] = {}

    def play(self, depth: int) -> Iteration:
        node = self.root
        scores = []
        for _ in range(depth):
            if node.player == OVER:
                break
            if is_chance(node):
                node, _ = self.by_lot(node)
                continue
            while node.untried:
                self.expand(node)
            found = self.scores(node)
            scores.append(dict(zip((c.name for c in node.children), found, strict=True)))
            node = node.children[found.index(max(found))]
        return self._note(node, scores)

    def _note(self, node: SearchNode, scores: list[dict[str, float]]) -> Iteration:
        rewards = self.evaluate(node)
        for step in node.path:
            step.add(rewards)
        move = node.path[1].move if len(node.path) > 1 else None
        tally = self.tallies.get(move, Tally())
        self.tallies[move] = tally.counting(rewards, self.root.player)
        names = tuple(step.name for step in node.path)
        return Iteration(names, None, rewards[0], tuple(scores))


def _root(game: Rules | Position, games: int) -> Position:
    position = root_of(game)
    require_some(games, "games")
    require_player(position)
    require_moves(position)
    return position
