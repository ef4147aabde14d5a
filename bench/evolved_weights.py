"""Do evolved weights beat the hand-written evaluation? One row for each game.

    python -m bench.evolved_weights --seconds 120

CMA-ES evolves the weights of an evaluation for the given processor time, from nothing but who beats
whom. Then the champion plays the hand-written evaluation in pairs of games from openings that it
has not seen, both at the same depth. Prints the rows of the table in the book, with the bounds of
99 % confidence of the score.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import kibitz as kb
from kibitz.learning.evolution.cma_es import cma_es
from kibitz.learning.evolution.evaluation_learner import CONFIDENCE
from kibitz.learning.training.lesson import Lesson

GAMES = ("othello", "checkers")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=400)
    given = parser.parse_args()
    print("| game | generations | games played | score | at least |")
    print("| :-- | --: | --: | --: | --: |")
    for name in given.games:
        learner = cma_es(Lesson(kb.game(name)), depth=given.depth)
        began, generations = time.process_time(), 0
        while time.process_time() - began < given.seconds:
            learner.learn()
            generations += 1
        luck = np.array([20_241], np.uint64)
        found = learner.duel(learner.champion, learner.hand_written(), given.pairs, luck)
        low, _ = found.bounds(CONFIDENCE)
        row = (name, f"{generations:,}", f"{2 * given.pairs:,}", f"{found.mean:.3f}", f"{low:.3f}")
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
