"""Random trees for searches: whole payoffs, and players in any order."""

from __future__ import annotations

from random import Random


def random_tree(random: Random, depth: int) -> object:
    if depth == 0 or random.random() < 0.1:
        return random.randint(-9, 9)
    children = [random_tree(random, depth - 1) for _ in range(random.randint(1, 4))]
    return {"player": random.randint(0, 1), "children": children}
