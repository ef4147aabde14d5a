"""Monte Carlo tree search led by a trained model: priors and leaf values in place of random games.

Evaluations (weights, trees, small networks) are compiled together with the rules and the search.
Other models, AlphaZero's networks among them, lead the same search in Python.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.evaluation.learned_search import LearnedSearch
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.kernels import learned_evaluation
from kibitz.learning.kernels import learned_monte_carlo as kernels
from kibitz.learning.training.learner import Learner
from kibitz.learning.zero.puct_search import puct_tree
from kibitz.rules.compile.machine import machine
from kibitz.rules.compile.run import run
from kibitz.rules.game import Move, Position, State
from kibitz.search.monte_carlo.mcts import MCTSResult, MoveStatistics
from kibitz.search.scope import require_player

ITERATIONS = 2_000
"""Iterations where neither these nor a time are given,"""
SLOW = 200
"""and of models that are not compiled."""
NODES = 2_000_000
EXPLORATION, TEMPERATURE = 1.0, 0.25
PLIES = 512


def learned_mcts(
    learner: Learner,
    position: Position,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> MCTSResult:
    """The move that a tree search led by what was learned prefers.

    Parameters
    ----------
    learner : Learner
        What was learned.
    position : Position
        Where.
    iterations : int, optional
        The number of iterations.
    seconds : float, optional
        The time limit.
    seed : int, default 0
        Random seed of dice, where there are any.

    Returns
    -------
    MCTSResult
        The move, with visits and means of all moves.

    Notes
    -----
    Cost: one evaluation of each new position and of its successors.

    References
    ----------
    Rosin 2011; Silver et al. 2018.
    """
    require_player(position)
    for name, limit in (("iterations", iterations), ("seconds", seconds)):
        if limit is not None and limit <= 0:
            raise GameError(f"{name} is {limit}; it must be positive")
    search, mind = getattr(learner, "search", None), getattr(learner, "mind", None)
    if isinstance(search, LearnedSearch) and isinstance(mind, Mind):
        return _compiled(search, mind, position, iterations, seconds)
    return _in_python(learner, position, iterations, seconds, seed)


def _compiled(
    search: LearnedSearch,
    mind: Mind,
    position: Position,
    iterations: int | None,
    seconds: float | None,
) -> MCTSResult:
    rules, began = search.rules, time.monotonic()
    made = machine(rules, learned_evaluation, kernels)
    limit = iterations or (ITERATIONS if seconds is None else 1 << 40)
    room = min(NODES, 64 + int(rules.most_moves) * (min(limit, NODES) + 2))
    links, stats = np.zeros((room, 4), np.int64), np.zeros((room, 3))
    control = np.zeros(8, np.int64)
    control[kernels.USED] = 1
    path = np.zeros((PLIES, 2), np.int64)
    words = np.zeros(max(search.code.width, int(made.STATE_WORDS)), np.int64)
    rooms = (path, np.zeros(int(rules.most_moves), np.int64), words, np.zeros(search.features))
    settings = np.array([EXPLORATION, TEMPERATURE])
    tree = (search.eyes, mind.compiled(search.scale), links, stats, settings, control)
    root = made.encode(position.state)

    def grow(count: int) -> None:
        made.grow_learned(root, count, *tree, *rooms)

    grow(1)
    run(lambda: grow(limit - 1), control, seconds, "growing a tree")
    first, count = int(links[0, kernels.FIRST]), int(links[0, kernels.COUNT])
    found = []
    for child in range(first, first + count):
        visits = int(links[child, kernels.VISITS])
        mean = float(stats[child, kernels.MEAN if visits else kernels.GUESS])
        move = made.move(int(links[child, kernels.MOVE]))
        found.append(MoveStatistics(move, visits, 0.5 + 0.5 * mean, ""))
    note = f"in Python: {made.reason}" if made.remark else ""
    done = int(control[kernels.DONE])
    return _result(position, found, done, search.scale, time.monotonic() - began, note)


def _in_python(
    learner: Learner,
    position: Position,
    iterations: int | None,
    seconds: float | None,
    seed: int,
) -> MCTSResult:
    began = time.monotonic()
    limit = iterations or (SLOW if seconds is None else 1 << 40)
    scale = float(getattr(learner, "scale", 1.0))
    guess = getattr(learner, "guess", None) or _guess_of(learner, scale)
    ends = None if seconds is None else began + seconds
    widest = 1.0 if hasattr(learner, "scale") else math.inf
    proofs_for = getattr(learner, "proofs_for", None)
    tree = puct_tree(
        position.rules,
        position.state,
        guess,
        limit,
        scale=scale,
        seed=seed,
        ends=ends,
        widest=widest,
        proofs=proofs_for(limit) if proofs_for is not None else None,
    )
    found = [
        MoveStatistics(move, count, 0.5 + 0.5 * tree.means[move], _proved(*tree.proved[move]))
        for move, count in tree.visits.items()
    ]
    done = sum(tree.visits.values())
    return _result(position, found, done, scale, time.monotonic() - began, "", tree.best)


def _proved(low: float, high: float) -> str:
    if low < high:
        return ""
    return "won" if low > 0 else "lost" if low < 0 else "drawn"


def _guess_of(learner: Learner, scale: float) -> Any:
    """Priors and values of a learner that has a policy and a value."""
    rules = learner.lesson.rules

    def guess(state: State) -> tuple[dict[Move, float], float]:
        mover = rules.player(state)
        odds, value = learner.policy(state, mover), learner.value(state)
        blind = 1 / len(odds)
        softened = {move: 0.75 * p + 0.25 * blind for move, p in odds.items()}
        own = 0.0 if value is None else value / scale
        return softened, own if mover == 0 else -own

    return guess


def _result(
    position: Position,
    statistics: list[MoveStatistics],
    done: int,
    scale: float,
    spent: float,
    note: str,
    chosen: Move | None = None,
) -> MCTSResult:
    best = max(statistics, key=lambda known: (known.move == chosen, known.visits, known.mean))
    sign = 1 if position.player == 0 else -1
    values: dict[Any, Any] = {s.move: sign * scale * (2 * s.mean - 1) for s in statistics}
    show, state = position.rules.show_move, position.state
    visits = ", ".join(
        f"{show(state, s.move)}: {s.visits:,}"
        for s in sorted(statistics, key=lambda s: -s.visits)[:8]
    )
    return MCTSResult(
        position,
        values[best.move],
        best.move,
        (best.move,),
        "Monte Carlo tree search led by a model",
        False,
        None,
        {"iterations": done},
        spent,
        values,
        None,
        f"visits  {visits}" + (f"\n{note}" if note else ""),
        statistics=tuple(statistics),
    )
