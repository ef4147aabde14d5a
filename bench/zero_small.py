"""AlphaZero learns tic-tac-toe and Connect Four on 5 by 4 on a processor: how near to perfect?

    python -m bench.zero_small --seconds 300

trains each from nothing for the given seconds of processor time, and compares the moves of the
network alone and of searches with exact play: at all positions of tic-tac-toe that matter, and at a
thousand positions of Connect Four, each drawn from a random game. Prints a line of JSON for each.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

import kibitz as kb
from kibitz.learning.supervised.labels import label_positions
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.zero.alphazero import AlphaZero, alphazero
from kibitz.rules.game import Position
from kibitz.search.methods import prepare

GAMES = ("tic-tac-toe", "connect-four 5 4")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--simulations", type=int, nargs="*", default=[0, 64])
    given = parser.parse_args()
    for name in given.games:
        began = time.process_time()
        learner = alphazero(Lesson(kb.game(name)))
        while time.process_time() - began < given.seconds:
            learner.learn()
        positions = labeled(name, given.positions)
        shares = {str(k): share(learner, positions, k) for k in given.simulations}
        told = {"game": name, "processor_seconds": given.seconds, "rounds": learner.rounds}
        print(json.dumps({**told, "positions": len(positions), "optimal": shares}), flush=True)


def labeled(name: str, count: int) -> list[tuple[Position, set[Any]]]:
    """Positions in which moves differ in worth, with the best moves."""
    rules = kb.game(name)
    solve = prepare("exact", rules)
    random = np.random.default_rng(1)
    found: dict[Any, tuple[Position, set[Any]]] = {}
    most = len(label_positions(rules)) if name == "tic-tac-toe" else count
    for _ in range(50 * most):
        here = rules.position()
        line = []
        while not here.is_over:
            line.append(here)
            here = here.play(here.moves[random.integers(len(here.moves))])
        here = line[random.integers(len(line))]
        if here.state in found:
            continue
        sign = 1 if here.player == 0 else -1
        worth = {}
        for move in here.moves:
            after = here.play(move)
            value: Any = after.payoffs[0] if after.is_over else solve(after).value
            worth[move] = sign * float(value)
        top = max(worth.values())
        if min(worth.values()) < top:
            found[here.state] = here, {m for m, v in worth.items() if v == top}
        if len(found) >= most:
            break
    return list(found.values())


def share(
    learner: AlphaZero, positions: list[tuple[Position, set[Any]]], simulations: int
) -> float:
    """How often its move is a best one."""
    learner.simulations = simulations
    right = 0
    for here, best in positions:
        odds = learner.policy(here.state, here.player)
        right += max(odds, key=lambda move: odds[move]) in best
    return right / len(positions)


if __name__ == "__main__":
    main()
