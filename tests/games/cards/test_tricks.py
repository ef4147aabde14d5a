"""Tricks: the four-card hand whose lines are worked out in the textbook, and bad hands."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.games.cards.tricks import (
    RANKS,
    SUITS,
    HiddenTrickGame,
    TrickGame,
    show_hand,
    tricks_by_lead,
)
from kibitz.rules import CHANCE
from kibitz.search import belief_values, clairvoyance
from kibitz.search.alpha_beta.plain import plain_value


def test_the_textbook_line():
    here = TrickGame().position("C9", "C10", "S2", "D6")
    assert (here.state.first_tricks, here.state.second_tricks) == (0, 2)
    assert show_hand(here.state.first) == "H6 C8"
    assert show_hand(here.state.second) == "H4 C5"
    assert here.player == 1
    assert plain_value(here, 10_000) == 2 - 2


@pytest.mark.parametrize("card", ["H4", "D4"])
def test_every_lead_of_the_open_hands_wins_two_tricks(card):
    game = kibitz.game(f"four-card-bridge card={card}")
    for move in game.moves(game.start()):
        assert plain_value(game.position(move), 10_000) == 0


def test_the_hidden_hand_looks_alike():
    game = kibitz.game("four-card-bridge")
    assert game.player(game.start()) == CHANCE
    deals = [game.play(game.start(), move) for move, _ in game.chance(game.start())]
    assert game.information_state(deals[0], 0) == game.information_state(deals[1], 0)
    assert game.information_state(deals[0], 1) != game.information_state(deals[1], 1)


def test_suits_are_followed_and_trumps_win():
    here = TrickGame("SA H2", "S3 C2", trump="C").position("SA")
    assert [here.rules.show_move(here.state, m) for m in here.moves] == ["S3"]
    end = here.play("S3").play("H2").play("C2")
    assert end.payoffs == (0, 0)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("H6 H6", "C2 C3", "twice"),
        ("H6", "H6", "both"),
        ("H6 C2", "H7", "equal"),
        ("X6", "H7", "not a card"),
        ("H1", "H7", "not a card"),
        ("", "", "not empty"),
    ],
)
def test_refuses_bad_hands(first, second, told):
    with pytest.raises(GameError, match=told):
        TrickGame(first, second)


def test_cards_and_players_as_people_write_them():
    written = TrickGame(["6♥", "d6", "9C", "8♣"], "4h, S2 CT c5", leader="min")
    assert written == TrickGame("H6 D6 C9 C8", "H4 S2 C10 C5", 1)


def by_lead(hand, other):
    """Tricks of the hand that leads: an independent count over lists of (suit, rank)."""

    def lead(mine, theirs):
        if not mine:
            return 0
        return max(reply(mine, theirs, card) for card in mine)

    def reply(mine, theirs, card):
        same = [c for c in theirs if c[0] == card[0]] or theirs
        found = []
        for answer in same:
            left = [c for c in mine if c != card], [c for c in theirs if c != answer]
            if answer[0] == card[0] and answer[1] > card[1]:
                found.append(len(left[1]) - lead(left[1], left[0]))
            else:
                found.append(1 + lead(*left))
        return min(found)

    return {card: reply(hand, other, card) for card in hand}


def test_tricks_by_lead_on_random_hands():
    random = Random(3)
    for _ in range(15):
        size = random.randint(1, 4)
        cards = random.sample([(s, r) for s in range(4) for r in range(13)], 2 * size)
        mine, theirs = cards[:size], cards[size:]
        spelled = [[f"{SUITS[s]}{RANKS[r]}" for s, r in hand] for hand in (mine, theirs)]
        found = tricks_by_lead(TrickGame(*spelled))
        truth = by_lead(mine, theirs)
        assert found == {f"{SUITS[s]}{RANKS[r]}": count for (s, r), count in truth.items()}


@pytest.mark.parametrize(
    ("prior", "club"), [("", "3/2"), ("1/3 2/3", "5/3"), (["9/10", "1/10"], "19/10")]
)
def test_what_a_lead_is_worth_with_a_hidden_card(prior, club):
    hands = "H4 S2 C10 C5 | D4 S2 C10 C5"
    game = HiddenTrickGame("H6 D6 C9 C8", hands, prior=prior)
    found = belief_values(game)
    shown = {card: game.tricks(value) for card, value in found.shown_moves.items()}
    assert shown == {"C8": Fraction(club), "C9": Fraction(club), "D6": 2, "H6": 2}
    assert found.value == 0
    assert found.verify()
    open_cards = clairvoyance(game).moves
    assert set(open_cards.values()) == {0}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"prior": "1/2 1/3"}, "adds up to 5/6"),
        ({"prior": "3/2 -1/2"}, "negative"),
        ({"prior": "1"}, "1 number for 2 deals"),
        ({"seconds": "H4 | H4"}, "the same"),
        ({"seconds": "H4 | H6"}, "both hands"),
        ({"seconds": []}, "no hand"),
        ({"leader": 2}, "MAX or MIN"),
        ({"trump": "X"}, "trump is"),
        ({"first": 7}, "is not a hand"),
    ],
)
def test_refuses_bad_deals(asked, told):
    with pytest.raises(GameError, match=told):
        HiddenTrickGame(**{"first": "H6", "seconds": "H4 | D4", **asked})
