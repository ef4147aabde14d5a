"""Decks and rankings: the printed frequencies, an independent evaluator, and refusals."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.errors import GameError
from kibitz.poker import single_hand
from kibitz.poker.additive_keys import additive_keys
from kibitz.poker.cards import Deck, deck, standard_deck
from kibitz.poker.named_rankings import deuce_to_seven, high, ranking, three_card_lowball
from kibitz.poker.ranking import Ranking

FIVE = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


def plainly(cards, wheel):
    """An ordinary evaluator: a key that compares as the high hands do."""
    ranks = sorted((c // 4 for c in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda g: (-g[1], -g[0]))
    shape = tuple(count for _, count in groups)
    flush = len({c % 4 for c in cards}) == 1
    top = None
    if len(groups) == 5:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        elif wheel and ranks == [12, 3, 2, 1, 0]:
            top = 3
    if top is not None:
        return (8 if flush else 4, [top])
    if flush:
        return (5, ranks)
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0)
    return (kind, [rank for rank, _ in groups])


@given(FIVE, FIVE)
def test_high_hands_compare_as_an_ordinary_evaluator_says(one, two):
    a, b = plainly(one, True), plainly(two, True)
    assert high().compare(one, two) == (a > b) - (a < b)


@given(FIVE, FIVE)
def test_lowball_is_the_reverse_without_wheels(one, two):
    a, b = plainly(one, False), plainly(two, False)
    assert deuce_to_seven().compare(one, two) == (a < b) - (a > b)


@given(FIVE)
def test_arrays_and_single_hands_agree(hand):
    for rank in (high(), deuce_to_seven()):
        assert rank.evaluate([hand])[0] == rank.strength(hand)


@pytest.mark.parametrize(("ranks", "suits", "size"), [("2-8", 3, 3), ("2-6", 2, 2), ("5-A", 4, 4)])
def test_every_hand_of_small_decks(ranks, suits, size):
    order = (
        "High Card",
        "Pair",
        "Two Pair",
        "Three of a Kind",
        "Straight",
        "Flush",
        "Four of a Kind",
        "Straight Flush",
    )
    cards = deck(ranks, suits)
    rank = Ranking(cards, size, order)
    found = rank.evaluate(cards.hands(size))
    expected = [rank.strength(hand) for hand in combinations(range(len(cards)), size)]
    assert found.tolist() == expected
    assert sum(rank.frequencies().values()) == len(found)


def test_keys_tell_all_hands_apart():
    keys = additive_keys(7, 3, 4)
    hands = list(combinations([r for r in range(7) for _ in range(3)], 4))
    sums = {tuple(sorted(h)): sum(keys[r] for r in h) for h in hands}
    assert len(set(sums.values())) == len(sums)


def test_the_keys_of_the_full_deck_tell_all_hands_apart():
    keys = additive_keys(13, 4, 5)
    hands = set(combinations([r for r in range(13) for _ in range(4)], 5))
    assert len({sum(keys[r] for r in hand) for hand in hands}) == len(hands) == 6175


@given(st.lists(st.integers(0, 51), min_size=6, max_size=7, unique=True))
def test_of_more_cards_the_best_hand_counts(cards):
    best = max(combinations(cards, 5), key=lambda hand: plainly(hand, True))
    assert high().strength(cards) == high().strength(best)
    assert high().evaluate([cards]).tolist() == [high().strength(best)]


@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True))
def test_of_more_cards_the_lowest_hand_counts_in_lowball(cards):
    best = min(combinations(cards, 5), key=lambda hand: plainly(hand, False))
    assert deuce_to_seven().strength(cards) == deuce_to_seven().strength(best)


def test_rows_of_seven_with_a_card_twice_are_refused():
    with pytest.raises(GameError, match="already in the hand"):
        high().evaluate([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 5]])


def test_decks():
    assert deck("2-8", 3) == Deck(tuple("2345678"), tuple("csh"))
    assert deck([2, 3, 10], "sh").names(range(6)) == "2s 2h 3s 3h Ts Th"
    assert standard_deck().hand("10h Ah") == standard_deck().hand("Th Ah")
    assert deck("2-8", 3).hands(3).shape == (1330, 3)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: deck("2-8", 3).hand("9h"), "no card '9h'"),
        (lambda: deck().hand("2c 3c 2c"), "card 3, 2c, is already"),
        (lambda: deck("2-X"), "unknown rank 'X'"),
        (lambda: deck(14), "14 ranks"),
        (lambda: deck("22"), "given twice"),
        (lambda: three_card_lowball().strength("2c 3c"), "a hand of 2 cards"),
        (lambda: high().evaluate([[0, 1, 2, 3, 3]]), "card 5, 2d, is already"),
        (lambda: high().evaluate(np.array([[0, 1, 2, 3, 60]], np.uint8)), "0 to 51"),
        (lambda: high().evaluate([[0, 1, 2, 3, -1]]), "hand 1"),
        (lambda: high().evaluate([[0, 1]]), "rows of 5"),
        (lambda: ranking("2-8"), "unknown ranking"),
        (lambda: Ranking(deck("2-8", 3), 3, ("High Card",)), "does not say where"),
        (lambda: high(deck(), 6), "1 to 5"),
    ],
)
def test_bad_input(make, said):
    with pytest.raises(GameError, match=said):
        make()


@pytest.mark.parametrize("name", ["high", "2-7"])
def test_more_cards_than_a_hand_count_for_the_best_hand_in_them(name: str) -> None:
    ranked, random = ranking(name), np.random.default_rng(1)
    held = [random.permutation(52)[:size].tolist() for size in (6, 7, 8, 9) for _ in range(30)]
    suited = [[*range(0, 4 * size, 4), 1, 2] for size in (4, 5, 6)]
    for cards in held + suited:
        best = max(ranked.strength(five) for five in combinations(cards, 5))
        assert ranked.strength(cards) == best


@pytest.mark.parametrize("order", [high(), deuce_to_seven(), three_card_lowball()])
def test_single_hands_agree_with_batches(order: Ranking, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the table of hands without a flush, before and after it holds more cards, and by name."""
    monkeypatch.setattr("kibitz.poker.ranking.MANY", 40)
    fresh = replace(order)
    cards, random = fresh.deck, np.random.default_rng(5)
    for size in range(fresh.size, fresh.size + 4):
        hands = np.argsort(random.random((300, len(cards))), axis=1)[:, :size]
        suited = np.argsort(random.random((30, len(cards.ranks))), axis=1)[:, :size]
        hands[: len(suited)] = suited * len(cards.suits)
        expected = order.evaluate(hands).tolist()
        assert [fresh.strength(hand) for hand in hands.tolist()] == expected
        assert [fresh.strength(hand) for hand in hands] == expected
        named = [[cards.name(card) for card in hand] for hand in hands[:50]]
        assert [fresh.strength(hand) for hand in named] == expected[:50]


BAD_HANDS = [
    [0, 0, 1, 2, 3],
    [0, 0, 4, 8, 12],
    [0, 5, 10, 15, 52],
    [-1, 5, 10, 15, 20],
    [-53, 5, 10, 15, 20],
    [0, 1, 2],
    [0, 5, 10, 15, 20, 25, 25],
    [0, 5, 10, 15, 20, 25, -22],
    [0, 5, 10, 15, 20, 25, 60],
]


@pytest.mark.parametrize("hand", BAD_HANDS)
def test_single_hands_are_checked(hand: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.poker.ranking.MANY", 1)
    fresh = replace(high())
    fresh.strength([0, 5, 10, 15, 20, 25, 30])
    assert fresh._seven
    with pytest.raises(GameError):
        fresh.strength(hand)


@pytest.mark.parametrize("size", [5, 7])
def test_a_card_that_is_there_twice_is_found_wherever_it_is(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.poker.ranking.MANY", 1)
    fresh = replace(high())
    whole = [0, 5, 10, 15, 20, 25, 30][:size]
    fresh.strength([0, 5, 10, 15, 20, 25, 30])
    for first, second in combinations(range(size), 2):
        hand = [*whole]
        hand[second] = hand[first]
        with pytest.raises(GameError, match="already in the hand"):
            fresh.strength(hand)


def test_the_sum_over_suits_tells_whether_seven_cards_hold_a_flush() -> None:
    """No sum belongs to cards with five of a suit and to others, too."""
    for size in (5, 7):
        found = single_hand.flushes(size)
        for suits in combinations_with_replacement(range(4), size):
            has_five = max(map(suits.count, suits)) >= 5
            assert found[sum(single_hand.SUITS[suit] for suit in suits)] == has_five


def test_the_keys_of_seven_cards_tell_all_hands_apart() -> None:
    five = dict.fromkeys(combinations([r for r in range(13) for _ in range(4)], 5), 0)
    assert len(single_hand.classes_of_seven(five)) == 49205


@pytest.mark.parametrize("size", [5, 7])
def test_more_than_four_of_a_rank_are_never_taken_for_different_ranks(size: int) -> None:
    """Only hands with two cards of a rank are searched for a card that is there twice."""
    keys = single_hand.FIVE_KEYS if size == 5 else single_hand.SEVEN_KEYS
    different = {sum(ranks) for ranks in combinations(keys, size)}
    for ranks in combinations_with_replacement(keys, size):
        if any(ranks.count(rank) > 4 for rank in {*ranks}):
            assert sum(ranks) not in different


def test_a_ranking_that_was_used_is_pickled() -> None:
    used = replace(high())
    used.strength("Ac Kc Qc Jc Tc")
    assert pickle.loads(pickle.dumps(used)).strength("Ac Kc Qc Jc Tc") == len(used.classes) - 1
