"""Poker: exact equilibria against Gambit, games of buckets, and hand evaluation against others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from bench.harness import Job, Race, race
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.methods.zero_sum import zero_sum
from kibitz.poker.cards import standard_deck
from kibitz.poker.draw_poker.bucket_tables import count_tables
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.poker.draw_poker.cards import DrawPoker, buckets
from kibitz.poker.kuhn import Kuhn
from kibitz.poker.leduc import Leduc
from kibitz.poker.named_rankings import high
from kibitz.reproduce.figures import FINAL_SIZES, SIZES

HANDS = 200_000
KUHN = (3, 8, 10, 12)


def kibitz_kuhn(cards: int) -> Job:
    """The sequence-form program, certified, over a tree that is built beforehand."""
    tree = unfold(Kuhn(cards))
    return lambda: zero_sum(tree)


def kibitz_from_rules(cards: int) -> Job:
    return lambda: Kuhn(cards).solve().verify().require()


def gambit_kuhn(cards: int) -> Job:
    """Gambit's sequence-form program in rationals, over a tree that is built beforehand."""
    import pygambit

    game = _gambit_tree(cards)
    return lambda: pygambit.nash.lp_solve(game, rational=True, use_strategic=False)


def _gambit_tree(cards: int) -> Any:
    import pygambit

    game = pygambit.Game.new_tree(players=["I", "II"])
    deals = [(a, b) for a in range(cards) for b in range(cards) if a != b]
    game.append_move(game.root, game.players.chance, [f"{a},{b}" for a, b in deals])
    chance = [pygambit.Rational(1, len(deals))] * len(deals)
    game.set_chance_probs(game.root.infoset, chance)
    ends = {
        stake: {
            sign: game.add_outcome(str(sign * stake), [sign * stake, -sign * stake])
            for sign in (1, -1)
        }
        for stake in (1, 2)
    }
    seen: dict[Any, Any] = {}

    def move(node: Any, player: str, view: Any, labels: list[str]) -> None:
        if view in seen:
            game.append_infoset(node, seen[view])
        else:
            game.append_move(node, player, labels)
            seen[view] = node.infoset

    for start, (a, b) in zip(list(game.root.children), deals, strict=True):
        sign = 1 if a > b else -1
        move(start, "I", (0, a, ""), ["check", "bet"])
        check, bet = start.children
        move(check, "II", (1, b, "c"), ["check", "bet"])
        both_check, later = check.children
        game.set_outcome(both_check, ends[1][sign])
        move(later, "I", (0, a, "cb"), ["fold", "call"])
        for end, won in zip(later.children, (ends[1][-1], ends[2][sign]), strict=True):
            game.set_outcome(end, won)
        move(bet, "II", (1, b, "b"), ["fold", "call"])
        for end, won in zip(bet.children, (ends[1][1], ends[2][sign]), strict=True):
            game.set_outcome(end, won)
    return game


def bucketed(count: int) -> Job:
    """From the deck to a proved solution: tables, tree, program, certificate."""

    def job() -> object:
        cards = DrawPoker()
        initial = buckets(cards.rollout_place, SIZES[count])
        tables = count_tables(cards, initial, buckets(cards.position, FINAL_SIZES)).tables()
        return BucketedDraw(tables).solve().verify().require()

    return job


def from_tables(count: int) -> Job:
    """From given tables to a proved solution."""
    cards = DrawPoker()
    initial = buckets(cards.rollout_place, SIZES[count])
    tables = count_tables(cards, initial, buckets(cards.position, FINAL_SIZES)).tables()
    return lambda: BucketedDraw(tables).solve().verify().require()


def random_hands(size: int = 5) -> Any:
    random = np.random.default_rng(1)
    return np.argsort(random.random((HANDS, 52)), axis=1)[:, :size].astype(np.uint8)


def kibitz_hands(hands: Any) -> Job:
    ranking, bytes_ = high(), np.ascontiguousarray(hands)
    return lambda: ranking.evaluate(bytes_)


def phevaluator_hands(hands: Any) -> Job:
    from phevaluator import evaluate_cards

    rows = hands.tolist()
    return lambda: [evaluate_cards(*row) for row in rows]


def eval7_hands(hands: Any) -> Job:
    import eval7

    names = standard_deck()
    rows = [[eval7.Card(names.name(card)) for card in hand] for hand in hands.tolist()]
    return lambda: [eval7.evaluate(row) for row in rows]


PEERS: dict[str, tuple[str, Callable[[Any], Job]]] = {
    "phevaluator": ("phevaluator", phevaluator_hands),
    "eval7": ("eval7", eval7_hands),
}


def kibitz_one_by_one(hands: Any) -> Job:
    rows, strength = hands.tolist(), high().strength
    return lambda: [strength(row) for row in rows]


def single_hands() -> Iterator[Race]:
    """One hand after the other, each by a call of its own."""
    for size, word in ((5, "five"), (7, "seven")):
        hands = random_hands(size)[:200]
        jobs = {"Kibitz": kibitz_one_by_one(hands)} | _present(PEERS, hands)
        yield race(f"200 hands of {word} cards, one by one", jobs, "Kibitz")


def races() -> Iterator[Race]:
    """Kuhn poker, the games of buckets, Leduc, and hands of five cards."""
    for cards in KUHN:
        jobs: dict[str, Job] = {
            "Kibitz, exact": kibitz_kuhn(cards),
            "Kibitz, from the rules, verified again": kibitz_from_rules(cards),
        }
        jobs |= _present({"pygambit": ("Gambit, exact", gambit_kuhn)}, cards)
        yield race(f"Kuhn poker, {cards} cards", jobs, "Kibitz, exact", budget=30)
    for count in (2, 3):
        jobs = {
            "Kibitz, from tables, verified": from_tables(count),
            "Kibitz, from the deck, verified": bucketed(count),
        }
        yield race(f"2-7 draw, {count} and 3 buckets", jobs, "Kibitz, from tables, verified")
    jobs = {
        "Kibitz, float": lambda: Leduc().solve(exact=False),
        "Kibitz, exact": lambda: Leduc().solve(),
        "Kibitz, the tree alone": lambda: unfold(Leduc()),
    }
    yield race("Leduc hold'em, 9,457 nodes", jobs, "Kibitz, float")
    hands = random_hands()
    jobs = {"Kibitz": kibitz_hands(hands)}
    jobs |= _present(PEERS, hands)
    yield race(f"{HANDS:,} hands of five cards", jobs, "Kibitz")
    yield from single_hands()


def _present(peers: dict[str, tuple[str, Callable[[Any], Job]]], thing: Any) -> dict[str, Job]:
    """The peers that are installed."""
    return {
        title: make(thing)
        for package, (title, make) in peers.items()
        if find_spec(package) is not None
    }
