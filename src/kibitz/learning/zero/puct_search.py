"""PUCT: Monte Carlo tree search led by a policy and a value, as in AlphaZero."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import numpy as np

from kibitz.learning.zero.short_proofs import ShortProofs
from kibitz.rules.game import CHANCE, OVER, Move, Rules, State

Guess = Callable[[State], tuple[dict[Move, float], float]]
"""Gives the probabilities of the moves, and what the position is worth to its mover."""


class PuctTree(NamedTuple):
    """What a search knows of the moves at its root."""

    visits: dict[Move, int]
    means: dict[Move, float]
    """What they seem worth to the mover, within what is proved."""
    proved: dict[Move, tuple[float, float]]
    """Bounds of what they are worth."""

    @property
    def best(self) -> Move:
        """The most visited of the moves that are not proved to be worse than another."""
        low = max(bounds[0] for bounds in self.proved.values())
        high = max(bounds[1] for bounds in self.proved.values())
        least = {m: b[0] if low == high else b[1] for m, b in self.proved.items()}
        good = [move for move, bound in least.items() if bound >= low]
        return max(good, key=lambda move: (self.visits[move], self.means[move]))


@dataclass
class _Node:
    """A position of the tree; sums and bounds are from the mover's side."""

    state: State
    mover: int
    priors: dict[Move, float]
    low: dict[Move, float]
    high: dict[Move, float]
    children: dict[tuple[Move, ...], _Node | float] = field(default_factory=dict)
    """By the move, and by what chance did after it."""
    visits: dict[Move, int] = field(default_factory=dict)
    worth: dict[Move, float] = field(default_factory=dict)

    @property
    def bounds(self) -> tuple[float, float]:
        """Bounds of what the position is worth to the mover."""
        return max(self.low.values()), max(self.high.values())

    def mean(self, move: Move) -> float:
        """What a move seems worth: the mean of what came of it, within what is proved."""
        count = self.visits.get(move, 0)
        found = self.worth[move] / count if count else 0.0
        return min(max(found, self.low[move]), self.high[move])


def puct_search(
    rules: Rules,
    state: State,
    guess: Guess,
    simulations: int = 64,
    exploration: float = 1.5,
    noise: float = 0.0,
    dirichlet: float = 0.3,
    generator: np.random.Generator | None = None,
    scale: float = 1.0,
    seed: int = 0,
) -> dict[Move, int]:
    """How often a search tried each move of a game of two opponents who move in turn.

    Parameters
    ----------
    rules : Rules
        The rules.
    state : State
        The position, not the end of a game.
    guess : callable
        The probabilities of the moves at a position, and its value to the mover from -1 to 1.
    simulations : int, default 64
        Positions to evaluate.
    exploration : float, default 1.5
        How much moves that were tried little are preferred.
    noise : float, default 0
        The share of random noise in the probabilities at the root.
    dirichlet : float, default 0.3
        The parameter of that noise.
    generator : numpy.random.Generator, optional
        Where the noise comes from.
    scale : float, default 1
        The greatest payoff, by which payoffs are divided.
    seed : int, default 0
        Random seed of the dice, where there are any.

    Returns
    -------
    dict
        The number of visits of each move.

    Notes
    -----
    A move is tried where Q + c P sqrt(N) / (1 + n) is largest. What the ends of games prove is
    taken up the tree: solved positions are not looked into any more, moves that are proved to be
    worse than another are not tried, and once the root is solved only a best move is.
    Cost: O(simulations depth moves).

    References
    ----------
    Silver et al. 2018; Winands, Björnsson and Saito 2008; Cazenave and Saffidine 2011.

    Examples
    --------
    >>> import kibitz
    >>> rules = kibitz.game("tic-tac-toe")
    >>> flat = lambda state: ({m: 1.0 for m in rules.moves(state)}, 0.0)
    >>> here = rules.position("a1", "b1", "a2", "b2")
    >>> visits = puct_search(rules, here.state, flat, 200)
    >>> rules.show_move(here.state, max(visits, key=visits.get))
    'a3'
    """
    noisy = (noise, dirichlet, generator)
    tree = puct_tree(rules, state, guess, simulations, exploration, noisy, scale, seed)
    left = simulations - sum(tree.visits.values())
    return {**tree.visits, tree.best: tree.visits[tree.best] + left}


def puct_tree(
    rules: Rules,
    state: State,
    guess: Guess,
    simulations: int,
    exploration: float = 1.5,
    noisy: tuple[float, float, np.random.Generator | None] = (0.0, 1.0, None),
    scale: float = 1.0,
    seed: int = 0,
    ends: float | None = None,
    widest: float = 1.0,
    proofs: ShortProofs | None = None,
) -> PuctTree:
    """What such a search finds out about the moves.

    ``ends`` is the time, by the monotonic clock, at which it stops; ``widest`` is the most that a
    position can be worth, after payoffs are divided by ``scale``; ``proofs`` are tried at every new
    position.
    """
    search = _Search(rules, guess, exploration, scale, widest, Random(seed), proofs)
    root = search.looked_at(state, True)
    search.ask(root)
    noise, dirichlet, generator = noisy
    if noise > 0 and generator is not None:
        drawn = generator.dirichlet([dirichlet] * len(root.priors))
        root.priors = {
            move: (1 - noise) * prior + noise * float(extra)
            for (move, prior), extra in zip(root.priors.items(), drawn, strict=True)
        }
    for _ in range(simulations):
        low, high = root.bounds
        if low == high:
            break
        search.simulate(root)
        if ends is not None and time.monotonic() >= ends:
            break
    visits = {move: root.visits.get(move, 0) for move in root.priors}
    means = {move: root.mean(move) for move in root.priors}
    return PuctTree(visits, means, {move: (root.low[move], root.high[move]) for move in visits})


@dataclass
class _Search:
    """What stays the same while a tree grows."""

    rules: Rules
    guess: Guess
    exploration: float
    scale: float
    widest: float
    dice: Random
    proofs: ShortProofs | None

    def looked_at(self, state: State, is_root: bool = False) -> _Node:
        """A position whose moves are searched for those that end the game, and for proofs."""
        rules, mover = self.rules, self.rules.player(state)
        if self.proofs is not None:
            return _Node(state, mover, {}, *self.proofs.bounds(state, is_root))
        low, high = {}, {}
        for move in rules.moves(state):
            after = rules.play(state, move)
            is_over = rules.player(after) == OVER
            paid = float(rules.payoffs(after)[mover]) / self.scale if is_over else 0.0
            low[move] = paid if is_over else -self.widest
            high[move] = paid if is_over else self.widest
        return _Node(state, mover, {}, low, high)

    def ask(self, node: _Node) -> float:
        """Let the guess say how likely the moves are, and what the position is worth."""
        priors, value = self.guess(node.state)
        total = sum(priors.values()) or 1.0
        node.priors = {move: p / total for move, p in priors.items()}
        return value

    def simulate(self, root: _Node) -> None:
        """Follow the tree to a new or solved position, and back up what it is worth."""
        path: list[tuple[_Node, Move, bool]] = []
        node, worth = root, 0.0
        while True:
            move = self._chosen(node)
            after, way = self._settled(node.state, move)
            is_sure = len(way) == 1
            path.append((node, move, is_sure))
            if is_sure and node.low[move] == node.high[move]:
                worth = node.low[move]
                break
            child = node.children.get(way)
            if child is None:
                worth = self._opened(node, after, way)
                break
            if isinstance(child, float):
                worth = child
                break
            node = child
        self._back_up(path, worth)

    def _opened(self, node: _Node, after: State, way: tuple[Move, ...]) -> float:
        """What a position after a node is worth to the node's mover; it is put into the tree."""
        if self.rules.player(after) == OVER:
            found = float(self.rules.payoffs(after)[node.mover]) / self.scale
            node.children[way] = found
            return found
        child = node.children[way] = self.looked_at(after)
        low, high = child.bounds
        worth = low if low == high else self.ask(child)
        if len(way) == 1:
            _tell(node, way[0], child)
        return worth if child.mover == node.mover else -worth

    def _back_up(self, path: list[tuple[_Node, Move, bool]], worth: float) -> None:
        """Note what came of the moves, of which the last one's mover gets ``worth``."""
        for depth in range(len(path) - 1, -1, -1):
            node, move, _ = path[depth]
            node.visits[move] = node.visits.get(move, 0) + 1
            node.worth[move] = node.worth.get(move, 0.0) + worth
            if not depth:
                return
            low, high = node.bounds
            worth = min(max(worth, low), high)
            above, tried, is_sure = path[depth - 1]
            if is_sure:
                _tell(above, tried, node)
            if above.mover != node.mover:
                worth = -worth

    def _settled(self, state: State, move: Move) -> tuple[State, tuple[Move, ...]]:
        """The state after a move and what chance does then, and both as a key."""
        rules = self.rules
        after = rules.play(state, move)
        way: tuple[Move, ...] = (move,)
        while rules.player(after) == CHANCE:
            outcomes = list(rules.chance(after))
            drawn = self.dice.choices(outcomes, [float(p) for _, p in outcomes])[0][0]
            after, way = rules.play(after, drawn), (*way, drawn)
        return after, way

    def _chosen(self, node: _Node) -> Move:
        """The most promising of the moves that are not proved to be worse than another."""
        wide = self.exploration * math.sqrt(sum(node.visits.values()) + 1)
        least = node.bounds[0]

        def promise(move: Move) -> float:
            return node.mean(move) + wide * node.priors[move] / (1 + node.visits.get(move, 0))

        return max((move for move in node.priors if node.high[move] >= least), key=promise)


def _tell(above: _Node, move: Move, node: _Node) -> None:
    """Bounds of a position are those of the move that leads there."""
    low, high = node.bounds
    is_same = above.mover == node.mover
    above.low[move], above.high[move] = (low, high) if is_same else (-high, -low)
