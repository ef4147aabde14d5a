"""Deep CFR on Leduc poker: ours and OpenSpiel's, in one run and in processor time.

    python -m bench.deep_cfr --target 0.05 --patience 300

Ours learns until best responses gain less than the target in all (OpenSpiel's ``nash_conv``).
OpenSpiel's, in JAX with the settings of its example ``deep_cfr_jax.py``, learns until it is as
good or its patience is at an end. It fits its average strategy only when it is asked for, and so
does this at every look; the clock stands still while exploitability is measured. Needs
``open_spiel``, ``flax`` and ``chex`` beside the extra ``learn``; without them only ours runs.
Prints a line of JSON for each look.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import kibitz as kb
from kibitz.learning.hidden.deep_cfr import deep_cfr
from kibitz.learning.training.arithmetic import small_products
from kibitz.learning.training.lesson import Lesson

Learns = Callable[[], None]
Measures = Callable[[], float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", type=float, default=0.05)
    parser.add_argument("--patience", type=float, default=300)
    given = parser.parse_args()
    began = time.process_time()
    learner = deep_cfr(Lesson(kb.game("leduc-poker")))
    made = time.process_time() - began

    def learn() -> None:
        with small_products():
            learner.learn()

    def measure() -> float:
        return learner.measure()["exploitability"]

    run("Kibitz", learn, measure, 50, made, given)
    if all(find_spec(name) for name in ("pyspiel", "flax", "chex")):
        began = time.process_time()
        steps = open_spiel()
        run("OpenSpiel", *steps, 10, time.process_time() - began, given)


def run(who: str, learn: Learns, measure: Measures, rounds: int, spent: float, given: Any) -> None:
    """Learn, and print what was reached, until it is good enough or the time is up."""
    done, gap = 0, float("inf")
    while gap > given.target and spent < given.patience:
        began = time.process_time()
        for _ in range(rounds):
            learn()
        done += rounds
        spent += time.process_time() - began
        gap = measure()
        told = {"who": who, "rounds": done, "processor_seconds": round(spent, 1)}
        print(json.dumps({**told, "exploitability": round(gap, 4)}), flush=True)


def open_spiel() -> tuple[Learns, Measures]:
    """A round of OpenSpiel's solver, and what best responses gain against its average strategy."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.jax import deep_cfr as theirs

    game = pyspiel.load_game("leduc_poker")
    solver = theirs.DeepCFRSolver(
        game,
        policy_network_layers=(64,),
        advantage_network_layers=(64,),
        num_iterations=1,
        num_traversals=375,
        learning_rate=1e-3,
        batch_size_advantage=256,
        batch_size_strategy=256,
        memory_capacity=100_000,
        policy_network_train_steps=2500,
        advantage_network_train_steps=375,
    )

    def learn() -> None:
        for player in range(2):
            for _ in range(solver._num_traversals):
                solver._traverse_game_tree(solver._root_node, player)
            solver._reinitialize_advantage_network(player)
            solver._learn_advantage_network(player)
        solver._iteration += 1

    def measure() -> float:
        solver._learn_strategy_network()
        found = policy.tabular_policy_from_callable(game, solver.action_probabilities)
        gap = float(exploitability.nash_conv(game, found))
        solver._reinitialize_policy_network()
        solver._cached_policy.clear()
        return gap

    return learn, measure


if __name__ == "__main__":
    main()
