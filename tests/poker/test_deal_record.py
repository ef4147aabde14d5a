"""Records of a hand: cards in two places, and what is seen by whom."""

from __future__ import annotations

import pytest

from kibitz.core.errors import GameError
from kibitz.poker.deal_record import card_conflicts, is_seen_by_all

EVENTS = [
    {"deal": {"P1": "3C 3S 4D 7H QC", "P2": "5D 6C 7C QC KH"}},
    {"P1_discards": "4D 7H QC", "P1_draws": "8D 9S KH"},
    {"P2_discards": "KH", "P2_draws": "8D"},
]


def test_three_conflicts_of_a_printed_hand():
    assert card_conflicts(EVENTS) == (
        "QC dealt to both players",
        "KH drawn by P1 while P2 holds it",
        "8D drawn twice",
    )


def test_a_sound_record_has_none():
    dealt = {"deal": {"P1": "3C 3S", "P2": "5D 6C"}}
    assert card_conflicts([dealt, {"P1_discards": "3S", "P1_draws": "KH"}]) == ()


def test_bad_input():
    with pytest.raises(GameError, match="is not an event"):
        card_conflicts([{"P1_folds": "3C"}])
    with pytest.raises(GameError, match="no cards"):
        card_conflicts([{"deal": {"P1": ""}}])


def test_bets_are_seen_and_cards_are_not():
    assert is_seen_by_all("P1 bets 1 / P2 calls")
    assert not any(map(is_seen_by_all, ["deal", "P1 discards 3C", "P2 draws 8D"]))
