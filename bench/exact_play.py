"""How near does each learner come to exact play? One row for each, on a game that is solved.

    python -m bench.exact_play [METHOD ...]

Every method of ``kibitz train`` learns for a fixed number of rounds. What is measured then is the
share of positions, of those in which moves differ in worth, where the model makes a best move; what
best responses gain against it in all; or both. Prints the rows of the table in the book.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

import kibitz as kb
from bench.zero_small import labeled
from kibitz.core.method import own_methods
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import Model


@dataclass(frozen=True)
class Trial:
    """A game on which a learner is compared with exact play."""

    game: str
    rounds: int
    options: dict[str, Any] = field(default_factory=dict)


TRIALS = {
    "monte-carlo-control": Trial("tic-tac-toe", 300),
    "sarsa": Trial("tic-tac-toe", 300),
    "expected-sarsa": Trial("tic-tac-toe", 300),
    "q-learning": Trial("tic-tac-toe", 300),
    "double-q-learning": Trial("tic-tac-toe", 300),
    "n-step-sarsa": Trial("tic-tac-toe", 300),
    "td-0": Trial("tic-tac-toe", 300),
    "td-lambda": Trial("tic-tac-toe", 300),
    "dynamic-programming": Trial("tic-tac-toe", 20),
    "minimax-q": Trial("goofspiel-stages 3", 60),
    "nash-q": Trial("goofspiel-stages 3", 60),
    "reinforce": Trial("tic-tac-toe", 300),
    "ppo": Trial("tic-tac-toe", 300),
    "dqn": Trial("tic-tac-toe", 300),
    "td-gammon": Trial("backgammon-race 2 3", 200, {"exploration": 0.2, "rate": 0.1}),
    "alphazero": Trial("tic-tac-toe", 411, {"thinking": 0}),
    "linear-evaluation": Trial("tic-tac-toe", 1),
    "decision-tree": Trial("tic-tac-toe", 1),
    "gradient-boosting": Trial("tic-tac-toe", 100),
    "neural-evaluation": Trial("tic-tac-toe", 100),
    "genetic-algorithm": Trial("tic-tac-toe", 10, {"depth": 2}),
    "cma-es": Trial("tic-tac-toe", 10, {"depth": 2}),
    "evolved-automata": Trial("prisoners-dilemma", 60),
    "psro": Trial("leduc-poker", 400),
    "deep-cfr": Trial("leduc-poker", 900),
    "nfsp": Trial("kuhn-poker", 500),
}
MEASURES = ("optimal", "gap", "exploitability")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("methods", nargs="*", default=list(TRIALS))
    missing = {entry.name for entry in own_methods(Lesson)} - TRIALS.keys()
    if missing:
        raise SystemExit(f"no trial of {', '.join(sorted(missing))}")
    print("| learner | game | rounds | processor seconds | compared with exact play |")
    print("| :-- | :-- | --: | --: | :-- |")
    for name in parser.parse_args().methods:
        trial = TRIALS[name]
        began = time.process_time()
        model = kb.train(trial.game, name, rounds=trial.rounds, **trial.options)
        spent = time.process_time() - began
        row = (f"`{name}`", trial.game, f"{model.rounds:,}", f"{spent:.0f}", told(model, trial))
        print("| " + " | ".join(row) + " |", flush=True)


def told(model: Model, trial: Trial) -> str:
    """What the model's measures say, or what its moves at all positions do."""
    found = {name: model.measures[name] for name in MEASURES if name in model.measures}
    if not found:
        positions = labeled(trial.game, 0)
        right = 0
        for here, best in positions:
            odds = model.policy(here)
            right += max(odds, key=lambda move: odds[move]) in best
        found = {"optimal": right / len(positions)}
    return ", ".join(f"{name} {value:.3g}" for name, value in found.items())


if __name__ == "__main__":
    main()
