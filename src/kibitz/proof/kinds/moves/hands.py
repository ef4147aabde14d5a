"""Claims about hands of cards: which wins, and how many there are of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

from kibitz.core.claim import Claim, Proof, checks, place
from kibitz.core.errors import GameError

MOST_CLASSES, MOST_CARDS = 100_000, 9
FIVE = "High Card, Pair, Two Pair, Three of a Kind, Straight, Flush, Full House, Four of a Kind"
ORDERS = {
    "high": f"{FIVE}, Straight Flush, Royal Flush".split(", "),
    "high of 3": ["High Card", "Pair", "Flush", "Straight", "Three of a Kind", "Straight Flush"],
    "2-7 of 3": ["High Card", "Pair", "Straight", "Flush", "Straight Flush", "Three of a Kind"],
}
KINDS = {(2,): "Pair", (2, 2): "Two Pair", (3,): "Three of a Kind", (3, 2): "Full House"}
KINDS[4,] = "Four of a Kind"
Strength = tuple[int, tuple[int, ...]]


class _Order:
    """The order of all hands of one deck, by the rules of poker."""

    def __init__(self, claim: Claim) -> None:
        self.ranks, self.suits = (claim.texts(key) for key in ("ranks", "suits"))
        self.size, name = claim.count("size"), claim.choice("ranking", ("high", "2-7"))
        if any(not names or len(set(names)) < len(names) for names in (self.ranks, self.suits)):
            raise GameError("a deck has ranks and suits, each of them once")
        cards = len(self.ranks) * len(self.suits)
        several = 1 <= self.size <= min(5, cards) and (self.size < 5 or len(self.suits) < 5)
        if not several or comb(len(self.ranks) + self.size, self.size) > MOST_CLASSES:
            raise GameError(f"hands of {self.size} from {cards} cards are not ranked here")
        self.low = name == "2-7"
        self.order = ORDERS[f"{name} of 3" if self.size == 3 else "high"]
        self.flushes = self.size >= 3 and len(self.suits) > 1

    def strength(self, cards: Iterable[tuple[int, int]]) -> Strength:
        """The place of the category, and the ranks that decide within it."""
        ranks, suits = zip(*cards, strict=True)
        groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
        deciding = tuple(r for _, r in groups)
        several = tuple(n for n, _ in groups if n > 1)
        if several:
            return self.order.index(KINDS[several]), deciding
        suited = self.flushes and len(set(suits)) == 1
        lowest = self.size >= 3 and not self.low and self.ranks[-1] == "A"
        wheel = lowest and deciding == (len(self.ranks) - 1, *range(self.size - 2, -1, -1))
        if self.size >= 3 and (wheel or deciding[0] - deciding[-1] == self.size - 1):
            top = deciding[1 if wheel and deciding[0] - deciding[-1] >= self.size else 0]
            royal = self.size == 5 and self.ranks[top] == "A"
            word = "Royal Flush" if royal else "Straight Flush"
            return self.order.index(word if suited else "Straight"), (top,)
        return self.order.index("Flush" if suited else "High Card"), deciding

    def counted(self) -> Counter[Strength]:
        """How many hands there are of each class that ties."""
        found: Counter[Strength] = Counter()
        suits = len(self.suits)
        for ranks in combinations_with_replacement(range(len(self.ranks)), self.size):
            ways = prod(comb(suits, n) for n in Counter(ranks).values())
            if not ways:
                continue
            suited = suits if len(set(ranks)) == self.size and self.flushes else 0
            found[self.strength((r, 0) for r in ranks)] += suited
            found[self.strength((r, k % 2) for k, r in enumerate(ranks))] += ways - suited
        return +found

    def best(self, text: str) -> Strength:
        """The strength of a hand, or of the best hand in more cards."""
        names = [f"{r}{s}".lower() for r in self.ranks for s in self.suits]
        words = text.replace(",", " ").lower().replace("10", "t").split()
        held = [place(word, names, "hand") for word in words]
        if not self.size <= len(set(held)) == len(held) <= MOST_CARDS:
            raise GameError(f"hand: {text!r} has too few cards, too many, or one of them twice")
        cards = [divmod(card, len(self.suits)) for card in held]
        return (min if self.low else max)(map(self.strength, combinations(cards, self.size)))


@checks("hands")
def hands(game: Any, claim: Claim, proof: Proof) -> None:
    """Every hand by the rules of poker; hands of a class counted by their ranks."""
    order = _Order(claim)
    proof.states("the hands are ranked correctly", "the definition of each category, and counting")
    proof.says(claim, cards=len(order.ranks) * len(order.suits))
    counts = order.counted()
    classes = sorted(counts, reverse=order.low)
    if "compared" in claim:
        given = claim.parts("compared")
        found = [order.best(part.text("hand")) for part in given]
        levels = sorted(set(found), reverse=not order.low)
        for part, strength in zip(given, found, strict=True):
            proof.says(part, category=order.order[strength[0]], place=1 + levels.index(strength))
            proof.says(part, strength=classes.index(strength))
        places = [levels.index(strength) for strength in found]
        proof.that("the best hand comes first", bool(given) and places == sorted(places))
        return
    total = comb(len(order.ranks) * len(order.suits), order.size)
    proof.that("all hands are counted", sum(counts.values()) == total)
    proof.says(claim, hands=total, classes=len(classes))
    names = list(dict.fromkeys(order.order[k] for k, _ in reversed(classes)))
    right = {}
    for name in names:
        own = [counts[kind] for kind in classes if order.order[kind[0]] == name]
        chance = Fraction(sum(own), total)
        right[name] = {"hands": sum(own), "classes": len(own), "probability": chance}
    proof.equal("categories", claim.raw("categories"), right)
