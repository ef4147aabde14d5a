"""PUCT: Monte Carlo tree search led by a policy and a value, as in AlphaZero."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import numpy as np

from kibitz.rules.game import CHANCE, OVER, Move, Rules, State

Guess = Callable[[State], tuple[dict[Move, float], float]]
"""Gives the probabilities of the moves, and what the position is worth to its mover."""


@dataclass
class _Node:
    """A position of the tree; sums are from the mover's side."""

    state: State
    priors: dict[Move, float]
    children: dict[tuple[Move, ...], _Node | float] = field(default_factory=dict)
    """By the move, and by what chance did after it."""
    visits: dict[Move, int] = field(default_factory=dict)
    worth: dict[Move, float] = field(default_factory=dict)


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
    A move is tried where Q + c P sqrt(N) / (1 + n) is largest. Cost: O(simulations depth moves).

    References
    ----------
    Silver et al. 2018.

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
    return puct_tree(rules, state, guess, simulations, exploration, noisy, scale, seed)[0]


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
) -> tuple[dict[Move, int], dict[Move, float]]:
    """How often such a search tried each move, and what the moves were worth to the mover.

    ``ends`` is the time, by the monotonic clock, at which it stops.
    """
    root, _ = _opened(state, guess)
    noise, dirichlet, generator = noisy
    if noise > 0 and generator is not None:
        drawn = generator.dirichlet([dirichlet] * len(root.priors))
        root.priors = {
            move: (1 - noise) * prior + noise * float(extra)
            for (move, prior), extra in zip(root.priors.items(), drawn, strict=True)
        }
    dice = Random(seed)
    for _ in range(simulations):
        _simulate(rules, root, guess, exploration, scale, dice)
        if ends is not None and time.monotonic() >= ends:
            break
    visits = {move: root.visits.get(move, 0) for move in root.priors}
    means = {move: root.worth.get(move, 0.0) / max(1, count) for move, count in visits.items()}
    return visits, means


def _opened(state: State, guess: Guess) -> tuple[_Node, float]:
    priors, value = guess(state)
    total = sum(priors.values()) or 1.0
    return _Node(state, {move: p / total for move, p in priors.items()}), value


def _simulate(
    rules: Rules, root: _Node, guess: Guess, exploration: float, scale: float, dice: Random
) -> None:
    """Follow the tree to a new position, and back up what it is worth."""
    path: list[tuple[_Node, Move]] = []
    node = root
    while True:
        move = _chosen(node, exploration)
        path.append((node, move))
        after, way = _settled(rules, node.state, move, dice)
        child = node.children.get(way)
        if isinstance(child, _Node):
            node = child
            continue
        if child is None:
            if rules.player(after) == OVER:
                own = rules.player(node.state)
                child = float(rules.payoffs(after)[own]) / scale
                node.children[way] = child
            else:
                made, seen = _opened(after, guess)
                node.children[way] = made
                same = rules.player(after) == rules.player(node.state)
                child = seen if same else -seen
        worth = child
        break
    for depth in range(len(path) - 1, -1, -1):
        above, tried = path[depth]
        above.visits[tried] = above.visits.get(tried, 0) + 1
        above.worth[tried] = above.worth.get(tried, 0.0) + worth
        if depth and rules.player(path[depth - 1][0].state) != rules.player(above.state):
            worth = -worth


def _settled(
    rules: Rules, state: State, move: Move, dice: Random
) -> tuple[State, tuple[Move, ...]]:
    """The state after a move and what chance does then, and both as a key."""
    after = rules.play(state, move)
    way: tuple[Move, ...] = (move,)
    while rules.player(after) == CHANCE:
        outcomes = list(rules.chance(after))
        drawn = dice.choices(outcomes, [float(p) for _, p in outcomes])[0][0]
        after, way = rules.play(after, drawn), (*way, drawn)
    return after, way


def _chosen(node: _Node, exploration: float) -> Move:
    total = math.sqrt(sum(node.visits.values()) + 1)

    def promise(move: Move) -> float:
        count = node.visits.get(move, 0)
        mean = node.worth.get(move, 0.0) / count if count else 0.0
        return mean + exploration * node.priors[move] * total / (1 + count)

    return max(node.priors, key=promise)
