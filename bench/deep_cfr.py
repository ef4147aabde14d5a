"""Deep CFR on Leduc poker: ours and OpenSpiel's, in one run, on one core and in processor time.

    python -m bench.deep_cfr --target 0.05 --patience 300

Ours learns until best responses gain less than the target in all (OpenSpiel's ``nash_conv``).
OpenSpiel's, in PyTorch or JAX with the settings of its own examples, learns until it is as good or
its patience is at an end. It fits its average strategy only when it is asked for, and so does this
at every look; the clock stands still meanwhile and while exploitability is measured. Needs
``open_spiel`` with ``torch`` and ``dm-tree``, or with ``flax`` and ``chex`` beside the extra
``learn``; without them only ours runs. Prints a line of JSON for each look, and at last how long
each took to the best exploitability that OpenSpiel's reached; ``--keep`` puts that down for the
page of benchmarks.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import kibitz as kb
from bench.harness import Race, Timing
from bench.page import keep
from kibitz.learning.hidden.deep_cfr import deep_cfr
from kibitz.learning.training.arithmetic import small_products
from kibitz.learning.training.lesson import Lesson

Learns = Callable[[], None]
Measures = Callable[[], float]
Look = tuple[float, float]
"""Seconds of processor time, and the exploitability then."""
TITLE = "Deep CFR: one run on one core"
NEEDS = {"pytorch": ("pyspiel", "torch", "tree"), "jax": ("pyspiel", "flax", "chex", "jax")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", type=float, default=0.05)
    parser.add_argument("--patience", type=float, default=300)
    parser.add_argument("--kinds", nargs="*", default=list(NEEDS))
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours = run("Kibitz", *kibitz(), 10, given)
    races = []
    for kind in given.kinds:
        if all(find_spec(name) for name in NEEDS[kind]):
            name = f"OpenSpiel, {kind}"
            races.append(compare(name, ours, run(name, *open_spiel(kind), 5, given)))
    if given.keep and races:
        keep("deep-cfr", TITLE, races)


def run(
    who: str, learn: Learns, measure: Measures, spent: float, rounds: int, given: Any
) -> list[Look]:
    """Learn, and print what was reached, until it is good enough or the time is up."""
    done, gap = 0, float("inf")
    found: list[Look] = []
    while gap > given.target and spent < given.patience:
        began = time.process_time()
        for _ in range(rounds):
            learn()
        done += rounds
        spent += time.process_time() - began
        gap = measure()
        found.append((spent, gap))
        told = {"who": who, "rounds": done, "processor_seconds": round(spent, 1)}
        print(json.dumps({**told, "exploitability": round(gap, 4)}), flush=True)
    return found


def compare(who: str, ours: list[Look], theirs: list[Look]) -> Race:
    """How long both took to the best exploitability of the second."""
    seconds, reached = min(theirs, key=lambda look: look[1])
    own = next(look[0] for look in ours if look[1] <= max(reached, ours[-1][1]))
    told = {"who": who, "exploitability": round(reached, 4), "processor_seconds": round(seconds, 1)}
    times = {"kibitz_processor_seconds": round(own, 2), "ratio": round(seconds / own, 1)}
    print(json.dumps({**told, **times}), flush=True)
    title = f"Leduc poker, until best responses gain {reached:.2f} in all"
    return Race(title, (Timing("Kibitz", (own,)), Timing(who, (seconds,))), "Kibitz")


def kibitz() -> tuple[Learns, Measures, float]:
    """A round of our learner, what best responses gain, and the time it took to make."""
    began = time.process_time()
    learner = deep_cfr(Lesson(kb.game("leduc-poker")))

    def learn() -> None:
        with small_products():
            learner.learn()

    def measure() -> float:
        return learner.measure()["exploitability"]

    return learn, measure, time.process_time() - began


def open_spiel(kind: str) -> tuple[Learns, Measures, float]:
    """The same of OpenSpiel's solver and its average strategy."""
    from importlib import import_module

    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    theirs = import_module(f"open_spiel.python.{kind}.deep_cfr")
    if kind == "pytorch":
        import_module("torch").set_num_threads(1)
    began = time.process_time()
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
        if kind == "jax":
            solver._cached_policy.clear()
        return gap

    return learn, measure, time.process_time() - began


if __name__ == "__main__":
    main()
