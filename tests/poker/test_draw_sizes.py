"""Sizes of draw poker without unfolding, orbits of suits by brute force, and limits to stop at."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.poker.draw_poker.orbits import deal_counts
from kibitz.search.hidden.deals import information_sets
from kibitz.search.tree_statistics import tree_statistics


def brute(ranks: int, suits: int, size: int) -> tuple[int, ...]:
    deck = [(r, s) for r in range(ranks) for s in range(suits)]
    changes = list(permutations(range(suits)))

    def orbits(things: list[Any]) -> int:
        def moved(p: Any, cards: Any) -> Any:
            return tuple(sorted((r, p[s]) for r, s in cards))

        return len({min(tuple(moved(p, part) for part in t) for p in changes) for t in things})

    hands = list(combinations(deck, size))
    drawn = [(h, (d,)) for h in hands for d in deck if d not in h]
    free = [(h, (t,), (d,)) for h in hands for t in h for d in deck if d not in h]
    deals = [(h, g) for h in hands for g in hands if not set(h) & set(g)]
    return orbits([(h,) for h in hands]), orbits(drawn), orbits(free), orbits(deals)


@pytest.mark.parametrize("deck", [(3, 2, 2), (3, 3, 2), (4, 2, 3)])
def test_orbits_of_suits(deck: tuple[int, int, int]) -> None:
    counts = deal_counts(*deck)
    found = counts.hand_orbits, counts.drawn_orbits, counts.free_orbits, counts.deal_orbits
    assert found == brute(*deck)


def test_the_whole_deck() -> None:
    counts = deal_counts(13, 4, 5)
    assert (counts.hands, counts.hand_orbits) == (2_598_960, 134_459)
    with pytest.raises(GameError, match="do not fit"):
        deal_counts(2, 2, 3)


@pytest.mark.parametrize("more", ["size=1 bets=1,2", "size=2"])
def test_sizes_are_those_of_the_tree(more: str) -> None:
    game = kb.game(f"lowball-draw ranks=2-4 suits=2 {more}")
    told = game.sizes()
    assert told["leaves"] == tree_statistics(game).leaves
    assert list(told["information_sets"].values()) == [
        len(found) for found in information_sets(game).values()
    ]


@pytest.mark.slow
def test_sizes_with_a_free_discard() -> None:
    game = kb.game("lowball-draw ranks=2-4 suits=2 size=2 discard=free")
    assert game.sizes()["leaves"] == tree_statistics(game).leaves
