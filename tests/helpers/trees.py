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


def random_tree(random: Random, depth: int = 4, zero_sum: bool = True, players: int = 2):
    """A random game of perfect recall: what a player sees are own moves and a public signal."""

    def paid():
        if zero_sum:
            return random.randint(-6, 6)
        return tuple(random.randint(-4, 4) for _ in range(players))

    def node(level, seen, turn):
        if level == 0 or random.random() < 0.15:
            return paid()
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
            moves[str(k)] = node(level - 1, after, random.randrange(players))
        return decision(turn, name, moves)

    def _told(seen, k):
        after = list(seen)
        informed = random.randrange(players)
        after[informed] = f"{seen[informed]}c{k}"
        return after

    counts: dict[str, int] = {}
    return extensive_game(node(depth, [""] * players, 0), tuple("ABCD"[:players]))


def random_open_tree(random: Random, depth: int = 4, players: int = 2, width: int = 3):
    """A random game of perfect information, with chance and ties."""

    def node(level):
        if level == 0 or random.random() < 0.1:
            return tuple(random.randint(0, 3) for _ in range(players))
        moves = random.randint(1, width)
        if random.random() < 0.2:
            return chance({str(k): (Fraction(1, moves), node(level - 1)) for k in range(moves)})
        following = {str(k): node(level - 1) for k in range(moves)}
        return decision(random.randrange(players), None, following)

    return extensive_game(node(depth), tuple("ABCD"[:players]))
