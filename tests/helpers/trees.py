"""Trees for the tests: Kuhn poker by hand, and random games of perfect recall."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from kibitz.extensive import chance, decision, extensive_game


def kuhn(cards: int = 3):
    """Kuhn poker by hand."""

    def showdown(a, b, stake):
        return stake if a > b else -stake

    def deal(a, b):
        answer = decision("II", f"{b} bet", fold=1, call=showdown(a, b, 2))
        later = decision("I", f"{a} check-bet", fold=-1, call=showdown(a, b, 2))
        checked = decision("II", f"{b} check", check=showdown(a, b, 1), bet=later)
        return decision("I", f"{a}", check=checked, bet=answer)

    pairs = [(a, b) for a in range(cards) for b in range(cards) if a != b]
    p = Fraction(1, len(pairs))
    return extensive_game(chance({f"{a}-{b}": (p, deal(a, b)) for a, b in pairs}), ("I", "II"))


def random_tree(random: Random, depth: int = 4):
    """A random game of perfect recall: what a player sees are own moves and a public signal."""

    def node(level, seen, turn):
        if level == 0 or random.random() < 0.15:
            return random.randint(-6, 6)
        if random.random() < 0.25:
            weights = [random.randint(1, 3) for _ in range(2)]
            return chance(
                {
                    str(k): (Fraction(w, sum(weights)), node(level - 1, _told(seen, k), turn))
                    for k, w in enumerate(weights)
                }
            )
        name = f"{turn}{seen[turn]}"
        count = counts.setdefault(name, random.randint(2, 3))
        moves = {}
        for k in range(count):
            after = list(seen)
            after[turn] = f"{seen[turn]}m{k}"
            moves[str(k)] = node(level - 1, after, random.randint(0, 1))
        return decision(turn, name, moves)

    def _told(seen, k):
        after = list(seen)
        informed = random.randint(0, 1)
        after[informed] = f"{seen[informed]}c{k}"
        return after

    counts: dict[str, int] = {}
    return extensive_game(node(depth, ["", ""], 0), ("A", "B"))
